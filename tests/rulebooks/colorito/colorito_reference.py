"""Colorito: the moves once more, told naively from the rulebook."""

from ludoteca.core.definition import View

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
OWN = {"R": 0, "Y": 0, "D": 1, "L": 1}
Square = tuple[int, int]


def name(square: Square) -> str:
    """The name of a square."""
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def parse(text: str) -> Square:
    """The square of a name."""
    return "abcdefghij".index(text[0]), int(text[1:]) - 1


def inside(square: Square) -> bool:
    """Whether a square is on the board."""
    return 0 <= square[0] < 10 and 0 <= square[1] < 10


def may_rest(view: View, colour: str, square: Square) -> bool:
    """Whether a piece of a colour may end on a square."""
    return view["colours"][square[1]][square[0]] in ("W", colour)


def landings(start: Square, others: set[Square]) -> set[Square]:
    """All squares that one or more hops lead to."""
    found: set[Square] = set()
    waiting = [start]
    while waiting:
        x, y = waiting.pop()
        for dx, dy in DIRECTIONS:
            over, land = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in others and inside(land) and land not in others and land not in found:
                found.add(land)
                waiting.append(land)
    return found


def single_hops(start: Square, others: set[Square]) -> set[Square]:
    """All squares that exactly one hop leads to."""
    x, y = start
    lands = {(x + 2 * dx, y + 2 * dy) for dx, dy in DIRECTIONS if (x + dx, y + dy) in others}
    return {land for land in lands if inside(land) and land not in others}


def moves(view: View, seat: int) -> set[str]:
    """The legal moves of a side."""
    after_step = single_hops if view["options"]["after_step"] == "one-hop" else landings
    pieces = {parse(piece["square"]): piece["colour"] for piece in view["pieces"]}
    found = set()
    for origin, colour in pieces.items():
        if OWN[colour] != seat:
            continue
        others = set(pieces) - {origin}
        steps = {(origin[0] + dx, origin[1] + dy) for dx, dy in DIRECTIONS}
        steps = {square for square in steps if inside(square) and square not in others}
        ends = {square for square in steps if may_rest(view, colour, square)}
        begins = ends if view["variant"] == "strict" else steps
        jumps = landings(origin, others)
        for begin in begins:
            jumps |= after_step(begin, others)
        ends |= {square for square in jumps if may_rest(view, colour, square)}
        found |= {f"{name(origin)}-{name(end)}" for end in ends - {origin}}
    return found or {"pass"}
