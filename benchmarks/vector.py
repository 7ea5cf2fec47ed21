"""How fast the vector environment is beside Pgx on the same processor, in one run.

    pip install ".[bench]"
    python benchmarks/vector.py [--seconds 2] [--rounds 3]

A step is one decision in one game: the action is drawn among the legal ones, played, and the next
observation and mask are written; finished games restart. Pgx does the same with its own games,
compiled by JAX for all cores, in its best batch size. The machine is noisy, so the rounds of all
take turns and the best of each counts; compare the ratios, not the figures.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import ludoteca
from ludoteca import envs
from ludoteca.envs.errors import optional

SIZES = (1024, 4096, 16384)
RIVAL_SIZES = (64, 256, 1024, 4096)
RIVALS = ("backgammon", "animal_shogi")
WANTED = {"phoenix": 50, "rainbow": 50, "cadena": 50, "colorito": 10, "sendas": 10}
STEPS_AT_ONCE = 32

Play = Callable[[], int]
"""Plays for a while and returns how many steps were made."""


def our_play(name: str, size: int) -> Play:
    """Play at random in our environment."""
    env = envs.vector(name, n=size, seed=1)

    def play() -> int:
        env.step(env.sample())
        return size

    return play


def rival_play(name: str, size: int) -> Play:
    """Play at random in Pgx, many steps in one compiled call."""
    jax, pgx = optional("jax", extra="bench"), optional("pgx", extra="bench")
    wrappers = optional("pgx.experimental.wrappers", extra="bench")
    env = pgx.make(name)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, playing = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(choosing, scores, axis=1)
        return (step(state, action, jax.random.split(playing, size)), key), None

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=STEPS_AT_ONCE)[0])
    key = jax.random.PRNGKey(1)
    held = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, size)), key)]

    def play() -> int:
        held[0] = many(held[0])
        jax.block_until_ready(held[0])
        return STEPS_AT_ONCE * size

    return play


def steps_per_second(play: Play, seconds: float) -> float:
    """Return how fast it goes for a while."""
    began, made = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < seconds:
        made += play()
    return made / spent


def measure(seconds: float, rounds: int) -> dict[tuple[str, int], float]:
    """Return the best rate of each game and batch size."""
    plays = {(name, size): our_play(name, size) for name in ludoteca.games() for size in SIZES}
    plays |= {(name, size): rival_play(name, size) for name in RIVALS for size in RIVAL_SIZES}
    best = dict.fromkeys(plays, 0.0)
    for key, play in plays.items():
        print(f"warming {key[0]} {key[1]}", flush=True)
        play()
    for turn in range(rounds):
        for key, play in plays.items():
            print(f"round {turn + 1}: {key[0]} {key[1]}", flush=True)
            best[key] = max(best[key], steps_per_second(play, seconds))
    return best


def report(best: dict[tuple[str, int], float]) -> str:
    """Return the figures as a table, each game with its best batch size."""
    rates = {
        name: max((rate, size) for (found, size), rate in best.items() if found == name)
        for name, _ in best
    }
    lines = [
        f"{'game':14} {'steps/s':>12} {'games':>6}" + "".join(f" {'× ' + r:>15}" for r in RIVALS)
    ]
    for name in RIVALS:
        lines.append(f"{name:14} {rates[name][0]:12,.0f} {rates[name][1]:6}")
    for name, wanted in WANTED.items():
        ratios = [rates[name][0] / rates[rival][0] for rival in RIVALS]
        line = f"{name:14} {rates[name][0]:12,.0f} {rates[name][1]:6}"
        line += "".join(f" {ratio:15.1f}" for ratio in ratios)
        lines.append(f"{line}  {'reached' if min(ratios) >= wanted else 'missed'}: {wanted}")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(report(measure(options.seconds, options.rounds)))


if __name__ == "__main__":
    main()
