"""What shows itself in a notebook, and the tour that takes a newcomer through."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.kernels import CHANCE
from ludoteca.drawing.bars import bars
from ludoteca.match import Match
from ludoteca.match.html import match_html
from tests.cases import every_game

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"


@every_game
def test_a_record_shows_itself(name: str) -> None:
    match = Match(ludoteca.load(name), 3, tags={"seat-0": "<Ana>"})
    for _ in range(4):
        if match.position.to_move == CHANCE:
            match.roll()
        else:
            match.play(match.position.moves()[0])
    page = match_html(match)
    picture = re.search(r"<svg.*</svg>", page, re.DOTALL)
    assert picture is not None
    ElementTree.fromstring(picture[0])
    assert match.game.title() in page
    assert "&lt;Ana&gt;" in page
    assert page.count("<li>") == len(match.events)


def test_hidden_deals_are_shown_only_when_the_match_is_over() -> None:
    match = Match(ludoteca.load("phoenix"), 3)
    deal = match.events[0].text
    assert deal not in match_html(match)
    match.resign(0)
    assert deal in match_html(match)


def test_bars_count_every_number() -> None:
    picture = bars([3, 3, 4, 10], title="Lengths")
    labels = [element.label for element in picture.elements]
    assert "3: 2" in labels
    assert "4: 1" in labels
    assert "10: 1" in labels
    ElementTree.fromstring(picture.svg())
    many = bars(range(1000), title="Many")
    assert sum(int(e.label.split(": ")[1]) for e in many.elements[1:]) == 1000
    assert len(bars([]).elements) > 0


def cells_of_the_tour() -> list[str]:
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.read(TOUR, as_version=4)
    nbformat.validate(book)
    return [cell["source"] for cell in book["cells"] if cell["cell_type"] == "code"]


def test_the_tour_holds_no_results() -> None:
    nbformat = pytest.importorskip("nbformat")
    for cell in nbformat.read(TOUR, as_version=4)["cells"]:
        assert not cell.get("outputs")


@pytest.mark.skipif(jit.MODE != "on", reason="the tour is for those who have the compiler")
def test_the_tour_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, Any] = {}
    shown = []
    for source in cells_of_the_tour():
        *before, last = source.strip().split("\n")
        if re.fullmatch(r"[a-z].*", last) and "=" not in last.split("(")[0]:
            exec("\n".join(before), scope)
            shown.append(eval(last, scope))
        else:
            exec(source, scope)
    assert ludoteca.games() in shown
    assert any(hasattr(value, "_repr_svg_") for value in shown)
    assert sum(hasattr(value, "_repr_html_") for value in shown) == 2
    assert "rolls are as they should be" in capsys.readouterr().out
