"""Cadena: the best play inside one turn, exactly, by dynamic programming over chains.

All that a turn leaves behind is how many dice stood or failed, and which disc moved. So a turn is
given by two short rows, stand[k] and fail[k]: what it is worth to stand with k dice, and to have
rolled k when the chain breaks. From these follow the worth of every chain, the longest first, and
of every first roll.

A chain is the number of its counts in base 4, as in rules.CHAIN_ENDS. A tip is its last link with
the direction; on a 1 or a 6 both directions are open, so that these have one tip each: ten in all.
"""

import numpy as np

from ludoteca.core.arrays import Array, Floats
from ludoteca.core.jit import kernel, kernel_or
from ludoteca.rulebooks.cadena.bot.turns import plain
from ludoteca.rulebooks.cadena.rules import (
    CHAIN_ENDS,
    DOWN,
    ENDS,
    FACES,
    MAX_CHAIN,
    MOST_EQUAL,
    UP,
)

CHAINS = (MOST_EQUAL + 1) ** FACES
TIPS = ENDS - 2
TIP = np.clip(np.arange(ENDS) - 1, 0, TIPS - 1).reshape(FACES, 2)  # by face and direction
ONE_DIE = (MOST_EQUAL + 1) ** np.arange(FACES - 1, -1, -1)
COUNTS = np.indices((MOST_EQUAL + 1,) * FACES, np.int8).reshape(FACES, -1).T.copy()
SIZE = COUNTS.sum(axis=1, dtype=np.int64)
BY_SIZE = np.argsort(SIZE, kind="stable")
FIRST_OF_SIZE = np.searchsorted(SIZE[BY_SIZE], np.arange(MAX_CHAIN + 2))


def _tips_of(ends: Array) -> Array:
    """Return sets of ends as sets of tips."""
    tips = np.zeros_like(ends)
    for end in range(ENDS):
        tips |= (ends >> end & 1) << int(TIP[end // 2, end % 2])
    return tips


# Which tips a set of ends opens, one column a tip.
OPEN_TIPS = (_tips_of(np.arange(1 << ENDS))[:, None] >> np.arange(TIPS) & 1).astype(np.bool_)


def _chances() -> Array:
    """Return the chance of each chain and coloured die in a first roll of as many dice.

    With n dice on the table, n! / (product of count!) orders show these counts, and the coloured
    die is of a value in as many of them as its share of the dice.
    """
    factorial = np.cumprod([1, *range(1, MAX_CHAIN + 1)], dtype=float)
    ways = factorial[SIZE] / factorial[COUNTS].prod(axis=1) / float(FACES) ** SIZE
    chances: Array = ways[:, None] * COUNTS / np.maximum(SIZE, 1)[:, None]
    return chances


CHANCES = _chances()


def _first_rolls() -> tuple[Array, Array, Array]:
    """Return the first rolls that hold: their chains, smallest first, their tips and chances."""
    tips = _tips_of(CHAIN_ENDS.T.astype(np.int64))
    rank = np.argsort(BY_SIZE)
    key, place = np.unique((rank[:, None] << TIPS | tips).ravel(), return_inverse=True)
    total = np.bincount(place.ravel(), CHANCES.ravel())
    kept = (key & (1 << TIPS) - 1 > 0) & (total > 0)
    return BY_SIZE[key >> TIPS][kept], (key & (1 << TIPS) - 1)[kept], total[kept]


ROLL_CHAIN, ROLL_TIPS, ROLL_CHANCE = _first_rolls()
FIRST_ROLL = np.searchsorted(SIZE[ROLL_CHAIN], np.arange(MAX_CHAIN + 2))
# The chance that a first roll holds, by its number of dice.
HOLDS = np.bincount(SIZE[ROLL_CHAIN], ROLL_CHANCE, MAX_CHAIN + 1)


@kernel
def tip_of(face: int, direction: int) -> int:
    """Return the tip of a chain that ends on a face (0..5) in a direction."""
    tip: int = TIP[face, direction]
    return tip


@kernel
def step(chain: int, face: int, direction: int, lost: float, value: Floats) -> float:
    """Return the worth of the next die if it fits; a value never lies four times."""
    if COUNTS[chain, face] == MOST_EQUAL:
        return lost
    worth: float = value[chain + ONE_DIE[face], tip_of(face, direction)]
    return worth


@kernel
def weigh_chain(chain: int, now: float, lost: float, value: Floats) -> None:
    """Fill value[chain] with the best of standing, worth `now`, and extending at each open end."""
    row = value[chain]
    for tip in range(TIPS):
        row[tip] = now
    rising = 0.0
    for face in range(FACES - 1, -1, -1):
        rising += step(chain, face, UP, lost, value)
        tip = tip_of(face, UP)
        row[tip] = max(row[tip], (rising + face * lost) / FACES)
    falling = 0.0
    for face in range(FACES):
        falling += step(chain, face, DOWN, lost, value)
        tip = tip_of(face, DOWN)
        row[tip] = max(row[tip], (falling + (FACES - 1 - face) * lost) / FACES)


@kernel_or(plain.weigh_chains)
def weigh_chains(stand: Floats, fail: Floats, first: int, most: int, value: Floats) -> None:
    """Fill value[chain, tip] for the chains of first..most dice, when there are `most` dice."""
    for at in range(FIRST_OF_SIZE[most], FIRST_OF_SIZE[most + 1]):
        for tip in range(TIPS):
            value[BY_SIZE[at], tip] = stand[most]
    for size in range(most - 1, first - 1, -1):
        for at in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
            weigh_chain(BY_SIZE[at], stand[size], fail[size + 1], value)


@kernel
def best_tip(roll: int, value: Floats) -> int:
    """Return the tip at which a first roll is worth most."""
    row = value[ROLL_CHAIN[roll]]
    best = -1
    for tip in range(TIPS):
        if ROLL_TIPS[roll] >> tip & 1 and (best < 0 or row[tip] > row[best]):
            best = tip
    return best


@kernel_or(plain.weigh_rolls)
def weigh_rolls(fail: Floats, most: int, value: Floats, keep: Floats) -> None:
    """Fill keep[n], the worth of keeping n black dice, for first rolls of up to `most` dice."""
    for size in range(1, most + 1):
        total = (1.0 - HOLDS[size]) * fail[size]
        for roll in range(FIRST_ROLL[size], FIRST_ROLL[size + 1]):
            total += ROLL_CHANCE[roll] * value[ROLL_CHAIN[roll], best_tip(roll, value)]
        keep[size - 1] = total


@kernel
def weigh_extension(chain: int, face: int, direction: int, lost: float, value: Floats) -> float:
    """Return the worth of extending a chain at an end."""
    total = 0.0
    for other in range(FACES):
        fits = other >= face if direction == UP else other <= face
        total += step(chain, other, direction, lost, value) if fits else lost
    return total / FACES


@kernel
def best_direction(chain: int, tip: int, lost: float, value: Floats) -> int:
    """Return the direction in which a tip is extended best; only a 1 or a 6 leaves a choice."""
    if 0 < tip < TIPS - 1:
        return (tip + 1) % 2
    face = 0 if tip == 0 else FACES - 1
    up = weigh_extension(chain, face, UP, lost, value)
    return UP if up >= weigh_extension(chain, face, DOWN, lost, value) else DOWN


@kernel
def pass_on(chain: int, tip: int, direction: int, share: float, mass: Floats) -> float:
    """Spread six shares over what the next die makes of a chain; return the lost ones."""
    face = (tip + 1) // 2
    lost = 0.0
    for other in range(FACES):
        fits = other >= face if direction == UP else other <= face
        if fits and COUNTS[chain, other] < MOST_EQUAL:
            mass[chain + ONE_DIE[other], tip_of(other, direction)] += share
        else:
            lost += share
    return lost


@kernel
def play_out(
    first: int,
    stand: Floats,
    fail: Floats,
    most: int,
    value: Floats,
    mass: Floats,
    stood: Floats,
    failed: Floats,
) -> None:
    """Add to stood[k] and failed[k] what the best play makes of chains of `first` dice and more.

    mass[chain, tip] is the chance of each; it is zero everywhere in the end.
    """
    for size in range(first, most + 1):
        for at in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
            chain = BY_SIZE[at]
            for tip in range(TIPS):
                chance = mass[chain, tip]
                if chance == 0.0:
                    continue
                mass[chain, tip] = 0.0
                if size == most or value[chain, tip] <= stand[size]:
                    stood[size] += chance
                else:
                    direction = best_direction(chain, tip, fail[size + 1], value)
                    failed[size + 1] += pass_on(chain, tip, direction, chance / FACES, mass)


@kernel
def foresee(
    kept: int,
    stand: Floats,
    fail: Floats,
    most: int,
    value: Floats,
    mass: Floats,
    stood: Floats,
    failed: Floats,
) -> None:
    """Fill stood[k] and failed[k], the chances of a turn's ends under best play with `kept` dice.

    `mass` is zero everywhere before and after.
    """
    stood[:] = 0.0
    failed[:] = 0.0
    failed[kept + 1] = 1.0 - HOLDS[kept + 1]
    for roll in range(FIRST_ROLL[kept + 1], FIRST_ROLL[kept + 2]):
        mass[ROLL_CHAIN[roll], best_tip(roll, value)] += ROLL_CHANCE[roll]
    play_out(kept + 1, stand, fail, most, value, mass, stood, failed)


@kernel
def foresee_extension(
    chain: int,
    face: int,
    direction: int,
    stand: Floats,
    fail: Floats,
    most: int,
    value: Floats,
    mass: Floats,
    stood: Floats,
    failed: Floats,
) -> None:
    """Fill the same chances when a chain is extended at an end and play is best after that."""
    size = SIZE[chain] + 1
    stood[:] = 0.0
    failed[:] = 0.0
    failed[size] = pass_on(chain, tip_of(face, direction), direction, 1.0 / FACES, mass)
    play_out(size, stand, fail, most, value, mass, stood, failed)
