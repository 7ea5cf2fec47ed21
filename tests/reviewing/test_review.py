"""Reviews: the sum is exact term by term, and equal questions get equal answers."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

import ludoteca
from ludoteca import CHANCE, Match, Review, Stop, start_review, write_match
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.core.texts import LANGUAGES
from ludoteca.match.match import RESIGN
from tests.cases import Case, case_name, load
from tests.reviewing.matches import FIVE, QUICK, SEATS, played, reviewed, unfinished

every_one = pytest.mark.parametrize("case", FIVE + SEATS, ids=case_name)
COLORITO, SENDAS, PHOENIX = ("colorito", ()), ("sendas", ()), ("phoenix", ())


def check_sums(review: Review) -> None:
    """Check the identity of every row and of every seat, without a tolerance."""
    for seat in review.seats:
        value = seat.start
        for row in review.rows:
            terms = row.luck[seat.seat] + row.decision[seat.seat] + row.unknown[seat.seat]
            assert row.value[seat.seat] - value == terms
            assert row.decision[seat.seat] <= 0
            value = row.value[seat.seat]
        assert value == seat.result
        assert seat.result - seat.start == seat.luck + seat.decisions + seat.unknown
        assert seat.luck == sum(row.luck[seat.seat] for row in review.rows)
        assert seat.decisions == sum(row.decision[seat.seat] for row in review.rows)
        assert seat.unknown == sum(row.unknown[seat.seat] for row in review.rows)
        if seat.points is not None:
            told = seat.points
            assert told.result - told.start == told.luck + told.decisions + told.unknown
            check_points(review, seat.seat, told.start)


def check_points(review: Review, seat: int, start: float) -> None:
    """Check the identity of every row in points, without a tolerance."""
    value = start
    for row in review.rows:
        assert row.points is not None
        terms = row.points.luck[seat] + row.points.decision[seat] + row.points.unknown[seat]
        assert row.points.value[seat] - value == terms
        assert row.points.decision[seat] <= 0
        value = row.points.value[seat]


@every_one
def test_result_minus_start_is_luck_and_decisions_and_unknown(case: Case) -> None:
    match, review = played(case), reviewed(case)
    assert match.outcome is not None
    assert [seat.seat for seat in review.seats] == list(range(match.game.seats))
    assert tuple(seat.result for seat in review.seats) == pytest.approx(match.outcome.returns)
    assert sum(seat.start for seat in review.seats) == pytest.approx(1, abs=1e-4)
    assert not review.partial
    check_sums(review)


@every_one
def test_each_event_has_a_row_with_its_luck_or_its_decision(case: Case) -> None:
    match, review = played(case), reviewed(case)
    assert [row.ply for row in review.rows] == list(range(1, len(match.events) + 1))
    assert [(row.seat, row.text) for row in review.rows] == [
        (event.who, event.text) for event in match.events
    ]
    for row in review.rows:
        if row.seat == CHANCE:
            assert not any(row.decision)
            assert row.judgement == ""
        else:
            assert all(row.decision[s] == 0 for s in range(match.game.seats) if s != row.seat)
            assert row.best is not None
            assert row.line[0] == row.best
    if not match.game.definition.chance:
        assert not any(any(row.luck) for row in review.rows)


@every_one
def test_a_forced_move_and_the_best_one_cost_nothing(case: Case) -> None:
    for row in reviewed(case).rows:
        if row.judgement in ("forced", "best"):
            assert not any(row.decision)
        if row.judgement in ("forced", "best", "good"):
            assert row.loss == 0
        if row.judgement in ("inaccuracy", "mistake", "blunder"):
            assert row.best != row.text
            assert row.seat is not None
            assert -row.decision[row.seat] >= row.loss - 1e-6 > 0


@pytest.mark.parametrize("case", FIVE, ids=case_name)
def test_the_luck_of_two_seats_is_opposite(case: Case) -> None:
    for row in reviewed(case).rows:
        assert row.luck[0] == pytest.approx(-row.luck[1], abs=1e-5)


def test_points_are_told_where_the_game_counts_them() -> None:
    with_points = {case[0] for case in FIVE if reviewed(case).seats[0].points is not None}
    assert with_points == {"phoenix", "rainbow"}
    match, review = played(PHOENIX), reviewed(PHOENIX)
    assert match.outcome is not None
    assert match.outcome.scores is not None
    account = review.seats[0].points
    assert account is not None
    assert account.result == match.outcome.scores[0] - match.outcome.scores[1]


def test_a_better_player_is_more_accurate() -> None:
    names = ("random", "8")
    accuracy = [ludoteca.review(played(SENDAS, 3, name), 4).seats[0].accuracy for name in names]
    assert accuracy[0] is not None
    assert accuracy[1] is not None
    assert accuracy[0] + 5 < accuracy[1]


@pytest.mark.parametrize("case", FIVE, ids=case_name)
def test_equal_budgets_give_equal_reviews_on_any_number_of_cores(case: Case) -> None:
    match = unfinished(case, 12) if not load(case).definition.hidden else played(case)
    seen: list[tuple[int, int]] = []
    again = ludoteca.review(
        match, QUICK, workers=2, progress=lambda made, total: seen.append((made, total))
    )
    assert again == ludoteca.review(match, QUICK)
    assert seen == [(n, len(match.events)) for n in range(1, len(match.events) + 1)]


def test_a_match_its_text_and_its_path_are_the_same(tmp_path: Path) -> None:
    match = played(SENDAS)
    text, path = write_match(match), tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    for source in (text, path, str(path)):
        assert ludoteca.review(source, QUICK) == reviewed(SENDAS)


def test_a_review_is_made_step_by_step_and_stopped_with_what_it_has() -> None:
    stop = Stop()
    run = start_review(played(COLORITO), QUICK, stop=stop)
    rows = []
    for row in run:
        rows.append(row)
        assert run.review().rows == tuple(rows)
        if len(rows) == 5:
            stop.now()
    review = run.review()
    assert review.partial
    assert review.rows == tuple(rows)
    assert len(rows) == 5
    check_sums(review)
    assert review.rows == reviewed(COLORITO).rows[:5]


def test_a_review_that_is_stopped_at_once_is_empty_and_partial() -> None:
    stop = Stop()
    stop.now()
    review = ludoteca.review(played(SENDAS), QUICK, stop=stop)
    assert review.partial
    assert review.rows == ()
    for told in (review.to_json(), review.to_csv(), review.to_html(), review._repr_html_()):
        assert told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", FIVE, ids=case_name)
def test_a_review_tells_itself_in_every_form(case: Case, lang: str) -> None:
    review = reviewed(case)
    plain = json.loads(review.to_json())
    assert plain["rows"][0]["text"] == review.rows[0].text
    assert plain["seats"][1]["luck"] == review.seats[1].luck
    table = list(csv.DictReader(StringIO(review.to_csv())))
    assert [row["text"] for row in table] == [row.text for row in review.rows]
    assert float(table[0]["luck_1"]) == review.rows[0].luck[1]
    assert "<svg" in review._repr_svg_()
    page = review.to_html(lang)
    assert page.count("<svg") == 2
    assert f'lang="{lang}"' in page
    for seat in (0, 1):
        assert review.text(seat, lang).endswith(".")


def test_a_resignation_gives_away_what_one_had() -> None:
    match = unfinished(SENDAS, 4)
    match.resign(1)
    review = ludoteca.review(match, QUICK)
    last = review.rows[-1]
    assert (last.seat, last.text) == (1, RESIGN)
    assert last.decision[1] == -review.rows[-2].value[1]
    assert [seat.result for seat in review.seats] == [1, 0]
    check_sums(review)


def test_an_agreed_draw_is_nobodys_decision() -> None:
    match = unfinished(SENDAS, 4)
    match.agree_draw()
    review = ludoteca.review(match, QUICK)
    assert review.rows[-1].seat is None
    assert not any(review.rows[-1].decision)
    assert [seat.result for seat in review.seats] == [0.5, 0.5]
    check_sums(review)


def test_a_match_that_goes_on_is_reviewed_in_part() -> None:
    review = ludoteca.review(unfinished(COLORITO, 6), QUICK)
    assert review.partial
    assert len(review.rows) == 6
    check_sums(review)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("case", [c for c in FIVE if load(c).definition.hidden], ids=case_name)
def test_a_running_review_is_the_same_in_every_world_its_seat_may_be_in(
    case: Case, seat: int
) -> None:
    match = unfinished(case, 9)
    told, other = (start_review(match, QUICK, seat=seat) for _ in range(2))
    changed = 0
    for index, position in enumerate(other.positions):
        if position.to_move != CHANCE:
            state = position.state()
            match.game.definition.kernels.imagine(state, seat, new_rng(index))
            other.positions[index] = Position(match.game, state, position._chance)
            changed += other.positions[index] != position
    assert changed > 5
    assert list(other) == list(told)
    assert other.review() == told.review()


def test_the_key_moments_are_rows_that_mattered() -> None:
    match = Match(load(("cadena", ())), 1)
    assert match.outcome is None
    review = reviewed(("cadena", ()))
    assert review.moments
    assert [one.ply for one in review.moments] == sorted(one.ply for one in review.moments)
    for one in review.moments:
        row = review.rows[one.ply - 1]
        part = row.luck if one.kind == "luck" else row.decision
        assert part[one.seat] == one.amount != 0


@pytest.mark.parametrize("case", [("sendas", ()), ("rainbow", ())], ids=lambda case: case[0])
def test_rows_made_one_by_one_are_the_same(case: Case) -> None:
    match = unfinished(case, 4)
    match.resign(1)
    at_once, one_by_one = start_review(match, QUICK), start_review(match, QUICK)
    rows = one_by_one.one_by_one()
    first = next(rows)
    assert one_by_one.review().partial
    assert [first, *rows] == list(at_once)
    assert one_by_one.review() == at_once.review()
