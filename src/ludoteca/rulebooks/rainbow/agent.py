"""Rainbow Duel for agents: what a seat sees and remembers, and 13 actions."""

from ludoteca.core.arrays import Bytes, Observation, State
from ludoteca.core.encoding import Encoding, Field
from ludoteca.core.encoding_kernels import EncodingKernels, same_action, same_indices
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE
from ludoteca.rulebooks.rainbow import rules
from ludoteca.rulebooks.rainbow.rules import BOTH, CODES, FACES, HAND, MOST_CARDS, ROW

FIELDS = (
    Field(name="hands", shape=(2, HAND), most=FACES, category=True),
    Field(name="end", most=FACES, category=True),
    Field(name="row", shape=(ROW,), most=FACES, category=True),
    Field(name="beneath", shape=(ROW,), most=FACES, category=True),
    Field(name="turned", shape=(ROW,), most=1),
    Field(name="known", shape=(2, FACES, FACES), most=MOST_CARDS),
    Field(name="half_known", shape=(2, FACES), most=MOST_CARDS),
    Field(name="won", shape=(2,), most=MOST_CARDS),
    Field(name="drawn", shape=(2,), most=MOST_CARDS),
    Field(name="in_stack", most=MOST_CARDS),
    Field(name="placed", most=rules.MOST_PLACEMENTS),
    Field(name="flipped", most=1),
    Field(name="starts", most=1),
    Field(name="to_move", most=1),
)


@kernel
def write_row(state: State, seat: int, out: Observation) -> None:
    """Write the upper faces of the row, and the lower ones that the seat has seen."""
    for position in range(ROW):
        there = position < state.length
        seen = there and state.seen[position] >> seat & 1
        out.row[position] = state.row[position, 0] + 1 if there else 0
        out.beneath[position] = state.row[position, 1] + 1 if seen else 0
        out.turned[position] = there and state.seen[position] == BOTH


@kernel
def write_pile(gone: Bytes, seat: int, known: Bytes, half_known: Bytes) -> None:
    """Write the cards that an owner won: those seen on both sides, and the upper faces of others.

    A card that both seats have seen has the face earlier in the spectrum first.
    """
    own, shared, others = gone[seat], gone[BOTH - 1], gone[1 - seat]
    for upper in range(FACES):
        count = 0
        for lower in range(FACES):
            count += others[upper * FACES + lower]
        half_known[upper] = count
    for code in range(CODES):
        known[code] = own[code] + shared[code]


@kernel
def write_sides(state: State, seat: int, out: Observation) -> None:
    """Write what there is of both seats, the seat itself first."""
    for side in range(2):
        owner = seat ^ side
        for place in range(HAND):
            held = place < state.held[owner]
            out.hands[side, place] = state.hand[owner, place, seat] + 1 if held else 0
        out.won[side] = state.won[owner]
        out.drawn[side] = state.cards - state.end if owner else state.first
        if state.to_move == CHANCE:
            out.drawn[side] = 0
        write_pile(state.gone[owner], seat, out.known[side].reshape(CODES), out.half_known[side])


@kernel
def observe(state: State, seat: int, out: Observation) -> None:
    """Write what a seat sees and remembers."""
    place = rules.own_end(state, seat)
    out.end = state.stack[place, seat] + 1 if place >= 0 else 0
    write_row(state, seat, out)
    write_sides(state, seat, out)
    out.in_stack = state.end - state.first
    out.placed = state.placed
    out.flipped = state.flipped
    out.starts = state.starter == seat
    out.to_move = state.to_move == seat


ENCODING = Encoding(
    fields=FIELDS,
    actions=rules.END + 1,
    outcomes=CODES,
    # Each card is placed once. Before it there is one flip at most, after it one more and an end.
    longest=4 * MOST_CARDS,
    kernels=EncodingKernels(observe=observe, indices=same_indices, action_of=same_action),
)
