"""Colorito: what the player to move is asked, and why something cannot be picked."""

from ludoteca.core.definition import Prompt, View, ask
from ludoteca.rulebooks.colorito.names import side_of

Path = tuple[str, ...]


def prompt(view: View, picked: Path, follows: Path) -> Prompt:
    """Ask for a piece, or for the square where it goes."""
    if picked:
        return ask("target", square=picked[0])
    return ask("pass" if follows == ("pass",) else "piece")


def why(view: View, path: Path, follows: Path) -> Prompt | None:
    """Say whose piece it is, or that it has no way."""
    if len(path) > 1:
        return None
    piece = next((one for one in view["pieces"] if one["square"] == path[0]), None)
    if piece is None:
        return ask("why_piece_first")
    if piece["seat"] != view["seat"]:
        return ask("why_other", side=ask(f"labels.seat_{side_of(view, view['seat'])}"))
    colour = ask(f"colours.{piece['colour']}")
    return ask("why_no_way", colour=colour, number=piece["number"])
