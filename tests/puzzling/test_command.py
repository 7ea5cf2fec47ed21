"""The command: puzzles are solved in the terminal, in both languages, and found in records."""

import json
from pathlib import Path

import ludoteca
from ludoteca import write_match
from ludoteca.puzzling import daily
from ludoteca.puzzling.collection import today
from tests.commands import run
from tests.reviewing.matches import played


def test_puzzles_are_solved_in_the_terminal_in_both_languages() -> None:
    first = ludoteca.puzzles("phoenix", kind="best")[0]
    lines = f"?\nxyzzy\n{first.line[0]}\nq\n"
    for lang, right in (("en", "Right."), ("es", "Correcto.")):
        told = run("puzzles", "phoenix", "--kind", "best", "--play", "-L", lang, lines=lines)
        assert told.exit_code == 0, told.output
        assert first.text(lang) in told.output
        assert right in told.output
    wrong = run("puzzles", "phoenix", "-k", "best", "-p", lines=f"{first.tempting}\nq\n")
    assert f"{first.line[0]} is better" in wrong.output


def test_a_memory_puzzle_shows_what_happened_first() -> None:
    first = ludoteca.puzzles("rainbow", kind="recall")[0]
    lines = "\n" * len(first.before) + f"?\n{first.line[0]}\nq\n"
    told = run("puzzles", "rainbow", "--kind", "recall", "--play", lines=lines)
    assert told.exit_code == 0, told.output
    assert first.text("en") in told.output


def test_the_daily_one_and_the_list_for_programs() -> None:
    told = run("puzzles", "--daily", lines="!\n")
    assert told.exit_code == 0
    assert daily(today()).line[0] in told.output or "It is" in told.output
    listed = json.loads(run("puzzles", "cadena", "--play", "--json").stdout)
    assert {one["id"] for one in listed} == {one.id for one in ludoteca.puzzles("cadena")}
    assert {"difficulty", "band", "answers"} <= listed[0].keys()


def test_the_mistakes_of_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_match(played(("sendas", ()), 3, "random")), encoding="utf-8")
    told = run("puzzles", "--from", str(file))
    assert told.exit_code == 0
    assert "The solution" in told.output
    assert run("puzzles").exit_code != 0
