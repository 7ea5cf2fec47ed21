"""Hand-made positions of Cadena for the tests."""

import itertools
from collections.abc import Mapping, Sequence

import ludoteca
from ludoteca.core.arrays import State
from ludoteca.core.chance import Chance
from ludoteca.drawing.scene import Element
from tests.positions import scene_of

Pile = Sequence[tuple[int, int]]
"""Discs from the bottom up, as (seat, disc 1 or 2)."""

FAILED = (3, 2, 4)
"""A roll without a chain: it loses two dice and leaves none."""


def wrap(game: ludoteca.Game, state: State) -> ludoteca.Position:
    """A position of a state that the game accepts."""
    game.definition.check(state, game.state())
    return ludoteca.Position(game, state, Chance(seed=bytes(32)))


def state_of(position: ludoteca.Position) -> State:
    """A copy of a position's record, to change."""
    return position._state.copy()


def make_state(
    game: ludoteca.Game,
    *,
    seat: int = 0,
    turn: int | None = None,
    hand: int = 1,
    piles: Mapping[int, Pile] | None = None,
) -> State:
    """The state where a seat's turn begins, the turn before having failed with FAILED."""
    state = game.state()
    players = game.seats
    state.turn = 10 * players + seat if turn is None else turn
    state.seat = state.to_move = seat
    state.previous[: len(FAILED)] = FAILED
    state.previous_first = len(FAILED)
    state.lost = 2
    state.hand[(seat - 1) % players] = 0
    state.hand[seat] = hand
    state.bank = 7 * players - int(state.hand.sum())
    for square, pile in (piles or {}).items():
        discs = [2 * owner + number - 1 for owner, number in pile]
        for disc in discs:
            state.square[disc] = square
            state.stuck[disc] = square == state.length
        if square != state.length:
            for below, above in itertools.pairwise(discs):
                state.cover[below] = above
                state.stuck[below] = 1
    return state


def table(
    game: ludoteca.Game,
    *,
    seat: int = 0,
    turn: int | None = None,
    hand: int = 1,
    piles: Mapping[int, Pile] | None = None,
) -> ludoteca.Position:
    """Return the position of `make_state`."""
    return wrap(game, make_state(game, seat=seat, turn=turn, hand=hand, piles=piles))


def play(position: ludoteca.Position, *moves: str) -> ludoteca.Position:
    """The position after a line of moves and rolls."""
    for move in moves:
        position = position.play(move)
    return position


def roll(position: ludoteca.Position, *dice: int) -> ludoteca.Position:
    """The position after keeping and rolling these dice, the coloured one first."""
    black = " ".join(str(value) for value in sorted(dice[1:]))
    return play(position, f"keep {len(dice) - 1}", f"roll {dice[0]} {black}".strip())


def ends(position: ludoteca.Position) -> set[tuple[int, str]]:
    """The ends that may be extended, as (last link, direction)."""
    found = [move.split() for move in position.moves() if move.startswith("extend")]
    return {(int(last), direction) for _, last, direction in found}


def climb(steps: int) -> list[int]:
    """Dice that form a chain of that length, from 1 upwards."""
    return [1 + i // 3 for i in range(steps)]


def walk(position: ludoteca.Position, steps: int, disc: int = 1) -> ludoteca.Position:
    """The position after a seat rolled a chain of that length and moved a disc."""
    return roll(position, *climb(steps)).play(f"stand {disc}")


def drawn(
    position: ludoteca.Position, seat: int | None = 0, lang: str = "en"
) -> dict[str, Element]:
    """The elements of a scene by their ids."""
    return {element.id: element for element in scene_of(position, seat, lang).elements}


def texts_in(element: Element) -> list[str]:
    """What is written on a thing of a scene."""
    return [shape.text for shape in element.shapes if shape.text]
