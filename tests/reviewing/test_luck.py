"""Luck: its mean is 0, exactly where the outcomes are few, and over games whoever plays."""

from collections.abc import Iterator
from itertools import islice
from statistics import fmean, stdev

import numpy as np
import pytest

from ludoteca import Match
from ludoteca.core import jit
from ludoteca.core.arrays import State
from ludoteca.core.kernels import CHANCE
from ludoteca.core.rng import below, new_rng
from ludoteca.core.storage import copy_state
from ludoteca.match.play import play_out
from ludoteca.match.replay import positions
from ludoteca.reviewing import luck
from ludoteca.reviewing.match_luck import luck_of_match
from ludoteca.rulebooks.cadena.bot.turns.fortune import luck as luck_of_roll
from ludoteca.rulebooks.cadena.rules import ROLLING
from ludoteca.rulebooks.rainbow.review import unseen
from tests import trials
from tests.cases import Case, case_name, load
from tests.reviewing.matches import FIVE, SEATS, played, reviewed, unfinished

CHANCY = [case for case in FIVE if load(case).definition.chance]
FEW_DICE = 2
GAMES = 2_000 if trials.LONG else 5
Z = 4.0  # standard errors: a fair run fails once in 15,000


def outcomes(case: Case, state: State) -> Iterator[tuple[State, float]]:
    """Yield every state that a chance event can lead to, with its probability."""
    game = load(case)
    out, weight = np.empty((2, game.definition.capacity), np.int64)
    count = int(game.definition.kernels.outcomes(state, out, weight))
    for draw, parts in zip(out[:count].tolist(), weight[:count].tolist(), strict=True):
        after = copy_state(state)
        game.definition.kernels.apply(after, draw)
        share = parts / float(weight[:count].sum())
        if int(after.to_move) != CHANCE:
            yield after, share
        else:
            yield from ((last, share * part) for last, part in outcomes(case, after))


def rolls(match: Match) -> Iterator[State]:
    """Yield the states of a match in which a few dice are to be rolled."""
    for position in positions(match):
        state = position.state()
        if int(state.to_move) == CHANCE:
            dice = int(state.first) if state.phase == ROLLING else 1
            if dice <= FEW_DICE:
                yield state


@pytest.mark.parametrize("case", [("cadena", ()), *SEATS], ids=case_name)
def test_the_luck_of_a_roll_has_mean_zero_over_all_its_outcomes(case: Case) -> None:
    states = list(rolls(random_match(case, 1)))
    first = [state for state in states if state.phase == ROLLING][-3:]
    added = [state for state in states if state.phase != ROLLING][-3:]
    assert first
    assert added
    most = 0.0
    for state in first + added:
        found = [(luck_of_roll(state, after), part) for after, part in outcomes(case, state)]
        assert sum(part for _, part in found) == pytest.approx(1)
        assert sum(part * each for each, part in found) == pytest.approx(0, abs=1e-9)
        most = max(most, *(float(abs(each).max()) for each, _ in found))
        assert all(sum(each) == pytest.approx(0, abs=1e-12) for each, _ in found)
    assert most > 1e-4


def test_the_luck_of_a_draw_has_mean_zero_over_all_cards_left() -> None:
    case: Case = ("phoenix", ())
    game, drawn = load(case), 0
    for position in islice(positions(unfinished(case, 30)), 2, None, 5):
        state = position.state()
        action = game.definition.read(state, position.moves()[0])
        first, end = int(state.drawn), int(state.cards)
        total = np.zeros((2, 2))
        for place in range(first, end):  # each card of the deck comes next once
            world = copy_state(state)
            world.deck[first], world.deck[place] = world.deck[place], world.deck[first]
            after = copy_state(world)
            game.definition.kernels.apply(after, action)
            each = luck.luck_of_draw(game, world, action, after, new_rng(1))
            total += each
            drawn += bool(np.abs(each).max() > 1e-4)
        assert total == pytest.approx(0, abs=1e-9)
    assert drawn > 10


def test_a_shuffle_leaves_what_a_seat_has_seen() -> None:
    state = unfinished(("rainbow", ()), 6).position.state()
    world, first, end = copy_state(state), int(state.first), int(state.end)
    unseen(world, new_rng(3))
    assert world.stack[first].tolist() == state.stack[first].tolist()
    assert world.stack[end - 1].tolist() == state.stack[end - 1].tolist()
    cards = [sorted(map(sorted, one.stack[first:end].tolist())) for one in (world, state)]
    assert cards[0] == cards[1]
    assert world.stack.tolist() != state.stack.tolist()
    world.stack[:] = state.stack
    assert world.tobytes() == state.tobytes()


def random_match(case: Case, number: int) -> Match:
    """Return a match of players who choose at random; that of the first seat is choosy."""
    match, rng = Match(load(case), number), new_rng(number, "moves")

    def choose(position: object, seat: int, decision: int) -> str:
        moves = match.position.moves()
        return moves[below(rng, len(moves) if seat else min(3, len(moves)))]

    play_out(match, choose)
    return match


def check_mean(case: Case, games: int) -> None:
    """Check that 0 is where the mean of the luck may be, for each kind of it."""
    if trials.LONG and jit.COMPILED:
        jit.switch(None)
    found = [luck_of_match(random_match(case, number)) for number in range(games)]
    kinds = [kind for kind in (0, 1) if any(any(one[kind]) for one in found)]
    assert kinds
    for kind in kinds:
        values = [one[kind][0] for one in found]
        error = stdev(values) / len(values) ** 0.5
        print(f"{case_name(case)}, kind {kind}: {fmean(values):+.4f} ± {1.96 * error:.4f}")
        assert abs(fmean(values)) < Z * error


@pytest.mark.parametrize("case", CHANCY, ids=case_name)
def test_the_mean_luck_is_zero(case: Case) -> None:
    check_mean(case, GAMES)


def test_the_luck_of_a_match_is_that_of_its_review() -> None:
    case: Case = ("cadena", ())
    rolled = luck_of_match(played(case))[0]
    told = [seat.luck for seat in reviewed(case).seats]
    assert rolled == pytest.approx(told, abs=1e-3)
