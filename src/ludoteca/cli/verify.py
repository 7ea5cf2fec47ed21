"""The command that proves the chance of a record."""

from pathlib import Path

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.shared import echo_json, json_option, lang_option, read_text


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
@lang_option
def verify(file: Path, as_json: bool, lang: str) -> None:
    """Replay a record and compute every roll and deal again from its seed."""
    from ludoteca.core import registry
    from ludoteca.match import verify as check

    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    result = check(read_text(file, lang))
    if as_json:
        facts = {"moves": result.moves, "chances": result.chances, "seed_known": result.seed_known}
        echo_json({"sound": True} | facts)
        return
    click.echo(say("verified", lang, moves=result.moves, chances=result.chances))
    if not result.seed_known:
        click.echo(say("seed_hidden", lang))
