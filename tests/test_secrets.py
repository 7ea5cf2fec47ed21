"""Non-interference: what a seat cannot know changes nothing that the seat is told.

A trial takes a position of a random game and a seat, replaces all that the seat cannot know by a
random guess that fits, and compares every message that the seat gets in the two worlds.
"""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec
import pytest

from ludoteca.core.errors import LudotecaError
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.envs import encoding
from tests.cases import Case, case_name, effort, load, random_positions

pytestmark = pytest.mark.kernels

HIDDEN: list[tuple[Case, int]] = [
    (("phoenix", ()), 5000),
    (("rainbow", ()), 4000),
    (("rainbow", (("variant", "first-edition"),)), 1500),
]
OPEN: list[tuple[Case, int]] = [
    (("cadena", (("players", 3), ("pin", "covered"))), 200),
    (("colorito", ()), 200),
    (("sendas", ()), 200),
]
NONSENSE = (
    "xyzzy",
    "M3 4>7",
    "P2 3x5",
    "R",
    "X6",
    "-M3",
    "-R",
    "D1 2x3",
    "1",
    "3?",
    "F1",
    "F6",
    "end",
    "stand 1",
)


def _imagined(position: Position, seat: int, seed: int) -> Position:
    """The same position as far as the seat can know."""
    state = position.state()
    position.game.definition.kernels.imagine(state, seat, new_rng(seed))
    return Position(position.game, state, position._chance)


def _refusals(position: Position) -> Iterator[str]:
    for move in NONSENSE:
        try:
            position.step(move)
        except LudotecaError as error:
            yield f"{type(error).__name__} {error.text('en')} {error.text('es')}"
        else:
            yield "accepted"


def messages(position: Position, seat: int, *, memory: bool) -> bytes:
    """Everything that a seat is told of a position."""
    view = position.view(seat, memory=memory)
    told: list[object] = [view, position.choices(seat), position.game.words(view, "en")]
    told.append(position.scene(seat, memory=memory))
    numbers, state = encoding(position.game.name), position.state()
    told.append(numbers.observe(state, seat).tolist())
    if position.to_move == seat:
        told += [position.moves(), list(_refusals(position)), numbers.legal(position.game, state)]
    return msgspec.json.encode(told)


def _trials(case: Case, wanted: int) -> Iterator[tuple[Position, int, int]]:
    """Positions of random games, each with every seat, and a seed for the guess."""
    trials = ((position, seat) for position in _positions(case) for seat in range(load(case).seats))
    for trial, (position, seat) in enumerate(islice(trials, wanted)):
        yield position, seat, trial


def _positions(case: Case) -> Iterator[Position]:
    """Positions of random games without end; open games are long and tried less."""
    game, source = load(case), Random(1)
    every = 2 if game.definition.hidden else 7
    while True:
        yield from random_positions(game, source.randrange(1 << 30), every=every)


@pytest.mark.parametrize(
    ("case", "wanted"), HIDDEN + OPEN, ids=lambda x: case_name(x) if isinstance(x, tuple) else ""
)
def test_a_seat_is_told_nothing_that_it_cannot_know(case: Case, wanted: int) -> None:
    changed = 0
    for position, seat, trial in _trials(case, effort(wanted)):
        other = _imagined(position, seat, trial)
        changed += other != position
        memory = trial % 2 == 0
        assert messages(other, seat, memory=memory) == messages(position, seat, memory=memory)
        again = _imagined(other, seat, trial + 1)
        assert again.state().tobytes() == _imagined(position, seat, trial + 1).state().tobytes()
    if (case, wanted) in HIDDEN:
        assert changed > effort(wanted) // 2
    else:
        assert changed == 0


@pytest.mark.parametrize(
    ("case", "wanted"), HIDDEN + OPEN, ids=lambda x: case_name(x) if isinstance(x, tuple) else ""
)
def test_a_view_with_memory_is_all_that_a_seat_needs_to_imagine(case: Case, wanted: int) -> None:
    for position, seat, trial in _trials(case, effort(wanted // 2)):
        if position.to_move is None:
            continue
        view = json.loads(json.dumps(position.view(seat, memory=True)))
        imagined = position.game.imagine(view, new_rng(trial))
        assert imagined.tobytes() == _imagined(position, seat, trial).state().tobytes()


@pytest.mark.parametrize(
    ("case", "wanted"), HIDDEN, ids=lambda x: case_name(x) if isinstance(x, tuple) else ""
)
def test_a_spectator_is_told_only_what_both_seats_know(case: Case, wanted: int) -> None:
    for position, seat, trial in _trials(case, effort(wanted // 5)):
        other = _imagined(position, seat, trial)
        for memory in (False, True):
            told = [json.dumps(p.view(None, memory=memory)) for p in (position, other)]
            assert told[0] == told[1]
        assert position.scene(None) == other.scene(None)


@pytest.mark.parametrize(
    ("case", "wanted"), HIDDEN, ids=lambda x: case_name(x) if isinstance(x, tuple) else ""
)
def test_imagined_states_are_possible_and_can_be_played(case: Case, wanted: int) -> None:
    for position, seat, trial in _trials(case, effort(wanted // 10)):
        other = _imagined(position, seat, trial)
        other.game.definition.check(other.state(), other.game.state())
        assert other.to_move == position.to_move
        if other.to_move is not None:
            after = other.play(Random(trial).choice(other.moves()))
            assert after.text() != other.text()
