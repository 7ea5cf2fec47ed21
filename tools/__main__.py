"""Run `python -m tools SUBCOMMAND` from the root of the repository."""

import click

from tools import (
    accuracy,
    calibration,
    golden,
    kernels,
    notebook,
    pictures,
    strength,
    studies,
    tuning,
    wire,
)


@click.group()
def main() -> None:
    """Regenerate files of this repository, or tune an evaluation."""


@main.command("all")
@click.pass_context
def everything(ctx: click.Context) -> None:
    """Regenerate message types, pictures, golden games, the notebook, studies, strength page.

    Games that were played before by the same players are kept and not played again; from nothing
    the studies take hours.
    """
    for command in (
        wire.main,
        pictures.main,
        golden.main,
        notebook.main,
        studies.main,
        strength.main,
    ):
        ctx.invoke(command)


for _name, _command in (
    ("wire", wire.main),
    ("pictures", pictures.main),
    ("golden", golden.main),
    ("notebook", notebook.main),
    ("studies", studies.main),
    ("strength", strength.main),
    ("calibration", calibration.main),
    ("accuracy", accuracy.main),
    ("tuning", tuning.main),
    ("kernels", kernels.main),
):
    main.add_command(_command, _name)

if __name__ == "__main__":
    main(prog_name="python -m tools")
