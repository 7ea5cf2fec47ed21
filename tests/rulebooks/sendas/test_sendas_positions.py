"""Which positions of Sendas are believed; garbage is refused with a word and nothing else."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import Game, InvalidPosition, Position
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.sendas import paths, rules, validation, view
from tests.rulebooks.sendas.sendas_reference import SETUPS

GAME = ludoteca.load("sendas")
LADDER = ["e4[NS]", "e5[NS]", "e6[NS]", "e7[NS]", "e8[NS]", "e9[NS]"]
GUARD = ["a7[NS]", "a6[NS]", "a5[NS]", "a4[NS]", "a3[NS]", "a2[NS]"]
RACE = ludoteca.load("sendas", setup={"white": LADDER, "black": GUARD})
CLASH = ludoteca.load("sendas", setup="clash")


def played(game: Game, *moves: str) -> Position:
    position = game.start(seed=0)
    for move in moves:
        position = position.play(move)
    return position


PLAYING = played(GAME, "c2-d3[ES]", "pass", "d3-c2[NE]")
PASSED = played(GAME, "pass", "pass")
REPEATED = played(GAME, *["c2-d3[ES]", "g8-f7[NW]", "d3-c2[NE]", "f7-g8[SW]"] * 2)
EXITED = played(RACE, "e4-e10")
WILD = played(CLASH, "d4*", "pass")
WILDER = played(CLASH, "pass", "f6*", "pass", "e6*", "d4*", "pass")
POSITIONS = {
    "playing": PLAYING,
    "both_passed": PASSED,
    "repetition": REPEATED,
    "exit": EXITED,
    "wildcard": WILD,
    "wildcards": WILDER,
}


def verdict(game: Game, state: Any) -> str | None:
    """Why a record is refused, if it is."""
    try:
        validation.check(state, game.state())
    except InvalidPosition as error:
        return error.reason if error.owner == "sendas" else "of another owner"
    return None


def refusal(position: Position, change: Callable[[Any], None]) -> str | None:
    """Why a changed copy of a position's record is refused, if it is."""
    state = copy_state(position._state)
    change(state)
    return verdict(position.game, state)


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_that_were_played_are_believed(name: str) -> None:
    position = POSITIONS[name]
    assert position.game.parse(position.text()) == position


WILD_TEXT = (
    'sendas {"setup":"clash"} history=0,2957620247025796928,886759840852286045,0*398 '
    "key=886759840852286045 ply=2 since=1 board=0*22,3,10,0*6,15,14,15,0*6,5,0,21,0*6,31,27,28,"
    "0*6,26,28,0*22 passes=1"
)


def test_a_text_that_was_kept_is_read_for_ever() -> None:
    """The keys of squares are part of it: they may never change."""
    assert WILD.text().split(" ", 2)[2] == WILD_TEXT.split(" ", 2)[2]
    assert CLASH.parse(WILD_TEXT) == WILD


@pytest.mark.parametrize("position", [PLAYING, WILD], ids=["playing", "wildcard"])
def test_a_view_with_memory_holds_the_whole_position(position: Position) -> None:
    state = position.game.state()
    view.restore(state, position.view(0, memory=True))
    assert state.tobytes() == position._state.tobytes()


def test_everybody_sees_the_same_plain_facts() -> None:
    seen = PLAYING.view(None)
    assert [seen[key] for key in ("ply", "passes", "occurrences")] == [3, 0, 1]
    assert seen["pieces"][0] == {"square": "c2", "seat": 0, "ends": "NE"}
    assert {"square": "e7", "seat": 1, "ends": "NESW"} in seen["pieces"]
    assert PLAYING.view(0) == seen | {"seat": 0}
    assert PLAYING.view(1) == seen | {"seat": 1}


@pytest.mark.parametrize(
    ("name", "field", "value", "reason"),
    [
        ("playing", "reason", 5, "bad_end"),
        ("playing", "reason", -1, "bad_end"),
        ("playing", "winner", 2, "bad_end"),
        ("playing", "winner", -2, "bad_end"),
        ("playing", "winner", 0, "bad_end"),
        ("playing", "reason", rules.EXITED, "bad_end"),
        ("playing", "reason", rules.BOTH_PASSED, "bad_end"),
        ("playing", "reason", rules.REPEATED, "bad_end"),
        ("playing", "reason", rules.TOO_LONG, "bad_end"),
        ("playing", "to_move", ludoteca.CHANCE, "bad_turn"),
        ("playing", "to_move", 0, "bad_turn"),
        ("playing", "to_move", 2, "bad_turn"),
        ("playing", "to_move", -2, "bad_end"),
        ("playing", "ply", -1, "bad_counters"),
        ("playing", "ply", 401, "bad_counters"),
        ("playing", "ply", 2, "bad_turn"),
        ("playing", "ply", 1, "bad_history"),
        ("playing", "ply", 5, "bad_history"),
        ("playing", "since", -1, "bad_counters"),
        ("playing", "since", 4, "bad_counters"),
        ("playing", "since", 1, "bad_counters"),
        ("playing", "passes", -1, "bad_counters"),
        ("playing", "passes", 2, "bad_end"),
        ("playing", "passes", 3, "bad_end"),
        ("playing", "passes", 4, "bad_counters"),
        ("playing", "key", 1, "bad_history"),
        ("both_passed", "to_move", 0, "bad_end"),
        ("both_passed", "passes", 1, "bad_end"),
        ("both_passed", "reason", rules.PLAYING, "bad_end"),
        ("both_passed", "reason", rules.REPEATED, "bad_end"),
        ("repetition", "to_move", 0, "bad_end"),
        ("repetition", "reason", rules.TOO_LONG, "bad_end"),
        ("exit", "to_move", 1, "bad_end"),
        ("exit", "to_move", 0, "bad_turn"),
        ("exit", "winner", 1, "piece_count_position"),
        ("exit", "winner", -1, "bad_end"),
        ("exit", "ply", 2, "bad_turn"),
        ("exit", "ply", 3, "bad_history"),
        ("exit", "since", 1, "bad_counters"),
        ("exit", "passes", 1, "bad_end"),
        ("exit", "key", 0, "bad_history"),
        ("wildcard", "since", 0, "bad_counters"),
        ("wildcard", "passes", 2, "bad_counters"),
    ],
)
def test_a_field_that_cannot_be_is_refused(name: str, field: str, value: int, reason: str) -> None:
    def change(state: Any) -> None:
        state[field] = value

    assert refusal(POSITIONS[name], change) == reason


def put(square: int, content: int) -> Callable[[Any], None]:
    def change(state: Any) -> None:
        state.board[square] = content

    return change


@pytest.mark.parametrize("content", [-1, paths.BLACK, 2 * paths.BLACK, 127, -128])
def test_a_square_holds_nothing_but_pieces(content: int) -> None:
    assert refusal(PLAYING, put(40, content)) == "bad_content"


@pytest.mark.parametrize("content", [paths.CROSS, paths.BLACK | paths.CROSS])
def test_seven_pieces_of_a_colour_are_refused(content: int) -> None:
    assert refusal(PLAYING, put(40, content)) == "piece_count_position"


@pytest.mark.parametrize("content", [paths.CROSS, paths.BLACK | paths.CROSS])
def test_a_board_full_of_pieces_is_refused_before_any_kernel_runs(content: int) -> None:
    def fill(state: Any) -> None:
        state.board[state.board == 0] = content

    assert refusal(PLAYING, fill) == "piece_count_position"


def test_a_missing_piece_is_refused() -> None:
    assert refusal(PLAYING, put(11, 0)) == "piece_count_position"


def test_pieces_that_the_set_up_does_not_give_are_refused() -> None:
    assert refusal(PLAYING, put(11, paths.NORTH)) == "wrong_shapes"


@pytest.mark.parametrize(
    ("square", "content"),
    [(11, paths.NORTH | paths.WEST), (69, paths.BLACK | paths.NORTH | paths.EAST)],
)
def test_a_broken_path_is_refused(square: int, content: int) -> None:
    assert refusal(PLAYING, put(square, content)) == "disconnected"


@pytest.mark.parametrize("ply", [0, 1, 4, 400])
def test_keys_of_the_past_stand_where_a_past_was(ply: int) -> None:
    def change(state: Any) -> None:
        state.history[ply] ^= 12345

    reason = refusal(WILD, change)
    assert reason == (None if ply == 1 else "bad_history")


def test_a_present_without_its_key_in_the_history_is_refused() -> None:
    def change(state: Any) -> None:
        state.history[3] = 7

    assert refusal(PLAYING, change) == "bad_history"


def test_more_wildcards_than_turns_to_make_them_are_refused() -> None:
    def change(state: Any) -> None:
        rules.put(state, 27 + 4, paths.CROSS)
        rules.put(state, 18 + 4, paths.CROSS)
        state.history[state.ply] = state.key

    assert refusal(WILD, change) == "bad_counters"


def test_a_piece_that_left_must_have_left_by_an_open_end() -> None:
    def close(state: Any) -> None:
        rules.put(state, 76, 0)
        rules.put(state, 31, paths.NORTH | paths.SOUTH)

    assert refusal(EXITED, close) == "bad_end"


def test_a_history_key_of_an_ended_game_is_refused() -> None:
    def change(state: Any) -> None:
        state.history[state.ply] = state.key

    assert refusal(EXITED, change) == "bad_history"


def garbage(rng: random.Random, state: Any) -> None:
    """Writes random numbers into random places of a record."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5, 20))):
        field = rng.choice(state.dtype.names)
        bits = 8 * state.dtype[field].base.itemsize - 1
        limit = rng.choice((3, 20, 40, 450, 1 << bits))
        number = max(-1 << bits, min(rng.randint(-limit, limit), (1 << bits) - 1))
        if state.dtype[field].shape:
            state[field][rng.randrange(len(state[field]))] = number
        else:
            state[field] = number


def shuffled(rng: random.Random, state: Any) -> None:
    """Moves pieces about with their keys, so that only the rules themselves can object."""
    for _ in range(rng.choice((1, 1, 2))):
        square = rng.choice(np.flatnonzero(state.board).tolist())
        held = int(state.board[square])
        turned = rng.choice([*rules.rotations(held & paths.CROSS), paths.CROSS])
        rules.put(state, square, 0)
        target = rng.choice(np.flatnonzero(state.board == 0).tolist())
        rules.put(state, target, turned | held & paths.BLACK)
    if state.winner < 0:
        state.history[state.ply] = state.key


def use(position: Position) -> None:
    """Whatever a program does with a position that was believed."""
    assert position.game.parse(position.text()) == position
    assert (position.outcome is None) == (position.to_move is not None)
    position.view(0)
    position.reveal()
    for action in position.actions():
        position._after([action]).view(None)


def fuzzed_positions(rng: random.Random) -> list[Position]:
    """Positions from a random game of a random set-up, and its end."""
    position = ludoteca.load("sendas", setup=rng.choice(SETUPS)).start(seed=0)
    found = [position]
    for _ in range(rng.randrange(60)):
        if position.to_move is None:
            break
        moves = position.moves()
        stars = [move for move in moves if move.endswith("*")]
        position = position.play(rng.choice(stars if stars and rng.random() < 0.3 else moves))
        found.append(position)
    return [*found[-2:], *POSITIONS.values()]


@pytest.mark.parametrize("spoil", [garbage, shuffled])
def test_any_numbers_in_any_fields_are_refused_or_playable(spoil: Callable[..., None]) -> None:
    rng = random.Random(4)
    believed = 0
    for _ in range(15):
        for position in fuzzed_positions(rng):
            for _ in range(8):
                state = copy_state(position._state)
                spoil(rng, state)
                if verdict(position.game, state) is None:
                    believed += 1
                    use(Position(position.game, state, position._chance))
    assert believed > 0
