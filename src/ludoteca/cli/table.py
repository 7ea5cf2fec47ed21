"""Commands to play at this terminal."""

import sys
from pathlib import Path
from typing import Any

import click

from ludoteca.cli.shared import game_argument, game_options, lang_option, load_game, say
from ludoteca.record import Match, write_match
from ludoteca.terminal.plain import Console, PlainTable, Quit


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


def _ask(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


@click.command()
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
