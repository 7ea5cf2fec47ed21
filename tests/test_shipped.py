"""Native code that comes with a wheel: used where it fits, and only by commands."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from ludoteca.core import cache_folder, registry, shipped
from ludoteca.core.sources import PACKAGE
from tests import trials
from tools.kernels import compile_for_wheel

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
fits = pytest.mark.skipif(
    not shipped.processor_flags() >= shipped.FLAGS, reason="needs a processor of x86-64-v3"
)
PLAY = """
import json, sys
from ludoteca.cli import use_shipped_code
use_shipped_code()
import ludoteca
from ludoteca.core import jit, native, registry
from ludoteca.search.players import LEVELS
told = {}
for name in sys.argv[1:]:
    game = ludoteca.load(name)
    told[name] = native.poll(name)
    position = game.start(seed=3)
    if not told[name]:
        continue
    for turn in range(6):
        if position.to_move is None:
            break
        if position.to_move == ludoteca.CHANCE:
            position = position.roll()
        else:
            view = position.view(position.to_move, memory=True)
            level = LEVELS[turn % len(LEVELS)]
            position = position.play(ludoteca.player(level).choose(game, view, seed=1))
made = [kernel for kernel in jit._KERNELS if kernel._entry is not None]
told["compiled"] = [repr(kernel) for kernel in made if kernel._entry.stats.cache_misses]
told["loaded"] = sum(sum(k._entry.stats.cache_hits.values()) for k in made)
told["from"] = ludoteca.__file__
print(json.dumps(told))
"""


def play(python: Path | str, cache: Path, *games: str, **environment: str) -> dict[str, object]:
    """Play some games as a command does; return what was compiled and loaded."""
    unset = {*shipped.SETTINGS, "PYTHONPATH"}
    env = {name: value for name, value in os.environ.items() if name not in unset}
    env |= {"LUDOTECA_CACHE": str(cache), "LUDOTECA_JIT": "on"} | environment
    done = subprocess.run(
        [str(python), "-c", PLAY, *games], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    return told


@fits
def test_code_that_came_along_is_used_by_commands_in_another_folder(tmp_path: Path) -> None:
    name = registry.games()[0]
    compile_for_wheel(tmp_path / "kernels", name)
    copy = tmp_path / "elsewhere" / "ludoteca"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.move(tmp_path / "kernels", copy / "kernels")
    path = str(copy.parent)
    told = play(sys.executable, tmp_path / "cache", name, PYTHONPATH=path)
    assert str(told["from"]).startswith(str(copy))
    assert told[name]
    assert told["compiled"] == []
    assert int(str(told["loaded"])) > 5
    other = {"NUMBA_OPT": "2"}  # another setting of the compiler stands for another version
    assert not play(sys.executable, tmp_path / "cache", name, PYTHONPATH=path, **other)[name]
    rules = copy / "rulebooks" / name / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    assert not play(sys.executable, tmp_path / "cache", name, PYTHONPATH=path)[name]


@pytest.mark.skipif(not trials.LONG, reason="python3 tasks.py test --all builds a wheel")
@fits
def test_a_wheel_in_a_fresh_environment_compiles_nothing(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "tasks.py", "wheel"], cwd=ROOT, check=True)
    (wheel,) = (ROOT / "build" / "wheel").glob("ludoteca-*-linux_x86_64.whl")
    home = tmp_path / "home"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    subprocess.run([*pip, "--quiet", str(wheel)], check=True)
    (site,) = home.glob("lib/*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    told = play(python, tmp_path / "cache", *registry.games())
    assert str(told["from"]).startswith(str(home))
    assert all(told[name] for name in registry.games())
    assert told["compiled"] == []


@pytest.fixture
def came_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of native code for these versions, empty."""
    for name in shipped.SETTINGS:
        monkeypatch.setenv(name, "")  # so that it is undone at the end
        monkeypatch.delenv(name)
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setattr(shipped, "processor_flags", lambda: shipped.FLAGS | {"fpu"})
    with pytest.MonkeyPatch.context() as settings:
        for name, value in shipped.SETTINGS.items():
            settings.setenv(name, value)
        made = tmp_path / cache_folder.folder_name("on")
    made.mkdir()
    return made


def test_a_level_is_chosen_only_where_it_fits(
    came_along: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "processor_flags", lambda: shipped.FLAGS - {"avx2"})
    assert not shipped.choose_level("on")
    monkeypatch.setattr(shipped, "processor_flags", lambda: shipped.FLAGS)
    assert not shipped.choose_level("check")
    assert not set(shipped.SETTINGS) & set(os.environ)
    assert shipped.choose_level("on")
    assert os.environ["NUMBA_CPU_NAME"] == shipped.LEVEL
    assert shipped.shipped_folder("on") == came_along


def test_a_level_of_the_users_own_stays(came_along: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert not shipped.choose_level("on")
    assert os.environ["NUMBA_CPU_NAME"] == "generic"


def test_an_import_chooses_no_level() -> None:
    code = "import os, ludoteca; print(sorted(x for x in os.environ if x.startswith('NUMBA_CPU')))"
    env = {name: value for name, value in os.environ.items() if name not in shipped.SETTINGS}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
