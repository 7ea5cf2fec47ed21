"""How fast the rules run: random play, compiled against interpreted and against OpenSpiel."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from ludoteca.core import registry
from ludoteca.search.batch import Batch

Report = dict[str, Any]
OPENSPIEL_GAMES = ("gin_rummy", "backgammon", "checkers")
ROUNDS = 3
ROLLOUTS = 100


def decisions_per_second(name: str, *, seconds: float, workers: int | None) -> float:
    """Return decisions per second of random play, legal moves generated at every step."""
    game = registry.load(name)
    count, played, spent, seed = 1, 0, 0.0, 0
    while spent < seconds:
        batch = Batch(game, count, seed=seed, workers=workers)
        began = time.perf_counter()
        played += int(batch.play_random().sum())
        took = time.perf_counter() - began
        spent += took
        seed += 1
        count = max(count, min(20_000, int(count * seconds / 4 / max(took, 1e-6))))
    return played / spent


def interpreted_decisions_per_second(name: str, *, seconds: float) -> float:
    """Return the same measured in a process of its own with the JIT off."""
    code = (
        "from ludoteca.bench import decisions_per_second as rate; "
        f"print(rate({name!r}, seconds={seconds}, workers=1))"
    )
    environment = os.environ | {"LUDOTECA_JIT": "off"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    return float(run.stdout)


def _average_length(game: Any, games: int = 60) -> float:
    """Return how many moves, chance included, a random game has."""
    total, source = 0, random.Random(1)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
            total += 1
    return total / games


def openspiel_moves_per_second(name: str, *, seconds: float) -> float:
    """Return the moves per second of OpenSpiel's own C++ random rollouts, as its MCTS runs them."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, True, 1, False)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    rollouts = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        bot.step(state)
        rollouts += ROLLOUTS
    return rollouts / (time.perf_counter() - began) * _average_length(game)


def has_openspiel() -> bool:
    """Return whether OpenSpiel is installed."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


def measure(
    *,
    seconds: float = 1.0,
    rounds: int = ROUNDS,
    interpreted: bool = True,
    before: Callable[[str], None] = lambda what: None,
) -> Report:
    """Return all figures of one run.

    Each is the best of several rounds, since machines are noisy.
    """
    report: Report = {"games": {name: {} for name in registry.games()}, "openspiel": {}}
    for turn in range(rounds):
        for name in registry.games():
            before(f"{name} ({turn + 1}/{rounds})")
            row = report["games"][name]
            _best(row, "decisions_per_s", decisions_per_second(name, seconds=seconds, workers=1))
            every = decisions_per_second(name, seconds=seconds, workers=None)
            _best(row, "decisions_per_s_all_cores", every)
            if interpreted:
                slow = interpreted_decisions_per_second(name, seconds=seconds)
                _best(row, "interpreted_per_s", slow)
        for name in OPENSPIEL_GAMES if has_openspiel() else ():
            before(f"OpenSpiel {name} ({turn + 1}/{rounds})")
            row = report["openspiel"].setdefault(name, {})
            _best(row, "moves_per_s", openspiel_moves_per_second(name, seconds=seconds))
    for row in report["games"].values():
        slow = row.get("interpreted_per_s")
        row["ratio_to_interpreted"] = row["decisions_per_s"] / slow if slow else None
    return report


def _best(row: Report, key: str, value: float) -> None:
    row[key] = max(row.get(key, 0.0), value)


def as_json(report: Report) -> str:
    """Return the figures as one JSON object."""
    return json.dumps(report, indent=1)


def as_table(report: Report) -> str:
    """Return the figures as lines for people, with the ratios."""
    rivals = report["openspiel"]
    head = f"{'game':10} {'decisions/s':>12} {'all cores':>12} {'× interpreted':>14}"
    head += "".join(f" {'× ' + name:>14}" for name in rivals)
    lines = [head]
    for name, row in report["games"].items():
        line = (
            f"{name:10} {row['decisions_per_s']:12,.0f} {row['decisions_per_s_all_cores']:12,.0f}"
        )
        ratio = row["ratio_to_interpreted"]
        line += f" {ratio:14.0f}" if ratio else f" {'–':>14}"
        for rival in rivals.values():
            line += f" {row['decisions_per_s'] / rival['moves_per_s']:14.1f}"
        lines.append(line)
    lines += [
        f"OpenSpiel {name}: {row['moves_per_s']:,.0f} moves/s" for name, row in rivals.items()
    ]
    return "\n".join(lines)
