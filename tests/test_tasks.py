"""The commands of a checkout: what a reader of the README types."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
import tasks
from ludoteca.cli import COMMANDS


@pytest.mark.parametrize(
    ("typed", "passed"),
    [
        ([], []),
        (["--lang", "es"], ["--lang", "es"]),
        (["sendas"], ["play", "sendas"]),
        (["sendas", "--setup", "clash"], ["play", "sendas", "--setup", "clash"]),
        (["--resume"], ["play", "--resume"]),
        (["games", "--json"], ["games", "--json"]),
        (["cadena", "--lang", "es"], ["play", "cadena", "--lang", "es"]),
    ],
)
def test_play_opens_the_web_table_or_a_game(typed: list[str], passed: list[str]) -> None:
    assert tasks.play_arguments(typed) == passed


def test_what_one_may_type_after_play_is_a_command() -> None:
    assert set(tasks.OTHERS) < set(COMMANDS)
    assert not set(tasks.OTHERS) & {"play", *ludoteca.games()}


@pytest.mark.parametrize("task", ["play", "run"])
def test_only_the_command_writes_on_standard_output(task: str) -> None:
    code = (
        "import sys, tasks; tasks.BIN, tasks.PYTHON = map(tasks.Path, sys.argv[1:3]);"
        "tasks.install = lambda *e: tasks.run(tasks.PYTHON, '-c', 'print(1)');"
        "tasks.build_client = lambda: tasks.run(tasks.PYTHON, '-c', 'print(2)');"
        f"tasks.COMMANDS[{task!r}](['games', '--json'])"
    )
    python = Path(sys.executable)
    done = subprocess.run(
        [python, "-c", code, python.parent, python],
        cwd=tasks.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [row["name"] for row in json.loads(done.stdout)] == list(ludoteca.games())
    assert done.stderr.count("$ python") == 2


def test_run_reaches_every_other_command(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr(tasks, "run_ludoteca", seen.append)
    tasks.play(["sendas"])
    assert seen == [["play", "sendas"]]
    assert tasks.COMMANDS.keys() == {"play", "run", "test", "wheel", "docs"}


@pytest.mark.parametrize(
    ("typed", "markers", "long"),
    [
        ([], ["kernels", "kernels or bounds"], False),
        (["--all"], ["kernels", "kernels or bounds or searches"], True),
        (["--quick", "-k", "nim"], ["not slow"], False),
    ],
)
def test_what_is_tested_can_be_chosen(
    typed: list[str], markers: list[str], long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def note(*command: str | Path) -> None:
        commands.append([str(part) for part in command])

    class Mode(tasks.Mode):
        def run(self) -> int:
            note(*self.command)
            return 0

        def report(self, code: int) -> None:
            assert code == 0

    monkeypatch.setattr(tasks, "run", note)
    monkeypatch.setattr(tasks, "install", lambda *extras: None)
    monkeypatch.setattr(tasks, "Mode", Mode)
    tasks.test(typed)
    tests = [command for command in commands if "pytest" in command]
    assert all(("--long" in command) == long for command in tests)
    assert all("-k" in command for command in tests) == ("-k" in typed)
    chosen = [command[command.index("pytest") + 1 :] for command in tests]
    found = [words[words.index("-m") + 1] for words in chosen if "-m" in words]
    assert sorted(found) == sorted(markers)
