"""How long a new user waits, with an empty cache of kernels: python benchmarks/start.py.

Each figure is the best of three rounds, each with empty folders, in seconds by the clock unless it
says otherwise; processes that it starts are ended. It takes some minutes. Options: --rounds N, and
--only WORD for the rows whose name has that word.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect
from start_server import started

GAMES = ("phoenix", "rainbow", "cadena", "colorito", "sendas")
FIRST_MOVES = "import ludoteca; print(len(ludoteca.load({game!r}).start(seed=1).moves()))"
FIRST_ANSWERS = """
import time, ludoteca
from ludoteca.search import compiling
from ludoteca.search.defaults import DEFAULT_LEVEL
compiling.begin([{game!r}])
game = ludoteca.load({game!r}, **{options!r})
position = game.start(seed=1)
slowest = 0.0
for _ in range(3):
    while position.to_move == ludoteca.CHANCE:
        position = position.roll()
    view = position.view(position.to_move, memory=True)
    began = time.perf_counter()
    move = ludoteca.player(DEFAULT_LEVEL).choose(game, view, seed=1)
    slowest = max(slowest, time.perf_counter() - began)
    position = position.play(move)
print(slowest)
"""
WARM_MOVES = """
import ludoteca
from ludoteca.core import native
game = ludoteca.load({game!r})
assert native.poll({game!r})
print(len(game.start(seed=1).moves()))
"""


@dataclass(frozen=True)
class Row:
    """What is measured, and what it should be at most; a measure returns one figure or more."""

    names: tuple[str, ...]
    goals: tuple[float, ...]
    measure: Callable[[dict[str, str]], tuple[float, ...]]


def run_python(code: str, env: dict[str, str]) -> tuple[float, str]:
    """Run a script; return the seconds it took and what it printed."""
    began = time.perf_counter()
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    return time.perf_counter() - began, done.stdout


def serve(env: dict[str, str]) -> tuple[float]:
    """Return the seconds from the start of the server to its home page."""
    began = time.perf_counter()
    with started(env) as visitor:
        for path in ("/healthz", "/", "/api/games"):
            visitor.get(path)
        return (time.perf_counter() - began,)


def table_and_move(game: str) -> Callable[[dict[str, str]], tuple[float, ...]]:
    """Return a measure of opening a match of a game and making a move in it."""

    def measure(env: dict[str, str]) -> tuple[float, ...]:
        with started(env) as visitor:
            began = time.perf_counter()
            match = visitor.open(game)
            visitor.see(match)
            opened = time.perf_counter() - began
            return opened, visitor.move(match)

    return measure


def silence(env: dict[str, str]) -> tuple[float]:
    """Return the longest time in which a server does not answer while it compiles all games."""
    with started(env) as visitor:
        longest, until = 0.0, time.monotonic() + 600
        while visitor.statuses() != {"native"}:
            if time.monotonic() > until:
                raise RuntimeError("the games are not compiled")
            for _ in range(20):
                began = time.perf_counter()
                visitor.get("/healthz")
                longest = max(longest, time.perf_counter() - began)
                time.sleep(0.05)
        return (longest,)


def terminal(*arguments: str, shows: str) -> Callable[[dict[str, str]], tuple[float]]:
    """Return a measure of a command at a terminal, up to something on the screen."""

    def measure(env: dict[str, str]) -> tuple[float]:
        began = time.perf_counter()
        command = ["-m", "ludoteca", "play", *arguments, "--lang", "en"]
        own = env | {"TERM": "xterm-256color"}
        child = pexpect.spawn(
            sys.executable, command, env=own, dimensions=(40, 120), encoding="utf-8", timeout=60
        )
        try:
            child.expect(shows)
            return (time.perf_counter() - began,)
        finally:
            child.close(force=True)

    return measure


def answers(game: str, options: dict[str, Any]) -> Callable[[dict[str, str]], tuple[float]]:
    """Return a measure of the slowest of the default bot's first three moves."""
    code = FIRST_ANSWERS.format(game=game, options=options)
    return lambda env: (float(run_python(code, env)[1]),)


def warm(env: dict[str, str]) -> tuple[float, ...]:
    """Return the seconds and the processor time of compiling everything, and a warm start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "ludoteca", "warm"], env=env, check=True)
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    starts = [min(_warm_start(game, env) for _ in range(3)) for game in GAMES]
    return clock, spent, max(starts)


def _warm_start(game: str, env: dict[str, str]) -> float:
    return run_python(WARM_MOVES.format(game=game), env)[0]


def rows() -> Iterator[Row]:
    """Yield what is measured."""
    yield Row(("serve: start to /healthz, home page and games",), (2.5,), serve)
    for game in GAMES:
        both = (f"{game}: new match to its table", f"{game}: a move to its answer")
        yield Row(both, (1.0, 0.3), table_and_move(game))
    bots: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in GAMES]
    for game, options in [*bots, ("cadena", {"players": 4})]:
        name = f"{game}{' for 4' if options else ''}: the default bot's first answers"
        yield Row((name,), (3.0,), answers(game, options))
    for game in GAMES:
        shows = "(?i)(your turn|to move|pick)"
        yield Row((f"play {game}: first screen",), (2.5,), terminal(game, shows=shows))
        shows = r"(?m)> $|>\s*$"
        plain = terminal(game, "--plain", shows=shows)
        yield Row((f"play {game} --plain: first prompt",), (2.5,), plain)
    for game in GAMES:
        code = FIRST_MOVES.format(game=game)
        measure = lambda env, code=code: (run_python(code, env)[0],)  # noqa: E731
        yield Row((f"import ludoteca to moves(): {game}",), (1.5,), measure)
    yield Row(("server: longest silence while it compiles all games",), (0.2,), silence)
    names = ("warm: by the clock", "warm: processor time", "warm process: start to native moves")
    yield Row(names, (60.0, 100.0, 0.7), warm)


def best(row: Row, rounds: int) -> list[float]:
    """Return the best figures of some rounds, each with empty folders."""
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            own = {name: str(Path(folder) / name) for name in ("cache", "data")}
            env = os.environ | {"LUDOTECA_JIT": "on", "LUDOTECA_LANG": "en"}
            env |= {f"LUDOTECA_{name.upper()}": path for name, path in own.items()}
            found.append(row.measure(env))
    return [min(figures) for figures in zip(*found, strict=True)]


def main() -> None:
    """Print the table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    for row in rows():
        if given.only in " ".join(row.names):
            for name, seconds, goal in zip(
                row.names, best(row, given.rounds), row.goals, strict=True
            ):
                print(f"{name:54} {seconds:7.2f} s   goal {goal:5.1f} s", flush=True)


if __name__ == "__main__":
    main()
