"""Cadena: which positions cannot be."""

from collections.abc import Iterable

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidPosition
from ludoteca.core.kernels import CHANCE, OVER
from ludoteca.rulebooks.cadena import rules
from ludoteca.rulebooks.cadena.view import ends_of

_MOVER = {rules.ROLLING: CHANCE, rules.EXTENDING: CHANCE, rules.FINISHED: OVER}


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPosition(reason, owner="cadena")


def check(state: State, base: State) -> None:
    """Raise InvalidPosition for a state that cannot come from this board and these players."""
    for name in ("arrow", "carried", "length", "players", "for_good", "black_loss"):
        _require(bool(np.array_equal(state[name], base[name])), "other_board")
    _check_turn(state)
    _check_squares(state)
    _check_stacks(state)
    _check_dice(state)
    _check_hands(state)
    _check_last_turn(state)
    _check_end(state)


def _check_turn(state: State) -> None:
    turn, seat, phase = int(state.turn), int(state.seat), int(state.phase)
    _require(0 <= turn <= rules.MAX_TURNS and seat == turn % int(state.players), "bad_turn")
    _require(rules.KEEPING <= phase <= rules.FINISHED, "bad_turn")
    _require(int(state.to_move) == _MOVER.get(phase, seat), "bad_turn")


def _turns_of(state: State, seat: int) -> int:
    """Return how many turns a seat has completed."""
    return len(range(seat, int(state.turn), int(state.players)))


def _check_squares(state: State) -> None:
    length, count = int(state.length), rules.DISCS * int(state.players)
    square, carried = state.square.tolist(), state.carried.tolist()
    _require(not any(square[count:]), "bad_square")
    for disc in range(count):
        _require(0 <= square[disc] <= length, "bad_square")
        # A disc rests on the start of an arrow only where another arrow put it.
        _require(not carried[square[disc]] or square[disc] in carried, "bad_square")
    for seat in range(int(state.players)):
        own = square[rules.DISCS * seat : rules.DISCS * (seat + 1)]
        _require(sum(map(bool, own)) <= _turns_of(state, seat), "bad_square")


def _check_stacks(state: State) -> None:
    count, length = rules.DISCS * int(state.players), int(state.length)
    square, cover, stuck = state.square.tolist(), state.cover.tolist(), state.stuck.tolist()
    _require(
        all(top == rules.NOBODY for top in cover[count:]) and not any(stuck[count:]), "bad_stack"
    )
    _require(all(rules.NOBODY <= top < count for top in cover), "bad_stack")
    for disc in range(count):
        lying_apart = square[disc] in (0, length)
        pile = [other for other in range(count) if square[other] == square[disc]]
        _require(_is_stack(pile, cover, lying_apart), "bad_stack")
        held = cover[disc] != rules.NOBODY or square[disc] == length
        # Discs pinned for good stay stuck once the one on top has left.
        may_hold = bool(state.for_good) and not lying_apart
        _require(stuck[disc] == held or (stuck[disc] == 1 and may_hold), "bad_stuck")


def _is_stack(pile: list[int], cover: list[int], lying_apart: bool) -> bool:
    """Return whether the discs of one square form one stack, or lie apart where nothing
    is stacked.
    """
    if lying_apart:
        return all(cover[disc] == rules.NOBODY for disc in pile)
    bottom = [disc for disc in pile if disc not in cover]
    climbed: list[int] = []
    while len(bottom) == 1 and bottom[0] not in climbed:
        climbed.append(bottom[0])
        bottom = [cover[bottom[0]]] if cover[bottom[0]] != rules.NOBODY else []
    return not bottom and sorted(climbed) == pile


def _are_dice(dice: list[int], rolled: int, first: int) -> bool:
    """Return whether a row of places holds `rolled` dice, the black ones of the first
    roll sorted.
    """
    black = dice[1 : min(first, rolled)]
    faces = all(1 <= value <= rules.FACES for value in dice[:rolled])
    return faces and not any(dice[rolled:]) and black == sorted(black)


def _ends_after(ends: int, added: Iterable[int]) -> int:
    """Return the ends that a chain with some end of a set can have once dice are added
    one by one.
    """
    for value in added:
        ends = int(rules.AFTER[value - 1, ends])
    return ends


def _check_dice(state: State) -> None:
    phase, rolled, first = int(state.phase), int(state.rolled), int(state.first)
    dice, counts = state.dice.tolist(), state.counts.tolist()
    _require(0 <= rolled <= rules.MAX_CHAIN and 0 <= first <= rules.MAX_CHAIN, "bad_dice")
    _require(_are_dice(dice, rolled, first), "bad_dice")
    _require(counts == [dice.count(face + 1) for face in range(rules.FACES)], "bad_dice")
    if phase in (rules.DECIDING, rules.EXTENDING):
        _require(1 <= first <= rolled and max(counts) <= rules.MOST_EQUAL, "bad_dice")
        _check_chain(state)
        return
    _require(state.ends == 0 and state.joint == rules.NO_END, "bad_chain")
    _require(rolled < first if phase == rules.ROLLING else rolled == first == 0, "bad_dice")


def _check_chain(state: State) -> None:
    """Check that the ends of a chain follow from its dice and from the end at which it
    was extended first.
    """
    dice, first, joint = state.dice[: state.rolled].tolist(), int(state.first), int(state.joint)
    declared = len(dice) > first or state.phase == rules.EXTENDING
    _require(rules.NO_END <= joint < rules.ENDS and (joint >= 0) == declared, "bad_chain")
    ends = ends_of(dice[:first])
    if declared:
        _require(bool(ends >> joint & 1), "bad_chain")
        ends = _ends_after(1 << joint, dice[first:])
    now = int(state.ends)
    if state.phase == rules.DECIDING:
        _require(now == ends != 0, "bad_chain")
    else:
        _require(now.bit_count() == 1 and now & ends == now > 0, "bad_chain")


def _check_hands(state: State) -> None:
    players, seat, phase = int(state.players), int(state.seat), int(state.phase)
    hand, bank = state.hand.tolist(), int(state.bank)
    total = (rules.DICE_IN_HAND + rules.DICE_IN_BANK) * players
    _require(min(hand) >= 0 and bank >= 0 and not any(hand[players:]), "bad_hands")
    _require(sum(hand) + bank == total, "bad_hands")
    taken_up = {
        rules.ROLLING: int(state.first) - 1,
        rules.DECIDING: int(state.rolled) - 1,
        rules.EXTENDING: int(state.rolled),
    }
    for other in range(players):
        expected = taken_up.get(phase, hand[other]) if other == seat else hand[other]
        _require(hand[other] == expected, "bad_hands")
        busy = other == seat and phase in taken_up
        _require(hand[other] <= rules.MAX_HAND + (phase == rules.EXTENDING and busy), "bad_hands")
        if not _turns_of(state, other):
            kept = int(state.first) - 1 if busy else hand[other]
            _require(
                kept <= rules.DICE_IN_HAND if busy else kept == rules.DICE_IN_HAND, "bad_hands"
            )


def _check_last_turn(state: State) -> None:
    dice, first = state.previous.tolist(), int(state.previous_first)
    rolled = len([value for value in dice if value])
    moved, lost = int(state.moved), int(state.lost)
    if state.turn == 0:
        empty = not any((rolled, first, lost, int(state.origin), int(state.landed)))
        _require(empty and moved == rules.NOBODY, "bad_last_turn")
        return
    _require(1 <= first <= min(rolled, rules.MAX_CHAIN), "bad_last_turn")
    _require(_are_dice(dice, rolled, first), "bad_last_turn")
    seat = (int(state.turn) - 1) % int(state.players)
    _require(int(state.hand[seat]) == rolled - 1 - lost, "bad_last_turn")
    if moved == rules.NOBODY:
        _check_failed(state, dice[:rolled], first)
    else:
        _check_stood(state, dice[:rolled], first, seat)


def _holds(dice: list[int], first: int) -> int:
    """Return the ends that a chain of these dice can have, those after the first roll added in
    order.
    """
    most = max(dice.count(value) for value in dice)
    return _ends_after(ends_of(dice[:first]), dice[first:]) if most <= rules.MOST_EQUAL else 0


def _check_failed(state: State, dice: list[int], first: int) -> None:
    """Check that a failed turn lost half its dice and had no chain, or a last die that
    did not fit.
    """
    _require(int(state.lost) == rules.lost_dice(state, len(dice)), "bad_last_turn")
    _require(state.origin == 0 and state.landed == 0, "bad_last_turn")
    if len(dice) == first:
        _require(not _holds(dice, first), "bad_last_turn")
        return
    ends, value = _holds(dice[:-1], first), dice[-1]
    unfit = [
        end for end in range(rules.ENDS) if ends >> end & 1 and not rules.AFTER[value - 1, 1 << end]
    ]
    too_many = dice.count(value) > rules.MOST_EQUAL
    _require(bool(ends) and (too_many or bool(unfit)), "bad_last_turn")


def _check_stood(state: State, dice: list[int], first: int, seat: int) -> None:
    """Check that a turn that stood had a chain, and its disc still lies where it went, on top."""
    moved, origin, length = int(state.moved), int(state.origin), int(state.length)
    _require(state.lost == 0 and _holds(dice, first) != 0, "bad_last_turn")
    _require(moved // rules.DISCS == seat and 0 <= origin < length, "bad_last_turn")
    landed = int(rules.walk(length, origin, len(dice)))
    _require(int(state.landed) == landed, "bad_last_turn")
    _require(state.square[moved] == rules.arrived(state, landed), "bad_last_turn")
    free = state.square[moved] != length
    _require(
        state.cover[moved] == rules.NOBODY and state.stuck[moved] == (not free), "bad_last_turn"
    )


def _check_end(state: State) -> None:
    seat, reason, winner = int(state.seat), int(state.reason), int(state.winner)
    own = rules.DISCS * seat
    all_stuck = bool(state.stuck[own] and state.stuck[own + 1])
    _require((state.phase == rules.FINISHED) == (reason != rules.PLAYING), "bad_end")
    if all_stuck:
        _require(reason == rules.ALL_STUCK and winner == seat, "bad_end")
        return
    expected = rules.TOO_LONG if state.turn == rules.MAX_TURNS else rules.PLAYING
    _require(reason == expected and winner == rules.NOBODY, "bad_end")
