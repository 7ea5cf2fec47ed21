"""Phoenix: a whole deal as one line of text."""

import re
from collections import Counter
from collections.abc import Sequence

from ludoteca.core.definition import State
from ludoteca.core.errors import IllegalMove, InvalidNotation
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.names import CARDS, COLOURS, card_names, colours_name, read_colours

_CARD = "(?:M[1-4]|P[1-4]|R|D[12]|X)"
_DEAL = re.compile(
    rf"deal (?P<starter>[01]) (?P<spectrum>[{COLOURS}]{{6}})"
    rf" (?P<line0>[{COLOURS}]{{10}}) (?P<line1>[{COLOURS}]{{10}}) (?P<deck>{_CARD}(?: {_CARD})*)"
)


def _lot_decides(state: State) -> bool:
    """Whether the deal also draws who starts: before the first hand only."""
    return bool(state.starter == rules.NOBODY)


def write_event(state: State, draws: Sequence[int]) -> str:
    """A deal as text: who starts, the spectrum, both lines, and the deck from the top."""
    starter, rest = 1 - int(state.starter), list(draws)
    if _lot_decides(state):
        starter = rest.pop(0)
    edges = (0, rules.LINES_FROM, rules.LINES_FROM + rules.COLUMNS, rules.DECK_FROM)
    rows = [colours_name(rest[edges[i] : edges[i + 1]]) for i in range(3)]
    return " ".join(["deal", str(starter), *rows, *card_names(rest[rules.DECK_FROM :])])


def read_event(state: State, text: str) -> list[int]:
    """The draws of a deal; InvalidNotation for no deal, IllegalMove for one that cannot come up."""
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
    """IllegalMove unless the cards are those of the deck."""
    for card, expected in zip(CARDS, state.counts.tolist(), strict=True):
        if deck.count(card) != expected:
            details = {"card": card, "count": deck.count(card), "expected": expected}
            raise IllegalMove("wrong_deck", owner="phoenix", **details)
