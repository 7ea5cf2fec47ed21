"""Rainbow Duel: the deck, as data."""

import re
from pathlib import Path
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.data import entry, find_data, no_other_entries
from ludoteca.core.definition import Options
from ludoteca.core.errors import InvalidData
from ludoteca.core.kernels import CHANCE
from ludoteca.rulebooks.rainbow.names import LETTERS, card_name, read_card

FOLDER = Path(__file__).parent / "data"
NAMES = ("standard",)
FIRST_EDITION = "first-edition"
AFTER_FLIP = ("may-end", "must-place")
FEWEST, MOST = 20, 120
_CARD = re.compile(rf"[{LETTERS}]{{2}}")


def read_deck(value: object) -> dict[str, Any]:
    """Return a checked deck: the number of copies of each card, the cards in a fixed order."""
    data = find_data(FOLDER, "deck", value)
    no_other_entries(data, ("cards",), where="deck")
    cards = entry(data, "cards", dict, where="deck")
    copies: dict[int, int] = {}
    for name in cards:
        code = _read_name(name)
        if code in copies:
            raise InvalidData("card_twice", owner="rainbow", card=card_name(code))
        copies[code] = _read_copies(entry(cards, name, int, where="deck"), name)
    total = sum(copies.values())
    if not FEWEST <= total <= MOST:
        raise InvalidData("deck_size", owner="rainbow", count=total, fewest=FEWEST, most=MOST)
    return {"cards": {card_name(code): copies[code] for code in sorted(copies)}}


def _read_name(name: object) -> int:
    """Return the card of a name, its faces in the order of the spectrum."""
    if not isinstance(name, str) or _CARD.fullmatch(name) is None:
        letters = " ".join(LETTERS)
        raise InvalidData("bad_card", owner="rainbow", card=str(name)[:40], letters=letters)
    if name[0] == name[1]:
        raise InvalidData("equal_sides", owner="rainbow", card=name)
    return min(read_card(name), read_card(name[::-1]))


def _read_copies(copies: int, name: str) -> int:
    if not 1 <= copies <= MOST:
        raise InvalidData("bad_copies", owner="rainbow", card=name, count=copies, most=MOST)
    return copies


def setup(state: State, options: Options) -> None:
    """Get a deck ready to be dealt; the first edition adds one card that is white and black."""
    cards = dict(options["deck"]["cards"])
    if options["variant"] == FIRST_EDITION:
        cards["WK"] = cards.get("WK", 0) + 1
    for name, copies in cards.items():
        state.left[read_card(name)] = state.left[read_card(name[::-1])] = copies
        state.cards += copies
    state.must_place = AFTER_FLIP.index(options["after_flip"])
    state.to_move = CHANCE
