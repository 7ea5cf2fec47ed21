"""The list of a client's matches. A match that cannot be read is listed as unreadable."""

import asyncio
import base64
import re
from typing import Any

import msgspec

from ludoteca.core import registry, texts
from ludoteca.core.errors import LudotecaError
from ludoteca.server import tokens
from ludoteca.server.errors import Refused
from ludoteca.server.match.projection import Viewer, match_message
from ludoteca.server.match.rooms import RoomRegistry
from ludoteca.server.wire import events
from ludoteca.server.wire.responses import Damaged, Matches, MatchMessage, Withheld
from ludoteca.store import ListedMatch, StoredMatch

Cursor = tuple[int, str]
_CURSOR = re.compile(r"(\d{1,15})\.([a-z2-7]{16})", re.ASCII)
_ENDINGS = (events.Resign, events.Draw, events.Rematch)


def read_cursor(text: str) -> Cursor:
    """Return where a page begins, from the `next` of the page before."""
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise Refused("bad_request")
    return int(found[1]), found[2]


async def page(
    rooms: RoomRegistry, holder: bytes, lang: str, *, limit: int, before: Cursor | None
) -> Matches:
    """Return a page of a client's matches, the last updated first, and the next page's cursor."""
    lines = await rooms.store.held_by(holder, limit=limit + 1, before=before)
    page = Matches([await _listed(rooms, line, holder, lang) for line in lines[:limit]])
    if len(lines) > limit:
        last = lines[limit - 1]
        page.next = f"{last.updated}.{last.match}"
    return page


async def _listed(rooms: RoomRegistry, line: ListedMatch, holder: bytes, lang: str) -> MatchMessage:
    try:
        room = await rooms.find(line.match)
    except Refused as error:
        return _unreadable(line, error, lang)
    viewer: Viewer = room.viewer(holder, lang=lang)
    await asyncio.sleep(0)  # a long list takes turns with everything else on the event loop
    return match_message(room.state, viewer, key=rooms.store.key, online=room.online)


def _unreadable(line: ListedMatch, error: Refused, lang: str) -> MatchMessage:
    """Return a match that cannot be read, in the shape of one that can."""
    return MatchMessage(
        id=line.match,
        game="",
        title=texts.say("server", "list.unreadable", lang),
        options={},
        status="unreadable",
        seats=[],
        you=[],
        same_device=False,
        to_move=None,
        your_turn=False,
        seq=0,
        ply=0,
        created=line.created,
        updated=line.updated,
        outcome=None,
        commitment="",
        hidden=False,
        chance=False,
        help=False,
        memory=False,
        draws=False,
        takebacks=False,
        lookback=False,
        reopens=False,
        invites=[],
        rematch=None,
        rematch_of=None,
        contribute=False,
        imported=False,
        branch_of=None,
        shorts=[],
        list_words={},
        reason=error.text(lang),
        log=f"/api/matches/{line.match}/log",
    )


async def raw_log(rooms: RoomRegistry, match: str, holder: bytes | None) -> bytes:
    """Return the stored events of a match for its holders, one JSON text a line.

    What may be secret is left out: in a running match with hidden cards, the texts of deals.
    """
    stored = await rooms.store.load(match) if tokens.is_match_id(match) else None
    if stored is None:
        raise Refused("not_found")
    if holder is None or not any(tokens.same(holder, one) for one in stored.holders.values()):
        raise Refused("no_seat")
    sealed = await _is_sealed(rooms, stored)
    return await asyncio.to_thread(
        lambda: b"".join(_line(raw, sealed) + b"\n" for raw in stored.events)
    )


async def _is_sealed(rooms: RoomRegistry, stored: StoredMatch) -> bool:
    """Return whether a match may still have secrets; one that cannot be read may."""
    try:
        return (await rooms.find(stored.match)).state.sealed
    except Refused:
        decoded = [_decoded(raw) for raw in stored.events]
    try:
        created = decoded[0]
        assert isinstance(created, events.Created)
        hidden = registry.definition(created.game).hidden
    except (LudotecaError, LookupError, AssertionError):
        hidden = True
    return hidden and not any(isinstance(event, _ENDINGS) for event in decoded)


def _decoded(raw: bytes) -> Any:
    try:
        return events.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def _line(raw: bytes, sealed: bool) -> bytes:
    """Return an event as a line of text, damaged ones in base64."""
    event = _decoded(raw)
    if event is None and sealed:
        return events.encode(Withheld(bytes=len(raw)))
    if isinstance(event, events.Chance) and sealed:
        line = msgspec.to_builtins(event)
        line["text"] = None
        return events.encode(line)
    try:
        msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return events.encode(Damaged(base64=base64.b64encode(raw).decode()))
    return raw.replace(b"\n", b" ")
