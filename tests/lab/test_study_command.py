"""`ludoteca study` as users meet it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludoteca.cli import main
from ludoteca.cli.study import read_comparison
from ludoteca.core.errors import InvalidOption
from ludoteca.lab.study import Study


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["study", *arguments], env={"LUDOTECA_LANG": "en"})


def test_a_report_is_written_and_goes_on_with_more_games(tmp_path: Path) -> None:
    common = ("rainbow", "--level", "random", "--workers", "1", "--out", str(tmp_path))
    first = run(*common, "--games", "2")
    assert first.exit_code == 0, first.output
    assert "who begins is not shown" in first.output
    kept = (tmp_path / "games.jsonl").read_text()
    more = run(*common, "--games", "4", "--json")
    assert (tmp_path / "games.jsonl").read_text().startswith(kept)
    told = json.loads(more.stdout)
    assert told == json.loads((tmp_path / "report.json").read_text())
    assert told["lineups"][0]["games"] == 4


def test_a_study_that_is_stopped_before_its_first_game_ends_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> Study:
        return Study(game="rainbow", seed=0, games=2, lineups=[], stopped=True)

    monkeypatch.setattr("ludoteca.lab.study.study", stopped)
    ended = run("rainbow", "--level", "random", "--out", str(tmp_path))
    assert ended.exit_code == 130
    assert ended.stderr.strip() == "ludoteca: Stopped."
    assert not (tmp_path / "report.html").exists()


def test_spanish_users_get_a_spanish_report(tmp_path: Path) -> None:
    options = ("--level", "random", "--games", "2", "--workers", "1", "--lang", "es")
    told = run("rainbow", *options, "--out", str(tmp_path))
    assert "quien empieza" in told.output
    assert '<html lang="es">' in (tmp_path / "report.html").read_text()


def test_a_comparison_names_an_option_and_its_values() -> None:
    assert read_comparison(("setup=classic, clash", "setup=my.toml", "pin=all")) == {
        "setup": ["classic", "clash", "my.toml"],
        "pin": ["all"],
    }
    for wrong in ("setup", "setup=", "=clash", ""):
        with pytest.raises(InvalidOption):
            read_comparison((wrong,))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sendas", "--compare", "setup"), "setup=all"),
        (("sendas", "--compare", "deck=all"), "has no option 'deck'"),
        (("sendas", "--compare", "setup=missing.toml"), "missing.toml"),
        (("sendas", "--variant", "strict"), "has no option 'variant'"),
        (("sendas", "--level", "9"), "no player '9'"),
        (("sendas", "--level", "uct@2s"), "by the clock"),
        (("sendas", "--games", "0"), "--games"),
        (("chess",), "no game called 'chess'"),
    ],
)
def test_wrong_input_is_one_line_that_says_what_to_do(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    result = run(*arguments, "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()
