"""The command that goes through a record."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludoteca.cli.help_texts import UsageProblem
from ludoteca.cli.play import is_plain
from ludoteca.cli.shared import lang_option, read_text

if TYPE_CHECKING:
    from ludoteca.core.game import Game


def record_path(name: str) -> Path:
    """The file of a record: a path, or the name of a kept game."""
    from ludoteca.terminal import journal

    return Path("-") if name == "-" else journal.find(name)


def viewer_of(seat: int | None, game: "Game") -> int | None:
    """The seat that looks, counted from 0, of a number counted from 1; UsageProblem if none."""
    if seat is not None and seat - 1 not in range(game.seats):
        raise UsageProblem("no_seat", owner="terminal", seat=seat, seats=game.seats)
    return None if seat is None else seat - 1


@click.command()
@click.argument("record")
@click.option("--seat", type=int)
@click.option("--plain", is_flag=True)
@lang_option
def replay(record: str, seat: int | None, plain: bool, lang: str) -> None:
    """Goes through a record, event by event."""
    from ludoteca.match import read_match

    match = read_match(read_text(record_path(record), lang))
    viewer = viewer_of(seat, match.game)
    if plain or is_plain():
        from ludoteca.terminal.replaying import lines

        for line in lines(match, viewer, lang):
            click.echo(line)
        return
    from ludoteca.terminal.replaying import Replay

    Replay(match, viewer, lang=lang).run()
