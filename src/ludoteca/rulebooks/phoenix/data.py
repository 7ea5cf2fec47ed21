"""Phoenix: the deck, as data."""

from pathlib import Path

from ludoteca.core.arrays import State
from ludoteca.core.data import entry, find_data, no_other_entries
from ludoteca.core.definition import Options
from ludoteca.core.errors import InvalidData
from ludoteca.core.kernels import CHANCE
from ludoteca.rulebooks.phoenix import rules
from ludoteca.rulebooks.phoenix.names import CARDS

FOLDER = Path(__file__).parent / "data"
NAMES = ("standard",)
RUNS = ("each", "once", "nested")
DECK_ENDS = ("last-draw", "cannot-draw")
STARTERS = ("alternate", "lot")


def read_deck(value: object) -> dict[str, int]:
    """Return a checked deck: how many cards of each kind it has."""
    data = find_data(FOLDER, "deck", value)
    no_other_entries(data, CARDS, where="deck")
    deck = {card: entry(data, card, int, where="deck") for card in CARDS if card in data}
    for card, count in deck.items():
        if count < 0:
            raise InvalidData("bad_count", owner="phoenix", card=card, count=count)
    total = sum(deck.values())
    if not rules.LEAST_DECK <= total <= rules.MOST_DECK:
        limits = {"least": rules.LEAST_DECK, "most": rules.MOST_DECK}
        raise InvalidData("deck_size", owner="phoenix", total=total, **limits)
    return {card: count for card, count in deck.items() if count}


def setup(state: State, options: Options) -> None:
    """Put the deck on the table, before the lot decides who starts."""
    for card, count in options["deck"].items():
        state.counts[CARDS.index(card)] = count
    state.cards = sum(options["deck"].values())
    state.runs = RUNS.index(options["runs"])
    state.play_on = DECK_ENDS.index(options["deck_end"])
    state.by_lot = STARTERS.index(options["starter"])
    state.starter = rules.NOBODY
    state.to_move = CHANCE
