"""One move, followed from the socket of its player to that of the other: a short way."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import ludoteca
from ludoteca.match import Event
from ludoteca.server.match.commands import Decision
from ludoteca.server.wire import events, live, requests, responses
from ludoteca.store import Write
from tests.server.web_client import Live, Message, Served, friends

ROOT = str(Path(ludoteca.__file__).parent)
FORMS = (requests.MoveAction, events.Move, Decision, Write)
SENT = (live.EventsMessage, responses.StateMessage)
MOST = 17
"""With the rules of the game and the client's own files a move passes through 25 at most."""


def holds(value: Any, move: str) -> bool:
    """Whether a value is the move in one of its forms, or what is sent because of it."""
    if isinstance(value, FORMS + SENT):
        return True
    if isinstance(value, Event):
        return value.text == move
    if isinstance(value, str):
        return move in value
    if isinstance(value, bytes):
        return move.encode() in value
    return isinstance(value, list | tuple) and any(holds(one, move) for one in value[:50])


@contextmanager
def followed(move: list[str]) -> Iterator[set[str]]:
    """The files of the package with a function that takes or returns the move, while it is set."""
    files: set[str] = set()

    def note(frame: FrameType, what: str, returned: Any) -> None:
        code = frame.f_code
        if not move or not code.co_filename.startswith(ROOT) or what not in ("call", "return"):
            return
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = [frame.f_locals.get(name) for name in names] if what == "call" else [returned]
        if any(holds(value, move[0]) for value in given):
            files.add(code.co_filename.removeprefix(ROOT))

    before = sys.getprofile()
    threading.setprofile(note)
    yield files
    threading.setprofile(before)


def last_state(connection: Live) -> Message:
    """The state that a client has."""
    return [message for message in connection.heard if message["type"] == "state"][-1]


def test_a_move_is_handed_through_few_files(tmp_path: Path) -> None:
    move: list[str] = []
    with (
        followed(move) as files,
        Served(tmp_path) as served,
        served.browser() as ana,
        served.browser() as bea,
    ):
        match = friends(ana, bea, "sendas")
        with ana.live(match, scenes=1) as mine, bea.live(match, scenes=1) as other:
            seq = mine.until("state", your_turn=True)["seq"]
            other.until("state")
            chosen = ana.state(match)["moves"][0]
            move.append(chosen)
            mine.send(type="move", id="m1", seq=seq, move=chosen)
            mine.until("state", your_turn=False)
            other.until("state", your_turn=True)
            move.clear()
            assert last_state(other)["last"]["text"] == chosen
    assert {"/server/websocket.py", "/server/match/room.py", "/server/subscription.py"} <= files
    assert len(files) <= MOST, sorted(files)
