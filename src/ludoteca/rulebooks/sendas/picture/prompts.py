"""Sendas: what the player to move is asked, and why something cannot be picked."""

from ludoteca.core.definition import Prompt, View, ask
from ludoteca.rulebooks.sendas.names import side_of

Path = tuple[str, ...]
_STAR = "*"


def prompt(view: View, picked: Path, follows: Path) -> Prompt:
    """Ask for a piece, for its place, or for the way it is to lie."""
    if not picked:
        return ask("piece_swap" if "swap" in follows else "piece")
    if len(picked) > 1:
        return ask("ends", square=picked[0])
    if any(place[1:] in ("0", "10") for place in follows):
        return ask("place_exit", square=picked[0])
    return ask("place_star" if _STAR in follows else "place", square=picked[0])


def why(view: View, path: Path, follows: Path) -> Prompt | None:
    """Say whose piece it is, or that it holds a path together."""
    if len(path) > 1:
        return None
    piece = next((one for one in view["pieces"] if one["square"] == path[0]), None)
    if piece is None:
        return ask("why_piece_first")
    if piece["seat"] != view["seat"]:
        return ask("why_other", side=ask(f"labels.seat_{side_of(view, view['seat'])}"))
    return ask("why_holds", square=path[0])
