"""What happened is said, and what is to be done: in lines and on the full screen."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from ludoteca.core import prompts
from ludoteca.core.kernels import CHANCE
from ludoteca.core.texts import find
from ludoteca.drawing.canvas import Room
from ludoteca.search.api import Stop
from ludoteca.terminal import boards
from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.layout import Face
from ludoteca.terminal.painting import picture_of
from ludoteca.terminal.plain import Console, PlainTable, Quit
from ludoteca.terminal.screens import Curtain, Pick, Rules
from ludoteca.terminal.session import Session
from ludoteca.terminal.table import Table
from ludoteca.terminal.walk import Walk
from tests.cases import every_game
from tests.terminal.terminal_pilot import LARGE, SMALL, asked, enter, play, text_of, until
from tests.terminal.terminal_tables import after, compiled_only, hurried, session_of

ENGLISH = re.compile(r"\b(roll|keep|stand|extend|pass|end|deal)\b")


def lines_of(session: Session, answers: list[str], lang: str = "en") -> list[str]:
    """What a plain table prints while it is given some lines; then the player leaves."""
    shown: list[str] = []

    def ask(prompt: str) -> str:
        if not answers:
            raise Quit
        return answers.pop(0)

    console = Console(ask=ask, show=shown.append, clear=lambda: None)
    with suppress(Quit):
        PlainTable(session, console, lang=lang).run()
    return "\n".join(shown).splitlines()


def played_until(session: Session, enough: Callable[[Session], bool]) -> int:
    """Play on at random until something has happened; return the index of the last event."""
    mover = hurried(4)
    while not enough(session):
        position = session.match.position
        if position.to_move == CHANCE:
            session.roll()
        else:
            session.play(mover(position))
    return session.stage - 1


@pytest.mark.parametrize(("lang", "over"), [("en", "the hand ends"), ("es", "termina la mano")])
def test_the_end_of_a_hand_is_told_with_its_reason_and_points(lang: str, over: str) -> None:
    session = session_of("phoenix", {1: "random"})
    played_until(session, lambda session: session.match.position.view(0)["hand"] == 2)
    last = max(i for i, event in enumerate(session.match.events) if event.who != CHANCE)
    said = " ".join(
        text for i in range(last, session.stage) for text in session.sentences(i, 0, lang)
    )
    assert over in said.lower() or over in said
    assert ("points" if lang == "en" else "puntos") in said
    assert "2" in said


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_face_that_was_up_is_told(lang: str) -> None:
    """Also those of cards that a finished round took off the table at once."""
    session = session_of("rainbow", {1: "random"}, seed=4)
    taken = 0
    while session.match.outcome is None and taken < 3:
        stage, before = session.stage, session.match.position
        move = session.think(Stop()) if before.to_move == 1 else before.moves()[0]
        session.play(move)
        if move == "end":
            continue
        lying = before.moment(move)
        assert lying is not None
        row = lying.view(0)["row"]
        face = row[int(move[1:]) - 1 if move[0] == "F" else -1]
        said = " ".join(session.sentences(stage, 0, lang))
        assert str(find("rainbow", f"faces.{face}", lang)) in said
        if sum(session.match.position.view(0)["won"]) > sum(before.view(0)["won"]):
            taken += 1
            assert len(session.sentences(stage, 0, lang)) >= 2
    assert taken == 3


@every_game
def test_plain_lines_in_spanish_have_no_english_verbs_outside_notation(name: str) -> None:
    session = session_of(name, {1: "random"}, seed=3)
    answers = ["?", *(["1"] * 40)]
    for line in lines_of(session, answers, "es"):
        notation = line.startswith("  ") or "Escribe " in line or "no es una" in line
        assert notation or not ENGLISH.search(line), line


@every_game
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_plain_turn_says_what_is_asked(name: str, lang: str) -> None:
    session = session_of(name, {1: "random"}, seed=3)
    while session.match.position.to_move != 0:
        session.play(session.think(Stop()))
    asked_for = prompts.prompt(session.match.position, 0, lang=lang)
    assert asked_for
    assert asked_for in lines_of(session, [], lang)


def test_a_game_that_goes_on_says_what_happened_last() -> None:
    session = session_of("sendas", {1: "random"}, seed=3)
    session.play("c2[ES]")
    session.play(session.think(Stop()))
    (said,) = session.sentences(1, 0, "en")
    assert said.startswith("Bruno ")
    lines = lines_of(Session(session.match, bots=session.bots), [])
    assert lines.index(said) == 2
    assert not any(line.startswith("You turn") for line in lines)


def test_unfinished_moves_are_offered_and_capitals_accepted() -> None:
    session = session_of("sendas")
    lines = lines_of(session, ["C2-D", "PASS", "c2[e", "q"])
    assert any(line.startswith("That may become: c2-d3[") for line in lines)
    assert session.match.events[0].text == "pass"
    rainbow = session_of("rainbow", {1: "random"}, seed=5)
    lines_of(rainbow, ["1", "f1", "END"])
    texts = [event.text for event in rainbow.match.events if event.who == 0][:3]
    assert texts == ["1", "F1", "end"]


def test_help_explains_only_what_exists() -> None:
    said = "\n".join(lines_of(session_of("sendas", {1: "1"}), ["?"]))
    assert "undo:" in said
    assert "level:" in said
    hidden = "\n".join(lines_of(session_of("phoenix"), ["", "?"]))
    assert "undo:" not in hidden
    assert "level:" not in hidden


def test_directions_agree_with_what_the_second_seat_sees() -> None:
    view = after("sendas", 0).view(1)
    room = Room(60, 16)
    drawn = boards.draw(view, "en", room).text().splitlines()
    assert "N↓ E←" in drawn[-1]
    assert boards.label("c8", view, "en") == "Black piece on c8, open: up, left"
    assert boards.label("c8", view | {"seat": 0}, "en") == "Black piece on c8, open: right, down"
    assert (
        boards.label("c8", view, "es") == "negras: pieza en c8, abierta hacia arriba, la izquierda"
    )
    assert boards.label("a1", view, "en") is None


@pytest.mark.parametrize(
    ("name", "first", "second"), [("sendas", "d2", "e2"), ("colorito", "c1", "d1")]
)
def test_neighbours_of_one_colour_are_told_apart(name: str, first: str, second: str) -> None:
    canvas = boards.draw(after(name, 0).view(0), "en", Room(60, 16))
    grounds = []
    for square in (first, second):
        spot = next(canvas.of(square))
        grounds.append(canvas.rows[spot.edge_row][spot.column].ground)
    assert grounds[0] != grounds[1]


def test_the_target_of_a_discard_is_labelled() -> None:
    position = after("phoenix", 4)
    for lang, label in (("en", "Discard"), ("es", "Descarte")):
        for room in (Room(54, 14), Room(118, 60)):
            view = position.view(position.to_move)
            assert f"{label}: {view['discard'][-1]}" in boards.draw(view, lang, room).text()


@compiled_only
@every_game
@pytest.mark.parametrize("size", [SMALL, LARGE, (60, 20)], ids=str)
def test_the_board_stays_where_it_is_while_a_move_is_chosen(
    name: str, size: tuple[int, int]
) -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        board = table.query_one("#board", BoardView)
        places = {(board._offset(), board.canvas.height)}
        for _ in range(3):
            if table.session.stage > 2:
                break
            table.walk.pick(next(iter(table.walk.branch)))
            table.walk.settle()
            table.draw_board()
            places.add((board._offset(), board.canvas.height))
            await pilot.press("escape")
            places.add((board._offset(), board.canvas.height))
        assert len(places) == 1

    play(session_of(name), script, size=size)


@compiled_only
@every_game
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("room", [Room(54, 18), Room(78, 18), Room(118, 44)], ids=str)
def test_the_board_stays_where_it_is_through_a_game(name: str, lang: str, room: Room) -> None:
    session, mover, places = session_of(name), hurried(3), set()
    for _ in range(40):
        if session.match.outcome is not None:
            break
        position = session.match.position
        if position.to_move == CHANCE:
            session.roll()
            continue
        walk = Walk(position.choices(session.viewer()))
        width, height = room.width, room.height
        canvas = picture_of(session, walk, lang, width=width, height=height, viewer=0).canvas
        places.add((canvas.margin(room.width), canvas.height))
        session.play(mover(position))
    assert len(places) == 1


@compiled_only
def test_the_focused_card_keeps_its_colour() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        board = table.query_one("#board", BoardView)
        spot = next(board.canvas.of("hand:1"))
        assert table.walk.cursor == "hand:1"
        cells = board._marked(spot.edge_row)[spot.column : spot.column + spot.width]
        plain = board.canvas.rows[spot.edge_row][spot.column : spot.column + spot.width]
        assert [cell.ground for cell in cells[1:-1]] == [cell.ground for cell in plain[1:-1]]
        assert cells[0].ground == cells[-1].ground == "accent"

    play(session_of("rainbow"), script)


@compiled_only
def test_the_keys_below_are_those_that_work() -> None:
    async def sendas(table: Table, pilot: Pilot[None]) -> None:
        assert all(key in text_of(table, "keys") for key in ("Esc", "F5", "?"))
        assert "F3" not in text_of(table, "keys")
        assert table._works("undo") is False
        place = text_of(table, "keys").index("F5")
        await enter(table, "pass")
        await until(lambda: asked(table))
        assert table._works("undo") is True
        assert "F3" in text_of(table, "keys")
        assert text_of(table, "keys").index("F5") == place
        assert table._works("back") is False
        await pilot.press("enter")
        assert table._works("back") is True
        await pilot.press("escape")
        assert table._works("back") is False

    async def phoenix(table: Table, pilot: Pilot[None]) -> None:
        assert "F3" not in text_of(table, "keys")
        assert "F5" not in text_of(table, "keys")
        await pilot.press("?")
        assert isinstance(table.screen, Rules)
        assert "F3" not in table.screen._text
        assert "undo" not in table.screen._text
        assert "level" not in table.screen._text

    play(session_of("sendas", {1: "random"}), sendas, size=LARGE)
    play(session_of("phoenix"), phoenix, size=LARGE)


@compiled_only
def test_the_menu_of_levels_marks_the_one_that_is_played() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("f5")
        assert isinstance(table.screen, Pick)
        entries = table.screen.query_one(OptionList)
        marked = [str(option.prompt) for option in entries.options if "●" in str(option.prompt)]
        assert len(marked) == 1
        assert "Level 4" in marked[0]
        await pilot.press("escape", "f8", "1")
        assert table.session.match.outcome is None

    play(session_of("sendas", {1: "4"}), script)


@compiled_only
def test_unfinished_moves_are_offered_on_the_full_screen() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press(*"C2", "enter")
        assert "That may become" in text_of(table, "message")
        assert table.prompt.typed == "C2"
        await pilot.press("escape")
        assert table.prompt.typed == ""

    play(session_of("sendas"), script)


@compiled_only
def test_what_a_bot_does_is_shown_and_a_key_goes_on() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await enter(table, "c2[ES]")
        await until(lambda: table.showing)
        assert "Bruno" in text_of(table, "message")
        assert not asked(table)
        await pilot.press("x")
        assert not table.showing
        assert asked(table)
        assert table.prompt.typed == ""
        assert "Bruno" in text_of(table, "message")
        assert "Bruno" in text_of(table, "list")

    play(session_of("sendas", {1: "random"}), script, pace=30)


@compiled_only
def test_the_end_of_a_round_is_shown_as_it_lay() -> None:
    """The row is on the screen, with the card that ended the round, until the beat is over."""

    async def script(table: Table, pilot: Pilot[None]) -> None:
        session, rows = table.session, list[list[str]]()
        while not rows:
            position = session.match.position
            won = position.view(0)["won"]
            table._play(position.moves()[0] if position.to_move == 0 else session.think(Stop()))
            if session.match.position.view(0)["won"] != won:
                assert table.moment is not None
                rows.append(table.moment["row"])
                assert any("row" in text for text in table.story)
            table.skip()
            table._interrupt()
        assert len(rows[0]) > len(session.match.position.view(0)["row"])

    play(session_of("rainbow", {1: "random"}, seed=4), script, pace=60)


@compiled_only
def test_what_follows_a_move_is_shown_to_the_one_who_made_it() -> None:
    """The hand of the next player comes after the curtain, not with the beats of a move."""

    def cards(table: Table) -> set[str]:
        spots = table.query_one("#board", BoardView).canvas.spots
        return {spot.choice for spot in spots if spot.choice.startswith("card:")}

    async def script(table: Table, pilot: Pilot[None]) -> None:
        await enter(table, "-" + table.session.match.position.view(0)["cards"][0])
        position = table.session.match.position
        assert position.to_move == 1
        table.draw()
        assert cards(table) == {f"card:{card}" for card in position.view(0)["cards"]}
        table.skip()
        await until(lambda: isinstance(table.screen, Curtain))
        table.draw()
        assert cards(table) == {f"card:{card}" for card in position.view(0)["cards"]}
        await pilot.press("enter")
        await until(lambda: asked(table))
        assert cards(table) == {f"card:{card}" for card in position.view(1)["cards"]}
        assert "Player 1 discards" in " ".join(table.story)

    play(session_of("phoenix", seed=5), script, pace=60)


def test_a_story_is_as_long_as_a_line() -> None:
    from ludoteca.terminal.layout import _last_that_fit

    assert _last_that_fit(["One.", "Two.", "Three."], 11) == "Two. Three."
    assert _last_that_fit(["One.", "A long sentence."], 8) == "A long …"
    assert issubclass(Table, Face)
