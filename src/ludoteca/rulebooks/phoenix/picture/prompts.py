"""Phoenix: what the player to move is asked, and why something cannot be picked."""

from ludoteca.core.definition import Prompt, View, ask
from ludoteca.rulebooks.phoenix.names import CARDS

Path = tuple[str, ...]


def _card(pick: str) -> tuple[str, dict[str, object]]:
    """Return a picked card and the values that name it."""
    card = pick.removeprefix("card:")
    return card, {"name": ask(f"labels.name_{card[0]}"), "number": card[1:]}


def _key(card: str) -> str:
    """Return the part of a text's key that stands for a kind of card."""
    return card if card[0] == "D" else card[0]


def prompt(view: View, picked: Path, follows: Path) -> Prompt:
    """Ask for a card, for the pawn or cube it works on, or for the second one."""
    if not picked:
        return ask("card")
    card, values = _card(picked[0])
    step = "first" if len(picked) == 1 else "second"
    return ask(f"{step}_{_key(card)}", **values)


def why(view: View, path: Path, follows: Path) -> Prompt | None:
    """Say that a card comes first, or what the picked card works on."""
    *picked, thing = path
    if not picked:
        return ask("why_discard" if thing == "discard" else "why_card_first")
    card, values = _card(picked[0])
    if card not in CARDS:
        return None
    kind = thing.partition(":")[0]
    if kind == "cube" and card[0] != "D":
        return ask("why_not_cubes", **values)
    if kind == "own" and card[0] in "DR":
        return ask("why_not_pawns" if card[0] == "D" else "why_rotation", **values)
    if thing == "discard" or len(picked) < 2:
        return None
    return ask(f"why_{_key(card)}", **values)
