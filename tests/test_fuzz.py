"""Garbage into every parser: only the named errors come out; what is accepted can be played."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludoteca
from ludoteca.core.errors import LudotecaError
from ludoteca.core.kernels import CHANCE
from ludoteca.match import Match, read_match, write_match
from tests.cases import Case, every_game, load, random_positions
from tests.positions import fields_of

pytestmark = [pytest.mark.bounds, pytest.mark.slow]

SAMPLES = {
    name: [p.text() for p in random_positions(load((name, ())), 1, every=9)][:40]
    for name in ludoteca.games()
}
MOVES = {
    name: sorted({m for p in random_positions(load((name, ())), 2, every=9) for m in p.moves()})
    for name in ludoteca.games()
}


def _record(name: str) -> str:
    match, source = Match(load((name, ())), 3), Random(3)
    for _ in range(20):
        if match.position.to_move == CHANCE:
            match.roll()
        elif match.outcome is None:
            match.play(source.choice(match.position.moves()))
    return write_match(match, secret=True)


RECORDS = {name: _record(name) for name in ludoteca.games()}


@st.composite
def spoiled(draw: st.DrawFn, texts: list[str]) -> str:
    """One of the texts with a few characters or numbers replaced, removed, doubled or put in."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 6))
        new = draw(
            st.one_of(
                st.text(max_size=5),
                st.integers(-300, 70_000).map(str),
                st.sampled_from([" ", ",", "*", "=", "\n", "[", "]", text[start : start + 9]]),
            )
        )
        text = text[:start] + new + text[start + length :]
    return text


def _play_on(position: ludoteca.Position, source: Random) -> None:
    """Whatever was accepted must show itself and go on without a crash."""
    for seat in [None, *range(position.game.seats)]:
        position.view(seat, memory=True)
        position.words(seat, "en")
        position.scene(seat)
    position.reveal()
    for _ in range(6):
        if position.to_move is None:
            assert position.outcome is not None
            return
        position = (
            position.roll(source)
            if position.to_move == CHANCE
            else position.play(source.choice(position.moves()))
        )


@every_game
@given(data=st.data())
def test_positions(name: str, data: st.DataObject) -> None:
    text = data.draw(spoiled(SAMPLES[name]))
    game = load((name, ()))
    try:
        position = game.parse(text)
    except ludoteca.InvalidPosition as error:
        assert error.text("en")
        assert error.text("es")
        return
    assert game.parse(position.text()) == position
    _play_on(position, Random(1))


@every_game
@given(data=st.data())
def test_single_fields_with_any_numbers(name: str, data: st.DataObject) -> None:
    game = load((name, ()))
    parts = data.draw(st.sampled_from(SAMPLES[name])).split(" ")
    dtype = game.definition.dtype
    field = data.draw(st.sampled_from(sorted(fields_of(dtype))))
    size = max(1, int(dtype[field].itemsize / dtype[field].base.itemsize))
    values = data.draw(st.lists(st.integers(-130, 130), min_size=size, max_size=size))
    kept = [part for part in parts if not part.startswith(f"{field}=")]
    try:
        position = game.parse(" ".join([*kept, f"{field}={','.join(map(str, values))}"]))
    except ludoteca.InvalidPosition as error:
        assert error.text("en")
        assert error.text("es")
        return
    assert game.parse(position.text()) == position
    _play_on(position, Random(2))


@every_game
@given(data=st.data())
def test_moves(name: str, data: st.DataObject) -> None:
    game = load((name, ()))
    position = game.parse(data.draw(st.sampled_from(SAMPLES[name])))
    move = data.draw(
        st.one_of(spoiled(MOVES[name]), st.text(max_size=20), st.sampled_from(MOVES[name]))
    )
    legal = position.moves()
    try:
        after = position.play(move)
    except (ludoteca.InvalidNotation, ludoteca.IllegalMove) as error:
        assert move not in legal
        assert error.text("en")
        assert error.text("es")
        return
    assert move in legal
    assert after != position


@every_game
@given(data=st.data())
def test_records(name: str, data: st.DataObject) -> None:
    text = data.draw(spoiled([RECORDS[name]]))
    try:
        match = read_match(text)
    except ludoteca.InvalidRecord as error:
        assert error.line >= 1
        assert error.text("en")
        assert error.text("es")
        return
    assert read_match(write_match(match, secret=True)).position == match.position


_plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-200, 200), st.text(max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=6), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


@every_game
@given(data=st.data())
def test_options_and_data(name: str, data: st.DataObject) -> None:
    options = ludoteca.load(name).definition.options
    if not options:
        pytest.skip("no options")
    option = data.draw(st.sampled_from(options))
    keys = st.sampled_from(
        ["white", "black", "cards", "ranks", "length", "arrows", "shape", "side", "cells"]
    )
    table = st.dictionaries(keys, _plain, max_size=4)
    value = data.draw(st.one_of(_plain, table))
    try:
        game = ludoteca.load(name, **{option.name: value})
    except (ludoteca.InvalidOption, ludoteca.InvalidData) as error:
        assert error.text("en")
        assert error.text("es")
        return
    _play_on(game.start(1), Random(3))


@pytest.mark.parametrize("case", [("cadena", ()), ("phoenix", ()), ("rainbow", ())])
@given(text=st.one_of(st.text(max_size=30), st.from_regex(r"(roll|deal)( [0-9A-Z]{1,10}){0,30}")))
def test_chance_events(case: Case, text: str) -> None:
    position = load(case).begin(1)
    if case[0] == "cadena":
        position = position.play("keep 1")
    try:
        position.step(text)
    except LudotecaError as error:
        assert isinstance(error, ludoteca.InvalidNotation | ludoteca.IllegalMove)
        return
    assert case[0] == "cadena"
    assert text in position.moves()
