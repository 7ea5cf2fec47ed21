"""One rule for every table: seat headers, takebacks, the play loop, default levels, data folder."""

import inspect
from pathlib import Path

import pytest

import ludoteca
from ludoteca.cli.analyse import analyse as analyse_command
from ludoteca.cli.study import study as study_command
from ludoteca.core.folders import data_folder
from ludoteca.core.kernels import CHANCE
from ludoteca.match import Match, read_match, write_match
from ludoteca.match.play import move_of, play_out
from ludoteca.match.seats import bots_of, seat_names, seat_tags, without_seats
from ludoteca.match.takeback import CannotTakeBack, events_kept, last_mover
from ludoteca.search.defaults import DEFAULT_LEVEL, HINT_LEVEL
from ludoteca.search.players import player
from ludoteca.server.http.catalog import facts
from ludoteca.server.match.record_import import read as import_record
from ludoteca.server.wire.events import SeatPlan
from ludoteca.terminal import journal


def test_headers_name_bots_and_people_by_seat() -> None:
    tags = seat_tags({1: "4"}, {0: "Ana", 1: "", 2: ""})
    assert tags == {"player-1": "Ana", "player-2": "bot 4"}
    assert bots_of(tags, 3) == {1: "4"}
    assert seat_names(tags, 3) == ["Ana", "bot 4", ""]
    assert without_seats(tags | {"date": "2026-01-01", "seat-0": "person"}) == {
        "date": "2026-01-01"
    }


def test_headers_of_old_records_are_read() -> None:
    old = {"seat-0": "person", "seat-1": "uct@0.5s", "date": "2025-01-01"}
    assert bots_of(old, 2) == {1: "uct@0.5s"}
    assert seat_names(old, 2) == ["", "bot uct@0.5s"]
    assert bots_of(old | {"player-2": "Ana"}, 2) == {}


@pytest.mark.parametrize("tags", [{"seat-0": "person", "seat-1": "2"}, {"player-2": "bot 2"}])
def test_the_bot_of_a_terminal_record_keeps_its_seat_at_the_web_table(
    tags: dict[str, str],
) -> None:
    match = Match(ludoteca.load("sendas"), 1, tags=tags)
    match.play(match.position.moves()[0])
    created, _, _ = import_record(write_match(match, secret=True).encode())
    assert created.seats == (SeatPlan(kind="person"), SeatPlan(kind="bot", level=2))


def test_a_takeback_goes_to_the_last_decision_of_those_who_ask() -> None:
    match = Match(ludoteca.load("sendas"), 1)
    with pytest.raises(CannotTakeBack, match="no move of yours"):
        events_kept(match, (0,))
    for _ in range(3):
        match.play(match.position.moves()[0])
    assert [events_kept(match, seats) for seats in ((0,), (1,), (0, 1))] == [2, 1, 2]
    assert last_mover(match, (1,)) == 1
    match.resign(0)
    with pytest.raises(CannotTakeBack, match="over"):
        events_kept(match, (0, 1))


def test_nothing_is_taken_back_after_a_roll() -> None:
    match = Match(ludoteca.load("cadena"), 1)
    while match.position.to_move != CHANCE:
        match.play(match.position.moves()[0])
    mover = match.events[-1].who
    assert events_kept(match, (0, 1)) == len(match.events) - 1
    match.roll()
    with pytest.raises(CannotTakeBack, match="shown"):
        events_kept(match, (int(mover or 0),))


def test_a_match_is_played_out_by_players() -> None:
    match, seen = Match(ludoteca.load("rainbow"), 5), []
    bot = player("random")
    count = play_out(
        match,
        lambda position, seat, decision: move_of(bot, position, seed=decision),
        lambda before, move, after: seen.append((before.to_move, move)),
    )
    assert match.outcome is not None
    moves = [(event.who, event.text) for event in match.events if event.who in (0, 1)]
    assert moves == seen
    assert count == len(seen)
    assert read_match(write_match(match)).outcome == match.outcome


def test_default_levels_are_the_same_everywhere() -> None:
    assert facts("sendas", "en").level == DEFAULT_LEVEL
    levels = next(option for option in study_command.params if option.name == "levels")
    assert levels.default == (str(DEFAULT_LEVEL),)
    budget = next(option for option in analyse_command.params if option.name == "budget")
    assert budget.default == str(HINT_LEVEL)
    assert inspect.signature(ludoteca.analyse).parameters["budget"].default == HINT_LEVEL


def test_one_variable_moves_all_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert journal.folder() == tmp_path / "games"
    monkeypatch.delenv("LUDOTECA_DATA")
    assert data_folder().name == "ludoteca"
