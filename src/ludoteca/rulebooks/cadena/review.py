"""Cadena: what a review needs beyond the rules."""

from ludoteca.core.definition import Prompt, ask
from ludoteca.core.position import Position
from ludoteca.core.thought import Facts
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.bot.turns.details import TurnOdds
from ludoteca.rulebooks.cadena.bot.turns.fortune import luck as luck

CLEARLY = 0.03  # the difference of two chances that is worth a word


def why(world: Position, played: str, best: str, facts: tuple[Facts, Facts]) -> Prompt | None:
    """Return what the best move does better: the risk of the turn, the disc that it moves."""
    values: dict[str, object] = {"played": played, "best": best}
    risk, less = (_fails(one) for one in facts)
    if risk > less + CLEARLY:
        lost = "keep" if played.startswith("keep") else "dice_lost"
        return ask(lost, **values, worse=round(100 * risk), better=round(100 * less))
    if played.startswith("stand") and best.startswith("stand"):
        return _discs(world, played, best)
    if played.startswith("stand"):
        dice = int(world.state().rolled)
        return ask("too_soon", **values, dice=dice, better=round(100 * less))
    if played.startswith("keep"):
        more = int(best.split()[1]) > int(played.split()[1])
        return ask("die_lost" if more else "die_idle", **values)
    return ask("end", **values) if best.startswith("extend") else None


def _fails(facts: Facts) -> float:
    """Return the chance that the turn fails after a move."""
    odds = facts.get("turn")
    return odds.fails if isinstance(odds, TurnOdds) else 0.0


def _discs(world: Position, played: str, best: str) -> Prompt:
    """Return what moving the other disc does better: one stuck, none of the rivals', farther on."""
    seat, values = world.to_move or 0, {"played": played, "best": best}
    mine, better = (world.step(move).state() for move in (played, best))
    own = range(rules.DISCS * seat, rules.DISCS * (seat + 1))
    stuck = [sum(int(one.stuck[disc]) for disc in own) for one in (mine, better)]
    if stuck[1] > stuck[0]:
        return ask("left_free", **values)
    others = [
        int(one.stuck.sum()) - sum(int(one.stuck[disc]) for disc in own) for one in (mine, better)
    ]
    if others[0] > others[1]:
        return ask("rival_stuck", **values)
    on = [sum(int(one.square[disc]) for disc in own) for one in (mine, better)]
    key = "squares" if on[1] > on[0] else "other_disc"
    return ask(key, **values, count=on[1] - on[0])
