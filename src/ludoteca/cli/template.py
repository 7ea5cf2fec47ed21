"""The command that writes a template for one's own deck, board or set-up."""

import click

from ludoteca.cli.shared import game_argument, lang_option
from ludoteca.core import registry, templates


def complete_option(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """Return the options of the game that have a template, for the shell."""
    folders = registry.folders(game) if (game := ctx.params.get("game")) in registry.games() else ()
    files = [file for folder in folders for file in (folder / templates.FOLDER).glob("*.en.toml")]
    names = sorted(file.name.removesuffix(".en.toml") for file in files)
    return [name for name in names if name.startswith(incomplete)]


@click.command()
@game_argument
@click.argument("option", shell_complete=complete_option)
@lang_option
def template(game: str, option: str, lang: str) -> None:
    """Write a data file of a game with every key explained."""
    click.echo(templates.template(game, option, lang), nl=False)
