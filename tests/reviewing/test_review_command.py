"""The command that reviews a record."""

import json
from pathlib import Path

from ludoteca import write_match
from tests.commands import record_of, run
from tests.reviewing.matches import played, unfinished


def test_a_record_is_reviewed_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_match(played(("sendas", ()), 3, "random")), encoding="utf-8")
    english, spanish = run("review", str(file)), run("review", str(file), "--lang", "es")
    assert english.exit_code == spanish.exit_code == 0
    assert "Ana: You lost" in english.output
    assert "accuracy" in english.output
    assert "blunder" in english.output
    assert "Ana: Perdiste" in spanish.output
    assert "error grave" in spanish.output


def test_a_review_for_programs_and_as_a_page(tmp_path: Path) -> None:
    file, page = record_of(tmp_path), tmp_path / "review.html"
    told = run("review", str(file), "--json", "--level", "2", "--html", str(page))
    assert told.exit_code == 0
    plain = json.loads(told.stdout)
    assert plain["game"] == "sendas"
    assert not plain["partial"]
    assert len(plain["rows"]) == 3
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_what_cannot_be_reviewed_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_match(unfinished(("phoenix", ()), 3)), encoding="utf-8")
    for more, said in (((), "Name the seat"), (("--seat", "7"), "7"), (("--budget", "0s"), "0s")):
        refused = run("review", str(file), *more)
        assert refused.exit_code != 0
        assert said in refused.output
    allowed = run("review", str(file), "--seat", "1", "--budget", "1")
    assert allowed.exit_code == 0
    assert "partial" in allowed.output
    file.write_text("ludoteca-record 1\n", encoding="utf-8")
    assert run("review", str(file)).exit_code != 0
