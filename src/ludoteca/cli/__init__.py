"""The command line."""

import click

import ludoteca
from ludoteca.cli import arena, checks, facts, table
from ludoteca.cli.shared import Failing, language_of, say
from ludoteca.core import registry, texts


@click.group(cls=Failing, invoke_without_command=True)
@click.version_option(ludoteca.__version__, package_name="ludoteca")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Five tabletop games: Phoenix, Rainbow Duel, Cadena, Colorito, Sendas.

    Without a command: choose a game and play it here.
    """
    if ctx.invoked_subcommand is None:
        lang = language_of(ctx)
        names = registry.games()
        for number, name in enumerate(names, 1):
            registry.definition(name)
            title, promise = (texts.say(name, key, lang) for key in ("title", "promise"))
            click.echo(f"  {number}  {title}")
            click.echo(click.wrap_text(promise, 76, "     ", "     "))
        number = table.ask_number(say("which", lang), len(names), lang)
        if number:
            ctx.invoke(table.play, game=names[number - 1], lang=lang)


for _command in (
    facts.games,
    facts.rules,
    table.play,
    arena.arena,
    checks.verify_command,
    checks.perft,
    checks.bench,
    checks.warm_command,
):
    main.add_command(_command)
