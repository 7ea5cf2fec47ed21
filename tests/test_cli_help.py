"""The examples on the help pages: every one is a command line that is understood."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ludoteca.cli import COMMANDS, main
from ludoteca.cli.game_options import given_options
from ludoteca.core import registry, texts
from ludoteca.core.errors import InvalidOption
from tests.commands import run

PROGRAM = "ludoteca "


def examples(page: str) -> Iterator[list[str]]:
    """Yield the arguments of the command lines on a help page, without what the shell takes."""
    for line in page.splitlines():
        text = line.strip().removeprefix('eval "$(').removesuffix(')"')
        if line.startswith("    ") and text.startswith(PROGRAM):
            yield shlex.split(text.partition(" > ")[0])[1:]


def understood(arguments: list[str]) -> None:
    """Parse a command line as the program does; raise UsageError if it is not one."""
    with main.make_context("ludoteca", list(arguments)) as ctx:
        _, command, rest = main.resolve_command(ctx, arguments)
        assert command is not None
        with command.make_context(command.name, rest, parent=ctx) as inner:
            assert not inner.args
            given = given_options(inner.params)
            options = {key: value for key, value in given.items() if ".toml" not in str(value)}
            if options:
                registry.load(inner.params["game"], **options)


@pytest.fixture(autouse=True)
def somewhere_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Go where the files that the examples name are."""
    monkeypatch.chdir(tmp_path)
    for name in ("game.txt", "partida.txt", "my.toml", "mio.toml", "mia.toml"):
        (tmp_path / name).touch()


@pytest.mark.parametrize("lang", texts.LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_on_a_help_page_are_understood(name: str, lang: str) -> None:
    page = run(name, "--help", "--lang", lang).output
    found = list(examples(page))
    assert any(arguments[0] == name for arguments in found)
    for arguments in found:
        understood(arguments)


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_the_first_page_names_the_games_and_what_to_type(lang: str) -> None:
    page = run("--help", "--lang", lang).output
    for game in registry.games():
        assert texts.say(game, "title", lang) in page
    *typed, last = examples(page)
    assert last[1:] == ["--help"]
    for arguments in typed:
        understood(arguments)


def test_the_examples_of_a_game_stand_on_the_page_of_their_command() -> None:
    for game in registry.games():
        registry.find_texts(game)
        for lang in texts.LANGUAGES:
            for name, lines in (texts.find(game, "help", lang) or {}).items():
                page = run(name, "--help", "--lang", lang).output
                for line in lines:
                    assert f"    ludoteca {line}\n" in page


@pytest.mark.parametrize(
    "line", ["play sendas --stup clash", "perft sendas two", "rules", "play sendas --setup cash"]
)
def test_an_example_that_is_wrong_is_found(line: str) -> None:
    with pytest.raises((click.UsageError, InvalidOption)):
        understood(line.split())


def test_a_game_whose_package_is_broken_spoils_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_MODULES", registry.modules() | {"gone": "no.such.module"})
    assert "ludoteca play" in run("--help").output
