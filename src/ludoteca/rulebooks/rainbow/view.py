"""Rainbow Duel: what a seat sees, and what it has seen before."""

from typing import Any

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.definition import Ending, View
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.core.rng import new_rng, shuffle
from ludoteca.rulebooks.rainbow import imagining, rules, validation
from ludoteca.rulebooks.rainbow.names import LETTERS, face_name, read_face

Known = dict[str, Any]
"""A card face down, as far as it was seen; `turned` if both its faces have been up."""


def _faces(faces: Any) -> list[str]:
    return [face_name(face) for face in faces.tolist()]


def reveal(state: State) -> View:
    """Return the whole position.

    Hands and stack as pairs of the faces towards seat 0 and seat 1.
    """
    return {
        "stack": [_faces(card) for card in state.stack[state.first : state.end]],
        "hands": [
            [_faces(card) for card in state.hand[seat, : state.held[seat]]] for seat in range(2)
        ],
        "row": [_faces(card) for card in state.row[: state.length]],
        "won": state.won.tolist(),
    }


def view(state: State, seat: int | None, memory: bool) -> View:
    """Return what a seat can see now; with memory, apart from that, what it has seen before.

    `hands` has the faces turned towards the seat, `end` that of the card at its own end of the
    stack, `row` the upper faces, `drawn` how many cards each seat has drawn so far, and `next` the
    kinds of move that there are.
    """
    seen: View = {
        "stack": int(state.end) - int(state.first),
        "end": _own_end(state, seat),
        "drawn": _drawn(state),
        "hands": [_seen_hand(state, seat, owner) for owner in range(2)],
        "row": _faces(state.row[: state.length, 0]),
        "won": state.won.tolist(),
        "starter": int(state.starter),
        "placed": int(state.placed),
        "flipped": bool(state.flipped),
        "next": _next(state),
    }
    return seen | {"memory": _memory(state, seat)} if memory else seen


def _own_end(state: State, seat: int | None) -> str | None:
    """Return the face that the seat sees of the card at its end of the stack."""
    place = -1 if seat is None else int(rules.own_end(state, seat))
    return None if place < 0 else face_name(int(state.stack[place, seat]))


def _drawn(state: State) -> list[int]:
    """Return how many cards each seat has drawn."""
    if state.to_move == CHANCE:
        return [0, 0]
    return [int(state.first), int(state.cards) - int(state.end)]


def _seen_hand(state: State, seat: int | None, owner: int) -> list[str | None]:
    """Return the faces of a hand that are turned towards the seat; a spectator sees none."""
    held = int(state.held[owner])
    return [None] * held if seat is None else [*_faces(state.hand[owner, :held, seat])]


def _next(state: State) -> list[str]:
    """Return which kinds of move there are."""
    if state.to_move < 0:
        return []
    may_flip = not state.flipped and state.length > 0
    may_place = bool(state.flipped) or state.placed == 0
    kinds = {"flip": may_flip, "place": may_place, "end": _may_end(state)}
    return [kind for kind, allowed in kinds.items() if allowed]


def _may_end(state: State) -> bool:
    """Return whether the turn may end here."""
    return bool(state.placed > 0 and not (state.flipped and state.must_place))


def _has_seen(seat: int | None, seats: int) -> bool:
    """Return whether a seat is in a set of seats; a spectator has seen what both have."""
    return seats == rules.BOTH or (seat is not None and bool(seats >> seat & 1))


def _memory(state: State, seat: int | None) -> View:
    """Return the lower faces of the row and the cards won by each seat, as far as the seat saw
    them.
    """
    return {
        "row": [
            {
                "lower": face_name(lower) if _has_seen(seat, seats) else None,
                "turned": seats == rules.BOTH,
            }
            for (_, lower), seats in zip(state.row.tolist(), state.seen.tolist(), strict=True)
            if seats
        ],
        "won": [_pile(state, seat, owner) for owner in range(2)],
    }


def _pile(state: State, seat: int | None, owner: int) -> list[Known]:
    """Return the cards that an owner won, sorted, each with the face that lay up and the lower
    face.

    A card that was turned has its faces in the order of the spectrum.
    """
    cards = []
    for layer, code in zip(*np.nonzero(state.gone[owner]), strict=True):
        upper, lower = divmod(int(code), rules.FACES)
        seen = _has_seen(seat, int(layer) + 1)
        card = (upper, lower if seen else rules.FACES, int(layer) + 1 == rules.BOTH)
        cards += [card] * int(state.gone[owner, layer, code])
    return [
        {"faces": [face_name(upper), (*LETTERS, None)[lower]], "turned": turned}
        for upper, lower, turned in sorted(cards)
    ]


def restore(state: State, view: View) -> None:
    """Write a view into a state fresh from set-up, the unknown faces guessed.

    Without memory no lower face of the row and none of the cards won is known.
    """
    if view["to_move"] == CHANCE:
        return
    seat = view["seat"]
    pool = state.left.reshape(rules.FACES, rules.FACES).astype(np.int64)
    state.left[:] = 0
    state.first, state.end = view["drawn"][0], int(state.cards) - view["drawn"][1]
    state.to_move = OVER if view["to_move"] is None else view["to_move"]
    for name in ("won", "starter", "placed", "flipped"):
        state[name] = view[name]
    if view["end"] is not None:
        state.stack[rules.own_end(state, seat), seat] = read_face(view["end"])
    for owner, hand in enumerate(view["hands"]):
        state.held[owner] = len(hand)
        state.hand[owner, : len(hand), seat] = [read_face(face) for face in hand]
    _restore_row(state, view, pool)
    _restore_piles(state, view, pool)
    _guess_unknown(state, seat, pool)
    if "memory" not in view:
        _invent_memory(state, seat)


def _guess_unknown(state: State, seat: int, pool: Any) -> None:
    """Fill what a seat does not know with the cards of a pool; InvalidPosition if they cannot."""
    # Kernels trust that there are such places and cards.
    validation.check_counts(state)
    validation.require(bool(pool.min() >= 0), "wrong_deck")
    needed = np.zeros(imagining.BINS, np.int64)
    imagining.survey(state, seat, needed, np.zeros_like(pool))
    fits = imagining.guess(state, seat, needed, pool, new_rng("restore"))
    validation.require(bool(fits), "wrong_deck")


def _restore_row(state: State, view: View, pool: Any) -> None:
    """Write the row, and take the cards that are known out of the pool."""
    state.length = len(view["row"])
    nothing = [{"lower": None, "turned": False}] * state.length
    both = zip(view["row"], view["memory"]["row"] if "memory" in view else nothing, strict=True)
    for position, (upper, card) in enumerate(both):
        faces, seen = _read_known([upper, card["lower"]], card["turned"], view["seat"], pool)
        state.row[position], state.seen[position] = faces, seen


def _restore_piles(state: State, view: View, pool: Any) -> None:
    """Write the cards won, and take those that are known out of the pool."""
    for owner, pile in enumerate(view["memory"]["won"] if "memory" in view else ()):
        validation.require(len(pile) == state.won[owner], "bad_pile")
        for card in pile:
            (upper, lower), seen = _read_known(card["faces"], card["turned"], view["seat"], pool)
            state.gone[owner, seen - 1, upper * rules.FACES + lower] += 1


def _invent_memory(state: State, seat: int) -> None:
    """Make up what a seat without memory must have seen, from the cards that were left over."""
    cards = [code for code in range(rules.CODES) if code // rules.FACES < code % rules.FACES]
    left = np.repeat(cards, state.left[cards])
    shuffle(new_rng("memory"), left, len(left))
    left[1::2] = left[1::2] % rules.FACES * rules.FACES + left[1::2] // rules.FACES
    state.left[:] = 0
    for owner, pile in enumerate(np.split(left, [int(state.won[0])])):
        np.add.at(state.gone[owner, (1 << (1 - seat)) - 1], pile, 1)
    if state.flipped:
        # Some card was turned just now: both seats have seen both its faces.
        state.seen[0] = rules.BOTH


def _read_known(
    letters: list[str | None], turned: bool, seat: int, pool: Any
) -> tuple[list[int], int]:
    """Return both faces of a card, any for an unknown one, and the seats that have seen
    the lower.
    """
    faces = [0 if letter is None else read_face(letter) for letter in letters]
    if None in letters:
        return faces, 1 << (1 - seat)
    pool[faces[0], faces[1]] -= 1
    pool[faces[1], faces[0]] -= 1
    return faces, rules.BOTH if turned else 1 << seat


def ending(state: State) -> Ending:
    """Return why the game ended, with the cards that each seat won."""
    first, second = state.won.tolist()
    return Ending(reason="draw" if first == second else "more_cards", scores=(first, second))
