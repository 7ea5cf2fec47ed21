"""Past positions: replayed from kept ones, in threads, once for all who ask, and never for long."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import ludoteca
from ludoteca.core.chance import commitment
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.match import Event
from ludoteca.match.replay import positions
from ludoteca.server import bot_pool
from ludoteca.server.errors import Refused
from ludoteca.server.match import history, record_import
from ludoteca.server.match.history import History
from ludoteca.server.match.replays import ReplayPool
from ludoteca.server.match.state import MatchState
from ludoteca.server.match.story import Reader, Story
from ludoteca.server.wire import events
from ludoteca.server.wire.events import AnyEvent, Created, SeatPlan
from ludoteca.store import StoredMatch
from tests.cases import every_game
from tests.server.web_client import ME, Browser

SEED, HOLDER = b"s" * 32, b"h" * 32


def stored(*log: AnyEvent, game: str = "colorito") -> StoredMatch:
    """A started match with a log."""
    definition = ludoteca.load(game).definition
    created = Created(
        at=1,
        game=game,
        options={},
        rules=definition.version,
        commitment=commitment(SEED),
        seats=(SeatPlan(kind="person"), SeatPlan(kind="person")),
    )
    rows = [events.encode(event) for event in (created, events.Started(at=1), *log)]
    holders = {0: HOLDER, 1: HOLDER}
    return StoredMatch(match="m", seed=SEED, creator=HOLDER, events=rows, holders=holders)


def line(count: int, *begun: str) -> list[str]:
    """The first moves of a long game without chance, after those given."""
    match = ludoteca.Match(ludoteca.load("colorito"), SEED)
    source = Random(len(begun))
    for number in range(count):
        match.play(begun[number] if number < len(begun) else source.choice(match.position.moves()))
    return [event.text for event in match.events]


def moves(texts: list[str], first: int = 1) -> list[AnyEvent]:
    """The events of moves from a ply on, the players moving in turn."""
    plies = range(first, len(texts) + 1)
    return [events.Move(at=ply, ply=ply, seat=(ply - 1) % 2, text=texts[ply - 1]) for ply in plies]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which positions were stepped, one entry a step."""
    seen: list[str] = []
    step = Position.step

    def noted(self: Position, move: str) -> Position:
        seen.append(threading.current_thread().name)
        return step(self, move)

    monkeypatch.setattr(Position, "step", noted)
    return seen


def test_opening_a_match_replays_only_the_plies_that_stand(steps: list[str]) -> None:
    texts = line(22)
    log = moves(texts[:20])
    for _ in range(245):
        log += [*moves(texts, 21), events.Takeback(at=1, seat=0, ply=20)]
    steps.clear()
    state = MatchState(stored(*log))
    assert (state.ply, len(steps), state.branch) == (20, 20, 245)
    assert (state.status, state.to_move) == ("playing", 0)
    assert state.last is not None
    assert state.last[1] == 20


def test_a_folded_log_is_what_its_events_came_to_one_by_one() -> None:
    offer, first = events.Offer(at=1, seat=0, what="draw"), line(5)
    second = line(6, *first[:2])
    log: list[AnyEvent] = [
        *moves(first[:3]),
        events.Takeback(at=4, seat=0, ply=2),
        events.Move(at=5, ply=3, seat=0, text=second[2], id="a"),
        offer,
        *moves(second[:4], 4),
        events.Offer(at=6, seat=1, what="draw"),
        events.Answer(at=7, seat=0, accept=False),
        *moves(second[:5], 5),
        events.Takeback(at=9, seat=0, ply=4),
        offer,
        events.Draw(at=10, ply=5),
    ]
    for length in range(len(log) + 1):
        folded, taken = MatchState(stored(*log[:length])), MatchState(stored())
        for event in log[:length]:
            taken.take(event)
        for name in ("ply", "seq", "status", "to_move", "turn_seq", "branch", "offer", "declined"):
            assert getattr(folded, name) == getattr(taken, name), (length, name)
        assert folded.position == taken.position
        assert folded.last == taken.last
        assert folded.standing == taken.standing
        assert folded.match.events == taken.match.events
        assert folded.done_before([0], "a") == taken.done_before([0], "a")


@every_game
def test_any_ply_is_a_few_steps_from_a_kept_position(name: str) -> None:
    match = ludoteca.Match(ludoteca.load(name), SEED)
    while match.outcome is None and len(match.events) < 50:
        if match.position.to_move == ludoteca.CHANCE:
            match.roll()
        else:
            match.play(match.position.moves()[-1])
    every = list(positions(match))
    kept = History(every[0])
    for ply, position in enumerate(every[1:], 1):
        kept.note(ply, position)
    for ply, position in enumerate(every):
        replay = kept.replay(match.events, ply)
        assert replay.run().position == position
        assert len(replay.events) <= history.SPACING + 12


def test_few_positions_are_kept_of_a_match_however_long() -> None:
    start = ludoteca.load("sendas").start(0)
    kept = History(start)
    plies = 10 * history.SPACING * history.MOST_KEPT
    marks = {ply: start.with_chance(start._chance) for ply in range(1, plies + 1)}
    for ply, position in marks.items():
        kept.note(ply, position)
    assert len(kept) <= history.MOST_KEPT + history.RECENT
    for ply in (1, 1000, plies // 2 + 7, plies - 30, plies):
        found, position = kept.nearest(ply)
        assert 0 <= ply - found < kept.spacing
        assert position is marks.get(found, start)
    kept.cut(1000)
    assert kept.nearest(plies)[0] <= 1000
    assert kept.nearest(1000)[0] > 1000 - kept.spacing


def fake_analysis(game: object, view: Any, *_: object) -> Any:
    """An analysis whose value says where a piece stands."""
    value = len(str(view)) + sum(map(ord, str(view)))
    return SimpleNamespace(best=SimpleNamespace(value=value, exact=True))


def test_the_value_after_a_takeback_is_not_that_of_the_move_taken_back(
    ana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "help_analysis", fake_analysis)
    match = ana.open("sendas", ME, ME)["id"]

    def values() -> list[float]:
        path = f"/api/matches/{match}/evaluation"
        return [ana.get(f"{path}?ply=1")["value"], ana.get(path)["value"]]

    def play(first: str) -> list[float]:
        ana.move(match, first)
        ana.move(match, "pass")
        return values()

    before = play("g2-e4[ES]")
    ana.act(match, "offers", what="takeback", seat=0)
    assert ana.state(match)["ply"] == 0
    after = play("g2-e4[SW]")
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_nothing_is_replayed_on_the_event_loop(
    ana: Browser, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "help_analysis", fake_analysis)
    match = ludoteca.Match(ludoteca.load("colorito"), SEED)
    for move in line(40):
        match.play(move)
    text, kind = ludoteca.write_match(match, secret=True), {"content-type": "text/plain"}
    steps.clear()
    found = ana.client.post("/api/records", content=text, headers=kind).json()["id"]
    ana.get(f"/api/matches/{found}/positions/21")
    ana.get(f"/api/matches/{found}/evaluation?ply=17")
    ana.act(found, "offers", what="takeback", seat=0)
    ana.served.rooms._rooms.clear()
    ana.get(f"/api/matches/{found}")
    loop = ana.served._thread.name
    assert len(steps) > 80
    assert loop not in steps


def test_records_of_one_client_are_read_and_opened_one_at_a_time(
    ana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, most, lock = [0], [0], threading.Lock()

    def counted(work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            with lock:
                running[0] += 1
                most[0] = max(most[0], running[0])
            time.sleep(0.05)
            try:
                return work(*given)
            finally:
                running[0] -= 1

        return run

    monkeypatch.setattr(record_import, "read", counted(record_import.read))
    monkeypatch.setattr("ludoteca.server.match.rooms.MatchState", counted(MatchState))
    ana.open("sendas", ME, ME)  # the browser gets its cookie
    match = ludoteca.Match(ludoteca.load("colorito"), SEED)
    text, kind = ludoteca.write_match(match, secret=True), {"content-type": "text/plain"}

    def send(_: int) -> int:
        return ana.client.post("/api/records", content=text, headers=kind).status_code

    with ThreadPoolExecutor(4) as senders:
        assert list(senders.map(send, range(8))) == [201] * 8
    assert most == [1]


def pooled(test: Callable[[ReplayPool], Any]) -> None:
    """Runs a test with a pool."""

    async def run() -> None:
        pool = ReplayPool(threads=2, waiting=2, kept=2)
        try:
            async with asyncio.timeout(20):
                await test(pool)
        finally:
            pool.close()

    asyncio.run(run())


def test_equal_replays_are_run_once_and_the_last_results_kept() -> None:
    calls: list[int] = []
    gate = threading.Event()

    def work() -> int:
        gate.wait(20)
        calls.append(1)
        return len(calls)

    async def test(pool: ReplayPool) -> None:
        asked = [asyncio.create_task(pool.run(client, "key", work)) for client in "abcdefgh"]
        await asyncio.sleep(0.05)
        gate.set()
        assert await asyncio.gather(*asked) == [1] * 8
        assert await pool.run("z", "key", work) == 1
        await pool.run("z", "second", work)
        await pool.run("z", "third", work)
        assert await pool.run("z", "key", work) == 4
        await pool.run("z", "other", work, keep=False)
        assert "other" not in pool._kept

    pooled(test)


def test_a_client_has_one_replay_at_a_time_and_few_waiting() -> None:
    running, most = 0, 0
    lock, gate = threading.Lock(), threading.Event()

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        gate.wait(20)
        with lock:
            running -= 1

    async def test(pool: ReplayPool) -> None:
        asked = [asyncio.create_task(pool.run("a", number, work)) for number in range(3)]
        await asyncio.sleep(0.05)
        with pytest.raises(Refused, match="Too much"):
            await pool.run("a", "one more", work)
        asked[0].cancel()  # its turn goes on with its work
        other = asyncio.create_task(pool.run("b", "b", work))
        await asyncio.sleep(0.05)
        assert running == 2
        gate.set()
        await asyncio.gather(*asked[1:], other)
        assert most == 2
        assert not pool._users
        assert not pool._turns

    pooled(test)


def test_another_try_is_replayed_in_the_turn_of_the_client(ana: Browser, steps: list[str]) -> None:
    match = ana.open("colorito", ME, ME)["id"]
    for _ in range(2):
        ana.move(match)
    ana.act(match, "resign")
    steps.clear()
    ana.post(f"/api/matches/{match}/branches", {"ply": 2}, 201)
    assert steps
    assert all(name.startswith("replay") for name in steps)


@every_game
def test_a_story_is_told_a_ply_at_a_time(name: str) -> None:
    position = ludoteca.load(name).start(7)
    plies: list[Event] = []
    before = position
    while len(plies) < 6:
        who = position.to_move
        text = position.chance_text() if who == CHANCE else position.moves()[0]
        plies.append(Event(who=who, text=text))
        position = position.step(text)
    told = Story(ply=0, start=before, events=tuple(plies), first=1)
    reader = Reader(seat=None, lang="es", names=("Ana", "Bea"), you=None)
    assert sum(1 for _ in told.messages(reader, drawn=True)) == 6
