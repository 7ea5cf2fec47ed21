"""How long a new user waits, with an empty cache of kernels: python benchmarks/start.py.

Each figure is the best of three, in seconds by the clock; processes that it starts are ended. Add
--warm for the processor time that compiling all games takes, which is a few minutes.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

ROUNDS = 3
FIRST_MOVES = "import ludoteca; print(len(ludoteca.load({game!r}).start(seed=1).moves()))"
FIRST_ANSWER = """
import time, ludoteca
from ludoteca.search import compiling
from ludoteca.search.defaults import DEFAULT_LEVEL
compiling.begin([{game!r}])
game = ludoteca.load({game!r}, **{options!r})
position = game.start(seed=1)
while position.to_move == ludoteca.CHANCE:
    position = position.roll()
began = time.perf_counter()
ludoteca.player(DEFAULT_LEVEL).choose(game, position.view(position.to_move, memory=True), seed=1)
print(time.perf_counter() - began)
"""
BOTS = [(name, {}) for name in ("phoenix", "rainbow", "cadena", "colorito", "sendas")]
BOTS.append(("cadena", {"players": 4}))


def environment(cache: str, data: str) -> dict[str, str]:
    """Return the environment of a new user."""
    return os.environ | {"LUDOTECA_CACHE": cache, "LUDOTECA_DATA": data, "LUDOTECA_JIT": "on"}


def run_python(code: str, env: dict[str, str]) -> tuple[float, str]:
    """Run a script; return the seconds it took and what it printed."""
    began = time.perf_counter()
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    return time.perf_counter() - began, done.stdout


def until_served(env: dict[str, str], paths: tuple[str, ...]) -> float:
    """Start the server; return the seconds until it has answered all paths."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "ludoteca", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = None
        while address is None:
            address = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
        for path in paths:
            _ask(address[0] + path)
        return time.perf_counter() - began
    finally:
        server.terminate()
        server.wait()


def _ask(address: str) -> None:
    for _ in range(3000):
        try:
            with urlopen(address, timeout=60) as answer:
                answer.read()
                return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"no answer from {address}")


def best(measure: Callable[[dict[str, str]], float]) -> float:
    """Return the best of some rounds, each with empty folders."""
    found = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            cache, data = Path(folder) / "cache", Path(folder) / "data"
            found.append(measure(environment(str(cache), str(data))))
    return min(found)


def warm_seconds(env: dict[str, str]) -> float:
    """Return the processor time of compiling all games."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "ludoteca", "warm"], env=env, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--warm", action="store_true")
    given = parser.parse_args()
    rows: list[tuple[str, float, float]] = []
    served = best(lambda env: until_served(env, ("/healthz", "/", "/api/games")))
    rows.append(("serve: start to /healthz, home page and games", served, 2.5))
    for game, options in BOTS:
        code = FIRST_ANSWER.format(game=game, options=options)
        took = best(lambda env, code=code: float(run_python(code, env)[1]))
        rows.append((f"first answer of the default bot: {game} {options or ''}", took, 3.0))
    moves = best(lambda env: run_python(FIRST_MOVES.format(game="sendas"), env)[0])
    rows.append(("import ludoteca to moves()", moves, 1.5))
    for name, seconds, goal in rows:
        print(f"{name:60} {seconds:7.2f} s   goal {goal:.1f} s")
    if given.warm:
        with tempfile.TemporaryDirectory() as folder:
            spent = warm_seconds(environment(f"{folder}/cache", f"{folder}/data"))
        print(f"{'warm: processor time of all games':60} {spent:7.2f} s   goal 100.0 s")


if __name__ == "__main__":
    main()
