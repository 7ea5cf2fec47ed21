"""Going through a record on the full screen, and games without a drawer of their own."""

import asyncio

import pytest
from textual.widgets import Static

from ludoteca.core.kernels import CHANCE
from ludoteca.core.texts import LANGUAGES
from ludoteca.match import Match
from ludoteca.match.replay import positions, up_to
from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.layout import KEYS, RARE, SHOWN_KEYS
from ludoteca.terminal.replaying import Replay, lines
from ludoteca.terminal.screens import Rules
from ludoteca.terminal.table import Table
from tests.cases import every_game
from tests.terminal.terminal_tables import compiled_only, hurried, session_of

pytestmark = compiled_only


def some_match(name: str, count: int = 12) -> Match:
    session, mover = session_of(name), hurried(4)
    while session.match.outcome is None and session.stage < count:
        position = session.match.position
        session.roll() if position.to_move == CHANCE else session.play(mover(position))
    return session.match


@every_game
def test_arrows_go_through_a_record(name: str) -> None:
    match = some_match(name)
    replay = Replay(match, None, lang="en")
    last = len(match.events)

    async def run() -> None:
        async with replay.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            board = replay.query_one("#board", BoardView)
            first = board.canvas.text()
            for key, at in (("right", 1), ("left", 0), ("end", last), ("right", last)):
                await pilot.press(key)
                assert replay.at == at
            assert board.canvas.text() != first
            told = str(replay.query_one("#message", Static).content)
            assert f"Event {last} of {last}" in told
            await pilot.press("home", "x", "pagedown")
            assert replay.at == min(10, last)
            await pilot.press("escape")

    asyncio.run(run())


def test_a_record_in_lines_tells_every_event_and_no_secret() -> None:
    match = some_match("phoenix")
    text = "\n".join(lines(match, None, "en"))
    assert match.events[0].text not in text
    assert "2. Player 1: " in text
    assert "Your cards" not in text
    assert "Your cards" in "\n".join(lines(match, 0, "en"))


@every_game
def test_going_back_gives_the_positions_as_they_were(name: str) -> None:
    match = some_match(name)
    past = list(positions(match))
    assert past[-1] == match.position
    assert len(past) == len(match.events) + 1
    for count in (0, len(match.events) // 2, len(match.events)):
        earlier = up_to(match, count)
        assert earlier.position == past[count]
        assert earlier.seed == match.seed


@pytest.mark.usefixtures("nim")
def test_a_sixth_game_is_played_without_a_line_of_code_for_it() -> None:
    table = Table(session_of("nim"), lang="en", pace=0)

    async def run() -> None:
        async with table.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for _ in range(200):
                if table.session.match.outcome is not None:
                    break
                await pilot.press("enter")
                await pilot.pause(0.01)

    asyncio.run(run())
    assert table.session.match.outcome is not None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_keys_fit_into_80_columns(lang: str) -> None:
    session = session_of("sendas")
    session.play("pass")  # a move that may be taken back
    keys = Table(session, lang=lang).keys_in(80).plain
    assert len(keys) <= 80
    shown = [key for key in KEYS if SHOWN_KEYS.get(key, key.upper()) in keys]
    assert set(KEYS) - {*shown, "f5"} <= set(RARE)  # without a bot there is no level
    assert {"escape", "f1", "f2", "f3", "f8", "?", "f10"} <= set(shown)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_works_is_on_the_page_of_help(lang: str) -> None:
    async def run() -> str:
        table = Table(session_of("sendas", {1: "random"}), lang=lang)
        async with table.run_test(size=(80, 24)) as pilot:
            await pilot.press("?")
            assert isinstance(table.screen, Rules)
            return table.screen._text

    text = asyncio.run(run())
    for key in set(KEYS) - {"escape", "?"}:
        assert f"**{key.upper()}**" in text
