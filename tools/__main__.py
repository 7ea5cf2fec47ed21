"""Run `python -m tools SUBCOMMAND` from the root of the repository."""

import click

from tools import golden, pictures, strength, studies, tuning


@click.group()
def main() -> None:
    """Regenerate files of this repository, or tune an evaluation."""


@main.command("all")
@click.pass_context
def everything(ctx: click.Context) -> None:
    """Regenerate pictures, golden playthroughs, studies and the strength page.

    Games that were played before by the same players are kept and not played again; from nothing
    the studies take hours.
    """
    for command in (pictures.main, golden.main, studies.main, strength.main):
        ctx.invoke(command)


for _name, _command in (
    ("pictures", pictures.main),
    ("golden", golden.main),
    ("studies", studies.main),
    ("strength", strength.main),
    ("tuning", tuning.main),
):
    main.add_command(_command, _name)

if __name__ == "__main__":
    main(prog_name="python -m tools")
