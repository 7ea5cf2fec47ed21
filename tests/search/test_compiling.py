"""Games compiled beside the program that plays them, in processes of their own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
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
made = [kernel for kernel in jit._KERNELS if kernel._entry is not None]
told["compiled_here"] = sum(sum(k._entry.stats.cache_misses.values()) for k in made)
told["less_then"] = thinks_less("nim", 8)
print(json.dumps(told))
"""


def play(cache: Path, kills: int = 0, **more: str) -> tuple[dict[str, object], str]:
    """Play Nim in a new process while its kernels are compiled."""
    paths = [str(EXAMPLES), more.pop("PYTHONPATH", os.environ.get("PYTHONPATH", ""))]
    env = os.environ | {"LUDOTECA_CACHE": str(cache), "LUDOTECA_JIT": "on"} | more
    env["PYTHONPATH"] = os.pathsep.join(paths)
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


def environment(cache: Path) -> dict[str, str]:
    """Return the environment of a process that compiles Nim into a folder."""
    path = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    return os.environ | {"LUDOTECA_CACHE": str(cache), "LUDOTECA_JIT": "on", "PYTHONPATH": path}


COMPILE = [sys.executable, "-P", "-m", "ludoteca.search.compile_game", "nim", "nim"]


def test_two_processes_that_compile_at_once_do_the_work_once(tmp_path: Path) -> None:
    both = [subprocess.Popen(COMPILE, env=environment(tmp_path)) for _ in range(2)]
    assert [child.wait(300) for child in both] == [0, 0]
    files = list(tmp_path.rglob("*.nbc"))
    assert len({path.name for path in files}) == len(files)
    assert not list(tmp_path.rglob(".part-*"))
    assert len(list(tmp_path.rglob("play.complete"))) == 1
    told, said = play(tmp_path)
    assert (told["status"], told["compiled_here"], said) == ("native", 0, "")


def test_without_memory_for_the_compiler_the_game_stays_plain(tmp_path: Path) -> None:
    hungry = tmp_path / "hungry"
    hungry.mkdir()
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (300 << 20,) * 2)\n"
    (hungry / "sitecustomize.py").write_text(f"import sys\nif '-P' in sys.orig_argv:\n    {limit}")
    path = os.pathsep.join([str(hungry), os.environ.get("PYTHONPATH", "")])
    told, said = play(tmp_path / "cache", PYTHONPATH=path)
    assert told["status"] == "plain"
    assert told["plain"] == told["native"]
    assert said.count("could not be compiled") == 1
    assert not list((tmp_path / "cache").rglob(".part-*"))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_read_only_home_is_said_once_and_play_goes_on(tmp_path: Path) -> None:
    told, said = play(Path("/proc/ludoteca"))  # no process may make folders there
    assert told["status"] == "plain"
    assert told["plain"] == told["native"]
    assert said.count("cannot be kept") == 1


def test_a_cache_of_another_version_is_not_read(tmp_path: Path) -> None:
    first, _ = play(tmp_path)
    assert first["status"] == "native"
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.nbc")}
    other, said = play(tmp_path, NUMBA_OPT="2")  # stands for another version of the compiler
    assert (other["status"], said) == ("native", "")
    assert other["native"] == first["native"]
    assert len(list(tmp_path.glob("jit-*"))) == 2
    assert {path: path.read_bytes() for path in before} == before


def test_an_interrupted_compilation_leaves_nothing_half_written(tmp_path: Path) -> None:
    child = subprocess.Popen(COMPILE, env=environment(tmp_path), stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not list(tmp_path.rglob("*.nbc")) and time.monotonic() < until:
        time.sleep(0.02)
    child.send_signal(2)
    child.wait(60)
    assert list(tmp_path.rglob("*.nbc"))
    assert not list(tmp_path.rglob(".part-*"))
    assert not list(tmp_path.rglob("*.complete"))


ABANDON = """
import os, sys
import ludoteca
from ludoteca.search import compiling
ludoteca.add_game("nim", "nim")
print(compiling.start_child("nim").pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_child_does_not_outlive_a_program_that_is_killed(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "sitecustomize.py").write_text(
        "import sys\nif '-P' in sys.orig_argv:\n"
        "    import ludoteca.search.warm as warm, time\n"
        "    warm.warm = lambda name: time.sleep(600)\n"
    )
    env = environment(tmp_path / "cache")
    env["PYTHONPATH"] = os.pathsep.join([str(slow), env["PYTHONPATH"]])
    program = subprocess.Popen(
        [sys.executable, "-c", ABANDON], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert program.stdout is not None
    child = int(program.stdout.readline())
    assert _runs(child)
    program.kill()
    program.communicate()
    until = time.monotonic() + 120
    while _runs(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(child)


def _runs(process: int) -> bool:
    """Return whether a process is there and not a zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
