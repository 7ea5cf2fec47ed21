"""What shows itself in a notebook, and the tour that takes a newcomer through."""

import json
import re
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
from tools import notebook

pytestmark = pytest.mark.slow


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


def test_the_tour_is_a_notebook_that_uses_the_public_api_only() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.read(notebook.TOUR, as_version=4))
    source = "".join("".join(cell["source"]) for cell in notebook.read()["cells"])
    imports = re.findall(r"^(?:from|import) (ludoteca[\w.]*)", source, re.MULTILINE)
    assert set(imports) <= {"ludoteca", "ludoteca.envs", "ludoteca.lab"}


@pytest.mark.skipif(jit.MODE != "on", reason="the tour is for those who have the compiler")
def test_the_tour_holds_the_outputs_that_its_cells_give() -> None:
    book = notebook.read()
    assert timeless(notebook.run(book)) == timeless(book["cells"]), "run: python -m tools notebook"
    kinds = [set(output["data"]) for output in outputs(book) if "data" in output]
    assert sum("image/svg+xml" in kind for kind in kinds) >= 3
    assert sum("text/html" in kind for kind in kinds) == 2
    printed = "".join("".join(output["text"]) for output in outputs(book) if "text" in output)
    assert "rolls are as they should be" in printed


def timeless(cells: list[dict[str, Any]]) -> str:
    """Return the cells as text without the seconds that the arena's players took."""
    return re.sub(r"\b0\.\d{4}\b", "0.0000", json.dumps(cells))


def outputs(book: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what all cells of a notebook show."""
    return [output for cell in book["cells"] for output in cell.get("outputs", ())]
