"""Games compiled beside the program that plays them, in processes of their own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PLAY = """
import json, os, signal, sys, time
import ludoteca
from ludoteca.core import jit, native
from ludoteca.search import compiling
from ludoteca.search.players import player, thinks_less

ludoteca.add_game("nim", "nim")
compiling.begin(["nim"])
game = ludoteca.load("nim")
position = game.start(seed=1)
view = position.view(position.to_move, memory=True)
told = {"plain": [player(level).choose(game, view, seed=5) for level in (1, 3, 4)]}
told |= {"less": thinks_less("nim", 8), "numba": "numba" in sys.modules}
KILLS = int(sys.argv[1])
seen, killed = set(), 0
until = time.monotonic() + 300
while compiling.status("nim") not in ("native", "plain") and time.monotonic() < until:
    seen.add(compiling.status("nim"))
    child = compiling._compilers._jobs["nim"].child
    if child is not None and killed < KILLS and child.poll() is None:
        time.sleep(0.3)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        killed += 1
    time.sleep(0.02)
told |= {"seen": sorted(seen), "status": compiling.status("nim"), "killed": killed}
told["native"] = [player(level).choose(game, view, seed=5) for level in (1, 3, 4)]
made = [kernel for kernel in jit._KERNELS if kernel._compiled is not None]
told["compiled_here"] = sum(sum(k._compiled.stats.cache_misses.values()) for k in made)
told["less_then"] = thinks_less("nim", 8)
print(json.dumps(told))
"""


def play(cache: Path, kills: int = 0) -> tuple[dict[str, object], str]:
    """Play Nim in a new process while its kernels are compiled."""
    path = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"LUDOTECA_CACHE": str(cache), "LUDOTECA_JIT": "on", "PYTHONPATH": path}
    command = [sys.executable, "-c", PLAY, str(kills)]
    result = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout), result.stderr


def test_a_killed_child_is_started_again_and_the_game_switches(tmp_path: Path) -> None:
    told, said = play(tmp_path, kills=1)
    assert said == ""
    assert told["killed"] == 1
    assert told["status"] == "native"
    assert "compiling" in told["seen"]  # type: ignore[operator]
    assert not told["numba"]  # nothing is imported that makes the first move wait
    assert told["plain"] == told["native"]
    assert told["compiled_here"] == 0
    assert told["less"]
    assert not told["less_then"]
    again, _ = play(tmp_path)
    assert again["status"] == "native"
    assert again["compiled_here"] == 0


def test_a_child_that_always_dies_leaves_the_game_plain(tmp_path: Path) -> None:
    told, said = play(tmp_path, kills=9)
    assert told["killed"] == 3
    assert told["status"] == "plain"
    assert told["plain"] == told["native"]
    assert said.count("could not be compiled") == 1


def test_a_folder_that_cannot_be_made_is_said_once(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    told, said = play(file)
    assert told["status"] == "plain"
    assert told["plain"] == told["native"]
    assert said.count("cannot be kept") == 1


def test_an_interrupted_compilation_leaves_nothing_half_written(tmp_path: Path) -> None:
    path = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"LUDOTECA_CACHE": str(tmp_path), "LUDOTECA_JIT": "on", "PYTHONPATH": path}
    command = [sys.executable, "-P", "-m", "ludoteca.search.compile_game", "nim", "nim"]
    child = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not list(tmp_path.rglob("*.nbc")) and time.monotonic() < until:
        time.sleep(0.02)
    child.send_signal(2)
    child.wait(60)
    assert list(tmp_path.rglob("*.nbc"))
    assert not list(tmp_path.rglob(".part-*"))
    assert not list(tmp_path.rglob("*.complete"))
