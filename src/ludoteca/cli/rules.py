"""The command that prints the rules."""

import click

from ludoteca.cli.shared import game_argument, lang_option
from ludoteca.core import registry, texts


@click.command()
@game_argument
@lang_option
def rules(game: str, lang: str) -> None:
    """Print the rules of a game."""
    registry.definition(game)
    click.echo(texts.document(game, "rules", lang))
