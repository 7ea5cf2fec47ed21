"""The command that says how a game behaves."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.game_options import GameCommand, given_options
from ludoteca.cli.help_texts import say
from ludoteca.cli.shared import (
    STOPPED,
    compile_games,
    echo_json,
    game_argument,
    json_option,
    lang_option,
    progress,
)
from ludoteca.core import texts
from ludoteca.core.errors import InvalidOption
from ludoteca.search.defaults import DEFAULT_LEVEL

if TYPE_CHECKING:
    from ludoteca.lab.rows import StudyReport
    from ludoteca.lab.study import Study

EVERY = 20.0
"""Seconds between two lines about how far it is, where no bar can be drawn."""


def _say(key: str, lang: str, **values: object) -> str:
    """Return a sentence about a study."""
    return texts.say("study", f"run.{key}", lang, **values)


def read_comparison(given: tuple[str, ...]) -> dict[str, list[str]]:
    """Return what `setup=classic,clash` and the like say, by option."""
    found: dict[str, list[str]] = {}
    for text in given:
        name, _, values = text.partition("=")
        listed = [value.strip() for value in values.split(",") if value.strip()]
        if not name.strip() or not listed:
            raise InvalidOption("bad_compare", owner="study", text=text[:60])
        found.setdefault(name.strip(), []).extend(listed)
    return found


@click.command(cls=GameCommand)
@game_argument
@click.option("-n", "--games", "count", type=click.IntRange(1, 1_000_000), default=100)
@click.option(
    "-l", "--level", "levels", multiple=True, default=(str(DEFAULT_LEVEL),), metavar="LEVEL"
)
@click.option("-c", "--compare", multiple=True, metavar="OPTION=VALUE,…")
@click.option("--opening", type=click.IntRange(0, 100))
@click.option("-s", "--seed", type=click.IntRange(0), default=0)
@click.option("-w", "--workers", type=click.IntRange(1, 256), default=os.cpu_count() or 1)
@click.option("--ray", metavar="ADDRESS")
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--fresh", is_flag=True)
@json_option
@lang_option
@click.pass_context
def study(
    ctx: click.Context, /, game: str, count: int, lang: str, as_json: bool, **given: Any
) -> None:
    """Let bots play a game and reports how it behaves."""
    from ludoteca.core import registry
    from ludoteca.lab.report.files import PAGE, write_report
    from ludoteca.lab.rows import plain
    from ludoteca.lab.study import KEPT
    from ludoteca.lab.study import study as run

    registry.definition(game)
    compare = read_comparison(given["compare"])
    compile_games([game], more=True)
    folder = given["out"] or Path(f"{game}-study")
    with _telling(lang) as after:
        made = run(
            game,
            given_options(given),
            games=count,
            players=[name.strip() for text in given["levels"] for name in text.split(",")],
            compare=compare,
            opening=given["opening"],
            seed=given["seed"],
            workers=given["workers"],
            ray=given["ray"],
            save=folder / KEPT,
            fresh=given["fresh"],
            after=after,
        )
    if not made.rows:
        if made.stopped:
            raise KeyboardInterrupt
        raise InvalidOption("nothing", owner="study")
    report = write_report(made, folder, lang)
    if as_json:
        echo_json(plain(report))
    else:
        _print(report, lang)
    click.echo(_say("written", lang, file=folder / PAGE, games=folder / KEPT), err=True)
    if made.stopped:
        click.echo(say("stopped", lang), err=True)
        ctx.exit(STOPPED)


def _print(report: "StudyReport", lang: str) -> None:
    """Print what the figures say, a lineup a line."""
    from ludoteca.lab.report.findings import findings

    for text in findings(report, lang):
        click.echo(text)


@contextmanager
def _telling(lang: str) -> "Iterator[Callable[[Study], None]]":
    """Say how far it is: a bar with the time left, or now and then a line."""
    with progress() as bar:
        task = bar.add_task(_say("playing", lang), total=None)
        told = _Lines(lang)

        def after(made: "Study") -> None:
            bar.update(task, completed=len(made.rows), total=made.wanted)
            if not sys.stderr.isatty():
                told.after(len(made.rows), made.wanted)

        yield after


class _Lines:
    """How far it is and how long it will take, as lines."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._began = self._told = time.monotonic()
        self._first: int | None = None

    def after(self, done: int, total: int) -> None:
        """Say so if it has been silent for a while."""
        now = time.monotonic()
        self._first = done if self._first is None else self._first
        if done == self._first or done == total or now - self._told < EVERY:
            return
        self._told = now
        left = (now - self._began) / (done - self._first) * (total - done)
        span = f"{int(left) // 60}:{int(left) % 60:02}"
        click.echo(_say("going", self._lang, done=done, total=total, left=span), err=True)
