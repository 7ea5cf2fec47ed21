"""The command that goes through a record."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludoteca.cli.help_texts import UsageProblem
from ludoteca.cli.play import is_plain
from ludoteca.cli.shared import in_file, lang_option, read_text

if TYPE_CHECKING:
    from ludoteca.core.game import Game


GAMES_SUFFIX = ".jsonl"
"""The end of the name of a file with the games of a study or an arena, one a line."""


def record_path(name: str) -> Path:
    """Return the file of a record: a path, or the name of a kept game."""
    from ludoteca.terminal import journal

    return Path("-") if name == "-" else journal.find(name)


def record_text(name: str, lang: str) -> tuple[Path, str]:
    """Return the file and the text of a record; FILE#17 is game 17 of a study or the arena."""
    file, mark, number = name.rpartition("#")
    if mark and number.isdecimal() and Path(file).is_file():
        from ludoteca.lab.results import record_at

        return Path(file), record_at(Path(file), int(number))
    path = record_path(name)
    text = read_text(path, lang)
    if path.suffix == GAMES_SUFFIX and text.startswith("{"):
        raise UsageProblem("many_games", owner="terminal", file=path)
    return path, text


def viewer_of(seat: int | None, game: "Game") -> int | None:
    """Return the seat that looks, counted from 0, of a number counted from 1.

    Raise UsageProblem for any other number.
    """
    if seat is not None and seat - 1 not in range(game.seats):
        raise UsageProblem("no_seat", owner="terminal", seat=seat, seats=game.seats)
    return None if seat is None else seat - 1


@click.command()
@click.argument("record")
@click.option("-s", "--seat", type=int)
@click.option("-p", "--plain", is_flag=True)
@lang_option
@click.pass_context
def replay(ctx: click.Context, record: str, seat: int | None, plain: bool, lang: str) -> None:
    """Go through a record, event by event."""
    from ludoteca.match import read_match

    path, text = record_text(record, lang)
    with in_file(path, lang):
        match = read_match(text)
    viewer = viewer_of(seat, match.game)
    if plain or is_plain():
        from ludoteca.terminal.replaying import lines

        for line in lines(match, viewer, lang):
            click.echo(line)
        return
    from ludoteca.terminal.replaying import Replay

    screen = Replay(match, viewer, lang=lang)
    screen.run()
    ctx.exit(screen.return_code or 0)
