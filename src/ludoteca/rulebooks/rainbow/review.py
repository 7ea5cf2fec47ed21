"""Rainbow Duel: what a review needs beyond the rules."""

from dataclasses import dataclass

from ludoteca.core.arrays import State
from ludoteca.core.definition import Prompt, ask
from ludoteca.core.jit import kernel
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import Rng, below, new_rng
from ludoteca.core.thought import Facts
from ludoteca.rulebooks.rainbow import notation, rules
from ludoteca.rulebooks.rainbow.imagining import imagine
from ludoteca.rulebooks.rainbow.names import face_name

WORLDS = 200  # imagined worlds by which a risk is estimated
CLEARLY = 0.04  # the difference of two chances that is worth a word


@kernel
def unseen(state: State, rng: Rng) -> None:
    """Deal the cards inside the stack again, either way round.

    The cards at its two ends stay, since each shows a face to a seat.
    """
    if state.to_move == CHANCE:
        return
    first = int(state.first) + 1
    for i in range(int(state.end) - 2, first - 1, -1):
        j = first + below(rng, i - first + 1)
        side = below(rng, 2)
        front, back = state.stack[j, side], state.stack[j, 1 - side]
        state.stack[j, 0], state.stack[j, 1] = state.stack[i, 0], state.stack[i, 1]
        state.stack[i, 0], state.stack[i, 1] = front, back


@dataclass(frozen=True, kw_only=True)
class Tried:
    """What comes of a move as far as its seat can know: chances, and the row that is left.

    ends  whether the turn is over after it, where it neither wins nor loses the row
    """

    wins: float
    clashes: float
    length: int
    ends: bool


def _tried(world: Position, seat: int, move: str) -> Tried:
    """Return what comes of a move in many worlds that agree with what the seat has seen."""
    state, rng = world.state(), new_rng("review", move)
    action, length, ends = notation.read(state, move), 0, False
    gained = [0, 0]
    for _ in range(WORLDS):
        imagined = world.state()
        imagine(imagined, seat, rng)
        rules.apply(imagined, action)
        taken = [int(imagined.won[one]) > int(state.won[one]) for one in (0, 1)]
        gained = [gained[one] + taken[one] for one in (0, 1)]
        if not any(taken):
            length, ends = int(imagined.length), int(imagined.to_move) != seat
    wins, clashes = gained[seat] / WORLDS, gained[1 - seat] / WORLDS
    return Tried(wins=wins, clashes=clashes, length=length, ends=ends)


def why(world: Position, played: str, best: str, facts: tuple[Facts, Facts]) -> Prompt | None:
    """Return what the best move does better: the row won, the risk of a clash, what is left."""
    seat = world.to_move or 0
    mine, better = (_tried(world, seat, move) for move in (played, best))
    values: dict[str, object] = {"played": played, "best": best}
    if better.wins > mine.wins + CLEARLY:
        chances = {"worse": round(100 * mine.wins), "better": round(100 * better.wins)}
        return ask("wins", **values, **chances)
    if mine.clashes > better.clashes + CLEARLY:
        risks = {"worse": round(100 * mine.clashes), "better": round(100 * better.clashes)}
        return ask("clash", **values, **risks, cards=int(world.state().length))
    if played.isdigit() and mine.length > better.length:
        face = face_name(int(world.state().hand[seat, int(played) - 1, seat]))
        return ask("given", **values, colour=face, worse=mine.length, better=better.length)
    if mine.ends and mine.length > better.length:
        return ask("longer", **values, worse=mine.length, better=better.length)
    if played == "end":
        return ask("too_soon", **values, cards=mine.length)
    if best == "end":
        return ask("enough", **values, cards=better.length)
    return ask("shown", **values) if played.endswith("?") and best.isdigit() else None
