"""Sets of squares as the bits of a word, for kernels."""

from ludoteca.core.jit import kernel


@kernel
def count_bits(word: int) -> int:
    """Return how many bits of a word are set (compiled, this loop is one instruction)."""
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@kernel
def first_bit(word: int) -> int:
    """Return the place of the lowest bit of a word that is not zero."""
    return count_bits((word & -word) - 1)
