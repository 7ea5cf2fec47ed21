"""Matches as text: headers, a blank line, then one event a line.

    ludoteca-record 1
    game nim
    rules 1
    options {"heaps":"3-5-7"}
    commitment 5feceb66…
    contributions -
    events 2
    result *

    ; lines beginning with a semicolon are comments
    1 0 b3 ; so is what follows one
    2 1 c1

Chance events are those of "*", an agreement that of "=". `result` names each seat's share and the
reason, or *. `rules` is the version of the game's rules, by which the options are called; one that
is not named has its default. What the players added to the chance stands by seat in
`contributions-2 0:00ff 1:a7`, or, in old records, end to end in `contributions 00ffa7` (see
`contributions`). Any other header is a tag (a player's name, a date) and is kept.
"""

import json
import re
from collections.abc import Iterator

from ludoteca.core import registry
from ludoteca.core.chance import SEED_BYTES, commitment
from ludoteca.core.errors import InvalidRecord, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.kernels import CHANCE
from ludoteca.match import contributions
from ludoteca.match.match import Event, Match

FIRST_LINE = "ludoteca-record 1"
REQUIRED = ("game", "rules", "options", "commitment", "events", "result")
END_TO_END, BY_SEAT = "contributions", "contributions-2"
MAX_CHARACTERS = 5_000_000
_HEADER = re.compile(r"([a-z][a-z0-9-]{0,39}) (\S.*)")
_EVENT = re.compile(r"(\d{1,9}) (\*|=|\d) ([^;]*[^;\s])(?: ?;(.*))?", re.ASCII)
_CONTRIBUTION = re.compile(r"(\d):((?:[0-9a-f]{2})+)", re.ASCII)
_WHO = {CHANCE: "*", None: "="}


def write_result(match: Match) -> str:
    """Return the shares of the seats and the reason, or * while the match goes on."""
    outcome = match.outcome
    if outcome is None:
        return "*"
    return " ".join([*(f"{share:.6g}" for share in outcome.returns), outcome.reason])


def write_match(match: Match, *, secret: bool = False) -> str:
    """Return the record of a match, with its seed once the match is over or if `secret` is asked
    for.
    """
    headers = {
        "game": match.game.name,
        "rules": str(match.game.definition.version),
        "options": match.game.options_text(),
        "commitment": match.commitment,
        **_write_contributions(match.contributions),
        "events": str(len(match.events)),
        "result": write_result(match),
    }
    if match.seed is not None and (secret or match.outcome is not None):
        headers["seed"] = match.seed.hex()
    lines = [FIRST_LINE, *(f"{key} {value}" for key, value in (headers | match.tags).items()), ""]
    for number, event in enumerate(match.events, 1):
        lines += [f"; {line}".rstrip() for line in event.above]
        comment = f" ; {event.comment}" if event.comment else ""
        who = _WHO.get(event.who, event.who)
        lines.append(f"{number} {who} {event.text}{comment}")
    return "\n".join(lines) + "\n"


def _write_contributions(joined: bytes) -> dict[str, str]:
    """Return the header that holds the contributions."""
    by_seat = contributions.split(joined)
    if not by_seat:
        return {END_TO_END: joined.hex() or "-"}
    return {BY_SEAT: " ".join(f"{seat}:{raw.hex()}" for seat, raw in sorted(by_seat.items()))}


def read_match(text: str) -> Match:
    """Return the match of a record, every move checked.

    InvalidRecord names the line and the reason.
    """
    if not isinstance(text, str) or len(text) > MAX_CHARACTERS:
        raise InvalidRecord("not_a_record", line=1)
    lines = text.split("\n")
    if lines[0].rstrip() != FIRST_LINE:
        raise InvalidRecord("not_a_record", line=1)
    if lines[-1]:
        raise InvalidRecord("record_cut", line=len(lines))
    headers, first = _read_headers(lines)
    match = _empty_match(headers)
    for number, event in _read_events(lines, first):
        try:
            match.add(event)
        except LudotecaError as error:
            raise _at(number, error) from None
    _check_end(match, headers, len(lines) - 1)
    return match


def _at(line: int, error: LudotecaError) -> InvalidRecord:
    """Return an error with the line of the record where it occurred."""
    return InvalidRecord(error.reason, line=line, owner=error.owner, **error.details)


Headers = dict[str, tuple[int, str]]


def _read_headers(lines: list[str]) -> tuple[Headers, int]:
    """Return the headers with their line numbers, and the index of the first line of events."""
    headers: Headers = {}
    for index in range(1, len(lines)):
        line = lines[index].rstrip()
        if not line:
            break
        if line.startswith(";"):
            continue
        found = _HEADER.fullmatch(line)
        if found is None or found[1] in headers:
            raise InvalidRecord("bad_header", line=index + 1, text=line[:60])
        headers[found[1]] = (index + 1, found[2])
    for key in REQUIRED:
        if key not in headers:
            raise InvalidRecord("header_missing", line=index + 1, key=key)
    if END_TO_END not in headers and BY_SEAT not in headers:
        raise InvalidRecord("header_missing", line=index + 1, key=END_TO_END)
    return headers, index + 1


def _read_game(headers: Headers) -> Game:
    line, name = headers["game"]
    try:
        definition = registry.definition(name)
    except LudotecaError as error:
        raise _at(line, error) from None
    line, version = headers["rules"]
    if version not in {str(one) for one in (definition.version, *definition.earlier)}:
        raise InvalidRecord("rules_version", line=line, found=version, known=definition.version)
    return _read_options(name, headers["options"], int(version))


def _read_options(name: str, header: tuple[int, str], version: int) -> Game:
    """Return the game with the options of a header, called as in a version of the rules."""
    line, options = header
    try:
        table = json.loads(options)
        if not isinstance(table, dict):
            raise ValueError("the options are no table")
        game = registry.load_recorded(name, table, version=version)
    except LudotecaError as error:
        raise _at(line, error) from None
    except (ValueError, RecursionError):
        raise InvalidRecord("bad_header", line=line, text=options[:60]) from None
    if not game.has_options(options, version):
        raise InvalidRecord("bad_header", line=line, text=options[:60])
    return game


def _read_hex(headers: Headers, key: str, length: int | None) -> bytes:
    line, text = headers[key]
    try:
        raw = bytes.fromhex("" if text == "-" else text)
    except ValueError:
        raise InvalidRecord("bad_header", line=line, text=text[:60]) from None
    if length is not None and len(raw) != length:
        raise InvalidRecord("bad_header", line=line, text=text[:60])
    return raw


def _read_contributions(headers: Headers, seats: int) -> bytes:
    """Return the bytes that the contributions come to; InvalidRecord if a seat added too much."""
    key = BY_SEAT if BY_SEAT in headers else END_TO_END
    line, text = headers[key]
    if key == BY_SEAT:
        found = [_CONTRIBUTION.fullmatch(part) for part in text.split(" ")]
        by_seat = {int(part[1]): bytes.fromhex(part[2]) for part in found if part is not None}
        joined = contributions.join(by_seat)
        known = END_TO_END not in headers and _write_contributions(joined) == {BY_SEAT: text}
    else:
        joined = _read_hex(headers, key, None)
        known = contributions.split(joined) in (None, {})
    if not known or not contributions.fits(joined, seats):
        raise InvalidRecord("bad_header", line=line, text=f"{key} {text}"[:60])
    return joined


def _empty_match(headers: Headers) -> Match:
    """Return a sealed match with the game, commitment and tags of the headers."""
    game = _read_game(headers)
    promise = _read_hex(headers, "commitment", SEED_BYTES).hex()
    known = {*REQUIRED, END_TO_END, BY_SEAT, "seed"}
    tags = {key: value for key, (_, value) in headers.items() if key not in known}
    added = _read_contributions(headers, game.seats)
    return Match.sealed(game, promise, contributions=added, tags=tags)


def _read_events(lines: list[str], first: int) -> Iterator[tuple[int, Event]]:
    """Yield the events with their line numbers; numbered without a gap."""
    above: list[str] = []
    expected = 1
    for number, line in enumerate(lines[first:], first + 1):
        text = line.strip()
        if text.startswith(";"):
            above.append(text[1:].strip())
        elif text:
            found = _EVENT.fullmatch(text)
            if found is None:
                raise InvalidRecord("bad_event", line=number, text=text[:60])
            if int(found[1]) != expected:
                raise InvalidRecord("bad_number", line=number, found=found[1], expected=expected)
            who = {"*": CHANCE, "=": None}.get(found[2]) if found[2] in "*=" else int(found[2])
            comment = (found[4] or "").strip()
            yield number, Event(who=who, text=found[3], comment=comment, above=tuple(above))
            above = []
            expected += 1


def _check_end(match: Match, headers: Headers, last: int) -> None:
    """Refuse a record whose result, number of events or seed does not fit its moves."""
    line, count = headers["events"]
    if count != str(len(match.events)):
        raise (
            InvalidRecord("record_cut", line=last)
            if last
            else InvalidRecord("record_cut", line=line)
        )
    line, result = headers["result"]
    if result != write_result(match):
        raise InvalidRecord("wrong_result", line=line, found=result[:60], real=write_result(match))
    if "seed" in headers:
        line, _ = headers["seed"]
        seed = _read_hex(headers, "seed", SEED_BYTES)
        if commitment(seed) != match.commitment:
            raise InvalidRecord("seed_not_committed", line=line)
        match.unseal(seed)
