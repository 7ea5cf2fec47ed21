"""A small random generator for kernels: sfc32 by Chris Doty-Humphrey, in int64 cells.

It never overflows a signed 64-bit number, so interpreted and compiled runs draw the same values.
It drives imagined states, playouts and bots; the chance of real games comes from `core.chance`.
"""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.jit import kernel

Rng = NDArray[np.int64]
MASK = 0xFFFFFFFF


def new_rng(*seed: int | bytes | str) -> Rng:
    """Return a generator whose draws are fixed by the values given."""
    digest = hashlib.sha256(repr(seed).encode()).digest()
    return np.frombuffer(digest[:16], ">u4").astype(np.int64)


def new_rngs(count: int, seed: int) -> NDArray[np.int64]:
    """Return one generator a row, all fixed by the seed."""
    words = np.random.default_rng(seed).integers(0, MASK, (count, 4), dtype=np.int64, endpoint=True)
    return np.ascontiguousarray(words)


@kernel
def next32(rng: Rng) -> int:
    """Return the next number below 2**32."""
    result: int = (rng[0] + rng[1] + rng[3]) & MASK
    rng[3] = (rng[3] + 1) & MASK
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & MASK
    rng[2] = (((rng[2] << 21) & MASK) | (rng[2] >> 11)) + result & MASK
    return result


@kernel
def below(rng: Rng, limit: int) -> int:
    """Return a number from 0 to limit - 1; limit is at most 2**31."""
    return (next32(rng) * limit) >> 32


@kernel
def pick(rng: Rng, weight: NDArray[np.int64], count: int) -> int:
    """Return an index below count, drawn in proportion to the integer weights."""
    total = 0
    for i in range(count):
        total += weight[i]
    ticket = below(rng, total)
    for i in range(count):
        ticket -= weight[i]
        if ticket < 0:
            return i
    return count - 1


@kernel
def shuffle(rng: Rng, items: NDArray[Any], count: int) -> None:
    """Put the first `count` items in random order."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
