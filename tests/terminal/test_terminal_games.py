"""Whole games at the full-screen table, by keys, mouse and typed moves."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from ludoteca.core.kernels import CHANCE
from ludoteca.terminal.screens import Curtain, Pick
from ludoteca.terminal.table import Table
from tests.cases import every_game
from tests.terminal.terminal_pilot import (
    LARGE,
    SMALL,
    asked,
    enter,
    pick_by_keys,
    pick_by_mouse,
    play,
    text_of,
    until,
)
from tests.terminal.terminal_tables import Mover, compiled_only, hurried, session_of

pytestmark = compiled_only


async def play_to_the_end(table: Table, pilot: Pilot[None], mover: Mover) -> None:
    """Plays all seats: some moves by keys, some by mouse, most typed."""
    count = 0
    while table.session.match.outcome is None:
        if isinstance(table.screen, Curtain):
            table.screen.dismiss()
            await pilot.pause()
        await until(lambda: asked(table) or table.session.match.outcome is not None)
        position = table.session.match.position
        if table.session.match.outcome is not None:
            return
        move = "roll" if position.to_move == CHANCE else mover(position)
        if count in (0, 5):
            await pick_by_keys(table, pilot, move)
        elif count in (1, 4):
            await pick_by_mouse(table, pilot, move)
        else:
            await enter(table, move)
        count += 1


SHORT = {"phoenix": 0, "rainbow": 12, "cadena": 26}
"""Seeds of games of chance that end soon."""
GAMES = Path(__file__).parent.parent / "web" / "games"


def scripted(name: str) -> Mover:
    """A mover that plays a kept game, won on the board."""
    moves = iter((GAMES / f"{name}.txt").read_text(encoding="utf-8").splitlines())
    return lambda position: next(moves)


@every_game
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_a_whole_game_is_played(name: str, size: tuple[int, int]) -> None:
    async def script(table: Table, pilot: Pilot[None]) -> None:
        await play_to_the_end(table, pilot, mover)
        await until(lambda: isinstance(table.screen, Pick))
        await pilot.press("escape")
        await pilot.pause()
        assert text_of(table, "message")

    chance = name in SHORT
    mover = hurried(SHORT[name]) if chance else scripted(name)
    bots, seed = ({1: "random"}, SHORT[name]) if chance else ({}, 1)
    table = play(session_of(name, bots, seed=seed, kept=True), script, size=size)
    assert table.session.match.outcome is not None
