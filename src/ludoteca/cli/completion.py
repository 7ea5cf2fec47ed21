"""The command that teaches a shell to complete the others."""

import click

from ludoteca.cli.shared import lang_option

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@lang_option
@click.pass_context
def completion(ctx: click.Context, shell: str, lang: str) -> None:
    """Print the script that completes the commands in a shell."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    root = ctx.find_root().command
    click.echo(kind(root, {}, "ludoteca", "_LUDOTECA_COMPLETE").source())
