"""Cadena for agents: the table with the seat itself first, and 32 actions."""

from ludoteca.core.arrays import Observation, State
from ludoteca.core.encoding import Encoding, Field
from ludoteca.core.encoding_kernels import EncodingKernels, same_action, same_indices
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.rules import DISCS, ENDS, FACES, MAX_PLAYERS, NOBODY

ALL_BLACK = MAX_PLAYERS * (rules.DICE_IN_BANK + rules.DICE_IN_HAND)
HUNDRED = 100

FIELDS = (
    Field(name="discs", shape=(MAX_PLAYERS, DISCS), most=rules.MAX_LENGTH, category=True),
    Field(name="stuck", shape=(MAX_PLAYERS, DISCS), most=1),
    Field(name="covered_by", shape=(MAX_PLAYERS, DISCS), most=rules.ALL_DISCS, category=True),
    Field(name="in_hand", shape=(MAX_PLAYERS,), most=rules.MAX_CHAIN),
    Field(name="bank", most=ALL_BLACK),
    Field(name="coloured", most=FACES, category=True),
    Field(name="counts", shape=(FACES,), most=rules.MAX_DICE),
    Field(name="rolled", most=rules.MAX_DICE),
    Field(name="first", most=rules.MAX_DICE),
    Field(name="ends", shape=(ENDS,), most=1),
    Field(name="phase", most=rules.FINISHED, category=True),
    Field(name="turn_of", most=MAX_PLAYERS - 1, category=True),
    Field(name="turns", shape=(2,), most=HUNDRED - 1),
    Field(name="to_move", most=1),
)


@kernel
def relative(disc: int, seat: int, players: int) -> int:
    """Return the number of a disc, from 1, when the discs are counted from a seat on."""
    return (disc // DISCS - seat + players) % players * DISCS + disc % DISCS + 1


@kernel
def write_players(state: State, seat: int, out: Observation) -> None:
    """Write what each player has, the seat itself first; players that there are not have none."""
    players = int(state.players)
    for side in range(MAX_PLAYERS):
        owner = (seat + side) % players
        out.in_hand[side] = state.hand[owner] if side < players else 0
        for disc in range(DISCS):
            own = DISCS * owner + disc
            cover = int(state.cover[own])
            covered = side < players and cover != NOBODY
            out.discs[side, disc] = state.square[own] if side < players else 0
            out.stuck[side, disc] = state.stuck[own] if side < players else 0
            out.covered_by[side, disc] = relative(cover, seat, players) if covered else 0


@kernel
def observe(state: State, seat: int, out: Observation) -> None:
    """Write what a seat sees."""
    write_players(state, seat, out)
    for face in range(FACES):
        out.counts[face] = state.counts[face]
    for end in range(ENDS):
        out.ends[end] = state.ends >> end & 1
    out.bank = state.bank
    out.coloured = state.dice[0]
    out.rolled = state.rolled
    out.first = state.first
    out.phase = state.phase
    out.turn_of = (int(state.seat) - seat + int(state.players)) % int(state.players)
    out.turns[0] = state.turn // HUNDRED
    out.turns[1] = state.turn % HUNDRED
    out.to_move = state.to_move == seat


@kernel
def by_limit(state: State) -> bool:
    """Return whether the limit on turns ended the game."""
    return bool(state.reason == rules.TOO_LONG)


ENCODING = Encoding(
    fields=FIELDS,
    actions=rules.ACTIONS,
    outcomes=FACES + 1,
    # A turn keeps dice once, and decides after the first roll and after each die added.
    longest=rules.MAX_TURNS * (1 + rules.MAX_DICE),
    kernels=EncodingKernels(
        observe=observe, indices=same_indices, action_of=same_action, by_limit=by_limit
    ),
)
