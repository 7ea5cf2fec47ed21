"""Moves of Sendas as text and as paths, and every word of refusal."""

from itertools import product

import pytest

import ludoteca
from ludoteca import IllegalMove, InvalidNotation, Position
from ludoteca.core.choices import Tree
from ludoteca.rulebooks.sendas import notation, paths, rules
from tests.rulebooks.sendas.sendas_reference import SETUPS
from tests.rulebooks.sendas.sendas_tables import COLUMN, table

ENDS = range(1, 16)
WHITE = ludoteca.load("sendas").start(seed=0)
BLACK = WHITE.play("pass")
JOINED = table(
    "e1[NS] e2[NS] e3[NS] e4[NS] e5[NS] e6[NS]", "e7[NS] e8[NS] e9[SW] d9[EW] c9[ESW] c8[NS]"
)
LADDER = table("e4[NE] e5[NS] e6[NS] e7[NS] e8[NS] e9[NS]")
BRIDGE = table(
    "e4[NEW] e5[NS] e6[NS] e7[NS] e8[NS] e9[NS]", "b4[EW] c4[EW] d4[EW] f4[EW] g4[EW] h4[EW]"
)


def action(origin: int, target: int, ends: int = 0) -> int:
    return (origin * rules.TARGETS + target) * 16 + ends


def every_action() -> list[int]:
    """Every action that a text can stand for, legal anywhere or nowhere."""
    squares = range(paths.SQUARES)
    placed = [action(*place) for place in product(squares, squares, ENDS)]
    outside = range(rules.EXIT, rules.TARGETS)
    return [*placed, *(action(*place) for place in product(squares, outside)), rules.PASS]


@pytest.mark.parametrize("position", [WHITE, BLACK], ids=["white", "black"])
def test_every_action_has_a_text_of_its_own_and_comes_back(position: Position) -> None:
    state, actions = position._state, every_action()
    texts = [notation.write(state, action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert [notation.read(state, text) for text in texts] == actions


@pytest.mark.parametrize("position", [WHITE, BLACK], ids=["white", "black"])
def test_every_action_has_a_path_of_its_own(position: Position) -> None:
    actions = every_action()
    paths = {notation.path(position._state, action) for action in actions}
    assert len(paths) == len(actions)
    assert not {path[:length] for path in paths for length in range(1, len(path))} & paths


@pytest.mark.parametrize(
    ("position", "number", "text", "path"),
    [
        (WHITE, action(22, 40, 7), "e3-e5[NES]", ("e3", "e5", "NES")),
        (WHITE, action(22, 22, 13), "e3[NSW]", ("e3", "e3", "NSW")),
        (WHITE, action(0, 80, 15), "a1-i9[NESW]", ("a1", "i9", "NESW")),
        (WHITE, action(80, 8, 2), "i9-i1[E]", ("i9", "i1", "E")),
        (WHITE, action(22, rules.WILDCARD), "e3*", ("e3", "*")),
        (WHITE, action(22, rules.EXIT + 5), "e3-f10", ("e3", "f10")),
        (BLACK, action(22, rules.EXIT + 5), "e3-f0", ("e3", "f0")),
        (WHITE, action(22, rules.EXIT), "e3-a10", ("e3", "a10")),
        (BLACK, action(22, rules.EXIT + 8), "e3-i0", ("e3", "i0")),
        (WHITE, rules.PASS, "pass", ("pass",)),
    ],
)
def test_moves_are_written_as_agreed(
    position: Position, number: int, text: str, path: tuple[str, ...]
) -> None:
    assert notation.write(position._state, number) == text
    assert notation.path(position._state, number) == path


def test_actions_are_numbered_by_origin_target_and_ends() -> None:
    """91 targets a piece: 81 squares, 9 places outside, the wildcard; 16 sets of ends; the pass."""
    state = WHITE._state
    texts = {"e3-e5[NES]": (22, 40, 7), "e3-f10": (22, 81 + 5, 0), "e3*": (22, 90, 0)}
    for text, (origin, target, ends) in texts.items():
        assert notation.read(state, text) == (origin * 91 + target) * 16 + ends
    assert notation.read(state, "pass") == 81 * 91 * 16


def test_the_buffer_holds_the_most_moves_that_can_be() -> None:
    """Six pieces, each on 70 squares in 4 rotations, on 9 files out, a wildcard; pass, swap."""
    assert WHITE.game.definition.capacity == 6 * (70 * 4 + 9 + 1) + 2


@pytest.mark.parametrize("setup", SETUPS)
def test_choosing_along_a_path_makes_its_move(setup: str) -> None:
    position = ludoteca.load("sendas", setup=setup).start(seed=0)
    for move in position.moves():
        assert position.choose(position.path(move)).move == move
    leaves = count_leaves(position.choices(0))
    assert leaves == len(position.moves())


def count_leaves(tree: Tree) -> int:
    return sum(1 if isinstance(branch, str) else count_leaves(branch) for branch in tree.values())


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "e3",
        "e3-",
        "e3-e5",
        "e3-e5[]",
        "e3[]",
        "e3[NN]",
        "e3[EN]",
        "e3[WSEN]",
        "e3[nesw]",
        "e3[+]",
        "e3-e3[NS]",
        "e3-e5[NES] ",
        " e3*",
        "e3**",
        "e3-e5*",
        "E3*",
        "j3*",
        "e0*",
        "e10*",
        "e3-j10",
        "e3-e11",
        "e3-e00",
        "e3-e10[N]",
        "PASS",
        "pass ",
        "passe3*",
        "e3*\n",
        "e٣*",
        "x" * 500,
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        WHITE.play(text)
    assert caught.value.reason == "bad_move"
    assert len(caught.value.text("en")) < 250
    assert len(caught.value.text("es")) < 250


@pytest.mark.parametrize(("position", "move"), [(WHITE, "e3-e0"), (BLACK, "e7-e10")])
def test_a_move_out_at_the_own_edge_is_refused(position: Position, move: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        position.play(move)
    assert caught.value.reason == "wrong_edge"
    assert move in caught.value.text("es")


@pytest.mark.parametrize(
    ("position", "move", "reason", "named"),
    [
        (WHITE, "a1-a2[N]", "not_your_piece", "a1"),
        (WHITE, "e7-e6[NESW]", "not_your_piece", "e7"),
        (BLACK, "e3-e4[NESW]", "not_your_piece", "e3"),
        (BLACK, "e3*", "not_your_piece", "e3"),
        (WHITE, "e7-e10", "not_your_piece", "e7"),
        (WHITE, "e3*", "already_cross", "e3"),
        (WHITE, "c2*", "colours_apart", "white and a black"),
        (WHITE, "c2-c10", "no_way_out", "c10"),
        (BLACK, "g8-g0", "no_way_out", "g0"),
        (LADDER, "e9-e10", "no_way_out", "e10"),
        (LADDER, "e5-e10", "exit_breaks", "e5"),
        (BRIDGE, "e4-e10", "exit_breaks", "e4"),
        (WHITE, "c2-d2[NE]", "occupied", "d2"),
        (WHITE, "c2-e7[NE]", "occupied", "e7"),
        (WHITE, "c2-d3[NS]", "wrong_shape", "NS"),
        (WHITE, "c2[NESW]", "wrong_shape", "NESW"),
        (WHITE, "c2[NE]", "nothing_changes", "c2"),
        (WHITE, "e3[NESW]", "nothing_changes", "e3"),
        (WHITE, "c2-a9[NE]", "breaks_own", "a9"),
        (WHITE, "c2[SW]", "breaks_own", "c2"),
        (BLACK, "g8[NE]", "breaks_own", "g8"),
        (JOINED.play("e1-b9[EW]"), "d9[NS]", "breaks_own", "d9"),
        (JOINED.play("e1-b9[EW]"), "c9-b8[NEW]", "breaks_own", "b8"),
        (JOINED.play("e1-b9[EW]"), "e7-c7[NS]", "breaks_other", "c7"),
        (BRIDGE, "e4[NES]", "breaks_other", "e4"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_its_reason(
    position: Position, move: str, reason: str, named: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert caught.value.reason == reason
    assert named in caught.value.text("en")
    assert caught.value.text("es")


def test_a_refusal_leaves_the_position_as_it_was() -> None:
    before = WHITE.text()
    with pytest.raises(IllegalMove):
        WHITE.play("c2-a9[NE]")
    assert WHITE.text() == before


def test_every_move_that_is_refused_for_breaking_a_path_breaks_it() -> None:
    """All moves of one piece of a table: legal, or refused with a reason that fits the target."""
    position = table("c5[EW] d5[EW] e5[NEW] e6[NS] f5[NEW] g5[NESW]", COLUMN)
    state, legal = position._state, set(position.actions())
    for target in range(paths.SQUARES):
        number = action(42, target, paths.CROSS)
        reason = None if number in legal else notation.refuse(state, number).reason
        if target == 42:
            assert reason == "nothing_changes"
        elif state.board[target]:
            assert reason == "occupied"
        else:
            assert reason in (None, "breaks_own")
