"""Colorito: where the pieces of a view belong, for screens."""

from typing import Any

from ludoteca.core.definition import View
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.data import goals_of
from ludoteca.rulebooks.colorito.names import piece_of, square_name


def marks(view: View) -> dict[str, list[str]]:
    """Return for the square of each own piece the goals that the piece may still take."""
    own = (piece for piece in view["pieces"] if piece["seat"] == view["seat"])
    goals = goals_of(view["goals"])
    if view["variant"] != "colours":
        return {piece["square"]: [square_name(goals[piece_of(view, piece)])] for piece in own}
    taken = {piece["square"] for piece in view["pieces"]}
    return {piece["square"]: _free_goals(view, piece, goals, taken) for piece in own}


def _free_goals(
    view: View, piece: dict[str, Any], goals: dict[int, int], taken: set[str]
) -> list[str]:
    """Return the goals of a piece's colour that no other piece stands on."""
    colour = rules.colour_of(piece_of(view, piece))
    fitting = sorted(goals[other] for other in goals if rules.colour_of(other) == colour)
    names = map(square_name, fitting)
    return [name for name in names if name == piece["square"] or name not in taken]
