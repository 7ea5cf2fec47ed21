"""Compile what players of the games run, for the processors that a platform wheel is meant for."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from ludoteca.core import registry
from ludoteca.core.shipped import SETTINGS
from ludoteca.search.compiling import cores

WARM = "import sys; from ludoteca.search import warm; warm.warm(sys.argv[1])"


def compile_for_wheel(folder: Path, name: str) -> None:
    """Compile a game into a folder; raise CalledProcessError if that fails."""
    command = [sys.executable, "-P", "-c", WARM, name]
    env = os.environ | SETTINGS | {"LUDOTECA_CACHE": str(folder), "LUDOTECA_JIT": "on"}
    subprocess.run(command, env=env, check=True)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("games", nargs=-1)
def main(folder: Path, games: tuple[str, ...]) -> None:
    """Compile games, all unless some are named, into FOLDER for processors of x86-64-v3."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(lambda name: compile_for_wheel(folder, name), games or registry.games()))
