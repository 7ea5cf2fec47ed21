"""Colorito: where the pieces of a view belong, for screens."""

from typing import Any

from ludoteca.core.definition import View
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import square_name


def marks(view: View) -> dict[str, list[str]]:
    """For the square of each own piece, the goals that the piece may still take."""
    own = (piece for piece in view["pieces"] if piece["seat"] == view["seat"])
    if view["variant"] != "colours":
        return {piece["square"]: [square_name(_goal(piece))] for piece in own}
    taken = {piece["square"] for piece in view["pieces"]}
    return {piece["square"]: _free_goals(piece, taken) for piece in own}


def _goal(piece: dict[str, Any]) -> int:
    """The square with the number of a piece."""
    return int(rules.goal_of(piece["number"] + rules.PIECES * piece["seat"]))


def _free_goals(piece: dict[str, Any], taken: set[str]) -> list[str]:
    """The goals of a piece's colour that no other piece stands on."""
    first = _goal(piece) // rules.SIDE * rules.SIDE
    goals = [square_name(square) for square in range(first, first + rules.SIDE)]
    return [goal for goal in goals if goal == piece["square"] or goal not in taken]
