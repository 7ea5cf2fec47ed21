"""Phoenix for agents: its observations and its 126 actions."""

import numpy as np

from ludoteca.core.arrays import Bytes, Integers, Observation, State
from ludoteca.core.encoding import Encoding, Field
from ludoteca.core.encoding_kernels import EncodingKernels
from ludoteca.core.jit import kernel
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.rules import COLOURS, COLUMNS, HANDS, KINDS, MOST_DECK

MOST_POINTS = 18  # two runs of five, with the shorter ones in them

FIELDS = (
    Field(name="cards", shape=(KINDS,), most=rules.HAND_CARDS),
    Field(name="lines", shape=(2, COLUMNS), most=COLOURS - 1, category=True),
    Field(name="spectrum", shape=(COLOURS,), most=COLOURS - 1, category=True),
    Field(name="bag", shape=(COLOURS,), most=rules.PAWNS_OF_A_COLOUR),
    Field(name="played", shape=(2, KINDS), most=MOST_DECK),
    Field(name="points", shape=(HANDS, 2, 3), most=MOST_POINTS),
    Field(name="in_hand", shape=(2,), most=rules.HAND_CARDS),
    Field(name="in_deck", most=MOST_DECK),
    Field(name="hand", most=HANDS),
    Field(name="turn", most=MOST_DECK),
    Field(name="starts", most=1),
    Field(name="to_move", most=1),
)


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Return all actions in order, and for each action its place in that list."""
    actions = np.concatenate([rules.PLAYS[kind, : rules.PLAY_COUNT[kind]] for kind in range(KINDS)])
    places = np.zeros(KINDS << 8, np.int64)
    places[actions] = range(len(actions))
    return actions, places


ACTION_OF, INDEX_OF = _tables()


@kernel
def count_played(state: State, seat: int, played: Bytes) -> None:
    """Count the cards of the pile by who laid them there, the seat itself first."""
    for kind in range(KINDS):
        played[0, kind] = 0
        played[1, kind] = 0
    for card in range(state.turn):
        played[(int(state.starter) + card + seat) & 1, state.discard[card]] += 1


@kernel
def write_sides(state: State, seat: int, out: Observation) -> None:
    """Write what there is of both seats, the seat itself first."""
    for side in range(2):
        owner = seat ^ side
        held = 0
        for kind in range(KINDS):
            held += int(state.hands[owner, kind])
        out.in_hand[side] = held
        for column in range(COLUMNS):
            out.lines[side, column] = state.lines[owner, column]
        for hand in range(HANDS):
            for part in range(3):
                out.points[hand, side, part] = state.points[hand, owner, part]


@kernel
def observe(state: State, seat: int, out: Observation) -> None:
    """Write what a seat sees."""
    for kind in range(KINDS):
        out.cards[kind] = state.hands[seat, kind]
    for colour in range(COLOURS):
        out.spectrum[colour] = state.spectrum[colour]
        out.bag[colour] = state.bag[colour]
    count_played(state, seat, out.played)
    write_sides(state, seat, out)
    out.in_deck = state.cards - state.drawn
    out.hand = state.hand
    out.turn = state.turn
    out.starts = state.starter == seat
    out.to_move = state.to_move == seat


@kernel
def indices(state: State, actions: Integers, count: int) -> None:
    """Turn actions into their indices."""
    for i in range(count):
        actions[i] = INDEX_OF[actions[i]]


@kernel
def action_of(state: State, index: int) -> int:
    """Return the action of an index."""
    action: int = ACTION_OF[index]
    return action


ENCODING = Encoding(
    fields=FIELDS,
    actions=len(ACTION_OF),
    outcomes=KINDS,
    # A hand ends when the deck is empty, or a turn later: after the first ten cards, one is drawn
    # each turn.
    longest=HANDS * (MOST_DECK - 2 * rules.HAND_CARDS + 1),
    kernels=EncodingKernels(observe=observe, indices=indices, action_of=action_of),
)
