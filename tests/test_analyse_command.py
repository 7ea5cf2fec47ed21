"""The command that judges a position."""

import json
import re
from pathlib import Path

import pytest

import ludoteca
from tests.commands import record_of, run


def test_a_position_is_analysed(tmp_path: Path) -> None:
    text = ludoteca.load("sendas").start(1).text()
    report = json.loads(run("analyse", text, "--budget", "1", "--moves", "3", "--json").stdout)
    assert len(report["moves"]) == 3
    assert report["moves"][0]["value"] >= report["moves"][1]["value"]
    assert "Positions searched" in run("analyse", "sendas", "--budget", "1").output
    assert run("analyse", str(record_of(tmp_path))).exit_code == 2
    for budget in ("soon", "1..2s", ".s", "-1s"):
        refused = run("analyse", "sendas", "--budget", budget)
        assert refused.exit_code == 2
        assert "no budget" in refused.output


def test_an_analysis_tells_the_lead_where_a_game_has_points() -> None:
    for lang, name in (("en", "lead"), ("es", "ventaja")):
        told = run("analyse", "phoenix", "--budget", "1", "--lang", lang).stdout
        head, first, *_ = told.splitlines()
        assert re.match(r"[+-]\d+\.\d", first[head.index(f"  {name}") + 2 :])
    assert "lead" not in run("analyse", "sendas", "--budget", "1").output


def test_an_analysis_tells_how_likely_a_turn_of_dice_fails() -> None:
    text = " ".join(run("analyse", "cadena", "--budget", "1").output.split())
    assert re.search(r" fails \d+ %", text)
    rows = json.loads(run("analyse", "cadena", "--budget", "1", "--json").stdout)["moves"]
    for row in rows:
        total = row["turn"]["fails"] + sum(chance for _, chance in row["turn"]["stands"])
        assert total == pytest.approx(1.0)
    assert "fails" not in run("analyse", "sendas", "--budget", "1").output
