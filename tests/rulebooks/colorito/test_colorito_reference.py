"""Colorito: the fast moves against the naive ones, and the end against a plain count."""

from itertools import pairwise
from random import Random

import pytest

import ludoteca
from ludoteca.rulebooks.colorito import rules
from ludoteca.rulebooks.colorito.names import square_name
from ludoteca.rulebooks.colorito.picture.route import route
from tests.cases import effort
from tests.rulebooks.colorito.colorito_reference import moves
from tests.rulebooks.colorito.colorito_table import at_home, game, position

VARIANTS = (None, "strict", "colours")


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_of_random_games(variant: str | None) -> None:
    for seed in range(effort(10)):
        table, source = game(variant).start(seed), Random(seed)
        for ply in range(60 if effort(100) < 100 else 600):
            if table.to_move is None:
                break
            if ply % 5 == 0:
                assert set(table.moves()) == moves(table.view(0), table.to_move)
            table = table.play(source.choice(table.moves()))


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_of_scattered_pieces(variant: str | None) -> None:
    """Positions that no random game comes to: pieces anywhere, crowded and sparse."""
    source = Random(9)
    for _ in range(effort(600)):
        names = list(at_home(0)) + list(at_home(1))
        squares = source.sample(range(100), len(names))
        table = position(
            {name: square_name(square) for name, square in zip(names, squares, strict=True)},
            to_move=source.randrange(2),
            variant=variant,
        )
        assert table.to_move is not None
        assert set(table.moves()) == moves(table.view(0), table.to_move)


@pytest.mark.parametrize("variant", VARIANTS)
def test_routes_are_made_of_a_step_and_hops(variant: str | None) -> None:
    table, source = game(variant).start(3), Random(3)
    for _ in range(40):
        view = table.view(0)
        standing = {piece["square"] for piece in view["pieces"]}
        for move in source.sample(table.moves(), 5):
            origin, target = move.split("-")
            touched = route(view, move)
            assert [touched[0], touched[-1]] == [origin, target]
            assert not standing & set(touched[1:])
            for number, (one, other) in enumerate(pairwise(touched)):
                across = abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:]))
                if max(across) == 1:
                    assert number == 0
                    continue
                assert set(across) <= {0, 2}
                middle = chr((ord(one[0]) + ord(other[0])) // 2)
                over = f"{middle}{(int(one[1:]) + int(other[1:])) // 2}"
                assert over in standing - {origin}
        table = table.play(source.choice(table.moves()))


def test_a_route_of_a_pass_is_empty_and_of_nonsense_is_refused() -> None:
    view = game().start(1).view(0)
    assert route(view, "pass") == []
    with pytest.raises(ludoteca.IllegalMove):
        route(view, "a1-j10")
    with pytest.raises(ludoteca.IllegalMove):
        route(view, "a1-a1")


def _is_home(view: ludoteca.core.definition.View, seat: int) -> bool:
    """The test of home as rules.md words it."""
    standing = {piece["square"]: piece for piece in view["pieces"]}
    right = 0
    first = 1 + rules.PIECES * seat
    for piece in range(first, first + rules.PIECES):
        goal = square_name(int(rules.goal_of(piece)))
        held = standing.get(goal)
        if held is None:
            return False
        if held["seat"] == seat:
            same_number = held["number"] == (piece - 1) % 20 + 1
            same_colour = (held["number"] > 10) == ((piece - 1) % 20 + 1 > 10)
            if not (same_colour if view["variant"] == "colours" else same_number):
                return False
            right += 1
    return right > 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_home_is_counted_right(variant: str | None) -> None:
    source, found = Random(4), 0
    for _ in range(effort(400)):
        seat = source.randrange(2)
        own, other = at_home(seat), list(at_home(1 - seat))
        for _ in range(source.randrange(3)):
            one, two = source.sample(list(own), 2)
            own[one], own[two] = own[two], own[one]
        for name in source.sample(list(own), source.randrange(4)):
            own[name] = source.choice(["a4", "b5", "c6", "d7"])
        used, pieces = set(), {}
        for name, square in own.items():
            if square not in used:
                used.add(square)
                pieces[name] = square
        goals = [square for square in at_home(seat).values() if square not in used]
        for name, square in zip(other, source.sample(goals, len(goals) // 2), strict=False):
            pieces[name] = square
        table = position(pieces, variant=variant)
        expected = _is_home(table.view(0), seat)
        found += expected
        assert bool(rules.is_home(table.state(), seat)) == expected
    assert found > 0
