"""Boards of characters: they fit, they show what can be picked, and colour is never alone."""

from dataclasses import replace

import pytest

from ludoteca.core import registry
from ludoteca.core.texts import LANGUAGES
from ludoteca.drawing.canvas import MARKS, Canvas, Room, Spot, colour
from ludoteca.terminal import boards
from ludoteca.terminal.painting import picture_of
from ludoteca.terminal.session import Session, new_match
from ludoteca.terminal.walk import Walk
from tests.cases import CASES, Case, case_name, every_game
from tests.terminal.terminal_tables import after

NARROW, SMALL, LARGE = Room(49, 12), Room(54, 16), Room(118, 60)
ROOMS = (SMALL, Room(70, 24), Room(80, 30), Room(100, 40), LARGE)


@pytest.mark.parametrize("case", CASES, ids=case_name)
@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_a_board_fits_into_its_room(case: Case, room: Room) -> None:
    for plies in (0, 15, 40):
        position = after(case[0], plies, **dict(case[1]))
        for seat in (0, 1, None):
            canvas = boards.draw(position.view(seat), "es", room)
            assert canvas.width <= room.width
            extra = position.game.seats - 2  # a line for each further player
            assert canvas.height <= room.height + extra


@every_game
def test_a_large_room_is_used(name: str) -> None:
    view = after(name, 10).view(0)
    small, large = (boards.draw(view, "en", room) for room in (SMALL, LARGE))
    assert large.height >= 1.5 * small.height
    assert large.width > small.width


@every_game
def test_what_is_picked_first_is_on_the_board_or_in_the_list(name: str) -> None:
    position = after(name, 20)
    seat = position.to_move
    assert seat is not None
    canvas = boards.draw(position.view(seat), "en", SMALL)
    on_board = {spot.choice for spot in canvas.spots}
    tree = position.choices(seat)
    labels = {e.choice for e in position.scene(seat).elements}  # type: ignore[attr-defined]
    for choice in tree:
        assert choice in on_board or choice in labels or choice in position.game.definition.buttons


def test_no_spot_lies_outside_the_sheet() -> None:
    for name in ("phoenix", "rainbow", "colorito", "sendas"):
        for room in ROOMS:
            canvas = boards.draw(after(name, 12).view(1), "en", room)
            for spot in canvas.spots:
                assert spot.row + spot.height <= canvas.height
                assert spot.column + spot.width <= len(canvas.rows[spot.edge_row])


def test_sendas_turns_the_board_for_black() -> None:
    view = after("sendas", 0).view(0)
    white = boards.draw(view, "en", SMALL).text().splitlines()
    black = boards.draw(view | {"seat": 1}, "en", SMALL).text().splitlines()
    assert white[1].startswith(" 9")
    assert black[1].startswith(" 1")
    assert "╚═════════╩═════════╝" in white[8]
    assert "┏━━━━━━━━━┳━━━━━━━━━┓" in white[2]
    assert "┗━━━━━━━━━┻━━━━━━━━━┛" in black[8]
    assert boards.name("NE", view, "en") == "╚ ↑→ NE"
    assert boards.name("NE", view | {"seat": 1, "to_move": 1}, "en") == "┓ ↓← NE"
    assert boards.name("pass", view, "en") is None


def test_colorito_shows_pieces_colours_and_the_goal_of_a_picked_piece() -> None:
    view = after("colorito", 0).view(0)
    plain = boards.draw(view, "en", SMALL).text()
    assert "D10" in plain
    assert "▲" in plain
    position = after("colorito", 40)
    session = Session(new_match(position.game, {1: "random"}), bots={1: "random"})
    while session.stage < 40:
        session.play(session.match.position.moves()[session.stage % 3])
    view, checked = session.match.position.view(0), 0
    for piece in view["pieces"]:
        walk = Walk(session.match.position.choices(0))
        if piece["square"] in walk.branch:
            walk.pick(piece["square"])
            marks = picture_of(session, walk, "en", width=80, height=20).marks
            goal = set(session.match.game.definition.marks(view)[piece["square"]])
            assert goal
            assert marks.goals == goal
            shown = {place for place in goal if marks.state(place) in ("goal", "cursor", "picked")}
            assert shown == goal
            checked += 1
    assert checked > 5


def test_phoenix_shows_both_lines_the_cubes_and_the_own_cards_only() -> None:
    position = after("phoenix", 6)
    for seat in (0, 1):
        view = position.view(seat)
        text = boards.draw(view, "en", SMALL).text()
        for letter in view["lines"][seat]:
            assert letter in text
        assert "▒ ▒ ▒ ▒ ▒" in text
        choices = {spot.choice for spot in boards.draw(view, "en", SMALL).spots}
        assert {f"card:{card}" for card in view["cards"]} <= choices
    spectator = boards.draw(position.view(None), "en", SMALL)
    assert not any(spot.choice.startswith("card:") for spot in spectator.spots)


def test_rainbow_shows_remembered_faces_only_with_memory() -> None:
    position = after("rainbow", 8)
    assert "(" not in boards.draw(position.view(0), "en", SMALL).text()


def test_cadena_shows_discs_arrows_and_where_a_disc_would_go() -> None:
    for plies in range(1, 60):
        view = after("cadena", plies).view(0)
        for room in (NARROW, SMALL, LARGE):
            drawn = boards.draw(view, "en", room).text()
            for start, to in view["arrows"]:
                assert f"{start}{'»' if to > start else '«'}{to}" in drawn
        text = boards.draw(view, "en", SMALL).text()
        if view["stands"]:
            assert "→" in text
        for pile in view["stacks"].values():
            seat, disc = pile[-1]
            assert f"{'▲●★✚'[seat]}{disc}" in text


def test_cadena_names_its_moves_with_what_they_are_about() -> None:
    view = after("cadena", 0).view(0)
    assert boards.name("keep:1", view, "en") == "keep 1: ▲▪"
    assert boards.name("keep:1", view, "es") == "conservar 1: ▲▪"
    standing = next(v for n in range(1, 60) if (v := after("cadena", n).view(0))["stands"])
    stand = standing["stands"][0]
    told = boards.name(f"disc:{stand['disc']}", standing, "en")
    assert told is not None
    assert told.startswith(f"stand {stand['disc']}: ")
    assert told.endswith(f"→{stand['to']}")


def test_a_game_without_a_drawer_is_shown_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    view = after("sendas", 0).view(0)
    bare = replace(registry.definition("sendas"), terminal=None)
    monkeypatch.setitem(registry._DEFINITIONS, "sendas", bare)
    canvas = boards.draw(view, "en", SMALL, ())
    assert canvas.text().splitlines()[0].startswith("9 ")
    assert canvas.spots == []


def test_every_colour_has_a_mark_of_its_own() -> None:
    from ludoteca.drawing.palette import COLOURS

    assert MARKS.keys() == COLOURS.keys()
    assert len(set(MARKS.values())) == len(MARKS)


@pytest.mark.parametrize("lang", LANGUAGES)
@every_game
def test_every_paint_is_known(name: str, lang: str) -> None:
    canvas = boards.draw(after(name, 12).view(0), lang, SMALL)
    for row in canvas.rows:
        for cell in row:
            for theme in ("light", "dark"):
                assert colour(cell.ink, theme).startswith("#")
                assert colour(cell.ground, theme).startswith("#")


def test_a_canvas_grows_and_finds_its_spots() -> None:
    canvas = Canvas()
    canvas.put(2, 3, "abc", ink="red")
    assert (canvas.width, canvas.height) == (6, 3)
    below, above = Spot("a", 0, 0, 3, 5), Spot("b", 1, 1, 1, 1)
    canvas.add(below)
    canvas.add(above)
    assert canvas.at(1, 1) == above
    assert canvas.at(2, 4) == below
    assert canvas.at(5, 5) is None
    assert list(canvas.of("a")) == [below]
    assert canvas.text() == "\n\n   abc"
    assert colour("red/paper", "light") != colour("red", "light")
