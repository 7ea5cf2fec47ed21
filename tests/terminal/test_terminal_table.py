"""The full-screen table, played by Textual's pilot: keys, mouse and typed moves."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from ludoteca.core.kernels import CHANCE
from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.screens import Curtain, Pick, Rules
from ludoteca.terminal.table import Table
from tests.cases import every_game
from tests.terminal.terminal_pilot import (
    asked,
    enter,
    play,
    text_of,
    until,
)
from tests.terminal.terminal_tables import compiled_only, session_of

pytestmark = compiled_only


@every_game
def test_a_bot_answers_at_the_table(name: str) -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        while not any(event.who == 1 for event in table.session.match.events):
            await until(lambda: asked(table))
            position = table.session.match.position
            move = "roll" if position.to_move == CHANCE else position.moves()[0]
            await enter(table, move)
            await until(lambda: asked(table) or table.thinking is None)
            await pilot.pause()
            if table.session.match.position.to_move == 1:
                await until(lambda: table.session.match.position.to_move != 1)
        await until(lambda: asked(table))
        assert "Bruno" in text_of(table, "list")

    play(session_of(name, {1: "1"}), script)


def test_arrows_walk_over_the_board_and_escape_takes_back() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        table.walk.cursor = "c2"
        await pilot.press("right")
        assert table.walk.cursor == "e3"
        await pilot.press("left")
        assert table.walk.cursor == "c2"
        await pilot.press("enter")
        assert table.walk.path == ["c2"]
        assert "Choose where c2 goes" in text_of(table, "message")
        assert "Square" in text_of(table, "prompt") or "piece" in text_of(table, "prompt")
        await pilot.press("escape")
        assert table.walk.path == []
        assert table.walk.cursor == "c2"

    play(session_of("sendas"), script)


def test_the_mouse_moves_the_cursor() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        board = table.query_one("#board", BoardView)
        spot = next(board.canvas.of("g2"))
        down, right = board._offset()
        await pilot.hover(BoardView, offset=(spot.column + 2 + right, spot.edge_row + down))
        await pilot.pause()
        assert table.walk.cursor == "g2"
        await pilot.click(BoardView, offset=(right, down))  # nothing lies there
        assert table.walk.path == []

    play(session_of("sendas"), script)


def test_typing_completes_and_a_wrong_line_is_answered() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press(*"c2-d")
        assert "c2-d3[NE]" in text_of(table, "prompt")
        await pilot.press("tab")
        assert table.prompt.typed == "c2-d3["
        await pilot.press("backspace", "x", "enter")
        assert "is no move of Sendas" in text_of(table, "message")
        assert table.session.stage == 0
        await pilot.press(*"a1*", "enter")
        assert "You have no piece on a1" in text_of(table, "message")
        await pilot.press("p", "escape")
        assert table.prompt.typed == ""
        await pilot.press("p", "enter")
        assert table.session.stage == 1

    play(session_of("sendas"), script)


def test_wrong_keys_do_nothing() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("f9", "f12", "home", "end", "insert", "ctrl+a", "alt+x", "delete")
        await pilot.press("pageup", "pagedown", "shift+tab", "backspace", "escape")
        assert table.session.stage == 0
        assert table.prompt.typed == ""
        assert asked(table)

    play(session_of("sendas"), script)


@every_game
def test_a_resize_in_the_midst_of_a_move_keeps_what_is_picked(name: str) -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("enter", "x")
        stage, path = table.session.stage, list(table.walk.path)
        heights = []
        for size in ((160, 50), (60, 20), (30, 10), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause()
            heights.append(table.query_one("#board", BoardView).canvas.height)
        assert heights[3] > 1.3 * heights[4]
        assert table.session.stage == stage
        assert table.walk.path == path
        assert table.prompt.typed == "x"

    play(session_of(name), script)


def test_a_window_that_is_too_small_says_so() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        assert table.query_one("#small").display
        assert "too small" in text_of(table, "small")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert not table.query_one("#small").display
        assert not table.query_one("#side").display
        await pilot.press(*"pass", "enter")
        assert table.session.stage == 1

    play(session_of("sendas"), script, size=(40, 12))


def test_a_list_that_is_gone_before_it_is_mounted_breaks_nothing() -> None:
    entries = [("again", "Once more"), ("swap", "Sides swapped"), ("leave", "Leave")]

    async def script(table: Table, pilot: Pilot[None]) -> None:
        chosen = Pick("At the end", entries, "swap")
        await table.push_screen(chosen)
        assert chosen.query_one(OptionList).highlighted == 1
        await pilot.press("enter")
        for _ in range(20):
            gone = Pick("At the end", entries)
            table.push_screen(gone)
            await gone.remove_children()
            table.pop_screen()
        await pilot.pause()
        assert not isinstance(table.screen, Pick)

    play(session_of("sendas"), script)


def test_rules_hint_level_language_and_light() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("f1")
        assert isinstance(table.screen, Rules)
        await pilot.press("down", "pagedown", "pageup", "up", "escape")
        assert not isinstance(table.screen, Rules)
        await pilot.press("f2")
        await until(lambda: table.note.startswith("Hint:"))
        assert table.session.match.position.path(table.note.split()[1])[0] == table.walk.cursor
        await pilot.press("f5")
        assert isinstance(table.screen, Pick)
        await pilot.press("7")
        await pilot.pause()
        assert table.session.bots == {1: "7"}
        assert "bot 7" in text_of(table, "head")
        await pilot.press("f6")
        assert "Reglas" in text_of(table, "keys")
        await pilot.press("f7")
        assert table.theme == "ludoteca-light"
        await pilot.press("f6", "f7")
        assert "Rules" in text_of(table, "keys")

    play(session_of("sendas", {1: "1"}), script)


def test_words_do_what_keys_do() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press(*"reglas", "enter")
        assert isinstance(table.screen, Rules)
        await pilot.press("escape")
        await pilot.press("?")
        assert isinstance(table.screen, Rules)
        await pilot.press("escape")
        await pilot.press(*"board", "enter")
        await pilot.press(*"level", "enter")
        assert "no bot" in text_of(table, "message")
        await pilot.press("q", "enter")
        await pilot.pause()
        assert not table.is_running

    play(session_of("sendas"), script)


def test_undo_takes_the_bots_answer_back_too() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("f3")
        assert "no move of yours" in text_of(table, "message")
        await enter(table, table.session.match.position.moves()[0])
        await until(lambda: table.session.stage == 2 and asked(table))
        await pilot.press("f3")
        assert table.session.stage == 0
        assert "Taken back" in text_of(table, "message")
        assert asked(table)

    play(session_of("sendas", {1: "random"}), script)


def test_the_end_offers_another_game_with_seats_swapped() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press(*"pass", "enter")
        await pilot.press(*"pass", "enter")
        await until(lambda: isinstance(table.screen, Pick))
        await pilot.press("down", "enter")
        await pilot.pause()
        assert table.session.match.outcome is None
        assert table.session.stage == 0
        await pilot.press("f2")
        await pilot.press("f4", "escape")
        assert table.session.stage == 0

    play(session_of("sendas"), script)


def test_a_game_is_given_up_only_when_one_is_sure() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pilot.press("f8", "enter")  # the first entry plays on
        assert table.session.match.outcome is None
        await pilot.press("f8", "down", "enter")
        await until(lambda: isinstance(table.screen, Pick) and bool(text_of(table, "message")))
        outcome = table.session.match.outcome
        assert outcome is not None
        assert outcome.returns == (0.0, 1.0)
        await pilot.press("escape", "f8")
        assert "nothing to decide" in text_of(table, "message")

    table = play(session_of("sendas", {1: "1"}, kept=True), script)
    kept = table.session.journal
    assert kept is not None
    assert kept.path is not None
    assert "resign" in kept.path.read_text(encoding="utf-8")


def test_phoenix_shows_what_a_card_would_do_before_it_is_played() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        position = table.session.match.position
        own = table.session.viewer()
        move = next(move for move in position.moves() if ">" in move or "x" in move)
        for choice in position.path(move)[:-1]:
            table._choose(choice)
        table.walk.cursor = position.path(move)[-1]
        table.draw_board()
        assert table.picture is not None
        after = position.step(move).view(own)
        shown = table.picture.canvas.text().splitlines()
        letters = "".join(
            filter(str.isupper, next(line for line in reversed(shown) if "■" in line))
        )
        assert letters == after["lines"][own]
        assert letters != position.view(own)["lines"][own]
        assert move in text_of(table, "prompt")
        assert table.session.stage == 1

    play(session_of("phoenix"), script)


def test_a_narrow_window_keeps_the_keys_that_matter() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        for width, missing in ((100, ""), (80, ""), (60, "F7"), (50, "F5")):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            keys = text_of(table, "keys")
            assert len(keys) <= width
            assert all(key in keys for key in ("F1", "F2", "F3", "F10"))
            assert not missing or missing not in keys

    session = session_of("sendas")
    session.play("pass")  # a move that may be taken back
    play(session, script, lang="es")


def test_a_curtain_falls_between_hands_that_are_hidden() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        assert isinstance(table.screen, Curtain)  # before the first hand too
        assert not asked(table)
        await pilot.press("enter")
        await until(lambda: asked(table))
        await enter(table, table.session.match.position.moves()[0])
        await until(lambda: isinstance(table.screen, Curtain))
        await pilot.press("x", "f1", "escape")
        assert isinstance(table.screen, Curtain)
        assert not asked(table)
        await pilot.press("enter")
        await pilot.pause()
        assert asked(table)
        assert table.session.viewer() == 1

    play(session_of("phoenix"), script, behind_curtain=True)


def test_nothing_hidden_is_on_the_screen_of_one_person() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        board = table.query_one("#board", BoardView)
        own = table.session.match.position.view(0)["cards"]
        shown = {spot.choice for spot in board.canvas.spots if spot.choice.startswith("card:")}
        assert shown == {f"card:{card}" for card in own}
        assert "deal " not in text_of(table, "list")

    play(session_of("phoenix", {1: "1"}), script)


def test_a_folder_that_cannot_be_written_is_told_and_play_goes_on(data: Path) -> None:
    data.parent.mkdir(parents=True)
    data.write_text("in the way", encoding="utf-8")

    async def script(table: Table, pilot: Pilot[None]) -> None:
        assert "cannot be kept" in text_of(table, "message")
        await enter(table, "pass")
        assert table.session.stage == 1

    play(session_of("sendas", kept=True), script)


def test_a_thinking_bot_can_be_hurried_and_its_late_answer_is_dropped() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await enter(table, "pass")
        await until(lambda: table.thinking is not None)
        await pilot.press(*"pass", "enter")
        assert "not your turn" in text_of(table, "message")
        await pilot.press("f3")
        assert table.session.stage == 0
        await enter(table, table.session.match.position.moves()[0])
        await until(lambda: table.thinking is not None)
        await pilot.press("enter")
        await until(lambda: table.session.stage == 2)

    play(session_of("sendas", {1: "uct@60s"}), script)


def test_an_error_in_a_bot_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of("sendas", {1: "1"})

    def broken(stop: object) -> str:
        raise RuntimeError("a broken bot")

    monkeypatch.setattr(session, "think", broken)

    async def script(table: Table, pilot: Pilot[None]) -> None:
        await enter(table, "pass")
        await until(lambda: table._exception is not None)

    with pytest.raises(RuntimeError, match="a broken bot"):
        play(session, script)


def test_spanish_throughout() -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        assert "Elige una de tus piezas" in text_of(table, "message")
        assert "Tú" in text_of(table, "head")
        await pilot.press(*"zzz", "enter")
        assert "no es una jugada" in text_of(table, "message")

    play(session_of("sendas", {1: "1"}), script, lang="es")
