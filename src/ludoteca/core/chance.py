"""Fair, verifiable chance: HMAC-SHA256 over a committed seed.

Chance event n of a match is a stream of bytes, HMAC-SHA256(seed, label, contributions, n, block)
for block 0, 1, 2, …, read as 64-bit numbers; numbers that would favour an outcome are rejected.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, replace
from typing import Protocol

from ludoteca.core.errors import InvalidOption, quoted

SEED_BYTES = 32
_LABEL = b"ludoteca chance 1"
_WORD = 1 << 64


class Draws(Protocol):
    """Anything that draws a whole number from 0 to limit - 1."""

    def below(self, limit: int) -> int: ...


class Stream:
    """The draws of one chance event."""

    def __init__(self, seed: bytes, contributions: bytes, event: int) -> None:
        self._seed = seed
        mixed = hashlib.sha256(contributions).digest()
        self._prefix = _LABEL + mixed + event.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []

    def _next_word(self) -> int:
        if not self._words:
            message = self._prefix + self._block.to_bytes(8, "big")
            digest = hmac.digest(self._seed, message, "sha256")
            self._words = [int.from_bytes(digest[i : i + 8], "big") for i in (24, 16, 8, 0)]
            self._block += 1
        return self._words.pop()

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1, each equally likely."""
        fair = _WORD - _WORD % limit
        while (word := self._next_word()) >= fair:
            pass
        return word % limit


@dataclass(frozen=True, kw_only=True)
class Chance:
    """The source of chance: a secret seed, the players' contributions, the next event's number."""

    seed: bytes
    contributions: bytes = b""
    event: int = 0

    def stream(self) -> Stream:
        """Return the draws of the next event."""
        return Stream(self.seed, self.contributions, self.event)

    def after(self) -> "Chance":
        """Return the same chance once the next event is past."""
        return replace(self, event=self.event + 1)

    @property
    def commitment(self) -> str:
        """Return the SHA-256 of the seed, shown before the first move."""
        return commitment(self.seed)


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed, as hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def seed_bytes(seed: int | bytes | None) -> bytes:
    """Return a seed of 32 bytes: drawn when None, a number with leading zeros, or as given."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 8 * SEED_BYTES:
        return seed.to_bytes(SEED_BYTES, "big")
    raise InvalidOption("bad_seed", seed=quoted(seed))


class _Given:
    """Draws from a generator that a caller passed: random.Random or numpy's Generator."""

    def __init__(self, generator: object) -> None:
        draw = getattr(generator, "randrange", None) or getattr(generator, "integers", None)
        if draw is None:
            raise InvalidOption("bad_rng", kind=type(generator).__name__)
        self._draw = draw

    def below(self, limit: int) -> int:
        return int(self._draw(limit))


def draws_from(generator: object) -> Draws:
    """Wrap random.Random or numpy.random.Generator as a source of draws."""
    return generator if isinstance(generator, Stream) else _Given(generator)
