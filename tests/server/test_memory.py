"""What the server keeps in memory for everybody, and how little of it."""

import asyncio
import threading
from pathlib import Path

import pytest

from ludoteca.server.errors import Refused
from ludoteca.server.http import catalog, rules_page
from ludoteca.server.match import rooms as match_rooms
from ludoteca.server.match.drawings import Drawings
from ludoteca.server.settings import Settings
from tests.server.web_client import ME, UNLIMITED, Browser, Served


def test_long_matches_that_nobody_uses_leave_memory_by_their_events(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_rooms, "IDLE_SECONDS", -1.0)
    settings = Settings(**(UNLIMITED | {"room_events": 10}))
    with Served(tmp_path, settings) as served, served.browser() as ana:
        made = [ana.open("sendas", ME, ME)["id"] for _ in range(3)]
        assert len(served.rooms._rooms) == 3
        for _ in range(7):
            ana.move(made[0])
        for match in made[1:]:
            ana.state(match)
        made.append(ana.open("sendas", ME, ME)["id"])
        assert set(served.rooms._rooms) == {*made[1:]}
        assert ana.state(made[0])["ply"] == 7


def test_equal_drawings_are_made_once_and_few_are_kept() -> None:
    async def scene() -> None:
        drawings, made = Drawings(kept=2), list[int]()

        async def draw(number: int) -> dict[str, int]:
            made.append(number)
            await asyncio.sleep(0)
            if number == 9:
                raise Refused("busy")
            return {"number": number}

        one, same = await asyncio.gather(*(drawings.get(1, lambda: draw(1)) for _ in range(2)))
        assert one is same
        for number in (2, 1, 3, 1, 2):
            await drawings.get(number, lambda number=number: draw(number))  # type: ignore[misc]
        assert made == [1, 2, 3, 2]
        for _ in range(2):
            with pytest.raises(Refused):
                await drawings.get(9, lambda: draw(9))
        assert made == [1, 2, 3, 2, 9, 9]

    asyncio.run(scene())


def test_files_for_everybody_are_made_once_in_the_turn_of_the_client(
    ana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def page(name: str, lang: str) -> dict[str, str]:
        threads.append(threading.current_thread().name)
        return {"name": name, "lang": lang}

    monkeypatch.setattr(catalog, "_FILES", {})
    monkeypatch.setattr(rules_page, "page", page)
    for lang in ("en", "es", "en"):
        assert ana.get(f"/api/games/sendas/rules?lang={lang}")["lang"] == lang
    assert len(threads) == 2
    assert all(name.startswith("replay") for name in threads)
