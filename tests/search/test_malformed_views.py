"""Views that are none: a named error, never a crash, never an answer that means nothing."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from tests.cases import every_game
from tests.malformed import MALFORMED, SENDAS, start_view

ROOT = Path(__file__).parents[2]
TRIALS = 300


@every_game
def test_a_view_that_was_tampered_with_is_refused_or_makes_sense(name: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.search.hostile_views", name, str(TRIALS)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, "\n".join([*lines[-1:], done.stderr[-2000:]])
    answers = Counter(line.split(" ", 1)[1] for line in lines[1::2])
    assert answers["thought"] >= 40
    assert answers["cannot_think"] > TRIALS / 2


@pytest.mark.parametrize("what", MALFORMED)
def test_no_bot_thinks_on_what_cannot_be(what: str) -> None:
    view = MALFORMED[what]
    game = ludoteca.load(view["game"])
    for refused in (
        lambda: ludoteca.analyse(view, budget=1),
        lambda: ludoteca.player("4").choose(game, view),
        lambda: ludoteca.player("random").choose(game, view),
    ):
        with pytest.raises(ludoteca.CannotThink) as caught:
            refused()
        assert caught.value.text("en") != caught.value.text("es")


@pytest.mark.parametrize("options", [{1: 2}, None, [], "", {("a",): 1}])
def test_options_that_are_none_are_refused(options: object) -> None:
    with pytest.raises(ludoteca.CannotThink):
        ludoteca.analyse(SENDAS | {"options": options})


@pytest.mark.parametrize("options", [{"name": "sendas"}, {"x": 1}, {"setup": 3}])
def test_options_that_a_game_does_not_have_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ludoteca.InvalidOption):
        ludoteca.analyse(SENDAS | {"options": options})


@pytest.mark.parametrize("workers", [0, -1, 65, 10**9, 1.5, "2", True])
@every_game
def test_workers_that_are_none_are_refused(name: str, workers: Any) -> None:
    with pytest.raises(ludoteca.InvalidOption) as caught:
        ludoteca.analyse(start_view(name), budget=1, workers=workers)
    assert caught.value.reason == "bad_number"
    assert caught.value.text("en") != caught.value.text("es")


@pytest.mark.parametrize("nodes", [0, -5, 1 << 70, 2.0, None, "8", True])
def test_nodes_that_are_none_are_refused(nodes: Any) -> None:
    with pytest.raises(ludoteca.InvalidOption):
        ludoteca.Budget(nodes)


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf"), 1e9, "1", True])
def test_seconds_that_are_none_are_refused(seconds: Any) -> None:
    with pytest.raises(ludoteca.InvalidOption):
        ludoteca.Budget(1, seconds)


@every_game
def test_the_smallest_budget_is_enough_for_an_answer(name: str) -> None:
    view = start_view(name)
    assert ludoteca.analyse(view, budget=ludoteca.Budget(1)).candidates
