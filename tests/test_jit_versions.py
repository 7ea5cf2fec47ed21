"""How often kernels are compiled: one version each, however many processes do it at once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.core import native, registry
from ludoteca.search import warm
from tests.test_jit import run

pytestmark = pytest.mark.slow
VERSIONS = """
import numpy as np
from ludoteca.core import jit, native
from ludoteca.core.compiler import NoPythonEntry
from ludoteca.core.rng import below, new_rng
native.always()

@jit.kernel
def two(rng, small):
    return below(rng, 3) + below(rng, small) + below(rng, np.int32(5))

rng = new_rng(1)
two(rng, np.int8(2)), two(rng, 2), two(rng, np.int64(2)), below(rng, 4)
print(len(two.entry.signatures), len(two.inner.signatures), len(below.inner.signatures))
try:
    below.inner(rng, 4)
except NoPythonEntry as error:
    print(error)
"""


def test_integers_of_any_width_and_literals_share_one_version(tmp_path: Path) -> None:
    result = run(VERSIONS, tmp_path)
    assert result.returncode == 0, result.stderr
    counts, error = result.stdout.splitlines()
    assert counts == "1 1 1"
    assert error == "below has no entry for Python: call its kernel"


BESIDE = """
import os
import ludoteca
from ludoteca.core import kernel_cache, native
ludoteca.add_game("nim", "nim")
game = ludoteca.load("nim")
if os.environ.get("LATE") == "blind":
    kernel_cache.KernelCache._load = lambda *ignored: None
native.is_complete = lambda *ignored: False
game.compile_rules()
print(native._marks("nim", native.RULES)[0])
"""


def saved_by(cache: Path, late: str) -> tuple[dict[Path, int], dict[str, int]]:
    """Compile in a new process; return the files with their i-nodes, and the versions noted.

    The process began before another one had marked the rules: it is `blind` if it looked for
    compiled versions before they were saved, too.
    """
    result = run(BESIDE, cache, LATE=late)
    assert result.returncode == 0, result.stderr
    versions: dict[str, int] = json.loads(Path(result.stdout.strip()).read_text())["versions"]
    return {path: path.stat().st_ino for path in cache.rglob("*.nbc")}, versions


def test_two_processes_that_compile_at_once_keep_one_file_and_one_count(tmp_path: Path) -> None:
    files, versions = saved_by(tmp_path, late="no")
    assert files
    assert versions["nim.rules.legal"] == 1
    # Marks name the sizes of files: one that was replaced makes them worthless.
    assert saved_by(tmp_path, late="blind") == (files, versions)
    # What the second only loaded counts as the first compiled it.
    assert saved_by(tmp_path, late="sighted") == (files, versions)


# Arrays of a record and free ones, and arrays of two lengths in a record, are types of their own.
TWICE = {"phoenix": {"shift": 2, "swap": 2, "write_left": 2}}


def mark_of(name: str) -> dict[str, dict[str, int]]:
    """Return what was noted when what a player of a game waits for was compiled."""
    if not warm.is_warm(name):
        # In a process of its own, which runs nothing else.
        subprocess.run([sys.executable, "-m", "ludoteca", "warm", name], check=True)
    mark = native._marks(name, native.PLAY)[0]
    noted: dict[str, dict[str, int]] = json.loads(mark.read_text())
    return noted


@pytest.mark.parametrize("name", registry.games())
def test_each_kernel_that_players_wait_for_is_compiled_once(name: str) -> None:
    versions = mark_of(name)["versions"]
    assert len(versions) > 20
    twice = {kernel.split(".")[-1]: count for kernel, count in versions.items() if count > 1}
    assert twice == TWICE.get(name, {})


@pytest.mark.parametrize("name", registry.games())
def test_players_do_not_wait_for_what_only_the_arena_runs(name: str) -> None:
    files = " ".join(mark_of(name)["files"])
    assert ".legal-" in files
    for only_measured in ("simulate_plain", "play_out_range", "perft"):
        assert only_measured not in files
