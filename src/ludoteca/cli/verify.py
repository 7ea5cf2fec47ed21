"""The command that proves the chance of a record."""

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.replay import record_text
from ludoteca.cli.shared import echo_json, in_file, json_option, lang_option


@click.command()
@click.argument("record")
@json_option
@lang_option
def verify(record: str, as_json: bool, lang: str) -> None:
    """Replay a record and compute every roll and deal again from its seed."""
    from ludoteca.core import registry
    from ludoteca.match import verify as check

    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    path, text = record_text(record, lang)
    with in_file(path, lang):
        result = check(text)
    if as_json:
        facts = {"moves": result.moves, "chances": result.chances, "seed_known": result.seed_known}
        echo_json({"sound": True} | facts)
        return
    click.echo(say("verified", lang, moves=result.moves, chances=result.chances))
    if not result.seed_known:
        click.echo(say("seed_hidden", lang))
