"""Commands run in this process, for tests."""

from pathlib import Path

from click.testing import CliRunner, Result

import ludoteca
from ludoteca.cli import main
from ludoteca.match import Match, write_match


def run(*arguments: str, lines: str | None = None, **environment: str) -> Result:
    """Runs a command in this process."""
    env = {"LUDOTECA_LANG": "en"} | environment
    return CliRunner().invoke(main, list(arguments), input=lines, env=env)


def record_of(tmp_path: Path, name: str = "sendas") -> Path:
    """The file of a finished record."""
    match = Match(ludoteca.load(name), 1)
    for move in ("c2[ES]", "pass", "pass"):
        match.play(move)
    file = tmp_path / "game.txt"
    file.write_text(write_match(match), encoding="utf-8")
    return file
