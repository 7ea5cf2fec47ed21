"""Rainbow Duel: positions as text, and positions that cannot be."""

import random

import numpy as np
import pytest

from ludoteca import InvalidPosition, Position, load
from ludoteca.core import texts
from ludoteca.core.arrays import State
from ludoteca.core.kernels import CHANCE
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.rainbow import imagining, rules, validation
from ludoteca.rulebooks.rainbow.names import read_card
from tests.rulebooks.rainbow.rainbow_table import changed, deal, play, random_game, small_game


@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_a_game_can_be(seed: int) -> None:
    for game in (load("rainbow"), load("rainbow", variant="first-edition"), small_game()):
        for position in random_game(game, seed):
            assert game.parse(position.text()) == position
        begin = game.begin(seed)
        assert game.parse(begin.text()) == begin


def test_a_deal_half_done_can_be() -> None:
    game = load("rainbow")
    state = game.state()
    for code in (1, 9, 1 * 9 + 8):
        rules.apply(state, code)
        validation.check(state, game.state())
        assert state.to_move == CHANCE


def two_in_the_row() -> Position:
    """R of seat 0 and I of seat 1 in the row, seat 0 to move."""
    return play(deal("RO YG BI", "IV VB OV"), "1 end 1 end")


def put(values: object, index: int | tuple[int, ...], value: int) -> object:
    """A copy of a field with one value set otherwise."""
    copied = np.array(values)
    copied[index] = value
    return copied


def clash_in_the_row() -> Position:
    """R and R in the row: the card that seat 1 placed has been exchanged with one in its hand."""
    position = play(deal("RO YG BI", "RV VB OV"), "1 end 2")
    state = copy_state(position._state)
    held = state.hand[1, 0].tolist()
    state.hand[1, 0], state.row[1] = state.row[1, ::-1].copy(), held[::-1]
    return Position(position.game, state, position._chance)


def win_from_hand(state: State, seat: int) -> None:
    """Says that the last card of a hand has been won instead."""
    state.held[seat] -= 1
    place = int(state.held[seat])
    front, back = state.hand[seat, place].tolist()
    state.hand[seat, place] = 0
    state.gone[0, 0, front * rules.FACES + back] += 1
    state.won[0] += 1


def finished(length: int) -> Position:
    """A finished game with so many cards in the row and two in the short hand."""
    for seed in range(400):
        *_, over = random_game(small_game(), seed)
        if over._state.length == length and min(over._state.held) == 2:
            return over
    raise AssertionError("no such game")


def shortened(position: Position, *, full: bool) -> Position:
    """The same position with one card less in the full hand, or in the short one."""
    state = copy_state(position._state)
    win_from_hand(state, int(np.argmax(state.held) if full else np.argmin(state.held)))
    return Position(position.game, state, position._chance)


def first_hand_not_drawn() -> Position:
    """Two cards are gone from seat 1's end of the stack, and four from seat 0's."""
    start = deal("RO YG BI", "IV VB OV")
    stack = np.zeros_like(start._state.stack)
    stack[4:54] = start._state.stack[3:53]
    return changed(start, stack=stack, first=4, end=54)


def cases_of_places() -> list[tuple[str, Position]]:
    """Cards that lie where none can."""
    row = two_in_the_row()
    now, placed = row._state, play(row, "1")
    return [
        ("bad_turn", changed(row, to_move=2)),
        ("bad_turn", changed(row, to_move=-3)),
        ("bad_stack", changed(row, cards=57)),
        ("bad_stack", changed(row, first=-1)),
        ("bad_stack", changed(row, end=57)),
        ("bad_stack", changed(row, first=60)),
        ("bad_stack", changed(row, first=5)),
        ("bad_stack", changed(row, end=51)),
        ("bad_stack", changed(row, stack=put(now.stack, (0, 1), 1))),
        ("bad_stack", changed(row, stack=put(now.stack, (100, 0), -1))),
        ("bad_stack", first_hand_not_drawn()),
        ("wrong_deck", changed(row, first=3)),
        ("bad_row", changed(row, length=6)),
        ("bad_row", changed(row, length=-1)),
        ("bad_row", changed(row, length=1)),
        ("bad_row", changed(row, row=put(now.row, (2, 0), 1))),
        ("bad_row", changed(row, seen=put(now.seen, 5, 1))),
        ("bad_hand", changed(row, held=[4, 3])),
        ("bad_hand", changed(row, held=[3, -1])),
        ("bad_hand", changed(row, held=[3, 2])),
        ("bad_hand", changed(placed, hand=put(placed._state.hand, (0, 2, 0), 1))),
    ]


def cases_of_cards() -> list[tuple[str, Position]]:
    """Cards that no deck has, or piles and deals that cannot be."""
    row, begin = two_in_the_row(), load("rainbow").begin(0)
    now, won = row._state, play(deal("KO YG BI", "IV VB OV"), "1")
    turned = play(deal("RK YG BI", "IV VB OV"), "1 F1")
    crossed = turned._state.gone.reshape(2, 3, 9, 9).swapaxes(2, 3).reshape(2, 3, 81)
    return [
        ("bad_face", changed(row, stack=put(now.stack, (5, 0), 9))),
        ("bad_face", changed(row, hand=put(now.hand, (1, 1, 1), -1))),
        ("bad_face", changed(row, row=put(now.row, (1, 1), 127))),
        ("wrong_deck", changed(row, stack=put(now.stack, (5, 0), int(now.stack[5, 1])))),
        ("wrong_deck", changed(row, left=put(now.left, 1, 1))),
        ("bad_pile", changed(row, gone=put(now.gone, (0, 0, 1), -1))),
        ("wrong_deck", changed(row, gone=put(now.gone, (0, 0, 1), 1))),
        ("bad_pile", changed(row, won=[1, 0])),
        ("bad_pile", changed(won, won=[1, 0])),
        ("bad_pile", changed(turned, gone=crossed)),
        ("bad_deal_position", changed(begin, starter=1)),
        ("bad_deal_position", changed(row, to_move=-1)),
        ("wrong_deck", changed(begin, end=3)),
        ("bad_stack", dealt_too_far()),
        ("bad_stack", dealt_too_often()),
        ("bad_stack", not_dealt()),
    ]


def cases_of_turns() -> list[tuple[str, Position]]:
    """Memories, turns and ends that cannot be."""
    start, row = deal("RO YG BI", "IV VB OV"), two_in_the_row()
    now, placed, flipped = row._state, play(row, "1"), play(row, "1 F1")
    over, one = finished(0), finished(1)
    return [
        ("bad_memory", changed(row, seen=put(now.seen, 1, 0))),
        ("bad_memory", changed(row, seen=put(now.seen, 1, 4))),
        ("bad_memory", changed(row, flipped=1)),
        ("bad_memory", changed(placed, seen=put(placed._state.seen, 2, 3))),
        ("row_clash", clash_in_the_row()),
        ("bad_turn", changed(start, starter=1)),
        ("bad_turn", changed(start, starter=5)),
        ("bad_turn", changed(placed, flipped=2)),
        ("bad_turn", changed(row, placed=3)),
        ("bad_turn", changed(row, placed=-1)),
        ("bad_turn", changed(start, placed=1)),
        ("bad_turn", changed(play(start, "1 end"), to_move=0)),
        ("bad_memory", changed(start, flipped=1)),
        ("bad_hand", changed(row, placed=1)),
        ("bad_hand", changed(flipped, to_move=1)),
        ("bad_hand", changed(over, to_move=0)),
        ("bad_end", changed(row, to_move=-2)),
        ("bad_end", changed(over, placed=1)),
        ("bad_end", changed(over, flipped=1)),
        ("bad_end", shortened(over, full=True)),
        ("bad_end", shortened(one, full=False)),
        ("bad_end", changed(one, starter=1 - int(one._state.starter))),
    ]


def dealt_too_far() -> Position:
    """All cards are dealt, but nobody has drawn."""
    state = load("rainbow").state()
    pairs = [divmod(code, 9) for code in range(81) for _ in range(state.left[code]) if code % 10]
    state.stack[:56] = [pair for pair in pairs if pair[0] < pair[1]]
    state.left[:], state.end = 0, 56
    return Position(load("rainbow"), state, load("rainbow").begin(0)._chance)


def dealt_too_often() -> Position:
    """The only card with red and white has been dealt twice."""
    begin = load("rainbow").begin(0)
    state = copy_state(begin._state)
    for _ in range(2):
        rules.apply(state, read_card("RW"))
    return Position(begin.game, state, begin._chance)


def not_dealt() -> Position:
    """A seat is to move, though the last card has not been dealt."""
    start = deal("RO YG BI", "IV VB OV")
    state = copy_state(start._state)
    state.end -= 1
    front, back = state.stack[state.end].tolist()
    state.stack[state.end] = 0
    state.left[front * 9 + back] += 1
    state.left[back * 9 + front] += 1
    return Position(start.game, state, start._chance)


CASES = [*cases_of_places(), *cases_of_cards(), *cases_of_turns()]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_position_that_cannot_be_is_refused_with_its_reason(number: int) -> None:
    reason, position = CASES[number]
    with pytest.raises(InvalidPosition) as error:
        validation.check(position._state, position.game.state())
    assert error.value.reason == reason
    for lang in texts.LANGUAGES:
        assert error.value.text(lang)


@pytest.mark.parametrize("seed", range(4))
def test_garbage_is_refused_or_harmless(seed: int) -> None:
    chance = random.Random(seed)
    game = small_game()
    harmless = 0
    for position in list(random_game(game, seed))[::2]:
        for _ in range(12):
            state = copy_state(position._state)
            for _ in range(chance.choice((1, 1, 2, 4))):
                name = chance.choice(state.dtype.names)
                field = np.array(state[name])
                cell = tuple(chance.randrange(size) for size in field.shape)
                field[cell] = chance.choice(
                    (-128, -2, -1, 0, 1, 2, 3, 5, 20, 127, int(field[cell]) ^ 1)
                )
                state[name] = field
            try:
                validation.check(state, game.state())
            except InvalidPosition:
                continue
            harmless += 1
            use(Position(game, state, position._chance))
    assert harmless > 0


def use(position: Position) -> None:
    """Does everything one can do with a position."""
    for seat in (0, 1, None):
        position.view(seat, memory=True)
    position.reveal()
    for seat in range(2):
        imagining.imagine(copy_state(position._state), seat, new_rng(seat))
    assert (position.outcome is None) == (position.to_move is not None)
    for move in position.moves():
        after = position.play(move)
        validation.check(after._state, after.game.state())
