"""What the commands share: options of games, files, progress bars, errors."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.game_options import given_options
from ludoteca.cli.help_texts import LANGUAGE, UsageProblem, language_of, say
from ludoteca.core import texts
from ludoteca.core.folders import games_folder
from ludoteca.terminal import STOPPED as STOPPED

if TYPE_CHECKING:
    from rich.progress import Progress

    from ludoteca.core.game import Game

DONE, FAILED, REFUSED = 0, 1, 2
"""Exit codes: fine; something outside failed; the input was refused; Ctrl-C."""


def _remember_language(ctx: click.Context, _: click.Parameter, value: str | None) -> str:
    if value:
        ctx.meta[LANGUAGE] = value
    return language_of(ctx)


lang_option = click.option(
    "-L", "--lang", type=click.Choice(texts.LANGUAGES), is_eager=True, callback=_remember_language
)
json_option = click.option("-j", "--json", "as_json", is_flag=True)


def complete_game(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the games whose names begin with what is typed, for the shell."""
    from ludoteca.core import registry

    return [name for name in registry.games() if name.startswith(incomplete)]


def complete_kept(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the user's games whose names begin with what is typed, the last first, for the shell.

    Their names are those of their files, so that nothing is imported or read.
    """
    names = (path.stem for path in games_folder().glob("*.txt"))
    return sorted((name for name in names if name.startswith(incomplete)), reverse=True)


game_argument = click.argument("game", shell_complete=complete_game)


def load_game(name: str, given: dict[str, Any]) -> "Game":
    """Return the game with the options given, compiled with a progress bar where it is not yet."""
    from ludoteca.core import registry

    registry.definition(name)
    compile_games([name])
    return registry.load(name, **given_options(given))


def read_text(file: Path, lang: str) -> str:
    """Return what a text file holds, or one line that says why it cannot be read.

    The name - is standard input.
    """
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise click.ClickException(say("not_text", lang, file=file)) from None
    except OSError as error:
        why = error.strerror
        raise click.ClickException(say("unreadable", lang, file=file, why=why)) from None


@contextmanager
def in_file(file: Path, lang: str) -> "Iterator[None]":
    """Name the user's file in what is refused of its content."""
    from ludoteca.core.errors import InvalidRecord

    try:
        yield
    except InvalidRecord as error:
        why = error.text(lang)
        raise UsageProblem("in_file", owner="terminal", file=file, why=why) from None


def write_file(file: Path, content: str | bytes, lang: str) -> None:
    """Write a file, or say in one line why it cannot be."""
    try:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        why = error.strerror
        raise click.ClickException(say("unwritable", lang, file=file, why=why)) from None
    click.echo(say("written", lang, file=file), err=True)


def echo_json(data: object) -> None:
    """Print plain data for programs."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


@contextmanager
def progress() -> "Iterator[Progress]":
    """Yield a progress bar with the time left, on standard error."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console, silent = Console(stderr=True), not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=silent) as bar:
        yield bar


def compile_games(names: list[str], *, lang: str | None = None, more: bool = False) -> None:
    """Compile what is not compiled yet, saying so; `more` is what measuring and training run."""
    from ludoteca.core import registry
    from ludoteca.search import warm

    lang = lang or language_of(click.get_current_context())
    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    work = [(name, warm.steps, warm.warm) for name in names if not warm.is_warm(name)]
    if more:
        cold = [name for name in names if not warm.is_warm(name, warm.MORE)]
        work += [(name, warm.more_steps, warm.warm_more) for name in cold]
    if not work:
        return
    if not sys.stderr.isatty():
        cold = list(dict.fromkeys(name for name, _, _ in work))
        click.echo(say("compiling", lang, games=", ".join(cold)), err=True)
    registry.announce = lambda name: None  # the bar says it
    with progress() as bar:
        total = sum(len(list(steps(registry.load(name)))) for name, steps, _ in work)
        task = bar.add_task("", total=total)
        for name, _, run in work:
            title = texts.say(name, "title", lang) if registry.definition(name) else name

            def before(step: str, title: str = title) -> None:
                what = say(f"step_{step}", lang)
                bar.update(task, description=f"{title}: {what}", advance=1)

            run(name, before)


def compile_beside(names: list[str], *, lang: str | None = None) -> None:
    """Play at once, and have other processes compile what is not compiled yet."""
    from ludoteca.core import cache_folder
    from ludoteca.search import compiling

    lang = lang or language_of(click.get_current_context())
    cache_folder.notice = lambda code, values: click.echo(
        texts.say("core", f"kernels.{code}", lang, **values), err=True
    )
    compiling.begin(names)


def forgive_narrow_output() -> None:
    """Let an output that lacks a character show a question mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def close_output() -> None:
    """Forget an output that nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
