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
from ludoteca.core.prompts import prompts, why
from ludoteca.core.rng import new_rng
from ludoteca.core.texts import LANGUAGES
from ludoteca.envs import encoding
from tests import trials
from tests.cases import Case, case_name, effort, load, random_positions

pytestmark = [pytest.mark.kernels, pytest.mark.slow]

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
TIMES = 96 if trials.LONG else 1  # the long trials compare a million pairs of states
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

PICKS = (("hand:2",), ("row:1",), ("own:3",), ("card:X", "cube:1"), ("discard",), ("disc:1",))


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


def messages(position: Position, seat: int, *, memory: bool, drawn: bool = True) -> bytes:
    """Everything that a seat receives of a position, its picture if it is drawn."""
    view = position.view(seat, memory=memory)
    told: list[object] = [view, position.choices(seat), position.game.words(view, "en")]
    told.append(position.scene(seat, memory=memory) if drawn else None)
    told += [prompts(position, seat, lang) for lang in LANGUAGES]
    numbers, state = encoding(position.game.name), position.state()
    told.append(numbers.observe(state, seat).tolist())
    if position.to_move == seat:
        told += [why(position, seat, path, "en") for path in PICKS]
        told += [position.moves(), list(_refusals(position)), numbers.legal(position.game, state)]
    return msgspec.json.encode(told)


def _trials(case: Case, wanted: int) -> Iterator[tuple[Position, int, int]]:
    """Positions of random games, each with every seat, and a seed for the guess."""
    pairs = ((position, seat) for position in _positions(case) for seat in range(load(case).seats))
    for trial, (position, seat) in enumerate(islice(pairs, wanted)):
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
    changed, tried = 0, effort(wanted * TIMES)
    for position, seat, trial in _trials(case, tried):
        other = _imagined(position, seat, trial)
        changed += other != position
        # Either seat with and without memory; of pictures, which are made of views, one in five.
        memory, drawn = trial // 2 % 2 == 0, trials.LONG or trial % 5 == 0
        told = [messages(p, seat, memory=memory, drawn=drawn) for p in (other, position)]
        assert told[0] == told[1]
        again = _imagined(other, seat, trial + 1)
        assert again.state().tobytes() == _imagined(position, seat, trial + 1).state().tobytes()
    if (case, wanted) in HIDDEN:
        assert changed > tried // 2
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


def _beats_told(before: Position, event: str, seat: int | None) -> bytes:
    """What a seat is told of an event: its beats, their sentences and their pictures."""
    told: list[object] = []
    for beat in before.beats(event, seat):
        said = [beat.text(lang, ["A", "B", "C"], game=before.game.name) for lang in ("en", "es")]
        drawn = None if beat.view is None else before.game.definition.scene(beat.view, "en")
        told += [beat, said, drawn]
    return msgspec.json.encode(told)


def _same_to(seat: int, position: Position, other: Position) -> bool:
    """Whether a seat with a perfect memory cannot tell two positions apart."""
    return position.view(seat, memory=True) == other.view(seat, memory=True)


@pytest.mark.parametrize(
    ("case", "wanted"), HIDDEN + OPEN, ids=lambda x: case_name(x) if isinstance(x, tuple) else ""
)
def test_beats_tell_a_seat_and_spectators_nothing_that_it_cannot_know(
    case: Case, wanted: int
) -> None:
    compared = 0
    for position, seat, trial in _trials(case, effort(wanted // 4)):
        other = _imagined(position, seat, trial)
        if position.to_move is None:
            continue
        event = Random(trial).choice(position.moves())
        if event not in other.moves():
            continue
        if _same_to(seat, position.step(event), other.step(event)):
            compared += 1
            for viewer in (seat, None):
                told = [_beats_told(world, event, viewer) for world in (position, other)]
                assert told[0] == told[1]
    assert compared > effort(wanted // 4) // 8


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
