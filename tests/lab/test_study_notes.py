"""What a study notes of a game: who begins, where turns begin, of what kind moves are."""

from itertools import pairwise
from typing import Any

import pytest

from ludoteca.lab.measured_game import play
from ludoteca.lab.metrics import figures
from ludoteca.lab.rows import MeasuredGame
from ludoteca.lab.tasks import Lineup, Task, lineups, side_by_side
from ludoteca.match import Match, read_match
from ludoteca.rulebooks.colorito.study import classify as strides


def row_of(game: str, number: int = 0, **options: Any) -> MeasuredGame:
    who = ("random",) * options.get("players", 2)
    return play(Task(game=game, options=options, players=who, number=number, seed=3, opening=0))


def lineup_of(game: str) -> Lineup:
    return lineups(side_by_side(game, {}, {}), ["random"], 0)[0]


def replayed(row: MeasuredGame) -> Match:
    return read_match(row.record)


def test_in_phoenix_the_lot_says_who_begins() -> None:
    rows = [row_of("phoenix", number) for number in range(12)]
    movers = [next(e.who for e in replayed(row).events if e.who in (0, 1)) for row in rows]
    assert [row.begins for row in rows] == movers
    assert set(movers) == {0, 1}


@pytest.mark.parametrize("game", ["rainbow", "colorito", "sendas"])
def test_elsewhere_the_first_seat_begins(game: str) -> None:
    assert row_of(game).begins == 0


def test_who_begins_takes_what_the_beginner_took_and_openings_are_theirs() -> None:
    rows = [row_of("phoenix", number) for number in range(12)]
    for row in rows:
        row.opening = "X1"
        row.returns = [0.0, 1.0] if row.begins else [1.0, 0.0]
    told = figures(lineup_of("phoenix"), rows)
    assert told.begins.share == told.begins.wins.share == 1.0
    assert (told.seats[0].share or 0.0) < 1.0
    (opening,) = told.openings
    assert (opening.key, opening.games, opening.share) == ("X1", 12, 1.0)


def test_wins_draws_and_losses_are_counted_by_seat() -> None:
    rows = [row_of("rainbow", number) for number in range(8)]
    for row, share in zip(rows, (1.0, 1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.0), strict=True):
        row.returns = [share, 1 - share]
    first, second = figures(lineup_of("rainbow"), rows).seats
    assert [getattr(first, key).share for key in ("wins", "draws", "losses")] == [0.5, 0.25, 0.25]
    assert [getattr(second, key).share for key in ("wins", "draws", "losses")] == [0.25, 0.25, 0.5]
    assert first.wins.low < 0.5 < first.wins.high


def test_who_loses_a_round_of_rainbow_has_two_turns_in_a_row() -> None:
    row = row_of("rainbow")
    position, turns, decision = Match(replayed(row).game, replayed(row).seed).position, [0], 0
    for event in replayed(row).events:
        if event.who in (0, 1):
            before, position = position, position.play(event.text)
            decision += 1
            # The turn is over when another seat is to move, or when the row has been paid.
            paid = sum(position.state().won) > sum(before.state().won)
            if position.to_move != before.to_move or paid:
                turns.append(decision)
    assert row.turns == [turn for turn in turns if turn < decision]
    movers = [event.who for event in replayed(row).events if event.who in (0, 1)]
    starts = [movers[turn] for turn in row.turns]
    assert any(one == other for one, other in pairwise(starts))


def test_each_card_of_phoenix_is_a_turn() -> None:
    row = row_of("phoenix")
    assert row.turns == list(range(len(row.branching)))


def test_a_turn_of_cadena_begins_with_what_to_keep() -> None:
    row = row_of("cadena", players=3)
    moves = [event.text for event in replayed(row).events if event.who in (0, 1, 2)]
    assert row.turns == [n for n, move in enumerate(moves) if move.startswith("keep")]


@pytest.mark.parametrize(
    ("move", "kind", "ranks"),
    [
        ("c2-c3", "step", "1"),
        ("c2-d3", "step", "1"),
        ("c2-c4", "jump", "2"),
        ("c2-g6", "jump", "4"),
        ("c2-c5", "step_jump", "3"),
        ("c4-d2", "step_jump", "-2"),
        ("j9-j10", "step", "1"),
    ],
)
def test_colorito_tells_steps_from_jumps(move: str, kind: str, ranks: str) -> None:
    position = lineup_of("colorito").game.start()
    assert list(strides(position, move, position)) == [("kinds", kind), ("ranks", ranks)]
    after = position.play(position.moves()[0])
    assert list(strides(after, move, position))[1] == ("ranks", str(-int(ranks)))
    assert list(strides(position, "pass", position)) == []
