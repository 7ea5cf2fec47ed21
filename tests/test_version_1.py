"""What version 1 of the rules wrote: records, texts of positions and a database, kept for ever.

The files were written by the program as it was before the house rules of the second edition.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import registry
from ludoteca.match import read_match, verify, write_match
from ludoteca.server import tokens
from tests.cases import every_game
from tests.server.web_client import Served

DATA = Path(__file__).parent / "data"
RECORDS, POSITIONS = DATA / "records-v1", DATA / "positions-v1"
FIRST_LINE = "ludoteca-record 1\n"
SECRET = "matches-of-version-1".ljust(43, "-")
"""The secret of the one person in the database, who holds every seat."""
STORED = {"sendas": 7, "colorito": 2, "cadena": 1, "phoenix": 1, "rainbow": 1}


def records(name: str) -> Iterator[str]:
    """The records of a game."""
    for body in (RECORDS / f"{name}.txt").read_text().split(FIRST_LINE)[1:]:
        yield FIRST_LINE + body


def header(record: str, key: str) -> str:
    """One header of a record."""
    found = next(line for line in record.splitlines() if line.startswith(f"{key} "))
    return found.removeprefix(f"{key} ")


@every_game
def test_a_record_of_version_1_replays_with_the_same_result(name: str) -> None:
    found = list(records(name))
    assert found
    for record in found:
        assert header(record, "rules") == "1"
        match = verify(record).match
        assert match.outcome is not None
        shares = [f"{share:.6g}" for share in match.outcome.returns]
        assert " ".join([*shares, match.outcome.reason]) == header(record, "result")


@every_game
def test_a_record_of_version_1_can_be_written_and_read_again(name: str) -> None:
    for record in records(name):
        match = read_match(record)
        text = write_match(match)
        again = read_match(text)
        assert again.position == match.position
        assert header(text, "rules") == str(registry.definition(name).version)
        assert json.loads(header(text, "options")) == match.game.options


@every_game
def test_the_text_of_a_position_of_version_1_can_be_read(name: str) -> None:
    endings = {str(read_match(record).outcome) for record in records(name)}
    for line in (POSITIONS / f"{name}.txt").read_text().splitlines():
        options = json.loads(line.split(" ")[1])
        position = registry.load_recorded(name, options, version=1).parse(line)
        assert position.game.parse(position.text()) == position
        endings.discard(str(position.outcome))
    assert not endings


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Served]:
    """A server over the database."""
    shutil.copy(RECORDS / "matches.sqlite", tmp_path / "matches.sqlite")
    with Served(tmp_path) as served:
        yield served


def test_a_database_of_version_1_opens_and_its_matches_go_on(old: Served) -> None:
    with old.browser() as ana:
        ana.client.cookies.set(tokens.COOKIE, tokens.sign_token(old.store.key(), SECRET))
        listed = ana.get("/api/matches?limit=50")["matches"]
        count = {name: sum(match["game"] == name for match in listed) for name in STORED}
        assert count == STORED
        assert {match["status"] for match in listed} == {"playing", "over"}
        for match in listed:
            state = ana.state(match["id"])
            if match["status"] == "over" or state["to_move"] is None:
                continue
            state = ana.state(match["id"], seat=state["to_move"])
            move, fresh = state["moves"][0], f"again-{match['id']}"
            ana.act(match["id"], "moves", seq=state["seq"], move=move, id=fresh)
            assert ana.state(match["id"])["seq"] > state["seq"]
        resigned = next(match["id"] for match in listed if match["status"] == "over")
        record = read_match(ana.client.get(f"/api/matches/{resigned}/record").text)
        assert record.game.options["setup"] == "wall-1"


def test_an_old_name_of_a_setup_is_read_as_it_was_then() -> None:
    then = next(one for one in records("sendas") if '"edge"' in header(one, "options"))
    assert read_match(then).game.options["setup"] == "edge-1"
    assert ludoteca.load("sendas", setup="edge") != read_match(then).game
