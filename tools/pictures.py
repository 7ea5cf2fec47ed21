"""The pictures of the README, drawn from real positions."""

from pathlib import Path
from random import Random

import click

import ludoteca
from ludoteca.core.kernels import CHANCE

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MOVES = {"phoenix": 8, "rainbow": 5, "cadena": 24, "colorito": 30, "sendas": 26}


def draw(name: str) -> str:
    """Return a picture of a position of the middle of a random game, as seat 0 sees it."""
    position, source, moves = ludoteca.load(name).start(seed=1892), Random(1892), 0
    while moves < MOVES[name] or position.to_move != 0:
        if position.to_move == CHANCE:
            position = position.roll()
        else:
            position = position.play(source.choice(position.moves()))
            moves += 1
    return position.scene(0).svg()


@click.command()
def main() -> None:
    """Draw the pictures of the README."""
    FOLDER.mkdir(exist_ok=True)
    for name in ludoteca.games():
        (FOLDER / f"{name}.svg").write_text(draw(name), encoding="utf-8")
