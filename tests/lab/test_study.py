"""Studies: games that repeat, runs that go on, figures that are right, reports that can be read."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ludoteca.core import jit
from ludoteca.core.errors import InvalidOption, UnknownGame
from ludoteca.lab.measured_game import play
from ludoteca.lab.metrics import decided_at, lead_changes
from ludoteca.lab.report.files import write_report
from ludoteca.lab.report.page import page
from ludoteca.lab.results import BrokenResults
from ludoteca.lab.rows import MeasuredGame, Share, plain, report_schema
from ludoteca.lab.study import Study, study
from ludoteca.lab.tasks import Task, check_players
from ludoteca.match import read_match

MINE = 'white = ["c2[EN]", "d2[EW]", "e2[WEN]", "f2[EW]", "g2[WN]", "e3[+]"]\n'


def games_of(made: Study) -> list[list[MeasuredGame]]:
    return [made.played(index) for index in range(len(made.lineups))]


def task(game: str, number: int, who: tuple[str, ...], **options: Any) -> Task:
    return Task(game=game, options=options, players=who, number=number, seed=3, opening=2)


def test_each_deal_is_played_from_every_seat() -> None:
    who = ("greedy", "random", "random")
    rows = [play(task("cadena", number, who, players=3)) for number in range(3)]
    matches = [read_match(row.record) for row in rows]
    assert len({match.seed for match in matches}) == 1
    seats = [[match.tags[f"player-{seat}"] for seat in (1, 2, 3)] for match in matches]
    assert [names.index("bot greedy") for names in seats] == [0, 2, 1]


def test_both_sides_of_a_game_without_chance_begin_with_the_same_plies() -> None:
    rows = [play(task("sendas", number, ("random", "random"))) for number in range(4)]
    openings = [[event.text for event in read_match(row.record).events[:2]] for row in rows]
    assert openings[0] == openings[1] != openings[2] == openings[3]
    assert rows[0].record != rows[1].record


def test_equal_seeds_give_equal_studies() -> None:
    first, again = (study("rainbow", games=4, players=["random"]) for _ in range(2))
    assert games_of(first) == games_of(again)
    other = study("rainbow", games=4, players=["random"], seed=1)
    assert games_of(first) != games_of(other)


@pytest.mark.skipif(jit.MODE != "on", reason="the workers of a pool run compiled")
def test_workers_change_nothing() -> None:
    alone = study("sendas", games=4, players=["random"])
    together = study("sendas", games=4, players=["random"], workers=2)
    assert alone.report() == together.report()


def test_a_study_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    save = tmp_path / "games.jsonl"
    whole = study("rainbow", games=4, players=["random"], save=save)
    lines = save.read_text().splitlines(keepends=True)
    save.write_text("".join(lines[:2]) + lines[2][:99])
    told: list[int] = []
    again = study(
        "rainbow",
        games=4,
        players=["random"],
        save=save,
        after=lambda made: told.append(len(made.rows)),
    )
    assert told == [2, 3, 4]
    assert again.report() == whole.report()


def test_games_of_other_rules_and_seeds_are_kept_but_not_counted(tmp_path: Path) -> None:
    save = tmp_path / "games.jsonl"
    study("rainbow", games=2, players=["random"], save=save)
    study("rainbow", {"variant": "first-edition"}, games=2, players=["random"], save=save)
    study("rainbow", games=2, players=["random"], seed=9, save=save)
    assert len(save.read_text().splitlines()) == 6


def test_an_interrupt_leaves_what_was_played() -> None:
    def stop_after_two(made: Study) -> None:
        if len(made.rows) == 2:
            raise KeyboardInterrupt

    made = study("rainbow", games=100, players=["random"], after=stop_after_two)
    assert made.stopped
    assert made.report().lineups[0].games == 2


@pytest.mark.parametrize("text", ["nonsense\n", "{}\n", "[1]\n"])
def test_a_broken_file_is_refused_and_kept(text: str, tmp_path: Path) -> None:
    save = tmp_path / "games.jsonl"
    save.write_text(text)
    with pytest.raises(BrokenResults):
        study("sendas", games=2, players=["random"], save=save)
    assert save.read_text() == text


def test_set_ups_stand_side_by_side_the_user_s_own_among_them(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE)
    compare = {"setup": ["clash", str(mine)]}
    made = study("sendas", games=2, players=["random"], compare=compare)
    labels = [one.label for one in made.report().lineups]
    assert labels == ["clash", "mine.toml"]
    assert all(len(rows) == 2 for rows in games_of(made))


def test_every_combination_is_compared() -> None:
    compare = {"players": ["2", "3"], "pin": ["all"]}
    made = study("cadena", games=1, players=["random"], compare=compare, opening=0)
    reports = made.report().lineups
    assert [one.label for one in reports] == [
        "players=2, covered",
        "players=2, for-good",
        "players=3, covered",
        "players=3, for-good",
    ]
    assert [len(one.seats) for one in reports] == [2, 2, 3, 3]
    assert [one.games for one in reports] == [2, 2, 3, 3]


def test_several_levels_meet_their_like_and_the_last_meets_the_first() -> None:
    made = study("rainbow", games=6, players=["greedy", "random"])
    reports = made.report().lineups
    assert [one.players for one in reports] == [
        ["random", "random"],
        ["greedy", "greedy"],
        ["greedy", "random"],
    ]
    assert reports[0].versus is None
    versus = reports[2].versus
    assert versus is not None
    assert (versus.player, versus.other) == ("greedy", "random")
    assert (versus.share or 0.0) > 0.5
    assert isinstance(reports[2].luck.skill, Share)


def test_players_are_in_order_and_play_by_nodes() -> None:
    assert check_players(["3", "uct", "random", "3"]) == ("random", "uct", "3")
    with pytest.raises(InvalidOption) as caught:
        check_players(["uct@1s"])
    assert caught.value.reason == "timed"


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"variant": "none"}},
        {"compare": {"variant": ["all"]}},
        {"compare": {"setup": ["nowhere"]}},
        {"players": ["9"]},
    ],
)
def test_what_the_game_does_not_have_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        study("sendas", games=1, **wrong)
    with pytest.raises(UnknownGame):
        study("chess", games=1)


def test_figures_are_those_of_the_games() -> None:
    made = study("phoenix", games=10, players=["random"])
    rows, told = made.played(0), made.report().lineups[0]
    assert told.seats[0].share == pytest.approx(sum(r.returns[0] for r in rows) / 10)
    assert told.draws.share == sum(max(row.returns) < 1 for row in rows) / 10
    moves = [sum(event.who in (0, 1) for event in read_match(r.record).events) for r in rows]
    assert told.decisions.mean == sum(moves) / 10
    assert told.lengths == sorted(len(row.turns) for row in rows) == sorted(moves)
    first = [row.returns[read_match(row.record).events[1].who or 0] for row in rows]
    assert told.begins.share == pytest.approx(sum(first) / 10)
    assert sum(told.endings.values()) == 10
    assert told.distinct == 10
    uses = {entry.key: entry.uses for entry in told.moves["kinds"]}
    assert sum(uses.values()) == sum(moves)
    assert {entry.key for entry in told.moves["cards"]} >= {"X", "R", "P1", "M2"}


def test_arrows_and_faces_are_seen() -> None:
    row = play(task("cadena", 0, ("greedy", "greedy"), players=2))
    assert row.moves["arrows"].keys() <= {
        "6→11", "14→10", "20→27", "29→24", "33→38", "37→31", "45→40"
    }  # fmt: skip
    assert sum(map(sum, row.moves["chains"].values())) == sum(row.moves["kinds"]["stand"])
    placed = play(task("rainbow", 0, ("random", "random"))).moves
    by_kind = sum(placed["kinds"]["seen"]) + sum(placed["kinds"]["blind"])
    assert sum(map(sum, placed["faces"].values())) == by_kind


def test_the_lead_changes_when_another_gets_clearly_ahead() -> None:
    assert lead_changes([[0.5, 0.5], [0.6, 0.4], [0.49, 0.51], [0.7, 0.3]]) == 0
    assert lead_changes([[0.6, 0.4], [0.4, 0.6], [0.9, 0.1]]) == 2


def test_a_game_is_decided_when_its_winner_is_ahead_for_good() -> None:
    values = [[0.6, 0.4], [0.4, 0.6], [0.6, 0.4], [0.8, 0.2]]
    row = play(task("sendas", 0, ("random", "random")))
    row.values = values
    for returns, part in (([1.0, 0.0], 0.5), ([0.0, 1.0], 1.0)):
        row.returns = returns
        assert decided_at(row) == part


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_report_is_one_page_and_tables_for_programs(lang: str, tmp_path: Path) -> None:
    made = study("cadena", games=6, players=["random", "greedy"], compare={"players": ["2", "3"]})
    write_report(made, tmp_path, lang)
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert html.count("<svg") == html.count("</svg>") > 6
    assert not re.search(r"<script|<link|src=|href=(?!\"#)", html)
    assert html == page(made.report(), lang)
    written = json.loads((tmp_path / "report.json").read_text())
    assert written == plain(made.report())
    schema = json.loads((tmp_path / "report.schema.json").read_text())
    assert schema == report_schema()
    jsonschema.validate(written, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(written | {"lineups": [{}]}, schema)
    with (tmp_path / "games.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == len(made.rows)
    with (tmp_path / "moves.csv").open(newline="") as file:
        assert {row["group"] for row in csv.DictReader(file)} >= {"kinds", "arrows", "opening"}
    assert (tmp_path / "plots" / "seats.svg").read_text().startswith("<svg")


@pytest.mark.usefixtures("nim")
def test_a_game_from_outside_can_be_studied() -> None:
    made = study("nim", games=4, players=["random"])
    assert page(made.report(), "en").count("<svg") >= 4
