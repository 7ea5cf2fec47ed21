"""The command that writes a template for one's own deck, board or set-up."""

import click

from ludoteca.cli.shared import game_argument, lang_option
from ludoteca.core import templates


@click.command()
@game_argument
@click.argument("option", metavar="OPTION")
@lang_option
def template(game: str, option: str, lang: str) -> None:
    """Write a data file of a game with every key explained."""
    click.echo(templates.template(game, option, lang), nl=False)
