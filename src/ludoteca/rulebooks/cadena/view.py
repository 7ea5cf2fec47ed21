"""Cadena: what a seat sees, which is everything."""

from itertools import pairwise
from typing import Any

from ludoteca.core.arrays import State
from ludoteca.core.definition import Ending, View
from ludoteca.core.kernels import OVER
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.notation import end_name

PHASES = ("keep", "roll", "decide", "extend", "over")
REASONS = ("playing", "all_stuck", "too_long")
_ENDS = {end_name(end): end for end in range(rules.ENDS)}


def _by_seat(state: State, values: list[Any]) -> list[list[Any]]:
    """Return what each seat's two discs have, seat by seat."""
    starts = range(0, rules.DISCS * int(state.players), rules.DISCS)
    return [values[start : start + rules.DISCS] for start in starts]


def reveal(state: State) -> View:
    """Return the whole position."""
    return {
        "discs": _by_seat(state, state.square.tolist()),
        "stuck": _by_seat(state, [bool(stuck) for stuck in state.stuck]),
        "hand": state.hand[: state.players].tolist(),
        "bank": int(state.bank),
        "chain": state.dice[: state.rolled].tolist(),
        "phase": PHASES[state.phase],
    }


def view(state: State, seat: int | None, memory: bool) -> View:
    """Return what anybody sees: the table, what the chain can become, and what the turn before came
    to.
    """
    return reveal(state) | {
        "turn": int(state.turn),
        "turn_of": int(state.seat),
        "length": int(state.length),
        "arrows": [[square, end] for square, end in enumerate(state.arrow.tolist()) if end],
        "stacks": stacks(state),
        "first": int(state.first),
        "joint": list(end_name(int(state.joint))) if state.joint != rules.NO_END else None,
        "ends": _open_ends(state) if state.phase == rules.DECIDING else [],
        "declared": _open_ends(state)[0] if state.phase == rules.EXTENDING else None,
        "stands": _stands(state) if state.phase == rules.DECIDING else [],
        "last_roll": _last_roll(state),
        "last_turn": _last_turn(state) if state.turn else None,
    }


def restore(state: State, view: View) -> None:
    """Write the position of a view into a state fresh from set-up."""
    state.turn, state.seat = view["turn"], view["turn_of"]
    state.phase = PHASES.index(view["phase"])
    state.to_move = OVER if view["to_move"] is None else view["to_move"]
    state.hand[: len(view["hand"])] = view["hand"]
    state.bank = view["bank"]
    _restore_discs(state, view)
    _restore_dice(state, view)
    if view["last_turn"] is not None:
        _restore_last_turn(state, view["last_turn"])
    if view["outcome"] is not None:
        state.reason = REASONS.index(view["outcome"]["reason"])
        won = state.reason == rules.ALL_STUCK
        state.winner = view["outcome"]["returns"].index(1.0) if won else rules.NOBODY


def _restore_discs(state: State, view: View) -> None:
    for seat, (squares, stuck) in enumerate(zip(view["discs"], view["stuck"], strict=True)):
        own = slice(rules.DISCS * seat, rules.DISCS * (seat + 1))
        state.square[own], state.stuck[own] = squares, stuck
    for pile in view["stacks"].values():
        discs = [rules.DISCS * seat + number - 1 for seat, number in pile]
        for below, above in pairwise(discs):
            state.cover[below] = above


def _restore_dice(state: State, view: View) -> None:
    chain = view["chain"]
    state.dice[: len(chain)] = chain
    state.counts[:] = [chain.count(face + 1) for face in range(rules.FACES)]
    state.first, state.rolled = view["first"], len(chain)
    if view["joint"] is not None:
        last, direction = view["joint"]
        state.joint = _ENDS[last, direction]
    for end in view["ends"] or [view["declared"]]:
        if end is not None:
            state.ends |= 1 << _ENDS[end["last"], end["direction"]]


def _restore_last_turn(state: State, last: dict[str, Any]) -> None:
    state.previous[: len(last["dice"])] = last["dice"]
    state.previous_first, state.lost = last["first"], last["lost"]
    if not last["failed"]:
        state.moved = rules.DISCS * last["seat"] + last["disc"] - 1
        state.origin, state.landed = last["from"], last["landed"]


def stacks(state: State) -> dict[str, list[list[int]]]:
    """Return for each occupied square its discs from the bottom up, as [seat, disc 1 or 2].

    Off the board and in the centre nothing is stacked, so these are left out.
    """
    found: dict[str, list[list[int]]] = {}
    square, cover = state.square.tolist(), state.cover.tolist()
    for disc in range(rules.DISCS * int(state.players)):
        if square[disc] not in (0, state.length) and disc not in cover:
            pile = found[str(square[disc])] = []
            top = disc
            while top != rules.NOBODY:
                pile.append([top // rules.DISCS, top % rules.DISCS + 1])
                top = cover[top]
    return found


def _open_ends(state: State) -> list[dict[str, Any]]:
    """Return the ends of the chain, what would fit at each, and the links in an order that leads
    there.
    """
    found = []
    for end in range(rules.ENDS):
        if state.ends >> end & 1:
            last, direction = end_name(end)
            fits = [
                face + 1
                for face in range(rules.FACES)
                if rules.AFTER[face, 1 << end] and state.counts[face] < rules.MOST_EQUAL
            ]
            found.append(
                {"last": last, "direction": direction, "fits": fits, "links": _links(state, end)}
            )
    return found


def _links(state: State, end: int) -> list[int]:
    """Return all dice of this turn in the order of a chain with that end."""
    first = state.dice[: state.first].tolist()
    added: list[int] = state.dice[state.first : state.rolled].tolist()
    return arrange(first, int(state.joint) if added else end) + added


def ends_of(dice: list[int]) -> int:
    """Return the ends of the chains that use all of these dice, the coloured one first,
    as a set.
    """
    counts = [dice.count(face + 1) for face in range(rules.FACES)]
    if max(counts) > rules.MOST_EQUAL:
        return 0
    index = 0
    for count in counts:
        index = index * (rules.MOST_EQUAL + 1) + count
    return int(rules.CHAIN_ENDS[dice[0] - 1, index])


def arrange(dice: list[int], end: int) -> list[int]:
    """Return the dice of a first roll as a chain with one of its ends, found from its last link
    back.
    """
    if len(dice) == 1:
        return dice
    last = end // 2 + 1
    place = dice.index(last, 1)
    rest = dice[:place] + dice[place + 1 :]
    before = [
        earlier
        for earlier in range(rules.ENDS)
        if ends_of(rest) >> earlier & 1 and rules.AFTER[last - 1, 1 << earlier] >> end & 1
    ]
    return [*arrange(rest, before[0]), last]


def _stands(state: State) -> list[dict[str, int]]:
    """Return where each free disc would go: the end of its walk, and where it comes to rest."""
    found = []
    for disc in range(rules.DISCS):
        own = rules.DISCS * int(state.seat) + disc
        if not state.stuck[own]:
            landed = int(rules.walk(state.length, state.square[own], state.rolled))
            to = int(rules.arrived(state, landed))
            found.append({"disc": disc + 1, "landed": landed, "to": to})
    return found


def _last_roll(state: State) -> list[int]:
    """Return the dice that were rolled last, in this turn or the one before."""
    dice: list[int] = state.dice[: state.rolled].tolist()
    first = int(state.first)
    if not dice:
        dice, first = previous_dice(state), int(state.previous_first)
    return dice[-1:] if len(dice) > first else dice


def previous_dice(state: State) -> list[int]:
    """Return all dice rolled in the turn before."""
    return [value for value in state.previous.tolist() if value]


def _last_turn(state: State) -> dict[str, Any]:
    """Return what the turn before came to: its dice, and the disc moved or the dice lost."""
    moved = int(state.moved)
    stood = moved != rules.NOBODY
    return {
        "seat": (int(state.turn) - 1) % int(state.players),
        "dice": previous_dice(state),
        "first": int(state.previous_first),
        "failed": not stood,
        "lost": int(state.lost),
        "disc": moved % rules.DISCS + 1 if stood else None,
        "from": int(state.origin) if stood else None,
        "landed": int(state.landed) if stood else None,
        "to": int(state.square[moved]) if stood else None,
    }


def ending(state: State) -> Ending:
    """Return why the game ended."""
    return Ending(reason=REASONS[state.reason])
