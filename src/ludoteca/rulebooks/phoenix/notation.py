"""Phoenix: moves and deals as text, and moves as paths of choices."""

import re
from collections import Counter
from collections.abc import Sequence

from ludoteca.core.arrays import State
from ludoteca.core.definition import Refusal, refusal
from ludoteca.core.errors import IllegalMove, InvalidNotation
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.names import CARDS, COLOURS, card_names, colours_name, read_colours

_DISCARD, _PLAY = "discard", "play"
BUTTONS = (_PLAY,)
_MOVE = re.compile(
    r"-(?P<discarded>M[1-4]|P[1-4]|R|D[12]|X)|R|X(?P<column>[1-9][0-9]?)"
    r"|(?P<card>M[1-4]|D2) (?P<origin>[1-9][0-9]?)>(?P<target>[1-9][0-9]?)"
    r"|(?P<swap>P[1-4]|D1) (?P<lower>[1-9][0-9]?)x(?P<upper>[1-9][0-9]?)"
)
_CARD = "(?:M[1-4]|P[1-4]|R|D[12]|X)"
_DEAL = re.compile(
    rf"deal (?P<starter>[01]) (?P<spectrum>[{COLOURS}]{{6}})"
    rf" (?P<line0>[{COLOURS}]{{10}}) (?P<line1>[{COLOURS}]{{10}}) (?P<deck>{_CARD}(?: {_CARD})*)"
)


def parts(action: int) -> tuple[int, int, int]:
    """Return the kind of card of an action and the two places it works on."""
    return action >> 8, action >> 4 & 15, action & 15


def _is_discard(action: int) -> bool:
    return action & 255 == rules.DISCARD


def _swaps(kind: int) -> bool:
    """Return whether a card names two places that change what they hold, the lower first."""
    return rules.P1 <= kind <= rules.P4 or kind == rules.D1


def write(state: State, action: int) -> str:
    """Return a move as text."""
    kind, first, second = parts(action)
    card = CARDS[kind]
    if _is_discard(action):
        return f"-{card}"
    if kind == rules.R:
        return card
    if kind == rules.X:
        return f"{card}{first + 1}"
    return f"{card} {first + 1}{'x' if _swaps(kind) else '>'}{second + 1}"


def _place(kind: int, name: str) -> int:
    """Return the place that a number names, a column of the line or a cube of the spectrum."""
    cubes = kind in (rules.D1, rules.D2)
    if int(name) > (rules.COLOURS if cubes else rules.COLUMNS):
        raise InvalidNotation("no_cube" if cubes else "no_column", owner="phoenix", place=name)
    return int(name) - 1


def read(state: State, text: str) -> int:
    """Return the action of a text, legal or not; InvalidNotation if it is no move."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidNotation("bad_move", owner="phoenix", move=text[:40])
    if match["discarded"]:
        return CARDS.index(match["discarded"]) << 8 | rules.DISCARD
    if match["column"]:
        return rules.X << 8 | _place(rules.X, match["column"]) << 4
    if text == CARDS[rules.R]:
        return rules.R << 8
    kind = CARDS.index(match["card"] or match["swap"])
    first = _place(kind, match["origin"] or match["lower"])
    second = _place(kind, match["target"] or match["upper"])
    if _swaps(kind) and first > second:
        raise InvalidNotation("lower_first", owner="phoenix", move=text)
    return kind << 8 | first << 4 | second


def path(state: State, action: int) -> tuple[str, ...]:
    """Return a card of the own hand, then the discard pile, or the pawns or cubes it works on."""
    kind, first, second = parts(action)
    card = f"card:{CARDS[kind]}"
    if _is_discard(action):
        return card, _DISCARD
    if kind == rules.R:
        return card, _PLAY
    if kind == rules.X:
        return card, f"own:{first + 1}"
    thing = "cube" if kind in (rules.D1, rules.D2) else "own"
    return card, f"{thing}:{first + 1}", f"{thing}:{second + 1}"


def either_order(state: State, action: int) -> bool:
    """Return whether a move exchanges two things, so that either may be picked first."""
    return _swaps(parts(action)[0]) and not _is_discard(action)


def refuse(state: State, action: int) -> Refusal:
    """Return why a well-formed move is not legal: the card is missing, or its distance
    is another.
    """
    kind, _, _ = parts(action)
    if not state.hands[state.to_move, kind]:
        return refusal("not_in_hand", card=CARDS[kind])
    return refusal("wrong_distance", card=CARDS[kind], distance=int(rules.REACH[kind]))


def _lot_decides(state: State) -> bool:
    """Return whether the deal also draws who starts."""
    return bool(rules.lot_is_due(state))


def write_event(state: State, draws: Sequence[int]) -> str:
    """Return a deal as text: who starts, the spectrum, both lines, and the deck from the top."""
    starter, rest = 1 - int(state.starter), list(draws)
    if _lot_decides(state):
        starter = rest.pop(0)
    edges = (0, rules.LINES_FROM, rules.LINES_FROM + rules.COLUMNS, rules.DECK_FROM)
    rows = [colours_name(rest[edges[i] : edges[i + 1]]) for i in range(3)]
    return " ".join(["deal", str(starter), *rows, *card_names(rest[rules.DECK_FROM :])])


def read_event(state: State, text: str) -> list[int]:
    """Return the draws of a deal.

    InvalidNotation for no deal, IllegalMove for one that cannot come up.
    """
    match = _DEAL.fullmatch(text)
    if match is None:
        raise InvalidNotation("bad_deal", owner="phoenix", deal=text[:60])
    starter, deck = int(match["starter"]), match["deck"].split(" ")
    if not _lot_decides(state) and starter == state.starter:
        raise IllegalMove("wrong_starter", owner="phoenix", seat=1 - starter)
    if len(set(match["spectrum"])) < len(COLOURS):
        raise IllegalMove("wrong_spectrum", owner="phoenix", spectrum=match["spectrum"])
    lines = match["line0"] + match["line1"]
    for colour, count in Counter(lines).items():
        if count > rules.PAWNS_OF_A_COLOUR:
            raise IllegalMove("wrong_pawns", owner="phoenix", colour=colour, count=count)
    _check_deck(state, deck)
    draws = read_colours(match["spectrum"] + lines) + [CARDS.index(card) for card in deck]
    return [starter, *draws] if _lot_decides(state) else draws


def _check_deck(state: State, deck: list[str]) -> None:
    """Raise IllegalMove unless the cards are those of the deck."""
    for card, expected in zip(CARDS, state.counts.tolist(), strict=True):
        if deck.count(card) != expected:
            details = {"card": card, "count": deck.count(card), "expected": expected}
            raise IllegalMove("wrong_deck", owner="phoenix", **details)
