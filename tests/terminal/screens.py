"""Screens of the full-screen table, as text; `python -m tools golden` writes them again.

Look at the difference before you commit it: these are what people see.
"""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "screens"
SIZES = {"small": (80, 24), "large": (160, 50), "narrow": (60, 20)}
MOMENTS: dict[str, tuple[int, tuple[str, ...]]] = {
    "phoenix": (12, ("enter", "enter")),
    "rainbow": (9, ("enter",)),
    "cadena": (9, ()),
    "colorito": (40, ("enter",)),
    "sendas": (16, ("enter", "enter")),
}
"""For each game how many events were played, and the keys pressed then."""


def names() -> Iterator[tuple[str, str, str]]:
    """Game, size and language of each screen."""
    for game in MOMENTS:
        for size in SIZES:
            yield game, size, "en" if size == "large" else "es"


def file_of(game: str, size: str, lang: str) -> Path:
    """Where a screen is kept."""
    return FOLDER / f"{game}-{size}-{lang}.txt"


def _session(game: str, count: int) -> Any:
    """Two people in the midst of a game, chosen by a fixed seed, one of them to decide."""
    from ludoteca.core.kernels import CHANCE
    from ludoteca.terminal.session import Session
    from tests.terminal.terminal_tables import session_of

    session, source = session_of(game), random.Random(7)
    while session.stage < count or session.match.position.to_move == CHANCE:
        position = session.match.position
        if position.to_move == CHANCE:
            session.roll()
        else:
            session.play(source.choice([move for move in position.moves() if move != "pass"]))
    seat = session.match.position.to_move
    return Session(session.match, bots={1 - (seat or 0): "3"})


def lines_of(app: Any) -> str:
    """What is on the screen of an app, as text."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def screen(game: str, size: str, lang: str) -> str:
    """A screen as text."""
    from ludoteca.terminal.table import Table

    count, keys = MOMENTS[game]
    table = Table(_session(game, count), lang=lang, pace=0)

    async def run() -> str:
        async with table.run_test(size=SIZES[size]) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            return lines_of(table)

    return asyncio.run(run())


def write() -> None:
    """Write all screens."""
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        file_of(*name).write_text(screen(*name), encoding="utf-8")
