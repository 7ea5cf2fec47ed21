"""The golden playthroughs and screens that the tests compare with."""

import click


@click.command()
def main() -> None:
    """Write the golden playthroughs and terminal screens again; read the difference."""
    from tests import golden
    from tests.terminal import screens

    golden.write()
    screens.write()
