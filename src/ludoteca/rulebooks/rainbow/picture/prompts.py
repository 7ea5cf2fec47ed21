"""Rainbow Duel: what the player to move is asked, and why something cannot be picked."""

from ludoteca.core.definition import Prompt, View, ask

Path = tuple[str, ...]


def prompt(view: View, picked: Path, follows: Path) -> Prompt:
    """Ask for a card to place or to flip, or which side of a card is to lie up."""
    if not picked:
        return ask("_".join(kind for kind in ("flip", "place", "end") if kind in view["next"]))
    number = int(picked[0].removeprefix("hand:"))
    face = view["hands"][view["seat"]][number - 1]
    return ask("side", number=number, face=ask(f"faces.{face}"))


def why(view: View, path: Path, follows: Path) -> Prompt | None:
    """Say what comes first in this turn."""
    kind = path[-1].partition(":")[0]
    if kind == "row" and view["flipped"]:
        return ask("why_flipped")
    if kind == "hand" and "place" not in view["next"]:
        return ask("why_flip_first")
    return None


def drops(view: View) -> dict[str, dict[str, list[str]]]:
    """Say that a hand card dropped on the row is placed as its owner sees it."""
    count = len(view["hands"][view["seat"]])
    return {f"hand:{n}": {"row": [f"hand:{n}", "seen"]} for n in range(1, count + 1)}
