"""Games from outside the package: every command knows them, child processes included."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import registry
from ludoteca.lab.process_pool import WorkersEnded
from tests.commands import run

ROOT = Path(__file__).parent.parent
NIM = str(ROOT / "examples" / "nim")
UNGUARDED = """
from ludoteca.lab.study import study
study("sendas", games=4, players=["random"], workers=2)
"""

CAUGHT = """
import os
from ludoteca.lab.process_pool import WorkersEnded, work
try:
    list(work(os._exit, iter([1]), 2))
except WorkersEnded:
    print("caught")
    raise KeyError("another") from None
"""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    registry._MODULES.pop("nim", None)
    registry._add_installed.cache_clear()


def in_a_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that knows nothing of the sample game by itself."""
    known = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, "-P", "-m", "ludoteca", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=known | {"LUDOTECA_LANG": "en"} | environment,
    )


def test_a_folder_or_a_module_adds_a_game_anywhere_on_the_line() -> None:
    for line in (
        ["--game-module", NIM, "perft", "nim", "1", "--heaps", "1-2-3"],
        ["perft", "nim", "1", f"--game-module={NIM}", "--heaps", "1-2-3"],
        ["perft", "nim", "1", "--heaps", "1-2-3", "--game-module", "nim"],
    ):
        registry._MODULES.pop("nim", None)
        result = run(*line)
        assert result.output.splitlines()[-1] == "6", result.output
    assert "Nim" in run("rules", "nim", "--game-module", NIM).output
    assert '"nim"' in run("games", "--json", "--game-module", NIM).output


@pytest.mark.parametrize(
    "arguments", [["--game-module"], ["--game-module", "no_such_game"], ["--game-module", "json"]]
)
def test_what_is_no_game_is_one_sentence(arguments: list[str]) -> None:
    result = run("games", *arguments)
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert "Traceback" not in result.output


def test_installed_packages_add_games(monkeypatch: pytest.MonkeyPatch) -> None:
    name, first = next(iter(registry.modules().items()))

    def installed(*, group: str) -> list[EntryPoint]:
        return [EntryPoint("nim", "nim", group), EntryPoint(name, "no.such.module", group)]

    monkeypatch.setattr(registry, "entry_points", installed)
    registry._add_installed.cache_clear()
    assert ludoteca.games()[-1] == "nim"
    assert ludoteca.load("nim").seats == 2
    assert registry.modules()[name] == first


def test_an_installed_package_is_found_by_every_command(tmp_path: Path) -> None:
    shutil.copytree(NIM, tmp_path / "nim")
    facts = tmp_path / "nim-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[ludoteca.games]\nnim = nim\n")
    path = {"PYTHONPATH": str(tmp_path)}
    listed = in_a_process("games", "--json", **path)
    assert json.loads(listed.stdout)[-1]["name"] == "nim"
    counted = in_a_process("perft", "nim", "1", "--heaps", "1-2-3", LUDOTECA_JIT="off", **path)
    assert counted.stdout.strip().splitlines()[-1] == "6"
    save = ("--save", str(tmp_path / "games.jsonl"), "--workers", "2", "--games", "2")
    met = in_a_process("arena", "nim", "--players", "random,greedy", *save, **path)
    assert met.returncode == 0, met.stderr


def test_workers_of_the_arena_and_of_a_study_know_it(tmp_path: Path) -> None:
    players = ("--players", "random,greedy", "--games", "4", "--workers", "2", "--json")
    save = str(tmp_path / "arena.jsonl")
    met = in_a_process("--game-module", NIM, "arena", "nim", *players, "--save", save)
    assert met.returncode == 0, met.stderr
    assert {row["name"] for row in json.loads(met.stdout)["players"]} == {"random", "greedy"}
    out = ("--out", str(tmp_path / "study"), "--level", "random", "--games", "8", "--workers", "2")
    studied = in_a_process("--game-module", NIM, "study", "nim", *out)
    assert studied.returncode == 0, studied.stderr
    assert (tmp_path / "study" / "report.html").exists()


def test_children_that_compile_know_it(tmp_path: Path) -> None:
    done = in_a_process(
        "warm", "nim", ludoteca.games()[-1], "--game-module", NIM, LUDOTECA_JIT="off"
    )
    assert done.returncode == 0, done.stderr
    assert "Everything is compiled." in done.stdout


def test_a_game_of_ones_own_is_checked() -> None:
    passed = run("check", NIM)
    assert passed.exit_code == 0, passed.output
    assert "✗" not in passed.output
    assert passed.output.count("heaps=") >= 16
    spanish = run("check", "nim", "--lang", "es", "--json")
    assert json.loads(spanish.output)["sound"] is True
    assert "La misma semilla" in run("check", "nim", "--lang", "es").output


def test_a_broken_game_fails_its_check_with_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    import nim

    broken = {"write": lambda state, action: "a1", "words": lambda view, lang: ""}
    for name, function in broken.items():
        monkeypatch.setattr(nim, "DEFINITION", _with(nim.DEFINITION, name, function))
        registry._DEFINITIONS.pop("nim", None)
        result = run("check", NIM)
        registry._DEFINITIONS.pop("nim", None)
        assert result.exit_code == 1
        assert "✗" in result.output
        assert ".py:" in result.output
        assert "fails" in result.output.splitlines()[-1]


def _with(definition: object, name: str, function: object) -> object:
    from dataclasses import replace

    return replace(definition, **{name: function})  # type: ignore[type-var]


def test_an_unguarded_script_gets_a_sentence(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == f"{WorkersEnded('workers_ended', owner='study')}\n"
    assert 'if __name__ == "__main__":' in done.stderr


def test_a_script_that_catches_its_workers_end_shows_its_other_errors_as_usual(
    tmp_path: Path,
) -> None:
    script = tmp_path / "script.py"
    script.write_text(CAUGHT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "caught" in done.stdout
    assert done.stderr.startswith("Traceback")
    assert done.stderr.endswith("KeyError: 'another'\n")


def test_a_misspelt_game_is_answered_with_the_nearest_name() -> None:
    assert "Perhaps you mean: sendas, cadena." in run("play", "senda").output
    assert "Quizá quieres decir: rainbow." in run("rules", "ranbow", "--lang", "es").output
