"""Cadena: options, boards, and positions that cannot be."""

import itertools
import json
import string
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.core.texts import catalogue
from ludoteca.rulebooks.cadena import data
from tests.rulebooks.cadena.cadena_tables import table, walk

GOOD: dict[str, Any] = {
    "length": 18,
    "shape": [[column, column % 2] for column in range(18)],
    "arrows": [[3, 18], [2, 3]],
}


def changed(**entries: Any) -> dict[str, Any]:
    return {key: value for key, value in (GOOD | entries).items() if value is not None}


# Options


def test_options_and_their_defaults() -> None:
    game = ludoteca.load("cadena")
    assert game.options == {
        "players": 2,
        "pin": "covered",
        "loss": "all",
        "arrows": "once",
        "board": "spiral",
    }
    assert game.seats == 2


@pytest.mark.parametrize(
    "options", [{"players": 1}, {"players": 5}, {"players": True}, {"pin": "never"}, {"sides": 7}]
)
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ludoteca.InvalidOption):
        ludoteca.load("cadena", **options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_seats_as_players(players: int) -> None:
    position = ludoteca.load("cadena", players=players).start(seed=1)
    assert position.view(players - 1)["seats"] == players
    with pytest.raises(ludoteca.InvalidSeat):
        position.view(players)


def test_the_pin_is_part_of_the_state() -> None:
    assert ludoteca.load("cadena", pin="for-good").state().for_good == 1
    assert ludoteca.load("cadena", pin="covered").state().for_good == 0


# Boards


def test_the_spiral_is_the_board_of_the_rules() -> None:
    board = data.read_board("spiral")
    assert (board["length"], board["side"]) == (49, 7)
    arrows = [[6, 11], [14, 10], [20, 27], [29, 24], [33, 38], [37, 31], [45, 40]]
    assert board["arrows"] == arrows


def test_the_spiral_runs_clockwise_from_a_corner_to_the_centre() -> None:
    cells = data.cells_of(data.read_board("spiral"))
    assert len(set(cells)) == 49
    assert (cells[0], cells[6], cells[12], cells[18], cells[24]) == (
        (0, 0),
        (6, 0),
        (6, 6),
        (0, 6),
        (1, 1),
    )
    assert cells[48] == (3, 3)
    for (column, row), (next_column, next_row) in itertools.pairwise(cells):
        assert abs(column - next_column) + abs(row - next_row) == 1


def test_a_board_of_ones_own_is_played_and_kept_with_the_options() -> None:
    game = ludoteca.load("cadena", board=GOOD)
    assert game.options["board"] == GOOD | {"arrows": [[2, 3], [3, 18]]}
    assert ludoteca.load("cadena", **json.loads(json.dumps(game.options))) == game
    assert data.cells_of(game.options["board"])[3] == (3, 1)
    assert walk(game.start(seed=1), 2).reveal()["discs"][0] == [3, 0]


def test_a_board_may_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('length = 25\nshape = "spiral"\nside = 5\narrows = []\n')
    game = ludoteca.load("cadena", board=str(path))
    board = {"length": 25, "shape": "spiral", "side": 5, "arrows": []}
    assert game.options["board"] == board
    assert data.cells_of(board)[24] == (2, 2)


@pytest.mark.parametrize("length", [18, 120])
def test_the_shortest_and_the_longest_board(length: int) -> None:
    cells = [[index % 12, index // 12] for index in range(length)]
    game = ludoteca.load(
        "cadena", board={"length": length, "shape": cells, "arrows": [[length - 1, 1]]}
    )
    position = table(game, hand=10, piles={length - 4: [(0, 1)]})
    assert walk(position, 4).reveal()["stuck"][0] == [True, False]
    assert walk(position, 11).reveal()["discs"][0] == [length - 7, 0]
    assert walk(position, 3).reveal()["discs"][0] == [1, 0]


def test_an_arrow_may_lead_to_the_centre_and_to_another_arrow() -> None:
    assert data.read_board(GOOD)["arrows"] == [[2, 3], [3, 18]]


BAD_BOARDS = [
    ("bad_length", changed(length=17)),
    ("bad_length", changed(length=121)),
    ("bad_shape", changed(shape="circle")),
    ("spiral_size", changed(shape="spiral", side=4)),
    ("spiral_size", changed(shape="spiral", length=25, side=-5)),
    ("cell_count", changed(length=19)),
    ("bad_cell", changed(shape=[[0, 0, 0], *GOOD["shape"][1:]])),
    ("bad_cell", changed(shape=[[0, -1], *GOOD["shape"][1:]])),
    ("bad_cell", changed(shape=[[100, 0], *GOOD["shape"][1:]])),
    ("bad_cell", changed(shape=[[True, 0], *GOOD["shape"][1:]])),
    ("bad_cell", changed(shape=["a1", *GOOD["shape"][1:]])),
    ("cell_twice", changed(shape=GOOD["shape"][1:2] + GOOD["shape"][1:])),
    ("bad_arrow", changed(arrows=[[3]])),
    ("bad_arrow", changed(arrows=[[3, 4.5]])),
    ("bad_arrow", changed(arrows=["3-4"])),
    ("arrow_start", changed(arrows=[[0, 4]])),
    ("arrow_start", changed(arrows=[[18, 4]])),
    ("arrow_end", changed(arrows=[[4, 0]])),
    ("arrow_end", changed(arrows=[[4, 19]])),
    ("arrow_to_itself", changed(arrows=[[4, 4]])),
    ("arrow_twice", changed(arrows=[[4, 5], [4, 6]])),
    ("entry_missing", changed(length=None)),
    ("entry_missing", changed(shape=None)),
    ("entry_missing", changed(arrows=None)),
    ("entry_missing", changed(shape="spiral", length=25)),
    ("entry_kind", changed(length=True)),
    ("entry_kind", changed(shape=7)),
    ("entry_kind", changed(arrows={})),
    ("entry_unknown", changed(arrow=[])),
    ("entry_unknown", changed(side=7)),
    ("entry_unknown", changed(shape="spiral", length=25, side=5, sides=5)),
]


@pytest.mark.parametrize(("reason", "board"), BAD_BOARDS)
def test_a_board_with_a_mistake_is_refused_in_both_languages(
    reason: str, board: dict[str, Any]
) -> None:
    with pytest.raises(ludoteca.InvalidData) as caught:
        ludoteca.load("cadena", board=board)
    assert caught.value.reason == reason
    assert caught.value.text("en")
    if caught.value.owner == "cadena":
        assert caught.value.text("es") != caught.value.text("en")


def test_a_board_that_is_none_is_refused() -> None:
    for board in (7, "nowhere"):
        with pytest.raises(ludoteca.InvalidOption):
            ludoteca.load("cadena", board=board)


# Texts


def flat(entries: Mapping[Any, Any], prefix: str = "") -> dict[str, str]:
    """The sentences of a catalogue by dotted key."""
    found: dict[str, str] = {}
    for key, value in entries.items():
        inner = dict(enumerate(value)) if isinstance(value, list) else value
        found |= (
            flat(inner, f"{prefix}{key}.") if isinstance(inner, dict) else {f"{prefix}{key}": value}
        )
    return found


def test_both_languages_say_the_same_things() -> None:
    english, spanish = (flat(catalogue("cadena", lang)) for lang in ("en", "es"))
    assert list(english) == list(spanish)
    for key in english:
        names = [
            sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)
            for text in (english[key], spanish[key])
        ]
        assert names[0] == names[1], key


def test_every_mistake_in_a_board_has_a_test() -> None:
    refusals = list(catalogue("cadena", "en")["refusals"])
    boards_only = refusals[refusals.index("bad_length") : refusals.index("other_board")]
    assert set(boards_only) <= {reason for reason, _ in BAD_BOARDS}


def test_the_rules_mark_what_is_rebuilt() -> None:
    game = ludoteca.load("cadena")
    assert game.rules("en").count("> **Rebuilt.**") == 2
    assert game.rules("es").count("> **Reconstruido.**") == 2
