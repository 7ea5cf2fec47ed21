"""The command that shows the rules."""

import os
import sys

import click

from ludoteca.cli.shared import game_argument, lang_option
from ludoteca.core import registry

WIDEST = 100


@click.command()
@game_argument
@lang_option
def rules(game: str, lang: str) -> None:
    """Show the rules of a game: a page at a time in a terminal, as Markdown elsewhere."""
    from ludoteca.core.illustrations import described

    registry.definition(game)
    text = described(game, lang)
    if sys.stdout.isatty():
        os.environ.setdefault("LESS", "-FRX")  # colours, and no pager for what fits the screen
        click.echo_via_pager(rendered(text), color=True)
    else:
        click.echo(text)


def rendered(text: str) -> str:
    """Return Markdown as a terminal shows it, as wide as the window but easy to read."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(force_terminal=True, highlight=False)
    console.width = min(console.width, WIDEST)
    with console.capture() as shown:
        console.print(Markdown(text))
    return shown.get()
