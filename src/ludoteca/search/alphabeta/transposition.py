"""The transposition table: what was found about positions, by the key of the position.

A bucket is a pair of neighbouring entries. A new entry replaces the one of the same position, else
the shallower of the two (the depth-preferred scheme with a bucket of two in Breuker, Uiterwijk and
van den Herik, Replacement Schemes for Transposition Tables, 1994). A key of 0 marks positions that
are not stored. The table has a power of two of entries and keeps its size.
"""

from ludoteca.core.arrays import Integers
from ludoteca.core.jit import kernel
from ludoteca.search.alphabeta.scores import score_from_table, score_to_table

KEY, MOVE, SCORE, DEPTH, BOUND = COLUMNS = range(5)
EXACT, LOWER, UPPER = range(3)
NOT_FOUND = -1


@kernel
def tt_probe(table: Integers, key: int) -> int:
    """Return the entry of a position, or NOT_FOUND."""
    entry = key & (len(table) - 2)
    if key and table[entry, KEY] == key:
        return entry
    return entry + 1 if key and table[entry + 1, KEY] == key else NOT_FOUND


@kernel
def tt_store(
    table: Integers, key: int, ply: int, depth: int, bound: int, move: int, score: int
) -> None:
    """Store what a search of a position found; the shallower entry of the bucket gives way."""
    entry = key & (len(table) - 2)
    if table[entry, KEY] != key:
        if table[entry + 1, KEY] == key or table[entry + 1, DEPTH] < table[entry, DEPTH]:
            entry += 1
    table[entry, KEY], table[entry, MOVE] = key, move
    table[entry, SCORE] = score_to_table(score, ply)
    table[entry, DEPTH], table[entry, BOUND] = depth, bound


@kernel
def tt_score(table: Integers, entry: int, ply: int) -> int:
    """Return the score of an entry as seen at a ply of the present search."""
    return score_from_table(table[entry, SCORE], ply)


@kernel
def tt_cutoff(table: Integers, entry: int, ply: int, depth: int, alpha: int, beta: int) -> bool:
    """Return whether an entry is deep enough and its bound settles the window."""
    if entry == NOT_FOUND or table[entry, DEPTH] < depth:
        return False
    score, bound = tt_score(table, entry, ply), table[entry, BOUND]
    if bound == LOWER:
        return score >= beta
    return bound == EXACT or score <= alpha
