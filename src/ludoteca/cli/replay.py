"""The command that goes through a record."""

from pathlib import Path

import click

from ludoteca.cli.shared import lang_option, read_text
from ludoteca.cli.speech import UsageProblem
from ludoteca.cli.table import is_plain


def record_path(name: str) -> Path:
    """The file of a record: a path, or the name of a kept game."""
    from ludoteca.terminal import journal

    return Path("-") if name == "-" else journal.find(name)


@click.command()
@click.argument("record")
@click.option("--seat", type=int)
@click.option("--plain", is_flag=True)
@lang_option
def replay(record: str, seat: int | None, plain: bool, lang: str) -> None:
    """Goes through a record, event by event."""
    from ludoteca.record import read_match

    match = read_match(read_text(record_path(record), lang))
    if seat is not None and seat - 1 not in range(match.game.seats):
        raise UsageProblem("no_seat", owner="terminal", seat=seat, seats=match.game.seats)
    viewer = None if seat is None else seat - 1
    if plain or is_plain():
        from ludoteca.terminal.replaying import lines

        for line in lines(match, viewer, lang):
            click.echo(line)
        return
    from ludoteca.terminal.replaying import Replay

    Replay(match, viewer, lang=lang).run()
