"""The command that compiles everything ahead."""

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.shared import compile_games, lang_option


@click.command()
@lang_option
def warm(lang: str) -> None:
    """Compile everything now, so that nothing waits later."""
    from ludoteca.core import registry
    from ludoteca.envs import encoded_games, warming

    compile_games(list(registry.games()), lang=lang, more=True)
    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    for name in encoded_games():
        warming.warm(name)
    click.echo(say("warm", lang))
