"""How kernels run: plain, native, from the cache on disk; and whom the cache belongs to."""

import ast
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from ludoteca.core import cache_folder, jit, native, sources
from ludoteca.search import compiling

pytestmark = pytest.mark.slow
EXAMPLES = Path(__file__).parent.parent / "examples"
SCRIPT = """
import json, sys
import ludoteca
from ludoteca.core import jit, native
ludoteca.add_game("nim", "nim")
game = ludoteca.load("nim")
position = game.start(seed=1)
told = {"moves": position.moves(), "numba": "numba" in sys.modules}
game.compile_rules()
after = position.play(position.moves()[0])
told |= {"ready": native.ready("nim"), "again": position.moves(), "next": after.moves()}
if jit.COMPILED:
    stats = game.definition.kernels.legal.entry.stats
    told |= {"hits": sum(stats.cache_hits.values()), "misses": sum(stats.cache_misses.values())}
    told["kept"] = jit.cache_folder() is not None
print(json.dumps(told))
"""
THREADS = """
import sys, threading
sys.path.insert(0, {folder!r})
sys.setswitchinterval(1e-6)
from ludoteca.core import jit
import made

paths = []
def declare(part):
    for function in made.FUNCTIONS[part::8]:
        kernel = jit.kernel(function)
        compiled = getattr(kernel, "entry", kernel)
        paths.append(compiled.stats.cache_path)

threads = [threading.Thread(target=declare, args=(part,)) for part in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(jit.kernel(made.FUNCTIONS[0])(20))
print(*sorted(set(paths)), sep="\\n")
"""


def run(
    script: str, cache: Path | str, /, *, cwd: Path | None = None, **environment: str
) -> CompletedProcess[str]:
    """Run a script in a new process."""
    path = os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"LUDOTECA_CACHE": str(cache), "LUDOTECA_JIT": "on", "PYTHONPATH": path}
    env |= environment
    command = [sys.executable, "-c", script]
    return subprocess.run(command, capture_output=True, text=True, env=env, cwd=cwd)


def start(cache: Path | str, **environment: str) -> tuple[dict[str, object], str]:
    """List the first moves in a new process, plainly and then natively."""
    result = run(SCRIPT, cache, cwd=None, **environment)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout), result.stderr


def test_a_process_starts_plain_and_compiles_once_for_all(tmp_path: Path) -> None:
    first, said = start(tmp_path)
    second, silent = start(tmp_path)
    assert "compiling the rules of Nim" in said
    assert silent == ""
    assert not first["numba"]
    assert first["ready"]
    assert (first["hits"], second["hits"], second["misses"]) == (0, 1, 0)
    for key in ("moves", "again", "next"):
        assert first[key] == second[key]
    assert first["moves"] == first["again"]


def test_all_modes_list_the_same_moves(tmp_path: Path) -> None:
    interpreted, said = start(tmp_path, LUDOTECA_JIT="off")
    assert said == ""
    disabled, _ = start(tmp_path, NUMBA_DISABLE_JIT="1")
    assert interpreted["next"] == disabled["next"]
    assert not list(tmp_path.iterdir())


def test_a_broken_cache_is_compiled_again(tmp_path: Path) -> None:
    start(tmp_path)
    kept = sorted(tmp_path.rglob("nim.*legal-*.nbc"))
    for path in kept:
        path.write_bytes(path.read_bytes()[:-100] + bytes(100))
    mended, _ = start(tmp_path)
    assert mended["misses"] == 1
    for path in tmp_path.rglob("nim.*legal-*.nbc"):
        path.write_bytes(path.read_bytes()[:50])
    again, said = start(tmp_path)
    assert "compiling the rules of Nim" in said  # the mark knows how long its files are
    assert again["misses"] == 1
    assert not list(tmp_path.rglob(".part-*"))
    whole, _ = start(tmp_path)
    assert (whole["hits"], whole["misses"]) == (1, 0)


def test_threads_declare_kernels_only_in_the_private_folder(tmp_path: Path) -> None:
    made, cwd, cache = tmp_path / "made", tmp_path / "cwd", tmp_path / "cache"
    for folder in (made, cwd):
        folder.mkdir()
    lines = [f"def number_{i}(limit):\n    return limit + {i}\n" for i in range(800)]
    names = ", ".join(f"number_{i}" for i in range(800))
    (made / "made.py").write_text("\n".join([*lines, f"FUNCTIONS = [{names}]"]))
    result = run(THREADS.format(folder=str(made)), cache, cwd=cwd)
    assert result.returncode == 0, result.stderr
    answer, *paths = result.stdout.split()
    assert answer == "20"
    assert len(paths) == 1
    assert Path(paths[0]).is_absolute()
    assert Path(paths[0]).is_relative_to(cache)
    assert list(cwd.iterdir()) == []


def test_the_folder_is_private_and_others_folders_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A command run before in this process may say it in another language.
    monkeypatch.setattr(cache_folder, "notice", cache_folder._print_notice)
    monkeypatch.setattr(cache_folder, "_SAID", set())
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "mine"))
    made = cache_folder.open_folder("on")
    assert made is not None
    assert {stat.S_IMODE(path.stat().st_mode) for path in (made, made.parent)} == {0o700}
    made.chmod(0o755)  # as another umask leaves it
    assert cache_folder.open_folder("on") == made
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    made.chmod(0o770)
    assert cache_folder.open_folder("on") is None
    assert cache_folder.open_folder("on") is None
    assert capsys.readouterr().err.count("others may write there") == 1
    made.chmod(0o700)
    made.parent.chmod(0o777)
    assert cache_folder.open_folder("on") is None
    made.parent.chmod(0o1777)  # as /tmp is
    assert cache_folder.open_folder("on") == made
    monkeypatch.setattr(os, "getuid", lambda: 1 + made.stat().st_uid)
    assert cache_folder.open_folder("on") is None


def test_a_relative_folder_is_made_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOTECA_CACHE", "here")
    made = cache_folder.open_folder("on")
    assert made is not None
    assert made.is_relative_to(tmp_path)


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    told, said = start(file)
    assert told["ready"]
    assert not told["kept"]
    assert said.count("cannot be kept") == 1


def test_only_old_folders_are_removed(tmp_path: Path) -> None:
    stale, used = (
        [tmp_path / f"jit-{i}" for i in range(5)],
        [tmp_path / f"jit-used-{i}" for i in "ab"],
    )
    for age, folder in enumerate([*stale, *used]):
        folder.mkdir()
        os.utime(folder, (age, age))
    for folder in used:
        os.utime(folder)
    cache_folder.prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["jit-4", "jit-used-a", "jit-used-b"]
    for i in range(5):
        (tmp_path / f"jit-{i}").mkdir(exist_ok=True)
        os.utime(tmp_path / f"jit-{i}")
    cache_folder.prune(tmp_path)
    assert len(list(tmp_path.iterdir())) == 7


def test_an_unknown_mode_is_refused(tmp_path: Path) -> None:
    result = run(SCRIPT, tmp_path, LUDOTECA_JIT="sometimes")
    assert result.returncode != 0
    assert "must be one of on, check, off" in result.stderr


NIM = """
import sys
import ludoteca
from ludoteca.core import native
ludoteca.add_game("nim", "nim")
game = ludoteca.load("nim")
game.compile_rules()
legal = game.definition.kernels.legal
print(len(game.start(seed=1).moves()), sum(legal.entry.stats.cache_misses.values()))
"""


def test_an_edit_of_an_outside_game_compiles_that_game_again(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "nim", tmp_path / "nim")
    rules = next(
        path for path in (tmp_path / "nim").rglob("*.py") if "def legal" in path.read_text()
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])

    def play() -> list[str]:
        result = run(NIM, tmp_path / "cache", cwd=tmp_path, PYTHONPATH=path)
        assert result.returncode == 0, result.stderr
        return result.stdout.split()

    moves, misses = play()
    assert misses == "1"
    assert play() == [moves, "0"]
    (rules.parent / "more.py").write_text("# nothing\n")
    assert play() == [moves, "1"]


def test_an_edit_changes_the_hash_of_one_game_only(tmp_path: Path) -> None:
    package = tmp_path / "ludoteca"
    shutil.copytree(sources.PACKAGE, package, ignore=shutil.ignore_patterns("static", "*.pyc"))
    script = (
        "import json; from ludoteca.core import registry, sources\n"
        "of = lambda name: registry.definition(name).kernels.legal.sources\n"
        "print(json.dumps({n: sources.combined([of(n)]) for n in registry.games()}))"
    )

    def groups() -> dict[str, str]:
        result = run(script, tmp_path / "cache", PYTHONPATH=str(tmp_path))
        assert result.returncode == 0, result.stderr
        found: dict[str, str] = json.loads(result.stdout)
        return found

    before = groups()
    for path in ("core/errors.py", "core/texts/en.toml", "search/players.py", "cli/shared.py"):
        _append(package / path)
    assert groups() == before
    _append(package / "rulebooks" / "sendas" / "rules.py")
    changed = groups()
    assert {name for name in before if before[name] != changed[name]} == {"sendas"}
    _append(package / "core" / "rng.py")
    assert all(changed[name] != group for name, group in groups().items())


def _append(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")


def _kernels_in(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions of a file that are declared as kernels."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [f for f in functions if any("kernel" in ast.dump(d) for d in f.decorator_list)]


def _foreign_names(path: Path) -> list[str]:
    """Return the names in a file's kernels that come from files which its hash does not cover."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = [node for f in _kernels_in(tree) for part in f.body for node in ast.walk(part)]
    used = {node.id for node in inside if isinstance(node, ast.Name)}
    known = set(sources.shared_files())
    if path not in known:
        parts = path.relative_to(sources.PACKAGE).parts
        folder = sources.PACKAGE.joinpath(*parts[:2]) if parts[0] == sources.GAMES else path.parent
        known |= set(folder.rglob("*.py"))
    foreign = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("ludoteca"):
            for alias in node.names:
                name = alias.asname or alias.name
                base = sources.PACKAGE.parent / str(node.module).replace(".", "/")
                origin = {base.with_suffix(".py"), base / "__init__.py", base / f"{alias.name}.py"}
                if name in used and not origin & known:
                    foreign.append(f"{path}: {name} of {node.module}")
    return foreign


def test_kernels_use_only_what_their_hash_covers() -> None:
    files = [path for path in sources.PACKAGE.rglob("*.py") if "@kernel" in path.read_text("utf-8")]
    assert len(files) > 20
    assert [name for path in files for name in _foreign_names(path)] == []


def test_numba_is_imported_in_three_places_only() -> None:
    importing = [
        path.name
        for path in sources.PACKAGE.rglob("*.py")
        if re.search(r"import numba|from numba|\"numba\.", path.read_text("utf-8"))
    ]
    assert sorted(importing) == ["compiler.py", "jit.py", "kernel_cache.py"]


def test_nothing_sets_a_global_of_numba() -> None:
    assert "CACHE_DIR" not in Path(jit.__file__).read_text("utf-8")


def test_a_process_that_is_always_native_never_leaves_compiling_to_others() -> None:
    compiling.begin(["sendas"])
    assert not native.beside()
    assert jit._may_compile
