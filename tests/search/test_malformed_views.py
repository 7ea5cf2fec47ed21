"""Views that are none: a named error, never a crash, never an answer that means nothing."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cases import Case as GameCase
from cases import every_case, every_game, load, random_positions

import ludoteca
from ludoteca.core.rng import new_rng

HERE = Path(__file__).parent
TRIALS = 300


@every_game
def test_a_view_that_was_tampered_with_is_refused_or_makes_sense(name: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE.parent), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-W", "error", "hostile_views.py", name, str(TRIALS)],
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE,
        env=environment,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, "\n".join([*lines[-1:], done.stderr[-2000:]])
    answers = Counter(line.split(" ", 1)[1] for line in lines[1::2])
    assert answers["thought"] >= 40
    assert answers["cannot_think"] > TRIALS / 2


def _start(name: str, **options: Any) -> dict[str, Any]:
    return ludoteca.load(name, **options).start(1).view(0, memory=True)


def _piece(view: dict[str, Any], **changes: Any) -> dict[str, Any]:
    first, *rest = view["pieces"]
    return view | {"pieces": [first | changes, *rest]}


COLORITO, SENDAS = _start("colorito"), _start("sendas")
RAINBOW, PHOENIX, CADENA = _start("rainbow"), _start("phoenix"), _start("cadena")
RED = {"faces": ["R", None], "turned": False}


def _reds(count: int) -> dict[str, Any]:
    """A view of Rainbow Duel with so many reds seen, seven of them now and the others won."""
    won = [[RED] * (count - 7), [RED | {"faces": ["O", None]}] * (19 - count)]
    return RAINBOW | {
        "hands": [["R"] * 3, ["R"] * 3],
        "end": "R",
        "drawn": [9, 9],
        "stack": 38,
        "won": [len(pile) for pile in won],
        "memory": {"row": [], "won": won},
    }


MALFORMED = {
    "no such piece": _piece(COLORITO, number=500),
    "no such seat of a piece": _piece(COLORITO, seat=9),
    "no such square": _piece(COLORITO, square="z99"),
    "a few pieces": COLORITO | {"pieces": COLORITO["pieces"][:5]},
    "pieces counted twice": SENDAS | {"pieces": SENDAS["pieces"] * 4},
    "another colour of a piece": _piece(COLORITO, colour="Y"),
    "nothing but a head": {k: SENDAS[k] for k in ("game", "options", "seat", "to_move")},
    "more than is seen": SENDAS | {"secret": 1},
    "no such seat": SENDAS | {"seat": 7, "to_move": 7},
    "chance in a seat": SENDAS | {"seat": -1, "to_move": -1},
    "a seat that is text": SENDAS | {"seat": "0", "to_move": "0"},
    "a seat that is true": SENDAS | {"seat": False, "to_move": False},
    "a hand too large": PHOENIX | {"cards": PHOENIX["cards"] * 8},
    "a hand of nothing": PHOENIX | {"cards": None},
    "no such face": RAINBOW | {"end": "Q"},
    "more cards won than counted": RAINBOW | {"memory": {"row": [], "won": [[RED] * 6, []]}},
    "more reds than there are": _reds(15),
    "dice of nobody": CADENA | {"hand": [9, 9]},
    "an end without end": CADENA | {"ends": [{"last": 1 << 40, "direction": "up"}]},
}


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


def test_a_bot_thinks_on_all_reds_that_there_are() -> None:
    """Each of the other colours twice, white and black once: fourteen."""
    assert ludoteca.analyse(_reds(14), budget=1).candidates


@pytest.mark.parametrize("options", [{1: 2}, None, [], "", {("a",): 1}])
def test_options_that_are_none_are_refused(options: object) -> None:
    with pytest.raises(ludoteca.CannotThink):
        ludoteca.analyse(SENDAS | {"options": options})


@pytest.mark.parametrize("options", [{"name": "sendas"}, {"x": 1}, {"setup": 3}])
def test_options_that_a_game_does_not_have_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ludoteca.InvalidOption):
        ludoteca.analyse(SENDAS | {"options": options})


@every_case
def test_what_is_imagined_looks_like_the_view(case: GameCase) -> None:
    """Memory or not: what was forgotten is made up so that the position can be."""
    game = load(case)
    for position in random_positions(game, 11, every=5):
        if position.to_move is None:
            continue
        for seat in range(game.seats):
            for memory in (True, False):
                view = position.view(seat, memory=memory)
                state = game.imagine(view, new_rng(seat))
                guess = ludoteca.Position(game, state, position._chance)
                assert guess.view(seat, memory=memory) == view
                game.definition.check(state, game.state())


def test_a_position_that_stood_before_is_known_to_without_memory_too() -> None:
    start = ludoteca.load("sendas").start()
    position = start.play(start.moves()[0]).play("pass")
    back = [m for m in position.moves() if position.play(m).view(0)["pieces"] == SENDAS["pieces"]]
    position = position.play(back[0]).play("pass")
    view = position.view(0)
    assert view["occurrences"] == 2
    state = position.game.imagine(view, new_rng(1))
    assert ludoteca.Position(position.game, state, position._chance).view(0) == view


@pytest.mark.parametrize("workers", [0, -1, 65, 10**9, 1.5, None, "2", True])
@every_game
def test_workers_that_are_none_are_refused(name: str, workers: Any) -> None:
    with pytest.raises(ludoteca.InvalidOption) as caught:
        ludoteca.analyse(_start(name), budget=1, workers=workers)
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
    view = _start(name)
    assert ludoteca.analyse(view, budget=ludoteca.Budget(1)).candidates
