"""Non-interference over the wire: what a seat cannot know changes no byte that it is sent.

The same table is put into two states that one seat (or a spectator) cannot tell apart. Everything
that the server tells over HTTP and the live connection must be equal.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec
import pytest

from ludoteca.core import beats as core_beats
from ludoteca.core.beats import Beat
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.server.match.room import Room
from ludoteca.server.wire.events import Chance
from tests.server.web_client import ME, Browser, Served, friends, wait_until

CASES = [("phoenix", {}), ("rainbow", {}), ("rainbow", {"variant": "first-edition"})]
ASKED = (
    "",
    "/state",
    "/state?scenes=1&lang=es",
    "/state?memory=1",
    "/moves",
    "/proof",
    "/record",
    "/positions/0",
    "/review",
    "/review/1",
)
TRIED = ("xyzzy", "M3 4>7", "P2 3x5", "R", "X6", "-M3", "-X", "1", "3?", "F1", "F6", "end", "-D2")


def told(
    room: Room, browser: Browser, seat: int | None, *, thinking: bool = False, moving: bool = True
) -> bytes:
    """Everything that somebody is told who looks through a seat, or only watches."""
    match, parts = room.state.id, list[bytes]()
    query = "" if seat is None else f"seat={seat}"
    for path in ASKED:
        joint = "&" if "?" in path else "?"
        parts.append(browser.client.get(f"/api/matches/{match}{path}{joint}{query}").content)
    if thinking:
        for help_with in ("evaluation", "hint"):
            parts.append(browser.client.get(f"/api/matches/{match}/{help_with}?{query}").content)
    parts += _refusals(room, browser) if moving else []
    parts += _new_doors(room, browser)
    asked = {"scenes": 1} | ({} if seat is None else {"seat": seat})
    with browser.live(match, **asked) as live:
        live.until("state")
        parts.append(json.dumps(live.heard).encode())
    wait_until(lambda: not room.subscriptions)
    return b"\n".join(parts)


def _refusals(room: Room, browser: Browser) -> list[bytes]:
    """The answers to moves that are refused whatever is hidden: they are made out of turn."""
    parts = []
    for number, move in enumerate(TRIED):
        body = {"id": f"x{number}", "seq": room.state.seq, "move": move}
        legal = room.state.to_move in room.state.held_by(_holder(browser))
        if legal and move in room.state.position.moves():
            continue
        answer = browser.client.post(f"/api/matches/{room.state.id}/moves", json=body)
        assert answer.status_code >= 400
        parts.append(answer.content)
    return parts


def _new_doors(room: Room, browser: Browser) -> list[bytes]:
    """The answers to contributions and rematches, which change nothing while a match is played."""
    address = f"/api/matches/{room.state.id}"
    bodies = {
        "contributions": {"id": "late", "contribution": "00ff"},
        "rematch": {"id": "early", "contribute": True},
        "answers": {"id": "none", "accept": True, "contribute": True},
        "branches": {"ply": 1},
    }
    answers = [browser.client.post(f"{address}/{path}", json=body) for path, body in bodies.items()]
    assert all(answer.status_code >= 400 for answer in answers)
    return [answer.content for answer in answers]


def _holder(browser: Browser) -> bytes | None:
    from ludoteca.server.tokens import holder_of

    return holder_of(browser.client.cookies.get("ludoteca"))


def swap(room: Room, position: Position) -> None:
    """Puts the table into a state, with another seed and deal, and forgets what it worked out.

    Each second call puts everything back as it was.
    """
    state = room.state
    state.match.position = position
    state.match.seed = bytes(byte ^ 255 for byte in state.match.seed or b"")
    for seq, event in enumerate(state.log):
        if isinstance(event, Chance):
            state.log[seq] = msgspec.structs.replace(event, text=event.text[::-1])
    state.match.events[0] = replace(state.match.events[0], text=state.match.events[0].text[::-1])
    room._told = None
    room.rooms.drawings.clear()
    room.help.clear()


def imagined(position: Position, seat: int, seed: int) -> Position:
    """The same position as far as a seat can know."""
    state = position.state()
    position.game.definition.kernels.imagine(state, seat, new_rng(seed))
    return Position(position.game, state, position._chance)


def wander(room: Room, people: tuple[Browser, Browser], source: Random) -> None:
    """Plays a few random moves."""
    for _ in range(source.randrange(12)):
        seat = room.state.to_move
        if seat is None:
            return
        move = source.choice(room.state.position.moves())
        people[seat].act(room.state.id, "moves", seq=room.state.seq, move=move)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_seat_and_a_spectator_are_sent_nothing_they_cannot_know(
    served: Served, ana: Browser, bea: Browser, game: str, options: dict[str, str]
) -> None:
    source, changed = Random(1), 0
    with served.browser() as watcher:
        for trial in range(6):
            match = friends(ana, bea, game, options=options, help=True)
            room = served.rooms._rooms[match]
            wander(room, (ana, bea), source)
            true = room.state.position
            for seat, browser in enumerate((ana, bea)):
                if room.state.status != "playing":
                    continue
                thinking = trial == 0
                before = [told(room, browser, seat, thinking=thinking), told(room, watcher, None)]
                other = imagined(true, seat, trial)
                changed += other != true
                swap(room, other)
                after = [told(room, browser, seat, thinking=thinking), told(room, watcher, None)]
                swap(room, true)
                assert after == before
    assert changed


def test_a_difference_that_can_be_seen_is_seen(served: Served, ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "phoenix")
    room = served.rooms._rooms[match]
    true = room.state.position
    before = told(room, bea, 1)
    swap(room, imagined(true, 0, 3))
    assert told(room, bea, 1) != before
    swap(room, true)


def behind_the_curtain(room: Room, browser: Browser) -> bytes:
    """Everything that a device with all hands is told while none of them is uncovered."""
    address, seq = f"/api/matches/{room.state.id}", room.state.seq
    parts = [told(room, browser, None, moving=False)]
    for path in ("hint", "evaluation", "evaluation?ply=1", "hint?seat=", "evaluation?seat="):
        parts.append(browser.client.get(f"{address}/{path}").content)
    for move in TRIED:
        body = {"seq": seq, "moves": [move]}
        parts.append(browser.client.post(f"{address}/previews", json=body).content)
    for pick in ("card:M3", "hand:1", "row:1", "discard", "nothing"):
        body = {"seq": seq, "path": [pick]}
        parts.append(browser.client.post(f"{address}/why", json=body).content)
    return b"\n".join(parts)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_device_is_told_nothing_of_any_hand_behind_the_curtain(
    served: Served, ana: Browser, game: str, options: dict[str, str]
) -> None:
    match = ana.open(game, ME, ME, options=options, help=True)["id"]
    room = served.rooms._rooms[match]
    true = room.state.position
    seat = room.state.to_move
    assert seat is not None
    before = behind_the_curtain(room, ana)
    # What neither the other seat nor a spectator can tell apart: the hand of the seat to move.
    for seed in range(3):
        other = imagined(true, 1 - seat, seed)
        assert other != true
        swap(room, other)
        after = behind_the_curtain(room, ana)
        swap(room, true)
        assert after == before


# Beats asked for with `since`

Ply = tuple[Position, Position]
"""The positions before and after the last ply."""


def swap_ply(room: Room, ply: Ply) -> None:
    """Puts the table into a state that the same last move led to from another one."""
    (before, after), state = ply, room.state
    assert state.last is not None
    swap(room, after)
    state.last = (before, *state.last[1:])
    state.history._recent.clear()
    state.history.note(state.ply - 1, before)
    state.history.note(state.ply, after)


def told_since(room: Room, browser: Browser, seat: int | None) -> tuple[bytes, int]:
    """What somebody is told who has seen all but the last ply, and how many beats of the state."""
    address, since = f"/api/matches/{room.state.id}", room.state.standing[-1] - 1
    looking: dict[str, str | int] = {} if seat is None else {"seat": seat}
    wishes: list[dict[str, str | int]] = [
        {"scenes": 1},
        {"scenes": 1, "lang": "es"},
        {},
        {"memory": 1},
    ]
    parts = []
    for wish in wishes:
        asked: dict[str, str | int] = {"since": since, **looking, **wish}
        parts.append(browser.client.get(f"{address}/state", params=asked).content)
    past = f"{address}/positions/{room.state.ply}"
    parts.append(browser.client.get(past, params={"scenes": 1, **looking}).content)
    with browser.live(room.state.id, since=since, scenes=1, **looking) as live:
        beats = len(live.until("state")["beats"])
        parts.append(json.dumps(live.heard).encode())
    wait_until(lambda: not room.subscriptions)
    return b"\n".join(parts), beats


def other_ply(before: Position, after: Position, move: str, seat: int, seed: int) -> Ply | None:
    """The same move in another world that a seat cannot tell apart before or after it."""
    other = imagined(before, seat, seed)
    if other == before or move not in other.moves():
        return None
    led = other.step(move)
    return (other, led) if led.view(seat, memory=True) == after.view(seat, memory=True) else None


def pairs_since(
    served: Served, ana: Browser, bea: Browser, game: str, options: dict[str, str]
) -> Iterator[tuple[bytes, bytes]]:
    """What the other seat and a spectator are told of a last move in two worlds they cannot tell
    apart."""
    source = Random(2)
    with served.browser() as watcher:
        for trial in range(40):
            match = friends(ana, bea, game, options=options)
            room = served.rooms._rooms[match]
            wander(room, (ana, bea), source)
            before, mover, ply = room.state.position, room.state.to_move, room.state.ply
            if mover is None:
                continue
            move = source.choice(before.moves())
            (ana, bea)[mover].act(match, "moves", seq=room.state.seq, move=move)
            if room.state.ply != ply + 1 or room.state.status != "playing":
                continue
            true, seat = (before, room.state.position), 1 - mover
            other = other_ply(*true, move, seat, trial)
            if other is None:
                continue
            readers = ((ana, bea)[seat], seat), (watcher, None)
            first = [told_since(room, *reader) for reader in readers]
            assert all(beats for _, beats in first)
            swap_ply(room, other)
            second = [told_since(room, *reader) for reader in readers]
            swap_ply(room, true)
            yield b"".join(told for told, _ in first), b"".join(told for told, _ in second)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_beats_asked_for_later_hold_nothing_that_the_reader_cannot_know(
    served: Served, ana: Browser, bea: Browser, game: str, options: dict[str, str]
) -> None:
    compared = 0
    for first, second in pairs_since(served, ana, bea, game, options):
        assert first == second
        compared += 1
    assert compared >= 5


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_beat_that_tells_a_hidden_hand_is_seen(
    served: Served,
    ana: Browser,
    bea: Browser,
    game: str,
    options: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = core_beats.beats

    def leaking(
        before: Position, event: str, after: Position, seat: int | None, *, memory: bool = False
    ) -> tuple[Beat, ...]:
        """Names a thing after the hands before the move."""
        first, *others = honest(before, event, after, seat, memory=memory)
        return replace(first, things=(str(before.reveal()["hands"]),)), *others

    monkeypatch.setattr(core_beats, "beats", leaking)
    pairs = pairs_since(served, ana, bea, game, options)
    assert any(first != second for first, second in pairs)
