"""Cadena: what the player to move is asked, and why something cannot be picked."""

from ludoteca.core.definition import Prompt, View, ask

Path = tuple[str, ...]


def prompt(view: View, picked: Path, follows: Path) -> Prompt:
    """Ask how many dice are kept, for the roll, or whether to stand or to go on."""
    phase, count = view["phase"], len(view["chain"])
    if phase == "keep":
        return ask("keep" if view["hand"][view["turn_of"]] else "keep_none")
    if phase != "decide":
        return ask(phase)
    key = "decide" if view["bank"] else "stand"
    return ask(f"{key}_one" if count == 1 else key, count=count)


def why(view: View, path: Path, follows: Path) -> Prompt | None:
    """Say what holds a disc, or that the dice come first."""
    kind, _, number = path[-1].partition(":")
    if kind != "disc" or view["seat"] is None:
        return None
    disc = int(number) - 1
    if view["discs"][view["seat"]][disc] == view["length"]:
        return ask("why_centre", disc=number)
    if view["stuck"][view["seat"]][disc]:
        return ask("why_stuck", disc=number)
    return ask("why_dice_first") if view["phase"] == "keep" else None


def drops(view: View) -> dict[str, dict[str, list[str]]]:
    """Say that a disc dropped on the square where it would come to rest stands there."""
    return {
        f"disc:{stand['disc']}": {f"square-{stand['to']}": [f"disc:{stand['disc']}"]}
        for stand in view["stands"]
    }
