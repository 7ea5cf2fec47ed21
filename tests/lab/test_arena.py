"""The arena: fair pairings, games that are saved, runs that go on where they were."""

import json
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.errors import InvalidOption
from ludoteca.lab import tournament
from ludoteca.lab.results import BrokenResults
from ludoteca.lab.tournament import Task, play_task, run
from ludoteca.lab.tournament_report import as_html, as_text
from ludoteca.match import read_match
from tests.cases import Case, case_name, every_game, load

SENDAS = load(("sendas", ()))


def test_two_games_in_a_row_have_the_same_deal_and_swapped_sides() -> None:
    rows = [
        play_task(Task(game="phoenix", options={}, names=("random", "greedy"), number=number))
        for number in (6, 7)
    ]
    first, second = (read_match(row.record) for row in rows)
    assert first.seed == second.seed
    assert first.events[0].text == second.events[0].text
    assert first.tags["player-1"] == second.tags["player-2"] == "bot random"
    assert first.outcome is not None
    assert second.outcome is not None
    assert rows[0].share == first.outcome.returns[0]
    assert rows[1].share == second.outcome.returns[1]


def test_games_without_chance_begin_with_a_random_opening_for_both_sides() -> None:
    openings = []
    for number in range(4):
        task = Task(game="sendas", options={}, names=("greedy", "random"), number=number)
        events = read_match(play_task(task).record).events
        openings.append([event.text for event in events[: tournament.OPENING]])
    assert openings[0] == openings[1] != openings[2] == openings[3]


def test_no_game_ends_in_its_opening() -> None:
    # The first draws of this number are two passes, which would be the end.
    task = Task(game="sendas", options={}, names=("greedy", "random"), number=2 * 66)
    row = play_task(task)
    assert row.decisions > 0
    assert read_match(row.record).events[0].text == "pass"


@pytest.mark.skipif(not jit.COMPILED, reason="too slow interpreted")
@every_game
def test_every_game_can_be_measured_and_every_record_is_sound(name: str, tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    standing = run(load((name, ())), ["1", "greedy", "random"], 2, save=save)
    report = standing.report()
    assert report.game == name
    assert {row.name for row in report.players} == {"1", "greedy", "random"}
    assert [(row.a, row.b, row.games) for row in report.pairs] == [
        ("1", "greedy", 2),
        ("1", "random", 2),
        ("greedy", "random", 2),
    ]
    for line in save.read_text().splitlines():
        assert ludoteca.verify(json.loads(line)["record"]).moves > 0
    assert "greedy" in as_text(standing)
    assert as_html(standing).count("<tr>") == 4


CASES: list[Case] = [("sendas", (("setup", "clash"),)), ("cadena", (("pin", "for-good"),))]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_run_goes_on_where_it_was_killed(case: Case, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    run(load(case), ["greedy", "random"], 4, save=whole)
    lines = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:2]) + lines[2][:50])
    played = []
    run(load(case), ["greedy", "random"], 4, save=cut, after=lambda s: played.append(len(s.rows)))
    assert played == [2, 3, 4]
    results = [
        [
            (row["number"], row["share"], row["record"])
            for row in map(json.loads, file.read_text().splitlines())
        ]
        for file in (whole, cut)
    ]
    assert results[0] == results[1]


def test_what_is_not_asked_for_is_left_out_of_a_saved_run(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    run(SENDAS, ["greedy", "random"], 4, save=save)
    standing = run(SENDAS, ["greedy", "random"], 2, save=save)
    assert len(standing.rows) == 2


@pytest.mark.parametrize("text", ["nonsense\n", "{}\n", "[1]\n", '{"record": 3}\n'])
def test_a_broken_file_is_refused_and_kept(text: str, tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    save.write_text(text)
    with pytest.raises(BrokenResults):
        run(SENDAS, ["greedy", "random"], 2, save=save)
    assert save.read_text() == text


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    run(SENDAS, ["greedy", "random"], 1, save=save)
    with pytest.raises(BrokenResults) as caught:
        run(load(("sendas", (("setup", "clash"),))), ["greedy", "random"], 1, save=save)
    assert caught.value.reason == "other"


def test_a_decided_question_is_not_asked_again() -> None:
    standing = run(SENDAS, ["greedy", "random"], 400, until_decided=True)
    assert 8 <= len(standing.rows) < 60


@pytest.mark.skipif(jit.MODE != "on", reason="the workers of a pool run compiled")
def test_workers_give_the_same_results(tmp_path: Path) -> None:
    alone = run(SENDAS, ["1", "random"], 4)
    together = run(SENDAS, ["1", "random"], 4, workers=2)
    shares = [
        sorted((row.number, row.share) for row in standing.rows) for standing in (alone, together)
    ]
    assert shares[0] == shares[1]


def test_an_interrupt_leaves_what_was_played() -> None:
    def stop_after_two(standing: tournament.Standing) -> None:
        if len(standing.rows) == 2:
            raise KeyboardInterrupt

    standing = run(SENDAS, ["greedy", "random"], 400, after=stop_after_two)
    assert len(standing.rows) == 2


@pytest.mark.parametrize("names", [["random"], ["random", "random"], ["random", "boss"]])
def test_players_that_cannot_meet_are_refused(names: list[str]) -> None:
    with pytest.raises(InvalidOption):
        run(SENDAS, names, 1)


def test_the_arena_is_for_two() -> None:
    with pytest.raises(InvalidOption) as caught:
        run(load(("cadena", (("players", 3), ("pin", "covered")))), ["random", "greedy"], 1)
    assert caught.value.reason == "seats"


def test_a_run_that_is_interrupted_counts_whole_deals() -> None:
    def stop_after_three(standing: tournament.Standing) -> None:
        if len(standing.rows) == 3:
            raise KeyboardInterrupt

    standing = run(SENDAS, ["greedy", "random"], 400, after=stop_after_three)
    assert standing.stopped
    report = standing.report()
    assert (report.games, report.pairs[0].games, len(standing.rows)) == (2, 2, 3)


def test_the_arena_says_what_to_do_about_more_than_two() -> None:
    with pytest.raises(InvalidOption, match=r"is for 4\. Load it for two players"):
        run(load(("cadena", (("players", 4), ("pin", "covered")))), ["random", "greedy"], 1)
