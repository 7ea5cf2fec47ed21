"""Rainbow Duel for tests: games whose stack is known card by card."""

import random
from collections.abc import Iterator

from ludoteca import Game, Position, load
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.rainbow.names import LETTERS

# Twenty cards without black; the rest of any small deck.
PLAIN = {"RO": 2, "RY": 2, "RG": 2, "OY": 2, "OG": 2, "YG": 2, "BI": 2, "BV": 2, "IV": 2, "RW": 2}


def sorted_card(card: str) -> str:
    """A card with its faces in the order of the spectrum."""
    return "".join(sorted(card, key=LETTERS.index))


def cards_of(game: Game) -> list[str]:
    """Every card of a game's deck, copies included."""
    left = game.state().left.reshape(9, 9)
    pairs = [(a, b) for a in range(9) for b in range(a)]
    return [LETTERS[b] + LETTERS[a] for a, b in pairs for _ in range(left[a, b])]


def deal(front: str, back: str, game: Game | None = None) -> Position:
    """A game in which seat 0 draws the cards of `front` and seat 1 those of `back`, in that order.

    Each card of `front` has the face towards seat 0 first, each of `back` the one towards seat 1:
    the drawer's own side. The other cards of the deck stand between them.
    """
    game = game or load("rainbow")
    first = front.split()
    last = [card[::-1] for card in back.split()]
    rest = cards_of(game)
    for card in first + last:
        rest.remove(sorted_card(card))
    return game.begin(0).step(" ".join(["deal", *first, *rest, *last[::-1]]))


def play(position: Position, moves: str) -> Position:
    """The position after some moves."""
    for move in moves.split():
        position = position.play(move)
    return position


def random_game(game: Game, seed: int) -> Iterator[Position]:
    """The positions of a random game, the last one included."""
    choose = random.Random(seed).choice
    position = game.start(seed)
    yield position
    while position.to_move is not None:
        position = position.play(choose(position.moves()))
        yield position


def small_game(cards: dict[str, int] = PLAIN) -> Game:
    """A game with a deck of one's own."""
    return load("rainbow", deck={"cards": cards})


def changed(position: Position, **fields: object) -> Position:
    """The same position with some fields set otherwise."""
    state = copy_state(position._state)
    for name, value in fields.items():
        state[name] = value
    return Position(position.game, state, position._chance)


def play_down(position: Position, left: int) -> Position:
    """Places the first card and ends, turn by turn, until so many cards are in the stack."""
    while position.view(None)["stack"] > left:
        position = position.play("1")
        if "end" in position.moves():
            position = position.play("end")
    return position
