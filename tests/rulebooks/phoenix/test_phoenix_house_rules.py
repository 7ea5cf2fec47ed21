"""The house rules of Phoenix: scores for runs, the end of the deck, the starter by lot."""

from random import Random

import pytest

import ludoteca
from ludoteca import IllegalMove, InvalidPosition, Position
from ludoteca.core.encoding import encoding
from ludoteca.rulebooks.phoenix import rules, validation
from tests.rulebooks.phoenix.phoenix_table import (
    ONE_TURN,
    after,
    changed,
    deal_text,
    drawn,
    draws,
    table,
)

OTHER = "ORYGORYGOR"


def scored(line: str, runs: str) -> int:
    """The points of the runs of a line when a hand ends without an order."""
    position = table(deck=ONE_TURN, lines=(line, OTHER), top="R", options={"runs": runs})
    ended = position.step("-R")
    points: int = ended.view(0)["points"][0][0]["runs"]
    # The table can be written and read again, so the points are possible ones.
    assert ended.game.parse(ended.text()) == ended
    return points


@pytest.mark.parametrize(
    ("line", "each", "once", "nested"),
    [
        ("BBGGPPYYBG", 0, 0, 0),
        ("BBBGPPYYGP", 2, 2, 2),
        ("BBBBPPYYGP", 3, 3, 5),
        ("BBBBBPYYGP", 4, 4, 9),
        ("BBBPPPPYGY", 5, 3, 7),
        ("BBBBBPPPPP", 8, 4, 18),
        ("BBBPPPYYYG", 6, 2, 6),
        ("BBBGPPPYRO", 4, 2, 4),
    ],
)
def test_runs_score_each_or_once_or_nested(line: str, each: int, once: int, nested: int) -> None:
    other = {"each": each, "once": once, "nested": nested}
    assert {runs: scored(line, runs) for runs in other} == other


def test_the_evaluation_counts_runs_as_the_option_does() -> None:
    values = []
    for runs in ("each", "once", "nested"):
        position = table(lines=("BBBBPPPPYG", OTHER), options={"runs": runs})
        values.append(position.game.definition.kernels.lead(position.state(), 0))
    assert values[1] < values[0] < values[2]


def test_impossible_points_are_refused_in_each_mode() -> None:
    for runs, impossible in (("each", 9), ("once", 5), ("nested", 3)):
        position = table(deck=ONE_TURN, top="R", options={"runs": runs}).step("-R")
        position = position.step(deal_text(position.game, starter=1))
        points = position.state().points.copy()
        points[0, 0, rules.RUNS] = impossible
        with pytest.raises(InvalidPosition):
            validation.check(changed(position, points=points)._state, position.game.state())
        with pytest.raises(InvalidPosition):
            validation.check(changed(position, runs=7)._state, position.game.state())


def until_empty(deck_end: str) -> Position:
    """The position after the draw that empties the deck."""
    position = table(starter=1, options={"deck_end": deck_end})
    for _ in range(40):
        position = position.step(next(move for move in position.moves() if move[0] == "-"))
    return position


def test_play_goes_on_until_a_card_cannot_be_drawn() -> None:
    assert until_empty("last-draw").to_move == ludoteca.CHANCE
    position = until_empty("cannot-draw")
    assert (position.to_move, position.view(0)["deck_count"]) == (1, 0)
    assert position.game.parse(position.text()) == position
    last = position.step(next(move for move in position.moves() if move[0] == "-"))
    assert last.to_move == ludoteca.CHANCE
    assert last.view(0)["card_counts"] == [5, 4]
    assert [seat["first"] for seat in last.view(0)["points"][0]] == [0, 0]
    assert last.game.parse(last.text()) == last


def test_the_order_can_be_reached_on_the_turn_after_the_last_draw() -> None:
    lines = ("RRRROOYYBG", "OYGBPOYGBP")
    options = {"deck_end": "cannot-draw"}
    position = after(table(deck={"P1": 11}, lines=lines, starter=1, options=options), "P1 1x2")
    assert (position.to_move, position.view(0)["deck_count"]) == (0, 0)
    won = position.step("P1 9x10")
    assert won.reveal()["scores"] == [5 + 3, 0]
    assert won.game.parse(won.text()) == won


def test_no_turn_comes_after_the_one_without_a_draw() -> None:
    position = until_empty("cannot-draw")
    with pytest.raises(InvalidPosition):
        validation.check(changed(position, turn=42)._state, position.game.state())
    ended = until_empty("last-draw")
    with pytest.raises(InvalidPosition):
        validation.check(changed(ended, turn=41, drawn=50)._state, ended.game.state())


def second_deal(starter: str) -> Position:
    """The position before the second deal; seat 0 started the first hand."""
    position = table(deck=ONE_TURN, top="R", options={"starter": starter})
    return position.step("-R")


def test_the_starter_alternates_or_a_lot_decides_in_every_hand() -> None:
    usual, lot = second_deal("alternate"), second_deal("lot")
    with pytest.raises(IllegalMove):
        usual.step(deal_text(usual.game, starter=0))
    assert usual.step(deal_text(usual.game, starter=1)).to_move == 1
    for seat in range(2):
        text = deal_text(lot.game, starter=seat)
        dealt = lot.step(text)
        assert dealt.to_move == seat
        assert dealt.view(0)["hand"] == 2
        assert dealt.game.parse(dealt.text()) == dealt


def test_the_lot_is_the_first_draw_of_a_deal() -> None:
    lot = second_deal("lot")
    assert draws(lot) == {0: 1, 1: 1}
    assert len(draws(drawn(lot, 0))) == rules.COLOURS
    assert len(draws(second_deal("alternate"))) == rules.COLOURS


def test_the_lot_of_later_hands_is_drawn_from_the_seed() -> None:
    starters = set()
    game = ludoteca.load("phoenix", deck=ONE_TURN, starter="lot")
    for seed in range(12):
        match = ludoteca.Match(game, seed)
        while match.outcome is None:
            match.play(match.position.moves()[-1])
        deals = [event.text.split(" ")[1] for event in match.events if event.who == -1]
        assert len(deals) == 3
        starters.add(tuple(deals))
        ludoteca.verify(ludoteca.write_match(match))
    assert any(first == second for first, second, _ in starters)
    assert any(first != second for first, second, _ in starters)


def test_views_and_numbers_hold_with_all_house_rules() -> None:
    options = {"runs": "nested", "deck_end": "cannot-draw", "starter": "lot"}
    game, coded = ludoteca.load("phoenix", **options), encoding("phoenix")
    position, source = game.start(3), Random(3)
    while position.to_move is not None:
        for seat in range(2):
            seen = position.view(seat, memory=True)
            state = game.imagine(seen, ludoteca.core.rng.new_rng("x"))
            assert (coded.observe(state, seat) == coded.observe(position.state(), seat)).all()
            assert (coded.observe(state, seat) <= coded.most).all()
        position = position.play(source.choice([m for m in position.moves() if m[0] == "-"]))
    assert position.outcome is not None
