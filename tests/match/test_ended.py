"""A match that ended outside its rules: no drawing and no word of it says that a turn goes on."""

import re
from typing import Any

import pytest

import ludoteca
from ludoteca.core.position import Position
from ludoteca.drawing.canvas import Room
from ludoteca.drawing.scene import Element
from ludoteca.match import Match
from ludoteca.match.replay import positions
from ludoteca.terminal import boards
from ludoteca.terminal.replaying import lines

GAMES = [*ludoteca.games(), "nim"]
LANGS = ("en", "es")
TURN = re.compile(
    r"Your turn|to move|chooses|[Rr]oll|[Ss]tand|▶|[Tt]u turno|Turno de|elige|[Tt]ira|[Pp]l[aá]nta"
)
MARKED = ("phoenix", "rainbow", "colorito")
"""The games that draw a mark in the accent colour where the one to move sits."""

pytestmark = pytest.mark.usefixtures("nim")


@pytest.fixture
def open_match(name: str) -> Match:
    """A match in which somebody is to move after a few steps."""
    match = Match(ludoteca.load(name, **({"players": 3} if name == "cadena" else {})), 3)
    while len(match.events) < 4 or match.position.to_move == ludoteca.CHANCE:
        if match.position.to_move == ludoteca.CHANCE:
            match.roll()
        else:
            match.play(match.position.moves()[0])
    return match


def info(position: Position, seat: int | None, lang: str) -> list[Element]:
    """What a drawing shows besides its pieces."""
    scene: Any = position.scene(seat, lang=lang)
    return [element for element in scene.elements if element.role in ("info", "board")]


def said(position: Position, seat: int | None, lang: str) -> str:
    """All that stands in the drawings of a position: on the screen and in the terminal."""
    labels = [element.label or "" for element in info(position, seat, lang)]
    board = boards.draw(position.shown(seat), lang, Room(100, 40)).text()
    return "\n".join([*labels, position.words(seat, lang), board])


def accents(position: Position, seat: int | None) -> int:
    """How often the accent colour is used beside the pieces."""
    return sum(repr(element.shapes).count("'accent'") for element in info(position, seat, "en"))


@pytest.mark.parametrize("how", ["resign", "agree"])
@pytest.mark.parametrize("name", GAMES)
def test_after_the_end_nobody_is_to_move(open_match: Match, name: str, how: str) -> None:
    before = open_match.position
    if how == "resign":
        open_match.resign(0)
    else:
        open_match.agree_draw()
    last = open_match.position
    assert last == before
    for seat in (None, *range(before.game.seats)):
        for lang in LANGS:
            assert not TURN.findall(said(last, seat, lang))
        assert name not in MARKED or accents(last, seat) < accents(before, seat)
        scene: Any = last.scene(seat, lang="en")
        assert len({element.id for element in scene.elements}) == len(scene.elements)
        view = last.shown(seat)
        assert view["to_move"] is None
        assert open_match.outcome is not None
        assert view["outcome"]["reason"] == open_match.outcome.reason
    *_, replayed = positions(open_match)
    assert replayed.words(0) == last.words(0)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["phoenix", "cadena"])
def test_a_board_with_a_line_of_words_says_how_it_ended(
    open_match: Match, name: str, lang: str
) -> None:
    assert TURN.findall(said(open_match.position, 0, lang))
    open_match.resign(0)
    ended = {"en": "A player resigned.", "es": "Un jugador abandonó."}[lang]
    assert ended in said(open_match.position, 1, lang)
    boards_of_text = [told for told in lines(open_match, 1, lang) if "\n" in told]
    assert [ended in told for told in boards_of_text[-2:]] == [False, True]
