"""The command line."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console as RichConsole
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import ludoteca
from ludoteca.core import registry, texts
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.record import Match, verify, write_match
from ludoteca.terminal.plain import Console, PlainTable, Quit

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
    with Progress(*columns, console=RichConsole(stderr=True), transient=True) as bar:
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
        task = bar.add_task("", total=5 * len(cold))
        for name in cold:
            title = texts.say(name, "title", lang) if registry.definition(name) else name

            def before(step: str, title: str = title) -> None:
                what = say(f"step_{step}", lang)
                bar.update(task, description=f"{title}: {what}", advance=1)

            warm.warm(name, before)


@click.group(cls=Failing, invoke_without_command=True)
@click.version_option(ludoteca.__version__, package_name="ludoteca")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Five tabletop games: Phoenix, Rainbow Duel, Cadena, Colorito, Sendas.

    Without a command: choose a game and play it here.
    """
    if ctx.invoked_subcommand is None:
        lang = language_of(ctx)
        names = registry.games()
        for number, name in enumerate(names, 1):
            registry.definition(name)
            title, promise = (texts.say(name, key, lang) for key in ("title", "promise"))
            click.echo(f"  {number}  {title}")
            click.echo(click.wrap_text(promise, 76, "     ", "     "))
        number = ask_number(say("which", lang), len(names), lang)
        if number:
            ctx.invoke(play, game=names[number - 1], lang=lang)


def ask_number(prompt: str, most: int, lang: str) -> int:
    """A number from 1 to `most` that the user types; 0 if there are no more lines."""
    while True:
        try:
            line = _ask(f"{prompt} (1–{most}): ").strip()
        except EOFError:
            return 0
        if line.isascii() and line.isdigit() and 1 <= int(line) <= most:
            return int(line)
        click.echo(say("not_a_number", lang, most=most))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@lang_option
def games(as_json: bool, lang: str) -> None:
    """List the games with their options.

    Example: ludoteca games --json
    """
    rows: list[dict[str, Any]] = []
    for name in registry.games():
        definition = registry.definition(name)
        options = {
            option.name: {
                "default": option.default,
                "values": list(option.values),
                "file": option.read is not None,
            }
            for option in definition.options
        }
        facts: dict[str, Any] = {
            key: texts.say(name, key, lang) for key in ("title", "promise", "players", "length")
        }
        rows.append({"name": name} | facts | {"options": options})
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        click.echo(f"{row['name']:10} {row['title']} – {row['promise']}")
        click.echo(f"{'':10} {say('facts', lang, players=row['players'], length=row['length'])}")
        for option, known in row["options"].items():
            named = [str(value) for value in known["values"] if value is not None]
            values = " | ".join([*named, "FILE.toml"] if known["file"] else named)
            click.echo(f"{'':10} --{option} {values}")


@main.command()
@game_argument
@lang_option
def rules(game: str, lang: str) -> None:
    """Print the rules of a game.

    Example: ludoteca rules cadena --lang es
    """
    registry.definition(game)
    click.echo(texts.document(game, "rules", lang))


def _ask(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


@main.command()
@game_argument
@game_options
@click.option("--seed", type=int, help="Play the game of this number again.")
@click.option("--two", is_flag=True, help="All seats are people at this keyboard.")
@click.option(
    "--seat", type=int, default=1, show_default=True, help="Your seat against random movers."
)
@click.option("--record", type=click.Path(path_type=Path), help="Write the record to this file.")
@lang_option
def play(game: str, lang: str, **given: Any) -> None:
    """Play a game here, line by line.

    \b
    Examples:
      ludoteca play sendas --setup clash
      ludoteca play cadena --players 3 --two --lang es
    """
    loaded = load_game(game, given)
    seat = given["seat"] - 1 if given.get("seat") else 0
    loaded.start(0)._check_seat(seat)
    people = frozenset(range(loaded.seats)) if given.get("two") else frozenset({seat})
    console = Console(ask=_ask, show=click.echo, clear=click.clear)
    match = Match(loaded, given.get("seed"))
    table = PlainTable(match, console, people=people, lang=lang, seed=given.get("seed"))
    try:
        table.run()
    except (Quit, EOFError, KeyboardInterrupt):
        click.echo(say("left", lang))
    if given.get("record"):
        write_record(given["record"], match, lang)


def write_record(path: Path, match: Match, lang: str) -> None:
    """Writes a record to a file, or says why it cannot be."""
    try:
        path.write_text(write_match(match), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(say("unwritable", lang, file=path, why=error.strerror)) from None
    click.echo(say("written", lang, file=path))


@main.command()
@game_argument
@click.argument("depth", type=click.IntRange(0, 12))
@click.option("--divide", is_flag=True, help="Count after each first move.")
@click.option("--seed", type=int, default=0, show_default=True, help="For games with a deal.")
@game_options
@lang_option
def perft(game: str, depth: int, divide: bool, seed: int, lang: str, **given: Any) -> None:
    """Count the sequences of DEPTH plies from the start of a game.

    Example: ludoteca perft sendas 2 --setup clash --divide
    """
    from ludoteca.search import perft as counting

    position = load_game(game, given).start(seed)
    if divide and depth > 0:
        for move, count in counting.divide(position, depth).items():
            click.echo(f"{move}: {count}")
    click.echo(str(counting.perft(position, depth)))


@main.command("warm")
@lang_option
def warm_command(lang: str) -> None:
    """Compile everything now, so that nothing waits later."""
    compile_games(list(registry.games()), lang=lang)
    click.echo(say("warm", lang))


@main.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@lang_option
def verify_command(file: Path, lang: str) -> None:
    """Replay a record and recompute every roll and deal from its seed.

    Example: ludoteca verify game.txt
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise click.ClickException(say("not_text", lang, file=file)) from None
    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    result = verify(text)
    click.echo(say("verified", lang, moves=result.moves, chances=result.chances))
    if not result.seed_known:
        click.echo(say("seed_hidden", lang))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Per figure and round.")
@lang_option
def bench(as_json: bool, seconds: float, lang: str) -> None:
    """Measure how fast the rules run, with ratios taken in one run.

    Example: ludoteca bench --json
    """
    from ludoteca import bench as benchmark

    compile_games(list(registry.games()), lang=lang)
    with progress() as bar:
        task = bar.add_task("", total=None)
        report = benchmark.measure(
            seconds=seconds, before=lambda what: bar.update(task, description=what)
        )
    click.echo(benchmark.as_json(report) if as_json else benchmark.as_table(report))
