"""What a report says: no more than it knows, and by names that tell things apart."""

import csv
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludoteca.core.errors import InvalidOption
from ludoteca.lab import comparisons
from ludoteca.lab.report import plots
from ludoteca.lab.report.files import write_report
from ludoteca.lab.report.findings import findings
from ludoteca.lab.report.labels import name_of
from ludoteca.lab.report.page import page
from ludoteca.lab.report.pictures import pictures
from ludoteca.lab.results import BrokenResults, record_at
from ludoteca.lab.rows import Share, StudyReport
from ludoteca.lab.study import Study, study


@pytest.fixture(scope="module")
def made() -> Study:
    """Some games of two variants and two players."""
    variants = {"variant": ["all"]}
    return study("rainbow", games=6, players=["greedy", "random"], compare=variants)


def setup_file(path: Path, rank: int) -> str:
    """A set-up of Sendas, a rank further forward or back."""
    pieces = [f"{file}{rank}[{ends}]" for file, ends in zip("cdefg", PIECES, strict=True)]
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"white = {[*pieces, f'e{rank + 1}[+]']}\n".replace("'", '"'))
    return str(path)


PIECES = ("EN", "EW", "WEN", "EW", "WN")


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    files = [setup_file(tmp_path / name / "my.toml", rank) for name, rank in (("a", 2), ("b", 3))]
    files.append(setup_file(tmp_path / "other.toml", 1))
    told = study("sendas", games=2, players=["random"], compare={"setup": files}).report()
    labels = [one.label for one in told.lineups]
    assert labels == [str(Path("a", "my.toml")), str(Path("b", "my.toml")), "other.toml"]


def test_the_same_game_twice_is_refused(tmp_path: Path) -> None:
    files = [setup_file(tmp_path / name, 2) for name in ("one.toml", "other.toml")]
    with pytest.raises(InvalidOption, match=r"one\.toml and other\.toml are the same game"):
        study("sendas", games=2, players=["random"], compare={"setup": files})


def test_an_option_is_given_or_compared() -> None:
    with pytest.raises(InvalidOption, match="players is given and compared"):
        study("cadena", {"players": 3}, games=2, players=["random"], compare={"players": ["2"]})


def test_the_usual_rules_have_a_name_in_both_languages(made: Study) -> None:
    usual, first = made.report().lineups[0], made.report().lineups[3]
    assert name_of(usual, "en") == "usual rules · random"
    assert name_of(usual, "es") == "reglas habituales · random"
    assert name_of(first, "es") == "first-edition · random"


def test_players_are_named_and_nobody_is_called_stronger(made: Study) -> None:
    report = made.report()
    assert name_of(report.lineups[2], "en") == "usual rules · greedy : random"
    said = findings(report, "en")[2]
    assert re.match(r"usual rules: greedy takes \d+% \(\d+% to \d+%\) from random\.", said)
    html = page(report, "en")
    assert "stronger" not in html
    assert re.search(r"greedy takes [\d.]+% \([^)]*\) from random", html)


def test_few_games_say_little(made: Study) -> None:
    for text in findings(made.report(), "en"):
        assert "deal alone decides" not in text
        assert "typical game" not in text


@pytest.fixture(scope="module")
def enough() -> StudyReport:
    """The report of enough games to say something."""
    return study("rainbow", games=30, players=["random"]).report()


@pytest.mark.parametrize(("lang", "interval"), [("en", r"\(\d+% to \d+%\)"), ("es", r"\(de \d+%")])
def test_every_share_that_is_said_has_its_interval(
    lang: str, interval: str, enough: StudyReport
) -> None:
    (text,) = findings(enough, lang)
    assert len(re.findall(interval, text)) == len(re.findall(r"\d+%", text)) / 3 >= 3


def test_a_report_says_how_many_games_it_rests_on(made: Study) -> None:
    assert "Unfinished" not in page(made.report(), "en")
    odd = study("rainbow", games=5, players=["random"]).report()
    assert (odd.games, odd.played, odd.finished) == (5, 6, True)
    assert "Bots played 6 games" in page(odd, "en")


def test_a_report_of_a_study_that_was_stopped_says_so() -> None:
    def stop(made: Study) -> None:
        if len(made.rows) == 3:
            raise KeyboardInterrupt

    report = study("rainbow", games=8, players=["random"], after=stop).report()
    assert (report.played, report.wanted, report.finished) == (3, 8, False)
    assert "Unfinished: 3 of 8 games" in page(report, "en")
    assert "Sin terminar: se han jugado 3 de 8" in page(report, "es")


def test_results_by_seat_are_in_the_page_and_in_a_table(made: Study, tmp_path: Path) -> None:
    report = write_report(made, tmp_path, "en")
    with (tmp_path / "seats.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["who"] for row in rows[:3]] == ["begins", "seat 1", "seat 2"]
    assert {"greedy"} < {row["who"] for row in rows}
    first = report.lineups[0].seats[0]
    assert float(rows[1]["wins"]) == first.wins.share
    assert float(rows[1]["draws_high"]) == first.draws.high
    html = (tmp_path / "report.html").read_text()
    assert all(f"<th>{head}</th>" in html for head in ("wins", "draws", "losses", "seat"))


def test_all_lineups_are_drawn_however_many(made: Study) -> None:
    report = made.report()
    one = report.lineups[0]
    many = [replace(one, compared={"variant": f"v{number}"}) for number in range(12)]
    crowd = replace(report, lineups=many)
    drawn = pictures(crowd, "en")
    assert drawn["lengths"].count("<polyline") == drawn["branching"].count("<polyline") == 12
    assert page(crowd, "en").count(">Which moves win: ") == 24  # in the contents, too
    looks = re.findall(r"<polyline[^>]*(stroke-width.*)/>", drawn["branching"])
    assert len(set(looks)) == 12


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_plot_says_what_its_axes_count(made: Study, lang: str) -> None:
    from ludoteca.lab.report.labels import say

    drawn = pictures(made.report(), lang)
    axes = {
        "seats": ["axis_share"],
        "draws": ["axis_games"],
        "lengths": ["turns", "axis_percent"],
        "branching": ["axis_part", "axis_moves"],
        "lead": ["axis_part", "axis_leader"],
        "luck": ["axis_variance"],
    }
    assert drawn.keys() == axes.keys()
    for name, keys in axes.items():
        assert all(f">{say(key, lang)}</text>" in drawn[name] for key in keys), name


def test_long_names_are_shown_whole() -> None:
    name = "docs/games/sendas-proposals/column-back-with-a-cross.toml · level 6"
    entry = Share(share=0.5, low=0.4, high=0.6)
    drawn = [
        plots.whiskers("", [plots.Whisker(name, entry)], ""),
        plots.lines("", [(name, [1.0, 2.0])], ["0", "1"], ("", "")),
        plots.stacked("", [(name, [1.0])], ["deal"], ""),
    ]
    for picture in drawn:
        assert f">{name}</text>" in picture
        width = float(re.search(r'viewBox="0 0 ([\d.]+)', picture)[1])  # type: ignore[index]
        x, anchor = re.search(
            rf'x="([\d.]+)" y="[\d.]+" text-anchor="(\w+)">{name}', picture
        ).groups()  # type: ignore[union-attr]
        room = float(x) if anchor == "end" else width - float(x)
        assert room >= 6.5 * len(name)


def test_the_head_names_options_players_and_board(made: Study) -> None:
    html = page(made.report(), "es")
    head = html[: html.index('<h2 id="findings"')]
    assert "greedy, random" in head
    assert "Edición: " in head
    assert head.count("<figure>") == 2
    for anchor in re.findall(r'href="#([\w-]+)"', head):
        assert f'<h2 id="{anchor}">' in html


def test_games_side_by_side_are_compared_with_an_interval(tmp_path: Path) -> None:
    made = study("sendas", games=24, players=["random"], compare={"setup": ["classic", "clash"]})
    report = made.report()
    (told,) = report.comparisons
    assert (told.one, told.other) == (1, 0)
    assert [each.figure for each in told.differences] == ["begins", "draws", "turns"]
    begins, _, turns = told.differences
    one, other = report.lineups[1].begins.share or 0, report.lineups[0].begins.share or 0
    assert begins.difference == pytest.approx(one - other, abs=1e-4)
    assert all(each.low <= each.difference <= each.high for each in told.differences)
    html = page(report, "en")
    assert f"{turns.difference:+.1f}" in html
    assert re.search("(more, shown|less, shown|no difference shown)", html)


def test_too_few_games_are_not_compared(made: Study) -> None:
    assert made.report().comparisons == []


def test_a_difference_has_newcombes_interval() -> None:
    """The example of Newcombe's paper: 56 of 70 against 48 of 80, intervals by Wilson."""
    one = (0.8, 0.6920, 0.8765)
    other = (0.6, 0.4904, 0.7004)
    found = comparisons._difference("begins", one, other)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=0.0005)


def test_every_game_that_was_counted_can_be_replayed(tmp_path: Path) -> None:
    save = tmp_path / "games.jsonl"
    first = study("rainbow", games=4, players=["random"], save=save)
    again = study("rainbow", games=8, players=["random"], save=save)
    assert sorted(again.places.values()) == list(range(1, 9))
    for (_, number), place in again.places.items():
        assert record_at(save, place) == again.rows[0, number].record
    assert {key: again.places[key] for key in first.places} == first.places
    with pytest.raises(BrokenResults, match="has no game 9; it holds 8"):
        record_at(save, 9)
    write_report(again, tmp_path, "en")
    html = (tmp_path / "report.html").read_text()
    assert re.search(r"ludoteca replay games\.jsonl#\d", html)
