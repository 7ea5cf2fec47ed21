"""The set-ups of Sendas: ours, and those a user brings."""

from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca import InvalidData, InvalidOption
from tests.rulebooks.sendas.sendas_reference import SETUPS
from tests.rulebooks.sendas.sendas_tables import board

LINE = ["b1[EW]", "c1[EW]", "d1[EW]", "e1[EW]", "f1[EW]", "g1[EW]"]
ROW = ["b9[EW]", "c9[EW]", "d9[EW]", "e9[EW]", "f9[EW]", "g9[EW]"]
WHITE = {
    "classic": "c2[EN] d2[EW] e2[WEN] f2[EW] g2[WN] e3[+]",
    "edge": "c1[EN] d1[EW] e1[+] f1[EW] g1[WN] e2[NSW]",
    "block": "d3[ES] e3[WES] f3[WS] d2[NS] e2[+] f2[NS]",
    "column": "e3[NS] e2[+] e1[NWE] d1[EW] d2[EN] f2[WN]",
    "wall": "d2[ES] e2[WES] f2[WS] d1[NS] e1[+] f1[NS]",
    "wedge": "e3[+] d3[EW] f3[EW] e2[NWE] d2[ES] f2[WS]",
    "edge-1": "c1[EN] d1[EW] e1[WEN] f1[EW] g1[WN] e2[+]",
    "block-1": "d4[ES] e4[WES] f4[WS] d3[NS] e3[+] f3[NS]",
    "column-1": "e4[NS] e3[NS] e2[+] e1[NWE] d2[EN] f2[WN]",
    "wall-1": "c2[ES] d2[EW] e2[WES] f2[EW] g2[WS] e1[+]",
    "wedge-1": "e4[+] d4[EW] f4[EW] e3[NWE] d3[ES] f3[WS]",
    "clash": "d5[NS] d4[NE] e4[WES] f4[+] f3[EW] e3[NE]",
}


HOUSE = {"exit": "beyond", "passes": "draw", "swap": "no"}
"""The other options as the document has them."""


def ordered(ends: str) -> str:
    return "NESW" if ends == "+" else "".join(end for end in "NESW" if end in ends)


@pytest.mark.parametrize("setup", SETUPS)
def test_the_built_in_set_ups_are_those_of_the_rules(setup: str) -> None:
    position = ludoteca.load("sendas", setup=setup).start(seed=0)
    white = {square: held[1:] for square, held in board(position).items() if held[0] == "w"}
    assert white == {piece[:2]: ordered(piece[3:-1]) for piece in WHITE[setup].split()}


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_rules_page_lists_the_set_ups_as_they_are(lang: str) -> None:
    page = ludoteca.load("sendas").rules(lang)
    for setup in SETUPS:
        start = board(ludoteca.load("sendas", setup=setup).start(seed=0))
        listed = [piece[:2] for piece in WHITE[setup].split()]
        row = " ".join(f"{square}[{start[square][1:]}]" for square in listed)
        assert f"| `{setup}` | {row} |" in page


def test_classic_is_the_set_up_unless_told() -> None:
    game = ludoteca.load("sendas")
    assert game.options == {"setup": "classic"} | HOUSE
    assert game == ludoteca.load("sendas", setup="classic")
    assert game != ludoteca.load("sendas", setup="edge")


def test_a_user_may_give_a_set_up_as_a_table() -> None:
    game = ludoteca.load("sendas", setup={"white": LINE, "black": ROW})
    assert game.options == {"setup": {"white": LINE, "black": ROW}} | HOUSE
    assert board(game.start(seed=0))["b9"] == "bEW"
    position = game.start(seed=0).play("b1-h1[EW]")
    assert game.parse(position.text()) == position


def test_black_is_the_half_turn_unless_given() -> None:
    game = ludoteca.load("sendas", setup={"white": [*LINE[:5], "g1[WN]"]})
    assert game.options == {"setup": {"white": [*LINE[:5], "g1[WN]"]}} | HOUSE
    start = board(game.start(seed=0))
    assert [start["c9"], start["h9"]] == ["bES", "bEW"]


def test_a_user_may_give_a_set_up_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f"white = {LINE}\n", encoding="utf-8")
    for given in (file, str(file)):
        game = ludoteca.load("sendas", setup=given)
        assert game.options == {"setup": {"white": LINE}} | HOUSE


def test_ends_stand_in_any_order_and_a_plus_is_the_cross() -> None:
    pieces = ["b1[WE]", "c1[+]", "d1[SWEN]", "e1[WE]", "f1[EW]", "g1[NW]"]
    start = board(ludoteca.load("sendas", setup={"white": pieces}).start(seed=0))
    assert [start[square] for square in ("b1", "c1", "d1", "g1")] == [
        "wEW",
        "wNESW",
        "wNESW",
        "wNW",
    ]


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({}, "entry_missing"),
        ({"black": ROW}, "entry_missing"),
        ({"white": "c2[EN]"}, "entry_kind"),
        ({"white": LINE, "black": None}, "entry_kind"),
        ({"white": LINE, "blue": ROW}, "entry_unknown"),
        ({"white": LINE[:5]}, "piece_count"),
        ({"white": []}, "piece_count"),
        ({"white": [*LINE, "h1[W]"]}, "piece_count"),
        ({"white": LINE, "black": ROW[:5]}, "piece_count"),
        ({"white": [*LINE[:5], "f1[EW]"]}, "square_twice"),
        ({"white": LINE, "black": [*ROW[:5], "g1[W]"]}, "square_twice"),
        ({"white": ["b5[EW]", "c5[EW]", "d5[EW]", "e5[EW]", "f5[EW]", "g5[EW]"]}, "square_twice"),
        ({"white": [*LINE[:5], "g2[EW]"]}, "setup_disconnected"),
        ({"white": [*LINE[:5], "g1[NS]"]}, "setup_disconnected"),
        ({"white": LINE, "black": [*ROW[:5], "h9[EW]"]}, "setup_disconnected"),
        ({"white": [*LINE[:5], "i1[EW]"], "black": ["a2[EW]", *ROW[:5]]}, "setup_disconnected"),
    ],
)
def test_a_set_up_with_a_mistake_is_refused(setup: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidData) as caught:
        ludoteca.load("sendas", setup=setup)
    assert caught.value.reason == reason
    assert caught.value.text("en")
    assert caught.value.text("es")


BAD_ENDS = ["g1", "g1[]", "g1[X]", "g1[NESWN]", "g1[++]", "g1[w]", "g1[W] ", "g1[W" * 100]
BAD_SQUARES = ["", "j1[W]", "g0[W]", "g10[W]", "[W]"]


@pytest.mark.parametrize("piece", [*BAD_ENDS, *BAD_SQUARES, 7, None, ["g1[W]"]])
def test_a_piece_is_a_square_and_its_ends(piece: object) -> None:
    with pytest.raises(InvalidData) as caught:
        ludoteca.load("sendas", setup={"white": [*LINE[:5], piece]})
    assert caught.value.reason == "bad_piece"
    assert caught.value.details["colour"] == "white"
    assert len(caught.value.text("en")) < 200


def test_a_mistake_names_the_colour() -> None:
    with pytest.raises(InvalidData) as caught:
        ludoteca.load("sendas", setup={"white": LINE, "black": [*ROW[:5], "?"]})
    assert caught.value.details == {"colour": "black", "piece": "?"}


@pytest.mark.parametrize("value", ["classics", "", "classic.txt", "../data/classic"])
def test_an_unknown_name_is_refused_with_the_known_ones(value: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        ludoteca.load("sendas", setup=value)
    assert caught.value.reason == "bad_value"
    assert all(name in caught.value.text("en") for name in SETUPS)


@pytest.mark.parametrize("value", [7, None, True, ["c2[EN]"]])
def test_a_set_up_is_a_name_a_file_or_a_table(value: object) -> None:
    with pytest.raises(InvalidOption) as caught:
        ludoteca.load("sendas", setup=value)
    assert caught.value.reason == "bad_data_option"


def test_a_file_that_is_missing_or_broken_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("white = [", encoding="utf-8")
    for file, reason in ((broken, "file_not_toml"), (tmp_path / "none.toml", "file_unreadable")):
        with pytest.raises(InvalidData) as caught:
            ludoteca.load("sendas", setup=file)
        assert caught.value.reason == reason


def test_sendas_has_no_other_option() -> None:
    with pytest.raises(InvalidOption) as caught:
        ludoteca.load("sendas", variant="strict")
    assert caught.value.reason == "unknown_option"
