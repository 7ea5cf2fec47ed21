"""Rainbow Duel: a guess keeps all that a seat knows, leaks nothing, and is as likely as it is."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from ludoteca import Game, Position, load
from ludoteca.core.arrays import State
from ludoteca.core.kernels import CHANCE
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.rainbow import imagining, rules, validation
from ludoteca.rulebooks.rainbow.names import read_face
from tests.rulebooks.rainbow.rainbow_table import random_game, small_game

GAMES = [load("rainbow"), load("rainbow", variant="first-edition"), small_game()]


def imagined(state: State, seat: int, *seed: int) -> State:
    guess = copy_state(state)
    imagining.imagine(guess, seat, new_rng(*seed))
    return guess


def places(state: State, seat: int) -> list[tuple[tuple[int, int], bool, bool]]:
    """Every card with its two faces, and whether the seat knows each of them.

    In the stack and in hands the face towards the seat comes first, elsewhere the upper one.
    """
    found = []
    for owner in range(2):
        for card in state.hand[owner, : state.held[owner]].tolist():
            found.append(((card[seat], card[1 - seat]), True, False))
    for card, seen in zip(state.row.tolist(), state.seen.tolist(), strict=True):
        if seen:
            found.append(((card[0], card[1]), True, bool(seen >> seat & 1)))
    ends = [int(state.first), int(state.end) - 1] if state.to_move != CHANCE else [-1, -1]
    for place in range(state.first, state.end):
        card = state.stack[place].tolist()
        found.append(((card[seat], card[1 - seat]), place == ends[seat], False))
    for owner, layer, code in zip(*np.nonzero(state.gone), strict=True):
        card = (int(code) // rules.FACES, int(code) % rules.FACES)
        for _ in range(state.gone[owner, layer, code]):
            found.append((card, True, bool(layer + 1 >> seat & 1)))
    return found


def multiset(state: State) -> Counter[tuple[int, ...]]:
    """All cards, dealt or not, either way round."""
    left = {divmod(code, rules.FACES): int(state.left[code]) for code in range(rules.CODES)}
    count = Counter({pair: copies for pair, copies in left.items() if pair[0] < pair[1] and copies})
    return count + Counter(tuple(sorted(card)) for card, _, _ in places(state, 0))


@pytest.mark.parametrize("game", GAMES, ids=["standard", "first-edition", "small"])
def test_known_facts_never_change_and_the_cards_stay_the_same(game: Game) -> None:
    for position in list(random_game(game, 11))[::7]:
        state = position._state
        for seat in range(2):
            guess = imagined(state, seat, seat, 5)
            validation.check(guess, game.state())
            assert multiset(guess) == multiset(state)
            other = Position(game, guess, position._chance)
            for who in (seat, None):
                assert other.view(who, memory=True) == position.view(who, memory=True)
            assert other.choices(seat) == position.choices(seat)
            hidden = {"stack", "hand", "row", "gone"}
            public = [name for name in state.dtype.names if name not in hidden]
            assert all(np.array_equal(guess[name], state[name]) for name in public)


@pytest.mark.parametrize("game", GAMES, ids=["standard", "first-edition", "small"])
def test_states_that_a_seat_cannot_tell_apart_give_the_same_guess(game: Game) -> None:
    for position in list(random_game(game, 12))[::9]:
        for seat in range(2):
            twin = imagined(position._state, seat, 1)
            for seed in range(2, 4):
                first = imagined(position._state, seat, seed)
                assert first.tobytes() == imagined(twin, seat, seed).tobytes()


def test_the_faces_that_a_seat_has_not_seen_do_change() -> None:
    state = load("rainbow").start(4)._state
    for seat in range(2):
        guesses = [imagined(state, seat, seed) for seed in range(12)]
        assert len({guess.tobytes() for guess in guesses}) == 12
        for owner, i in product(range(2), range(3)):
            assert len({int(guess.hand[owner, i, 1 - seat]) for guess in guesses}) > 2
        other_end = int(state.first) if seat == 1 else int(state.end) - 1
        assert len({int(guess.stack[other_end, seat]) for guess in guesses}) > 2


def test_before_the_deal_ends_every_card_is_unknown() -> None:
    state = load("rainbow").state()
    for code in (1, 9, 80 - 1, 17):
        rules.apply(state, code)
    guess = imagined(state, 0, 1)
    validation.check(guess, load("rainbow").state())
    assert multiset(guess) == multiset(state)
    for card, side in product(range(4), range(2)):
        assert len({int(imagined(state, 0, seed).stack[card, side]) for seed in range(8)}) > 2


# The distribution, against all deals that fit


def with_unknown(cards: str, stack: int, *, hand: int = 0, row: int = 0) -> State:
    """A state in which seat 0 knows one face of some cards, and nothing of the last `stack`.

    Each card has the known face first. The first ones are in a hand, the next in the row, the
    others won, half by each seat, but for the stack and the card at seat 0's end of it.
    """
    faces = np.array([[read_face(letter) for letter in card] for card in cards.split()])
    state = small_game().state()
    state.left[:], state.cards, state.to_move = 0, len(faces), 0
    in_stack = stack + (stack > 0)
    state.end = in_stack
    state.stack[:in_stack] = faces[len(faces) - in_stack :]
    rest = faces[: len(faces) - in_stack]
    state.held[1], state.length = hand, row
    state.hand[1, :hand] = rest[:hand]
    state.row[:row] = rest[hand : hand + row]
    state.seen[:row] = 2
    for number, (upper, lower) in enumerate(rest[hand + row :].tolist()):
        state.gone[number % 2, 1, upper * rules.FACES + lower] += 1
    return state


def told(state: State) -> tuple[object, ...]:
    """All faces of such a state."""
    piles = np.nonzero(state.gone)
    return (
        tuple(state.hand[1].ravel().tolist()),
        tuple(state.row.ravel().tolist()),
        tuple(state.stack[: state.end].ravel().tolist()),
        tuple(zip(*(axis.tolist() for axis in piles), state.gone[piles].tolist(), strict=True)),
    )


def exact(cards: str, stack: int, hand: int, row: int) -> dict[tuple[object, ...], float]:
    """The chance of each deal of the unknown cards, by trying all."""
    given = cards.split()
    count: Counter[tuple[object, ...]] = Counter()
    for order in permutations(given):
        for turned in product((1, -1), repeat=len(given)):
            dealt = [card[::way] for card, way in zip(order, turned, strict=True)]
            if all(dealt[i][0] == given[i][0] for i in range(len(given) - stack)):
                count[told(with_unknown(" ".join(dealt), stack, hand=hand, row=row))] += 1
    total = sum(count.values())
    return {faces: times / total for faces, times in count.items()}


CASES = [
    ("RO OY YR", 0, 1, 1),  # a ring that can stand only one way or the other
    ("RO OY YG GR", 0, 2, 0),
    ("RO RO OY RW", 0, 1, 2),
    ("RO OY RK GB OK", 2, 1, 1),
    ("RO OR OG GB BR", 1, 1, 1),
    ("RY RG OY OG KW", 0, 2, 2),
    ("RY RO RG OY OG", 0, 0, 0),
]


@pytest.mark.parametrize(("cards", "stack", "hand", "row"), CASES)
def test_guesses_are_as_likely_as_the_deals_that_fit(
    cards: str, stack: int, hand: int, row: int
) -> None:
    state = with_unknown(cards, stack, hand=hand, row=row)
    expected = exact(cards, stack, hand, row)
    tries = 25 * len(expected) + 400
    found: Counter[tuple[object, ...]] = Counter()
    rng = new_rng(cards)
    for _ in range(tries):
        guess = copy_state(state)
        imagining.imagine(guess, 0, rng)
        found[told(guess)] += 1
    assert set(found) <= set(expected)
    square = sum(
        (found[faces] - tries * chance) ** 2 / (tries * chance)
        for faces, chance in expected.items()
    )
    freedom = len(expected) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 4, (square, freedom)


def test_a_seat_that_knows_everything_imagines_the_truth() -> None:
    state = with_unknown("RO OY YR", 0)
    state.gone[:, 0] = state.gone[:, 1]
    state.gone[:, 1] = 0
    assert imagined(state, 0, 1).tobytes() == state.tobytes()


def test_a_card_is_handed_on_where_none_is_free() -> None:
    pool = np.zeros((rules.FACES, rules.FACES), np.int64)
    kept = np.zeros((rules.FACES, rules.FACES), np.int64)
    kept[0, 1] = kept[1, 2] = 1  # R-O in the bin of R, O-Y in the bin of O
    pool[0, 3] = pool[3, 0] = 1  # R-G is free
    queue, parent = np.empty((2, rules.FACES), np.int64)
    imagining.reserve(2, pool, kept, new_rng(1), queue, parent)
    assert kept[2, 1] == kept[1, 0] == kept[0, 3] == 1
    assert kept.sum() == 3
    assert not pool.any()


def test_cards_that_no_deal_fits_are_left_as_they_are() -> None:
    """A place that needs a face, and one in the stack, where no card is free for either."""
    state = with_unknown("RO OY YR", 0)
    before = state.tobytes()
    pool = np.zeros((rules.FACES, rules.FACES), np.int64)
    queue, parent = np.empty((2, rules.FACES), np.int64)
    assert not imagining.reserve(0, pool, pool.copy(), new_rng(1), queue, parent)
    for place in (0, imagining.FREE):
        needed = np.zeros(imagining.BINS, np.int64)
        needed[place] = 1
        assert not imagining.guess(state, 0, needed, pool.copy(), new_rng(1))
    assert state.tobytes() == before


def test_a_tour_that_grows_too_long_is_undone() -> None:
    """Thirteen cards for every two neighbouring faces, all in the lower one's bin: the only way."""
    slots = np.repeat([face * rules.FACES + face + 1 for face in range(8)], 13)
    start = np.array([13 * face for face in range(9)] + [104, 104])
    before, rng = slots.copy(), new_rng(3)
    trail = np.full(imagining.LONGEST_TOUR, -1)
    while trail[-1] < 0:
        imagining.tour(start, slots, trail, rng)
        assert np.array_equal(np.sort(slots), np.sort(before))
        assert np.array_equal(slots // rules.FACES, before // rules.FACES)
