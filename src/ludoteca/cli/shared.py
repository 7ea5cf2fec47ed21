"""What the commands share: language, errors, options of games, progress bars."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ludoteca.core import registry, texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game

GAME_OPTIONS = ("variant", "setup", "players", "pin", "deck", "board")


def system_language() -> str:
    """The language of the user's system, if we speak it, else English."""
    for name in ("LUDOTECA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def say(key: str, lang: str, **values: object) -> str:
    """A sentence of the command line."""
    return texts.say("terminal", f"cli.{key}", lang, **values)


class Failing(click.Group):
    """Turns our errors into one line on standard error and exit code 2, in the user's language."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except LudotecaError as error:
            click.echo(f"ludoteca: {error.text(language_of(ctx))}", err=True)
            ctx.exit(2)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)


def language_of(ctx: click.Context) -> str:
    """The language asked for anywhere on the command line, else the system's."""
    return ctx.meta.get("ludoteca.lang") or system_language()


def _remember_language(ctx: click.Context, _: click.Parameter, value: str | None) -> str:
    if value:
        ctx.meta["ludoteca.lang"] = value
    return language_of(ctx)


lang_option = click.option(
    "--lang",
    type=click.Choice(texts.LANGUAGES),
    is_eager=True,
    callback=_remember_language,
    help="Language; the system's unless given.",
)
game_argument = click.argument("game")


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options that a game may have."""
    for name in reversed(GAME_OPTIONS):
        kind: Any = int if name == "players" else str
        function = click.option(f"--{name}", type=kind, help=f"The game's option “{name}”.")(
            function
        )
    return function


def load_game(name: str, given: dict[str, Any]) -> Game:
    """The game with the options given, compiled with a progress bar where it is not yet."""
    options = {key: given[key] for key in GAME_OPTIONS if given.get(key) is not None}
    registry.definition(name)
    compile_games([name])
    return registry.load(name, **options)


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress bar on standard error."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield bar


def compile_games(names: list[str], *, lang: str | None = None) -> None:
    """Compiles what is not compiled yet, saying so."""
    from ludoteca.search import warm

    cold = [name for name in names if not warm.is_warm(name)]
    if not cold:
        return
    registry.announce = lambda name: None  # the bar says it
    lang = lang or language_of(click.get_current_context())
    if not sys.stderr.isatty():
        click.echo(say("compiling", lang, games=", ".join(cold)), err=True)
    with progress() as bar:
        task = bar.add_task("", total=6 * len(cold))
        for name in cold:
            title = texts.say(name, "title", lang) if registry.definition(name) else name

            def before(step: str, title: str = title) -> None:
                what = say(f"step_{step}", lang)
                bar.update(task, description=f"{title}: {what}", advance=1)

            warm.warm(name, before)


json_option = click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
