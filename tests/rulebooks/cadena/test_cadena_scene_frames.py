"""Cadena: drawings that must find their place, of full hands and other boards."""

import itertools
from math import hypot
from typing import Any

import pytest

import ludoteca
from ludoteca.core.chance import Chance
from ludoteca.rulebooks.cadena.picture import layout
from ludoteca.rulebooks.cadena.picture.arrows import bends
from ludoteca.rulebooks.cadena.picture.track import AREA, MARGIN, track_of
from tests.rulebooks.cadena.cadena_tables import climb, drawn, roll, table, texts_in

pytestmark = pytest.mark.plain


@pytest.fixture
def game() -> ludoteca.Game:
    return ludoteca.load("cadena")


def test_dice_that_lie_while_others_roll_show_their_number(game: ludoteca.Game) -> None:
    state = table(game, hand=2).play("keep 2").state()
    game.definition.kernels.apply(state, 4)
    elements = drawn(ludoteca.Position(game, state, Chance(seed=bytes(32))))
    assert elements["die-1"].turn == 0
    assert elements["black-1-1"].turn != 0


# Long rolls and other boards


def test_seventeen_dice_in_hand_find_their_place() -> None:
    game = ludoteca.load("cadena", players=3)
    elements = drawn(table(game, hand=17))
    dice = [elements["die-1"], *(elements[f"black-1-{n}"] for n in range(1, 18))]
    assert len({(die.x, die.y) for die in dice}) == 18
    rows = {die.y for die in dice}
    assert len(rows) == 2
    for row in rows:
        places = sorted(die.x for die in dice if die.y == row)
        assert min(b - a for a, b in itertools.pairwise(places)) > 60
    long = drawn(roll(table(game, hand=17), *climb(18)).play("stand 1"))
    assert texts_in(long["bay-1"])[-1] == "×17"


def other_board(**entries: int | list[list[int]] | str) -> ludoteca.Game:
    return ludoteca.load("cadena", board={"arrows": [[5, 12], [16, 2]]} | entries)


@pytest.mark.parametrize(
    "entries",
    [
        {"length": 100, "shape": "spiral", "side": 10},
        {"length": 20, "shape": [[50 + i % 5, 30 + i // 5] for i in range(20)]},
        {"length": 20, "shape": [[i, 0] for i in range(20)]},
        {"length": 20, "shape": [[0, 99 - i] for i in range(20)]},
    ],
)
def test_other_boards_fit_into_the_frame(entries: dict[str, Any]) -> None:
    game = other_board(**entries)
    track = track_of(game.start(seed=1).view(0))
    half = track.cell / 2
    for square in range(1, entries["length"] + 1):
        x, y = track.centre(square)
        assert x - half + 1e-6 >= layout.EDGE + MARGIN
        assert x + half <= layout.EDGE + MARGIN + AREA + 1e-6
        assert y - half + 1e-6 >= layout.BOARD_TOP + MARGIN
        assert y + half <= layout.BOARD_TOP + MARGIN + AREA + 1e-6
    assert game.start(seed=1).scene(0).svg().startswith("<svg")


def test_the_word_at_the_start_is_there_only_beside_the_first_square() -> None:
    down = other_board(length=20, shape=[[i % 5, i // 5] for i in range(20)])
    up = other_board(length=20, shape=[[i % 5, 3 - i // 5] for i in range(20)])
    assert texts_in(drawn(down.start(seed=1))["board"]) == ["Start"]
    assert texts_in(drawn(up.start(seed=1))["board"]) == []


def test_arrows_are_bent_away_from_the_centre(game: ludoteca.Game) -> None:
    view = game.start(seed=1).view(0)
    track = track_of(view)
    pairs = tuple((start, end) for start, end in view["arrows"])
    x, y = track.centre(49)
    for (start, end), bend in zip(pairs, bends(track, pairs), strict=True):
        (ax, ay), (bx, by) = track.centre(start), track.centre(end)
        for t in (i / 20 for i in range(21)):
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            px, py = a * ax + b * bend[0] + c * bx, a * ay + b * bend[1] + c * by
            assert max(abs(px - x), abs(py - y)) > 40


def test_many_arrows_are_drawn_without_looking_for_room() -> None:
    arrows = [[start, 100 - start] for start in range(1, 50)]
    game = ludoteca.load(
        "cadena", board={"length": 100, "shape": "spiral", "side": 10, "arrows": arrows}
    )
    position = game.start(seed=1)
    assert sum(name.startswith("arrow-") for name in drawn(position)) == 49
    track = track_of(position.view(0))
    for (start, end), (x, y) in zip(arrows, bends(track, tuple(map(tuple, arrows))), strict=True):
        (ax, ay), (bx, by) = track.centre(start), track.centre(end)
        bow = hypot(x - (ax + bx) / 2, y - (ay + by) / 2)
        assert bow == pytest.approx(0.2 * hypot(bx - ax, by - ay))
