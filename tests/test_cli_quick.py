"""What a shell asks for comes quickly: neither NumPy nor Numba is imported for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import registry, texts
from tests.cases import every_game

CODE = """
import sys
from ludoteca.cli import main
try:
    main(prog_name="ludoteca")
finally:
    heavy = "numpy", "numba", "textual", "ludoteca.rulebooks.cadena", "ludoteca.rulebooks.sendas"
    print([name for name in heavy if name in sys.modules], file=sys.stderr)
"""


def imported(*arguments: str, **environment: str) -> tuple[str, str]:
    """Return what a command prints, and which heavy packages it imported."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"LUDOTECA_LANG": "en"} | environment,
    )
    return done.stdout, done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("option", ["--version", "-V", "--help", "-h"])
def test_version_and_help_import_nothing_heavy(option: str) -> None:
    out, heavy = imported(option)
    assert "ludoteca" in out
    assert heavy == "[]"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("ludoteca pl", "play"),
        ("ludoteca play se", "sendas"),
        ("ludoteca rules ra", "rainbow"),
        ("ludoteca play --se", "--setup"),
        ("ludoteca study sendas --comp", "--compare"),
        ("ludoteca ", "plain,completion"),
        ("ludoteca play sendas --setup c", "clash"),
        ("ludoteca play cadena --players ", "plain,3"),
        ("ludoteca play --pin ", "for-good"),
        ("ludoteca template cadena ", "board"),
        ("ludoteca play --resume 2026", "20260131-201500-sendas-0caf"),
    ],
)
def test_completions_import_nothing_heavy(line: str, answer: str, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "20260131-201500-sendas-0caf.txt").touch()
    asked = {"_LUDOTECA_COMPLETE": "bash_complete", "COMP_WORDS": line}
    out, heavy = imported(**asked, COMP_CWORD=str(line.count(" ")), LUDOTECA_DATA=str(tmp_path))
    assert answer in out
    assert heavy == "[]"


def test_values_are_completed_for_the_game_that_is_typed() -> None:
    line = "ludoteca play sendas --setup c"
    asked = {"_LUDOTECA_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": "4"}
    out, _ = imported(**asked)
    assert out.split() == ["plain,classic", "plain,column", "plain,clash", "plain,column-1"]


@every_game
def test_the_texts_name_the_values_that_a_shell_completes(name: str) -> None:
    for option in registry.definition(name).options:
        values = {str(value) for value in option.values if value is not None}
        for lang in texts.LANGUAGES:
            said = set(texts.find(name, f"options.{option.name}", lang))
            assert said - {"title", "help", "explained", "none"} == values


@every_game
def test_the_texts_name_the_options_that_a_shell_completes(name: str) -> None:
    options = {option.name for option in registry.definition(name).options}
    for lang in texts.LANGUAGES:
        assert set(texts.find(name, "options", lang) or ()) == options


def test_the_public_names_are_there_when_they_are_asked_for() -> None:
    for name in ludoteca.__all__:
        assert getattr(ludoteca, name) is not None
    assert set(ludoteca.__all__) <= set(dir(ludoteca))
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = ludoteca.nothing_such
