"""Hands for the full-screen table: they type, click and walk the cursor."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from ludoteca.terminal.board_view import BoardView
from ludoteca.terminal.screens import Curtain
from ludoteca.terminal.session import Session
from ludoteca.terminal.table import Table

SMALL, LARGE = (80, 24), (160, 50)
MOST_PICKS = 60


def play(
    session: Session,
    script: Callable[[Table, Pilot[None]], Coroutine[Any, Any, None]],
    *,
    size: tuple[int, int] = SMALL,
    lang: str = "en",
    pace: float = 0,
    behind_curtain: bool = False,
) -> Table:
    """Open a table and let a script play at it, the first curtain drawn unless it is wanted."""
    table = Table(session, lang=lang, pace=pace)

    async def run() -> None:
        async with table.run_test(size=size) as pilot:
            await pilot.pause()
            if isinstance(table.screen, Curtain) and not behind_curtain:
                await pilot.press("enter")
                await pilot.pause()
            await script(table, pilot)

    asyncio.run(run())
    return table


async def until(condition: Callable[[], bool], seconds: float = 120) -> None:
    """Waits for something to become true."""
    for _ in range(int(seconds / 0.005)):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come to pass")


def text_of(table: Table, widget: str) -> str:
    """What stands in a part of the screen."""
    return str(table.query_one(f"#{widget}", Static).content)


def asked(table: Table) -> bool:
    """Whether a person is to choose."""
    return bool(table.walk.tree)


async def enter(table: Table, line: str) -> None:
    """Pastes a line and presses Enter."""
    stage = table.session.stage
    table.post_message(events.Paste(line))
    table.post_message(events.Key("enter", "\r"))
    await until(lambda: table.session.stage != stage)


async def pick_by_keys(table: Table, pilot: Pilot[None], move: str) -> None:
    """Walks the cursor along the path of a move with Tab and Enter."""
    position, stage = table.session.match.position, table.session.stage
    path = ("roll",) if move == "roll" else position.path(move)
    for choice in path:
        for _ in range(MOST_PICKS):
            if table.walk.cursor == choice:
                break
            await pilot.press("tab")
        assert table.walk.cursor == choice
        await pilot.press("enter")
    await until(lambda: table.session.stage != stage)


async def pick_by_mouse(table: Table, pilot: Pilot[None], move: str) -> None:
    """Clicks along the path of a move."""
    position, stage = table.session.match.position, table.session.stage
    path = ("roll",) if move == "roll" else position.path(move)
    for choice in path:
        board = table.query_one("#board", BoardView)
        spot = next(board.canvas.of(choice))
        down, right = board._offset()
        column = spot.column + spot.width // 2 + right
        row = spot.edge_row + down - board.scroll_offset.y
        await pilot.click(BoardView, offset=(column, row))
        await pilot.pause()
    await until(lambda: table.session.stage != stage)
