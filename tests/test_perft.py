"""Perft figures from a data file, with the figure of each first move shown when one is wrong."""

import json
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.search.perft import divide, perft

pytestmark = pytest.mark.bounds

FIGURES = json.loads((Path(__file__).parent / "data" / "perft.json").read_text(encoding="utf-8"))
MOST = 10_000 if jit.MODE != "off" else 800


def _options(name: str, case: str) -> dict[str, str | None]:
    if name == "sendas":
        return {"setup": case}
    return {"variant": None if case == "default" else case}


def _rows() -> list[tuple[str, str, int, int]]:
    return [
        (name, case, int(depth), count)
        for name in FIGURES
        if name != "about"
        for case, depths in FIGURES[name].items()
        for depth, count in depths.items()
        if count <= MOST
    ]


@pytest.mark.parametrize(("name", "case", "depth", "count"), _rows())
def test_perft(name: str, case: str, depth: int, count: int) -> None:
    position = ludoteca.load(name, **_options(name, case)).start(0)
    found = perft(position, depth)
    assert found == count, divide(position, depth)
    assert sum(divide(position, depth).values()) == count


def test_perft_of_no_plies_is_one() -> None:
    assert perft(ludoteca.load("sendas").start(0), 0) == 1


def test_perft_counts_single_draws_as_plies() -> None:
    start = ludoteca.load("cadena").start(0)
    assert perft(start, 1) == 2
    assert perft(start, 2) == 12
    assert perft(start, 3) == 6 * 6 + perft(start.play("keep 0"), 2)
