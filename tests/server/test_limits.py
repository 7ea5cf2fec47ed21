"""One client cannot hurt the others: sizes, rates, shares of the threads, names."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludoteca
from ludoteca.search.api import Analysis, Stop
from ludoteca.server import bot_pool, tokens
from ludoteca.server import serve as serving
from ludoteca.server.bot_pool import BotPool, Choice, answer_delay
from ludoteca.server.errors import Refused
from ludoteca.server.scheduler import Client, current_client
from ludoteca.server.settings import Settings
from ludoteca.server.wire.requests import PACES
from tests.server.web_client import FRIEND, ME, UNLIMITED, Browser, Served, bot, friends, wait_until

TEXT = {"content-type": "text/plain"}
TABLE = "/api/games/phoenix/tables/deck"


def test_dots_are_refused_by_their_size_and_before_they_are_parsed(ana: Browser) -> None:
    long = ana.client.post(TABLE, content=b"a." * 32_000 + b"a = 1", headers=TEXT)
    assert (long.status_code, long.json()["code"]) == (413, "too_large")
    short = ana.client.post(TABLE, content=b"a." * 4_000 + b"a = 1", headers=TEXT)
    assert (short.status_code, short.json()["code"]) == (422, "invalid_data")
    assert "8" in short.json()["text"]


def test_endless_numbers_are_refused_by_name(ana: Browser) -> None:
    table = ana.client.post(TABLE, content=b"a = " + b"9" * 5_000, headers=TEXT)
    assert (table.status_code, table.json()["code"]) == (422, "invalid_data")
    body = b'{"game":"cadena","seats":[{"kind":"me"},{"kind":"me"}],"options":{"players":%s}}'
    for digits, status in ((5_000, 400), (4_000, 422)):
        made = ana.client.post(
            "/api/matches",
            content=body % (b"9" * digits),
            headers={"content-type": "application/json"},
        )
        assert made.status_code == status
    ana.get(f"/api/matches/{'a' * 16}/positions/{'9' * 5_000}", 404)


@pytest.mark.parametrize(
    "board", ['{"length": 49, "shape": "spiral", "side": %s, "arrows": []}', '{"deep": %s}']
)
def test_numbers_and_nesting_of_own_tables_are_limited_in_json_too(
    ana: Browser, board: str
) -> None:
    bad = "9" * 3_000 if "side" in board else "[" * 40 + "]" * 40
    body = '{"game":"cadena","seats":[{"kind":"me"},{"kind":"me"}],"options":{"board":%s}}'
    headers = {"content-type": "application/json"}
    made = ana.client.post("/api/matches", content=body % (board % bad), headers=headers)
    assert (made.status_code, made.json()["code"]) == (422, "invalid_data")
    assert ("100" if "side" in board else "16") in made.json()["text"]


@pytest.mark.parametrize("number", ["--1", "-", "+1", "1.0", "0x1", "٣", "1_0", " 1", "9" * 16])
def test_odd_numbers_are_bad_requests(ana: Browser, number: str) -> None:
    match = ana.open("sendas", ME, ME)["id"]
    answer = ana.client.get(f"/api/matches/{match}/state", params={"seat": number})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_work_has_a_rate_for_each_token(tmp_path: Path) -> None:
    limits = UNLIMITED | {"work_burst": 3, "work_per_second": 0.001}
    with Served(tmp_path, Settings(**limits)) as served, served.browser() as ana:
        assert [ana.client.get("/api/matches").status_code for _ in range(5)] == [
            *[200] * 3,
            *[429] * 2,
        ]
        token = ana.client.post("/api/tokens").json()["token"]
        with served.browser(Authorization=f"Bearer {token}") as bea:
            assert bea.client.get("/api/matches").status_code == 200
            assert bea.client.get("/healthz").status_code == 200


# Searches that end when the test says so


class Searches:
    """Searches that wait for a word, or for their stop flag, and are counted."""

    def __init__(self) -> None:
        self.begun, self.stopped, self.go = 0, 0, threading.Event()

    def __call__(self, game: object, view: Any, seconds: float, stop: Stop) -> Analysis:
        self.begun += 1
        while not self.go.wait(0.005):
            if stop.asked:
                self.stopped += 1
                break
        return Analysis(candidates=(), nodes=0)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[Searches]:
    made = Searches()
    monkeypatch.setattr(bot_pool, "help_analysis", made)
    yield made
    made.go.set()


def ask(pool: BotPool, client: Client, seed: int) -> "asyncio.Task[Analysis]":
    """Ask for help with a position of its own number."""
    game = ludoteca.load("phoenix")
    view = game.start(seed).view(game.start(seed).to_move, memory=True)
    current_client.set(client)
    return asyncio.create_task(pool.help(game, view))


def test_equal_questions_share_one_search_which_ends_with_the_last_asker(
    searches: Searches,
) -> None:
    async def scene() -> None:
        pool = BotPool(Settings())
        asked = [ask(pool, Client(str(number)), 1) for number in range(20)]
        await asyncio.sleep(0)
        while not searches.begun:
            await asyncio.sleep(0.001)
        for task in asked[1:]:
            task.cancel()
        await asyncio.gather(*asked[1:], return_exceptions=True)
        assert (searches.begun, searches.stopped) == (1, 0)
        asked[0].cancel()
        await asyncio.gather(asked[0], return_exceptions=True)
        while not searches.stopped:
            await asyncio.sleep(0.001)
        again = ask(pool, Client("1"), 1)
        while searches.begun < 2:
            await asyncio.sleep(0.001)
        searches.go.set()
        assert await again is await ask(pool, Client("2"), 1)
        assert searches.begun == 2
        pool.close()

    asyncio.run(scene())


def test_a_client_has_few_questions_and_no_bot_waits_for_them(searches: Searches) -> None:
    async def scene() -> None:
        settings = Settings(thinkers=3)
        pool = BotPool(settings)
        ana = Client("1", b"ana")
        asked = [ask(pool, ana, seed) for seed in range(250)]
        while sum(task.done() for task in asked) < 250 - settings.help_per_client:
            await asyncio.sleep(0.001)
        refused = [task.exception() for task in asked if task.done()]
        assert len(refused) == 250 - settings.help_per_client
        assert all(isinstance(error, Refused) and error.code == "too_many" for error in refused)
        for client in (Client("2", b"bea"), ana):
            current_client.set(client)
            assert await pool.run(lambda: "moved") == "moved"
        assert searches.begun <= 1
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        searches.go.set()
        pool.close()

    asyncio.run(scene())


def test_hanging_up_stops_the_search(tmp_path: Path, searches: Searches) -> None:
    with Served(tmp_path) as served, served.browser() as ana:
        match = ana.open("sendas", ME, ME)["id"]
        with socket.create_connection(("127.0.0.1", served.port), 10) as line:
            cookie = ana.client.cookies["ludoteca"]
            path = f"/api/matches/{match}/hint"
            head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: ludoteca={cookie}"
            line.sendall(f"{head}\r\n\r\n".encode())
            wait_until(lambda: searches.begun == 1)
        wait_until(lambda: searches.stopped == 1)


def test_many_matches_of_one_client_leave_a_bot_of_another_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, real = threading.Event(), bot_pool.bot_move

    def slow(game: Any, view: Any, level: int, seed: int, stop: Stop) -> str:
        if level == 8:
            go.wait(20)
        return real(game, view, 1, seed, stop)

    monkeypatch.setattr("ludoteca.server.match.bot_driver.bot_move", slow)
    settings = Settings(**(UNLIMITED | {"thinkers": 3}))
    with Served(tmp_path, settings) as served, served.browser() as ana, served.browser() as bea:
        bea.open("sendas", ME, ME)  # a cookie first, so that she is somebody else
        try:
            for _ in range(12):
                ana.open("sendas", bot(8), ME)
            match = bea.open("sendas", bot(1), ME)["id"]
            wait_until(lambda: bea.state(match)["your_turn"])
        finally:
            go.set()


# Names, tokens, pace


def test_a_server_open_to_the_network_answers_to_its_own_names_only(tmp_path: Path) -> None:
    names = serving.host_names("0.0.0.0", ["Games.Example"])
    assert socket.gethostname().lower() in names
    with Served(tmp_path, Settings(names=names)) as served, served.browser() as ana:
        for host, status in {
            "games.example": 200,
            "GAMES.example:80": 200,
            "games.example.": 200,
            f"{socket.gethostname()}:{served.port}": 200,
            f"127.0.0.1:{served.port}": 200,
            "evil.example": 403,
            "127.0.0.1.evil.example": 403,
            "192.0.2.1": 403,
        }.items():
            assert ana.client.get("/healthz", headers={"host": host}).status_code == status, host
    assert serving.host_names("127.0.0.1") == ("127.0.0.1",)


def test_the_address_at_which_a_server_is_reached_is_its_own(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served._listening.close()
    served._listening = serving.listen("0.0.0.0", 0)
    served.port = served._listening.getsockname()[1]
    with served:
        address = f"http://127.0.0.3:{served.port}/healthz"
        assert httpx.get(address).status_code == 200
        assert httpx.get(address, headers={"host": "127.0.0.4"}).status_code == 403


def test_tokens_are_signed_and_forged_ones_are_nobody(ana: Browser) -> None:
    key = ana.served.rooms.store.key
    token = tokens.new_token(key)
    identity = tokens.read_token(key, token)
    assert identity is not None
    assert identity.signed
    assert tokens.read_token(key, token[:-1] + ("A" if token[-1] != "A" else "B")) is None
    assert tokens.read_token(bytes(32), token) is None
    old = tokens.read_token(key, token.partition(".")[0])
    assert old == tokens.Identity(holder=identity.holder, signed=False)


def test_an_unsigned_token_keeps_what_it_holds_and_gets_nothing_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"game": "sendas", "seats": [ME, ME]}
    with Served(tmp_path) as served:
        with served.browser() as ana:
            match = ana.open("sendas", ME, ME)["id"]
            secret = ana.client.cookies["ludoteca"].partition(".")[0]
        with served.browser(Authorization=f"Bearer {secret}") as program:
            assert program.state(match)["your_turn"]
            program.move(match)
            assert program.client.post("/api/matches", json=body).status_code == 201
        with served.browser(Authorization="Bearer " + "x" * 43) as stranger:
            refused = stranger.client.post("/api/matches", json=body)
            assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")
        with served.browser(Cookie=f"ludoteca={secret}") as old:
            made = old.client.post("/api/matches", json=body)
            key = served.rooms.store.key
            assert made.cookies["ludoteca"] == tokens.sign_token(key, secret)
        with served.browser(Cookie=f"ludoteca={'x' * 43}") as unknown:
            made = unknown.client.post("/api/matches", json=body)
            assert not made.cookies["ludoteca"].startswith("xxx")


@pytest.mark.parametrize("elapsed", [0.0, 0.01, 0.2, 0.29])
def test_where_cards_are_hidden_a_bot_answers_at_ticks(elapsed: float) -> None:
    settings = Settings(bot_pace=0.6, bot_tick=0.3)
    choice = Choice(move="end")
    for pace, hidden, due in (
        (0.0, False, elapsed),
        (1.0, False, 0.6),
        (0.0, True, 0.3),
        (1.0, True, 0.6),
    ):
        delay = answer_delay(settings, elapsed, pace=pace, hidden=hidden, choice=choice)
        assert elapsed + delay == pytest.approx(due)
    later = answer_delay(settings, elapsed + 0.31, pace=0.0, hidden=True, choice=choice)
    assert elapsed + 0.31 + later == pytest.approx(0.6)


def test_a_program_learns_nothing_from_the_time_of_a_bot(tmp_path: Path) -> None:
    settings = Settings(**(UNLIMITED | {"bot_tick": 0.4}))
    with Served(tmp_path, settings) as served, served.browser() as ana:
        match = ana.open("phoenix", ME, bot(1))["id"]
        wait_until(lambda: ana.state(match)["your_turn"])
        ana.move(match)
        wait_until(lambda: ana.state(match)["your_turn"])
        log = served.rooms._rooms[match].state.log
        acted = [(getattr(event, "seat", None), event.at) for event in log]
        waits = [
            after - before
            for (_, before), (seat, after) in pairwise(acted)
            if seat == 1 and after > before
        ]
        assert waits
        assert min(waits) >= 390


def test_no_stranger_who_watches_makes_a_bot_slower(
    served: Served, ana: Browser, bea: Browser
) -> None:
    match = ana.open("sendas", ME, bot())["id"]
    driver = served.run(served.rooms.room(match)).bots
    with bea.live(match, scenes=1, pace="slow") as watching:
        watching.until("state")
        assert driver._pace() == 0
        with ana.live(match, scenes=1, pace="fast") as playing:
            playing.until("state")
            assert driver._pace() == PACES["fast"]


@pytest.mark.parametrize(
    "name",
    [
        *("\u200b\u2060", "\u3164", "\u2800 \u2800", "\u0301", "\t\n"),
        *("bot 8", "BOT8", " b o t - 8", "bot level 8", "bot", "b0t \u2467"),
        *("\uff42\uff4f\uff54 \uff18", "b\u043et 3", "bo\u0301t 2", "\u0411\u043e\u0442 8"),
        *("Vega (bot, level 3)", "Vega (bot, nivel 3)", "Vega, b\u043et8"),
    ],
)
def test_names_that_nobody_sees_or_that_pose_as_bots_are_dropped(ana: Browser, name: str) -> None:
    assert tokens.clean_name(name) == ""
    match = ana.open("sendas", ME | {"name": name}, FRIEND)
    assert match["seats"][0]["name"] == ""


@pytest.mark.parametrize("name", ["Ana", "Robot", "Botticelli", "José 8", "Ботан", "8", "王"])
def test_other_names_are_kept(name: str) -> None:
    assert tokens.clean_name(f" {name}\u200b ") == name


def test_dot_files_are_not_served(
    ana: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".made-from").write_text("x")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "file.txt").write_text("x")
    (tmp_path / "seen.txt").write_text("x")
    monkeypatch.setattr("ludoteca.server.http.static.STATIC", tmp_path)
    for path, status in {"/.made-from": 404, "/.hidden/file.txt": 404, "/seen.txt": 200}.items():
        assert ana.client.get(path).status_code == status


def test_people_still_join_and_play(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    ana.move(match)
    assert bea.state(match)["your_turn"]
