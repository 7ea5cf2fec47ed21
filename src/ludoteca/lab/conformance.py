"""The conformance suite: checks that every game must pass, for tests and authors.

Each check plays random games and raises AssertionError where the game breaks a promise. `run`
goes through all of them for a game with its options, as `ludoteca check` does.
"""

import json
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from ludoteca.core import jit, registry, storage
from ludoteca.core.choices import choose
from ludoteca.core.errors import IllegalMove, InvalidNotation, InvalidSeat, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.core.texts import LANGUAGES
from ludoteca.search.batch import Batch

Check = Callable[[Game], None]
LONG = {"on": 300, "check": 150, "off": 60}
"""After how many decisions a random game is long, in each mode of the JIT."""
SPARSE = 10
"""Of the positions of a long game that come later, one in SPARSE is checked."""
GAMES = 4


def effort(full: int, *, interpreted: int = 50) -> int:
    """Return the number of trials: all when compiled, fewer with bounds checks or interpreted."""
    return max(1, full // {"on": 1, "check": 10, "off": interpreted}[jit.MODE])


def random_positions(
    game: Game, seed: int, *, every: int = 1, to_the_end: bool = False
) -> Iterator[Position]:
    """Yield positions of one random game without chance nodes: each `every`-th and the last.

    Late in a long game they are sparser; interpreted, it is left unless its end is asked for.
    """
    source, position, count = Random(seed), game.start(seed), 0
    while position.to_move is not None:
        if position.to_move == CHANCE:
            position = position.roll(source)
            continue
        late = count > LONG[jit.MODE]
        if late and jit.MODE == "off" and not to_the_end:
            break
        if count % (SPARSE * every if late else every) == 0:
            yield position
        count += 1
        position = position.play(source.choice(position.moves()))
    yield position


def refuses(kind: type[LudotecaError], action: Callable[[], object]) -> bool:
    """Return whether an action raises an error of some kind."""
    try:
        action()
    except kind:
        return True
    return False


def actions_are_sorted_and_unique_and_written_distinctly(game: Game) -> None:
    """Legal actions are sorted and unique, each with a text of its own; none after the end."""
    for position in random_positions(game, 1):
        actions, moves = position.actions(), position.moves()
        assert actions == sorted(set(actions)), "legal actions are not sorted and unique"
        assert len(set(moves)) == len(moves) == len(actions), "two moves have the same text"
        assert bool(moves) == (position.outcome is None), "moves after the end, or none before it"


def moves_read_back_to_their_actions(game: Game) -> None:
    """`read` is the inverse of `write`."""
    for position in random_positions(game, 2, every=5):
        state = position.state()
        for action in position.actions():
            text = game.definition.write(state, action)
            assert game.definition.read(state, text) == action, text


def every_legal_move_is_reached_by_its_path_and_back(game: Game) -> None:
    """The tree of choices leads to every legal move and to no other."""
    for position in random_positions(game, 3, every=7):
        if position.outcome is not None:
            assert position.choices(0) == {}, "choices after the end"
            continue
        _check_paths(game, position)
        move = position.moves()[-1]
        assert position.choose(position.path(move)).move == move, move
        assert position.choose(("no such thing",)).status == "invalid"


def _check_paths(game: Game, position: Position) -> None:
    tree, state, reached = position.choices(position.to_move), position.state(), set()
    for action in position.actions():
        path = game.definition.path(state, action)
        reached.add(choose(tree, path).move)
        assert choose(tree, path).move == game.definition.write(state, action), path
        for length in range(len(path)):
            partial = choose(tree, path[:length])
            assert partial.status == "incomplete", path[:length]
            assert path[length] in partial.next, path
        assert choose(tree, (*path, "more")).status == "invalid", path
    assert reached == set(position.moves()), "a legal move has no path"


def what_changes_places_may_be_picked_in_either_order(game: Game) -> None:
    """`either_order` says exactly which moves may be picked the other way round."""
    for position in random_positions(game, 3, every=7):
        state = position.state()
        for action in position.actions():
            *begin, first, second = "", *game.definition.path(state, action)
            reverse = position.choose([*begin[1:], second, first])
            same = reverse.move == game.definition.write(state, action)
            assert same == game.definition.either_order(state, action), (first, second)


def only_the_seat_to_move_has_choices(game: Game) -> None:
    """Nobody else, and no spectator, has anything to choose."""
    for position in random_positions(game, 4, every=9):
        for seat in range(game.seats):
            assert bool(position.choices(seat)) == (seat == position.to_move), seat
        assert position.choices(None) == {}, "a spectator has choices"


def playing_leaves_the_position_as_it_was(game: Game) -> None:
    """A position never changes: playing gives another one."""
    for position in random_positions(game, 5, every=6):
        before = position.state().tobytes()
        for move in position.moves()[:3]:
            assert position.play(move) != position, f"{move} changes nothing"
        assert position.state().tobytes() == before, "playing changed the position"


def text_goes_there_and_back(game: Game) -> None:
    """A position is one line of text, and the text is the position."""
    for position in random_positions(game, 6, every=3):
        text = position.text()
        assert "\n" not in text, text
        again = game.parse(text)
        assert again == position, text
        assert again.text() == text
        assert hash(again) == hash(position)


def a_parsed_position_plays_on_like_the_original(game: Game) -> None:
    """Nothing is lost in a position's text: moves and chance go on the same."""
    for position in random_positions(game, 7, every=8):
        again = game.parse(position.text())
        assert again.moves() == position.moves()
        for move in position.moves()[:2]:
            after, other = position.play(move), again.play(move)
            assert after.text() == other.text(), move
            if after.to_move == CHANCE:
                assert after.roll() == other.roll(), move


def finished_games_have_an_outcome(game: Game) -> None:
    """A game ends with shares that add up to 1 and a reason in both languages."""
    for seed in range(effort(GAMES)):
        *_, last = random_positions(game, seed, to_the_end=True)
        outcome = last.outcome
        assert outcome is not None
        assert last.to_move is None
        assert len(outcome.returns) == game.seats, "a share for every seat"
        assert abs(sum(outcome.returns) - 1) < 1e-6, "the shares do not add up to 1"
        assert last.moves() == []
        assert all(last.reason(lang) for lang in LANGUAGES)
        assert refuses(IllegalMove, partial(last.play, "pass")), "a move after the end"


def views_are_plain_data(game: Game) -> None:
    """Views and `reveal` survive JSON, and `reveal` says who is to move."""
    for position in random_positions(game, 8, every=4):
        for seat in [None, *range(game.seats)]:
            for memory in (False, True):
                view = position.view(seat, memory=memory)
                assert json.loads(json.dumps(view)) == view, "a view that is no plain data"
        assert json.loads(json.dumps(position.reveal())) == position.reveal()
        assert position.reveal()["to_move"] == position.to_move


def every_view_can_be_drawn_and_told(game: Game) -> None:
    """Each view has a scene with unique ids, and words, in both languages."""
    for position in random_positions(game, 9, every=11):
        for seat in [None, *range(game.seats)]:
            for lang in LANGUAGES:
                ids = [element.id for element in position.scene(seat, lang=lang).elements]  # type: ignore[attr-defined]
                assert len(set(ids)) == len(ids), "two elements of a scene share an id"
                assert game.words(position.view(seat), lang).strip(), "a view without words"
        assert position._repr_svg_().startswith("<svg")


def every_pick_is_a_thing_in_the_scene(game: Game) -> None:
    """Whatever a path names can be pointed at, or is one of the buttons beside the board."""
    for position in random_positions(game, 10, every=11):
        if position.to_move is None:
            continue
        scene = position.scene(position.to_move)
        things = {element.choice for element in scene.elements} | set(game.definition.buttons)  # type: ignore[attr-defined]
        for action in position.actions():
            for pick in game.definition.path(position.state(), action):
                assert pick in things, f"{pick} is neither in the scene nor a button"


def the_same_seed_gives_the_same_game(game: Game) -> None:
    """Deals and rolls depend on the seed and on nothing else."""
    first, second = game.start(seed=11), game.start(seed=11)
    source = Random(11)
    for _ in range(LONG[jit.MODE]):
        assert first == second
        if first.to_move is None:
            return
        if first.to_move == CHANCE:
            first, second = first.roll(), second.roll()
        else:
            move = source.choice(first.moves())
            first, second = first.play(move), second.play(move)


def chance_draws_are_sorted_unique_and_weighted(game: Game) -> None:
    """`outcomes` lists each draw once, sorted, with a positive weight."""
    kernels, capacity = game.definition.kernels, game.definition.capacity
    out, weight = np.empty((2, capacity), np.int64)
    state, source = game.state(), Random(12)
    for _ in range(effort(3000)):
        if state.to_move < CHANCE:
            break
        if state.to_move == CHANCE:
            count = kernels.outcomes(state, out, weight)
            draws = out[:count].tolist()
            assert draws == sorted(set(draws)), "draws are not sorted and unique"
            assert (weight[:count] > 0).all(), "a draw without weight"
        else:
            count = kernels.legal(state, out)
        kernels.apply(state, int(out[source.randrange(count)]))


def a_batch_plays_like_single_games(game: Game) -> None:
    """Many games at once are the same games."""
    batch = Batch(game, 5, seed=3, workers=2)
    singles = [storage.copy_state(state) for state in batch.states]
    source = Random(13)
    for _ in range(effort(200)):
        actions, counts = batch.legal()
        chosen = np.zeros(len(batch), np.int64)
        for index, state in enumerate(singles):
            assert state.tobytes() == batch.states[index].tobytes()
            if state.to_move < 0:
                assert counts[index] == 0
                continue
            chosen[index] = actions[index, source.randrange(counts[index])]
            game.definition.kernels.apply(state, int(chosen[index]))
        batch.step(chosen)
        for index, state in enumerate(singles):
            if state.to_move == CHANCE:
                state = singles[index] = storage.copy_state(batch.states[index])
            assert state.tobytes() == batch.states[index].tobytes()


def wrong_seats_and_moves_are_named(game: Game) -> None:
    """Wrong seats and moves are refused by name."""
    position = game.start(1)
    for seat in (-1, game.seats, True, "0", 1.5):
        assert refuses(InvalidSeat, partial(position.view, seat)), seat  # type: ignore[arg-type]
    for move in ("", "xyzzy", 7, None, "e3-e5[NES] ", "0" * 3000):
        assert refuses(InvalidNotation, partial(position.play, move)), move  # type: ignore[arg-type]


def a_seat_is_told_nothing_that_it_cannot_know(game: Game) -> None:
    """What `imagine` replaces changes nothing that the seat is shown or offered."""
    for trial, position in enumerate(random_positions(game, 14, every=3)):
        for seat in range(game.seats):
            state = position.state()
            game.definition.kernels.imagine(state, seat, new_rng(trial))
            other = Position(game, state, position._chance)
            assert other.to_move == position.to_move, "it is another player's turn"
            assert _told(other, seat) == _told(position, seat), f"seat {seat} sees a secret"


def _told(position: Position, seat: int) -> list[object]:
    """Return what a seat is shown of a position and offered in it."""
    view = position.view(seat, memory=True)
    told: list[object] = [view, position.choices(seat), position.scene(seat, memory=True)]
    told += [position.game.words(view, lang) for lang in LANGUAGES]
    return [*told, position.moves() if position.to_move == seat else None]


CHECKS: tuple[Check, ...] = (
    actions_are_sorted_and_unique_and_written_distinctly,
    moves_read_back_to_their_actions,
    every_legal_move_is_reached_by_its_path_and_back,
    what_changes_places_may_be_picked_in_either_order,
    only_the_seat_to_move_has_choices,
    playing_leaves_the_position_as_it_was,
    text_goes_there_and_back,
    a_parsed_position_plays_on_like_the_original,
    finished_games_have_an_outcome,
    views_are_plain_data,
    every_view_can_be_drawn_and_told,
    every_pick_is_a_thing_in_the_scene,
    the_same_seed_gives_the_same_game,
    chance_draws_are_sorted_unique_and_weighted,
    a_batch_plays_like_single_games,
    wrong_seats_and_moves_are_named,
    a_seat_is_told_nothing_that_it_cannot_know,
)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The result of one check: a pass, or a problem and where it occurred."""

    options: str
    check: str
    seconds: float
    problem: str = ""
    where: str = ""


def variants(name: str) -> Iterator[dict[str, object]]:
    """Yield options to check a game with: the usual ones, then each other value by itself."""
    yield {}
    for option in registry.definition(name).options:
        for value in option.values:
            if value != option.default:
                yield {option.name: value}


def run(name: str) -> Iterator[Finding]:
    """Run each check on a game with each of its options, and yield the findings.

    The checks are assertions: a Python that leaves those out (`-O`) would find nothing.
    """
    if not __debug__:
        raise RuntimeError("the checks need assertions: run Python without -O")
    for options in variants(name):
        game = registry.load(name, **options)
        shown = " ".join(f"{key}={value}" for key, value in options.items())
        for check in CHECKS:
            yield _tried(game, check, shown)


def _tried(game: Game, check: Check, options: str) -> Finding:
    """Run a check; anything it raises is a finding, errors of the game included."""
    began, problem, where = time.monotonic(), "", ""
    try:
        check(game)
    except Exception as error:
        problem = str(error).splitlines()[0] if str(error) else type(error).__name__
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
    return Finding(
        options=options,
        check=check.__name__,
        seconds=time.monotonic() - began,
        problem=problem,
        where=where,
    )
