"""One record for both tables: what was begun at one goes on at the other."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca.terminal import journal
from ludoteca.terminal.session import Session, bots_of, new_match
from tests.server.web_client import Browser, wait_until


def test_a_game_of_the_terminal_goes_on_at_the_web_table_and_back(
    ana: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    begun = new_match(ludoteca.load("sendas", setup="clash"), {1: "1"}, 3)
    session = Session(begun, bots={1: "1"}, journal=journal.Journal())
    session.play(session.match.position.moves()[0])
    kept = journal.find(None).read_bytes()
    kind = {"content-type": "text/plain"}
    opened = ana.client.post("/api/records", content=kept, headers=kind).json()
    assert opened["commitment"] == session.match.commitment
    seats = opened["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot"]
    wait_until(lambda: bool(ana.state(opened["id"])["moves"]))
    ana.move(opened["id"])
    file = tmp_path / "web.txt"
    file.write_text(ana.client.get(f"/api/matches/{opened['id']}/record").text, encoding="utf-8")
    match, own = journal.reopen(file)
    assert match.game.options["setup"] == "clash"
    assert [event.text for event in match.events][:1] == [begun.events[0].text]
    assert [event.who for event in match.events][:3] == [0, 1, 0]
    assert bots_of(match) == {1: "1"}
    again = Session(match, bots=bots_of(match), journal=own)
    again.play(match.position.moves()[0])
    assert len(list((tmp_path / "games").glob("*.txt"))) == 2
