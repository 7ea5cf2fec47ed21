"""The commands of a checkout: what a reader of the README types."""

import pytest

import tasks


@pytest.mark.parametrize(
    ("typed", "passed"),
    [
        ([], []),
        (["--lang", "es"], ["--lang", "es"]),
        (["sendas"], ["play", "sendas"]),
        (["sendas", "--setup", "clash"], ["play", "sendas", "--setup", "clash"]),
        (["--resume"], ["play", "--resume"]),
        (["cadena", "--lang", "es"], ["play", "cadena", "--lang", "es"]),
    ],
)
def test_play_opens_the_web_table_or_a_game(typed: list[str], passed: list[str]) -> None:
    assert tasks.play_arguments(typed) == passed


def test_run_reaches_every_other_command(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr(tasks, "run_ludoteca", seen.append)
    tasks.play(["sendas"])
    assert seen == [["play", "sendas"]]
    assert tasks.COMMANDS.keys() == {"play", "run", "test", "docs"}
