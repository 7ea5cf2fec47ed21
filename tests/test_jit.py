"""The cache of compiled kernels and the three modes."""

import os
import subprocess
import sys
from pathlib import Path

from ludoteca.core import jit

SCRIPT = """
import ludoteca
from ludoteca.core import jit
position = ludoteca.load("sendas").start(seed=1)
print(position.moves()[:3], jit.COMPILED, jit.CACHE is not None)
kernel = position.game.definition.kernels.legal
hits = sum(kernel.stats.cache_hits.values()) if jit.COMPILED else 0
print("hits", hits)
"""


def start(cache: Path | str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Lists the first moves in a new process."""
    env = os.environ | {"LUDOTECA_CACHE": str(cache), "LUDOTECA_JIT": "on"} | environment
    return subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=env)


def test_the_first_use_says_what_it_does_and_the_second_finds_it_done(tmp_path: Path) -> None:
    stale, used = [tmp_path / f"jit-{i}" for i in range(5)], tmp_path / "jit-used"
    for age, folder in enumerate([*stale, used]):
        folder.mkdir()
        os.utime(folder, (age, age))
    os.utime(used)
    first, second = start(tmp_path), start(tmp_path)
    assert "compiling the rules of Sendas" in first.stderr
    assert second.stderr == ""
    assert "hits 0" in first.stdout
    assert "hits 1" in second.stdout
    assert first.stdout.splitlines()[0] == second.stdout.splitlines()[0]
    kept = {path.name for path in tmp_path.glob("jit-*")}
    assert {"jit-4", "jit-used"} < kept
    assert not kept & {"jit-0", "jit-1", "jit-2", "jit-3"}


def test_a_cache_in_use_is_not_removed_however_many_there_are(tmp_path: Path) -> None:
    used = [tmp_path / f"jit-{i}" for i in range(5)]
    for folder in used:
        folder.mkdir()
    jit._prune(tmp_path)
    assert sorted(tmp_path.iterdir()) == used


def test_all_modes_list_the_same_moves(tmp_path: Path) -> None:
    interpreted = start(tmp_path, LUDOTECA_JIT="off")
    assert "False False" in interpreted.stdout
    assert interpreted.stderr == ""
    disabled = start(tmp_path, NUMBA_DISABLE_JIT="1")
    assert interpreted.stdout.split("]")[0] == disabled.stdout.split("]")[0]


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    result = start(file, LUDOTECA_JIT="on")
    assert result.returncode == 0, result.stderr
    assert "True False" in result.stdout


def test_an_unknown_mode_is_refused(tmp_path: Path) -> None:
    result = start(tmp_path, LUDOTECA_JIT="sometimes")
    assert result.returncode != 0
    assert "must be one of on, check, off" in result.stderr


def test_numba_is_imported_in_one_place_only() -> None:
    package = Path(jit.__file__).parent.parent
    importing = [
        path for path in package.rglob("*.py") if "import numba" in path.read_text(encoding="utf-8")
    ]
    assert importing == [Path(jit.__file__)]
