"""A match at a terminal: bots see only their view, and what was shown is not taken back."""

import pytest

import ludoteca
from ludoteca.core.errors import IllegalMove
from ludoteca.core.kernels import CHANCE
from ludoteca.match import read_match, write_match
from ludoteca.match.takeback import CannotTakeBack
from ludoteca.search.api import Stop
from ludoteca.terminal.session import (
    Session,
    bots_of,
    result_lines,
)
from tests.terminal.terminal_tables import hurried, session_of


def test_a_bot_answers_and_its_move_can_be_taken_back() -> None:
    session = session_of("sendas", {1: "random"})
    start = session.match.position
    session.play(start.moves()[0])
    session.play(session.think(Stop()))
    assert session.stage == 2
    assert session.last_path
    session.undo()
    assert session.match.position == start
    assert session.last_path == ()
    with pytest.raises(CannotTakeBack, match="no move of yours"):
        session.undo()


def test_only_the_bots_last_move_goes_too() -> None:
    session = session_of("colorito", {0: "random"})
    session.play(session.think(Stop()))
    before = session.match.position
    session.play(before.moves()[0])
    session.undo()
    assert session.match.position == before


@pytest.mark.parametrize("name", ["phoenix", "rainbow", "cadena"])
def test_what_was_shown_cannot_be_taken_back(name: str) -> None:
    session = session_of(name, {1: "random"})
    session.play(session.match.position.moves()[0])
    if session.match.position.to_move == CHANCE:
        session.roll()
    with pytest.raises(CannotTakeBack, match="were shown"):
        session.undo()


def test_bots_are_given_the_same_when_they_see_the_same() -> None:
    session = session_of("rainbow", {1: "greedy"})
    other = session_of("rainbow", {1: "greedy"})
    for table in (session, other):
        table.play(table.match.position.moves()[0])
        while table.match.position.to_move == 0:
            table.play(table.match.position.moves()[-1])
    assert session.think(Stop()) == other.think(Stop())


def test_the_record_names_who_sits_where() -> None:
    session = session_of("sendas", {1: "3"})
    assert session.match.tags.keys() == {"player-2", "date"}
    again = read_match(write_match(session.match, secret=True))
    assert bots_of(again) == {1: "3"}
    session.set_level("5")
    assert session.match.tags["player-2"] == "bot 5"
    with pytest.raises(ludoteca.InvalidOption):
        session.set_level("99")
    again.tags["player-2"] = "Ana"
    assert bots_of(again) == {}


def test_the_seats_are_swapped_in_another_game() -> None:
    session = session_of("cadena", {1: "2", 2: "2"}, players=3)
    other = session.again(swapped=True)
    assert other.people == {1}
    assert other.stage == 0
    assert session.again(swapped=False).people == {0}


def test_the_viewer_is_the_only_person_or_the_person_to_move() -> None:
    assert session_of("sendas", {0: "1"}).viewer() == 1
    two = session_of("sendas")
    assert two.viewer() == 0
    two.play("pass")
    assert two.viewer() == 1
    two.play("pass")
    assert two.viewer() == 1
    assert two.roller() == 1


def test_a_deal_is_named_but_not_told() -> None:
    session = session_of("phoenix")
    assert session.match.events[0].text.startswith("deal ")
    for seat in (0, 1, None):
        (said,) = session.sentences(0, seat, "en")
        assert said.startswith("Hand 1 of 3 is dealt.")
    dice = session_of("cadena")
    dice.play("keep 0")
    dice.roll()
    (said,) = dice.sentences(1, 0, "es")
    assert said.startswith(f"{dice.seat_name(0, 'es')} saca ")


def test_results_name_the_winner_the_reason_and_the_points() -> None:
    session = session_of("sendas", {1: "2"})
    session.play("pass")
    session.play("pass")
    assert result_lines(session, "en") == ["A draw.", "Both players passed: a draw."]
    resigned = session_of("sendas", {1: "2"})
    resigned.match.resign(1)
    assert result_lines(resigned, "es") == ["Gana: Tú.", "Un jugador abandonó."]
    assert Session(resigned.match, bots={}).last_path == ()


def test_points_are_told_where_there_are_any() -> None:
    session, move = session_of("phoenix"), hurried(1)
    while session.match.outcome is None:
        session.play(move(session.match.position))
    assert result_lines(session, "en")[2].startswith("Points: ")


def test_names_of_players() -> None:
    session = session_of("cadena", {1: "2", 2: "2"}, players=3)
    assert [session.seat_name(seat, "en") for seat in range(3)] == [
        "You",
        "Bruno",
        "Clara",
    ]
    assert session.seat_title(2, "es") == "Clara (bot 2)"
    assert session_of("sendas").seat_name(1, "es") == "Jugador 2"


def test_a_refused_move_leaves_everything_as_it_was() -> None:
    session = session_of("sendas")
    with pytest.raises(IllegalMove):
        session.play("a1*")
    assert session.stage == 0


def test_a_hint_is_a_legal_move() -> None:
    session = session_of("cadena", {1: "1"})
    assert session.hint(Stop()).best.move in session.match.position.moves()
