"""The pictures of the README, and the positions that the catalog of the server draws."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import click

import ludoteca
from ludoteca.core.data import read_toml
from ludoteca.core.kernels import CHANCE
from ludoteca.core.registry import definition
from ludoteca.server.http.catalog import MOMENTS_FILE

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MOVES: Mapping[str, int] = read_toml(FOLDER / "moves.toml")
MOMENTS = {"middle": 0.45, "end": 1.0}
MOST_PLIES = 120


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


def moments(name: str) -> dict[str, str]:
    """Return positions of a short game between greedy players, always the same, as text."""
    game = ludoteca.load(name)
    position, source, mover = game.start(seed=7), Random(7), ludoteca.player("greedy")
    positions = [position]
    while position.to_move is not None and len(positions) < MOST_PLIES:
        if position.to_move == CHANCE:
            position = position.roll(source)
            continue
        view = position.view(position.to_move, memory=True)
        position = position.play(mover.choose(game, view, seed=len(positions)))
        positions.append(position)
    chosen = {at: positions[int(part * (len(positions) - 1))] for at, part in MOMENTS.items()}
    return {at: found.text() for at, found in chosen.items()}


def moments_toml(name: str) -> str:
    """Return the file of a game's moments."""
    return "".join(f"{at} = {json.dumps(text)}\n" for at, text in moments(name).items())


@click.command()
def main() -> None:
    """Draw the pictures of the README; write the positions that the server draws."""
    FOLDER.mkdir(exist_ok=True)
    for name in ludoteca.games():
        (FOLDER / f"{name}.svg").write_text(draw(name), encoding="utf-8")
        (definition(name).folder / MOMENTS_FILE).write_text(moments_toml(name), encoding="utf-8")
