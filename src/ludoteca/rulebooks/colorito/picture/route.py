"""Colorito: the way a piece takes, for screens, found from what a seat sees."""

from collections.abc import Iterator

from ludoteca.core.definition import View
from ludoteca.core.errors import IllegalMove
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import WHITE, read_square, square_name
from ludoteca.rulebooks.colorito.notation import read

_DIRECTIONS = [(up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right]


def route(view: View, move: str) -> list[str]:
    """The squares that a piece touches on a shortest way of a legal move, start and end included.

    A pass touches none. IllegalMove if no step and no jump of this view makes the move.
    """
    action = read(None, move)
    if action == rules.PASS:
        return []
    origin, target = divmod(action, rules.SQUARES)
    came_from = _search(view, origin)
    if target == origin or target not in came_from:
        names = {"square": square_name(origin), "target": square_name(target)}
        raise IllegalMove("no_way", owner="colorito", **names)
    touched = [target]
    while touched[-1] != origin:
        touched.append(came_from[touched[-1]])
    return [square_name(square) for square in reversed(touched)]


def _search(view: View, origin: int) -> dict[int, int]:
    """For each square that a piece can touch, the one before it on a shortest way."""
    others = {read_square(piece["square"]) for piece in view["pieces"]} - {origin}
    came_from = {origin: origin}
    waiting = [origin]
    for square in waiting:
        steps = _steps(view, origin) if square == origin else []
        for reached in [*steps, *_hops(square, others)]:
            if reached not in others and reached not in came_from:
                came_from[reached] = square
                waiting.append(reached)
    return came_from


def _ahead(square: int, distance: int) -> Iterator[int]:
    """The square at a distance in each direction, -1 where the board has ended."""
    rank, file = divmod(square, rules.SIDE)
    for up, right in _DIRECTIONS:
        r, f = rank + up * distance, file + right * distance
        yield r * rules.SIDE + f if r in range(rules.SIDE) and f in range(rules.SIDE) else -1


def _hops(square: int, others: set[int]) -> list[int]:
    """The squares right behind the pieces around one."""
    pairs = zip(_ahead(square, 1), _ahead(square, 2), strict=True)
    return [behind for over, behind in pairs if over in others and behind >= 0]


def _steps(view: View, origin: int) -> list[int]:
    """The squares around a piece on which it may set foot."""
    around = [square for square in _ahead(origin, 1) if square >= 0]
    if view["variant"] != "strict":
        return around
    name = square_name(origin)
    own = [piece["colour"] for piece in view["pieces"] if piece["square"] == name]
    return [square for square in around if _colour(view, square) in (WHITE, *own)]


def _colour(view: View, square: int) -> str:
    rank, file = divmod(square, rules.SIDE)
    letter: str = view["colours"][rank][file]
    return letter
