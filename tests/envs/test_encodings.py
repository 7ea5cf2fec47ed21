"""Observations and actions as numbers: complete, within bounds, and the same for both sides."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import envs
from ludoteca.core import registry, storage
from ludoteca.core.chance import Chance
from ludoteca.core.game import Game
from ludoteca.core.position import Position
from ludoteca.envs import Encoding, encoding
from ludoteca.rulebooks.cadena.notation import end_name
from ludoteca.rulebooks.phoenix.names import CARDS, COLOURS, read_cards, read_colours
from ludoteca.rulebooks.rainbow.names import read_face
from ludoteca.rulebooks.sendas import rules
from tests.cases import Case, effort, every_case, every_game, load, random_positions

pytestmark = pytest.mark.bounds

PARTS_OF_AGAIN = ("piece", "square", "turn", "times")
PAGES = Path(__file__).parent.parent.parent / "docs" / "observations"


def parts(position: Position, seat: int) -> dict[str, Any]:
    """An observation as plain lists and numbers."""
    found = encoding(position.game.name)
    observation = found.observe(position.state(), seat)
    return {name: part.tolist() for name, part in found.split(observation).items()}


@every_case
def test_actions_and_their_indices_lead_to_each_other(case: Case) -> None:
    game = load(case)
    found = encoding(game.name)
    for position in random_positions(game, 21, every=3):
        state, actions = position.state(), position.actions()
        indices = np.array(actions, np.int64)
        if actions:
            found.kernels.indices(state, indices, len(actions))
        assert len(set(indices.tolist())) == len(actions)
        assert all(0 <= index < found.actions for index in indices)
        assert [found.action_of(state, int(index)) for index in indices] == actions
        assert found.legal(game, state) == sorted(indices.tolist())
        assert np.flatnonzero(found.mask(game, state)).tolist() == sorted(indices.tolist())


@every_case
def test_observations_stay_within_their_bounds(case: Case) -> None:
    game = load(case)
    found = encoding(game.name)
    for seed in range(effort(4)):
        for position in random_positions(game, seed, every=4):
            for seat in range(game.seats):
                observation = found.observe(position.state(), seat)
                assert observation.shape == (found.size,)
                assert (observation >= 0).all()
                assert (observation <= found.most).all()


@every_case
def test_observing_changes_nothing_and_writes_every_number(case: Case) -> None:
    game = load(case)
    found = encoding(game.name)
    for position in random_positions(game, 22, every=9):
        state, rows = position.state(), np.zeros(2, found.dtype)
        before = storage.copy_state(state)
        rows[1:].view(np.int8)[:] = 99
        for row in rows:
            found.kernels.observe(state, 0, row)
        assert rows[0].tobytes() == rows[1].tobytes()
        assert state.tobytes() == before.tobytes()


@every_game
def test_an_expanded_observation_has_one_place_for_each_category(name: str) -> None:
    found = encoding(name)
    position = ludoteca.load(name).start(seed=3)
    observation = found.observe(position.state(), 0)
    expanded = found.expand(observation)
    assert expanded.shape == (found.expanded_size,)
    assert expanded.min() >= 0
    assert expanded.max() <= 1
    categories = sum(field.size for field in found.fields if field.category)
    counts = [field for field in found.fields if not field.category]
    scaled = sum(
        found.split(observation)[field.name].sum(dtype=float) / field.most for field in counts
    )
    assert expanded.sum() == pytest.approx(categories + scaled, rel=1e-4)
    both = np.stack([observation, observation])
    assert (found.expand(both) == expanded).all()


def test_phoenix_observations_say_what_the_view_says() -> None:
    for position in random_positions(load(("phoenix", ())), 23, every=2):
        for seat in range(2):
            seen, view = parts(position, seat), position.view(seat)
            cards: Counter[str] = Counter(view["cards"])
            assert seen["cards"] == [cards[card] for card in CARDS]
            assert seen["lines"] == [read_colours(view["lines"][seat ^ side]) for side in range(2)]
            assert seen["spectrum"] == list(read_colours(view["spectrum"]))
            assert seen["bag"] == [view["bag"][colour] for colour in COLOURS]
            assert seen["in_hand"] == [view["card_counts"][seat ^ side] for side in range(2)]
            assert seen["in_deck"] == view["deck_count"]
            assert (seen["hand"], seen["turn"]) == (view["hand"], view["turn"])
            assert seen["starts"] == (view["starter"] == seat)
            pile = read_cards(view["discard"])
            mine = pile[view["starter"] ^ seat :: 2]
            assert seen["played"][0] == [mine.count(kind) for kind in range(len(CARDS))]
            assert (
                np.sum(seen["played"], axis=0).tolist() == np.bincount(pile, minlength=12).tolist()
            )
            assert np.sum(seen["points"], axis=(0, 2)).tolist() == [
                view["scores"][seat ^ side] for side in range(2)
            ]


def _face(letter: str | None) -> int:
    return 0 if letter is None else read_face(letter) + 1


def _padded(letters: list[Any], size: int) -> list[int]:
    return [_face(letter) for letter in letters] + [0] * (size - len(letters))


def test_rainbow_observations_say_what_the_view_and_the_memory_say() -> None:
    for position in random_positions(load(("rainbow", ())), 24, every=2):
        for seat in range(2):
            seen, view = parts(position, seat), position.view(seat, memory=True)
            memory = view["memory"]
            assert seen["hands"] == [_padded(view["hands"][seat ^ side], 3) for side in range(2)]
            assert seen["end"] == _face(view["end"])
            assert seen["row"] == _padded(view["row"], 6)
            assert seen["beneath"] == _padded([card["lower"] for card in memory["row"]], 6)
            turned = [int(card["turned"]) for card in memory["row"]]
            assert seen["turned"] == turned + [0] * (6 - len(turned))
            for name, size in (("won", 2), ("drawn", 2)):
                assert seen[name] == [view[name][seat ^ side] for side in range(size)]
            assert seen["in_stack"] == view["stack"]
            assert (seen["placed"], seen["flipped"]) == (view["placed"], view["flipped"])
            assert seen["starts"] == (view["starter"] == seat)
            for side in range(2):
                known, half_known = np.zeros((9, 9), int), np.zeros(9, int)
                for card in memory["won"][seat ^ side]:
                    upper, lower = card["faces"]
                    if lower is None:
                        half_known[read_face(upper)] += 1
                    else:
                        known[read_face(upper), read_face(lower)] += 1
                assert seen["known"][side] == known.tolist()
                assert seen["half_known"][side] == half_known.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cadena_observations_say_what_the_view_says(players: int) -> None:
    case = ("cadena", (("players", players), ("pin", "for-good")))
    for position in random_positions(load(case), 25, every=2):
        for seat in range(players):
            seen, view = parts(position, seat), position.view(seat)
            order = [(seat + side) % players for side in range(players)]
            absent = [[0, 0]] * (4 - players)
            assert seen["discs"] == [view["discs"][who] for who in order] + absent
            assert seen["stuck"] == [[*map(int, view["stuck"][who])] for who in order] + absent
            assert seen["in_hand"] == [view["hand"][who] for who in order] + [0] * (4 - players)
            assert (seen["bank"], seen["rolled"]) == (view["bank"], len(view["chain"]))
            assert seen["coloured"] == (view["chain"] or [0])[0]
            assert seen["counts"] == [view["chain"].count(face) for face in range(1, 7)]
            assert seen["first"] == view["first"]
            ends = {(end["last"], end["direction"]) for end in view["ends"]}
            assert seen["ends"] == [int(end_name(end) in ends) for end in range(12)]
            assert order[seen["turn_of"]] == view["turn_of"]
            assert 100 * seen["turns"][0] + seen["turns"][1] == view["turn"]
            for pile in view["stacks"].values():
                for below, above in zip(pile, [*pile[1:], None], strict=True):
                    covers = seen["covered_by"][order.index(below[0])][below[1] - 1]
                    wanted = 0 if above is None else 2 * order.index(above[0]) + above[1]
                    assert covers == wanted


@every_game
def test_to_move_marks_the_seat_that_is_to_move(name: str) -> None:
    game = ludoteca.load(name)
    for position in random_positions(game, 26, every=5):
        for seat in range(game.seats):
            assert parts(position, seat)["to_move"] == (position.to_move == seat)


@pytest.mark.parametrize("variant", [None, "strict", "colours"])
def test_colorito_observations_say_what_the_view_says(variant: str | None) -> None:
    for position in random_positions(load(("colorito", (("variant", variant),))), 27, every=5):
        for seat in range(2):
            seen, view = parts(position, seat), position.view(seat)
            pieces = np.array(seen["board"]).ravel()
            assert 100 * seen["plies"][0] + seen["plies"][1] == view["ply"]
            assert seen["extra_turn"] == view["extra_turn"]
            assert seen["right"] == [view["home"][seat ^ side] for side in range(2)]
            assert (pieces > 0).sum() == 40
            # One's own goals are the two ranks farthest away, where the other's pieces visit.
            goals = (pieces[80:], pieces[:20])
            assert seen["visitors"] == [
                int((goals[0] > 20).sum()),
                int(((goals[1] > 0) & (goals[1] <= 20)).sum()),
            ]


def test_both_sides_of_colorito_see_the_same_board_at_the_start() -> None:
    start = ludoteca.load("colorito").start()
    first, second = parts(start, 0), parts(start, 1)
    assert first["board"] == second["board"]
    assert first["board"][0] == list(range(1, 11))
    assert first["board"][9] == list(range(30, 20, -1))
    moved = start.play(start.moves()[0])
    game, found = start.game, encoding("colorito")
    assert game.definition.write(moved.state(), found.action_of(moved.state(), 1034)) == "j9-f7"


@pytest.mark.parametrize("setup", ["classic", "edge", "block", "clash"])
def test_both_sides_of_sendas_see_the_same_board_and_may_do_the_same(setup: str) -> None:
    start = ludoteca.load("sendas", setup=setup).start()
    passed = start.play("pass")
    assert parts(start, 0)["board"] == parts(start, 1)["board"]
    assert parts(start, 0)["pieces"] == parts(start, 1)["pieces"]
    found = encoding("sendas")
    assert found.legal(start.game, start.state()) == found.legal(start.game, passed.state())


def test_sendas_observations_show_the_ends_of_each_piece() -> None:
    start = ludoteca.load("sendas").start()
    board = np.array(parts(start, 0)["board"])
    north, east, south, west, other = 1, 2, 4, 8, 16
    assert board[1, 2] == east | north
    assert board[2, 4] == north | east | south | west
    assert board[7, 6] == other | west | south
    assert parts(start, 0)["pieces"] == [12, 13, 14, 15, 16, 23]
    assert parts(start, 0)["occurrences"] == 1


def told_again(state: Any) -> list[tuple[int, int]]:
    """The indices that Sendas says lead to earlier positions, and how often those stood."""
    found = encoding("sendas")
    seen = found.split(found.observe(state, int(state.to_move)))
    rows = zip(*(seen[f"again_{part}"].tolist() for part in PARTS_OF_AGAIN), strict=True)
    return [
        (2004 if piece == 7 else 334 * (piece - 1) + 4 * (square - 1) + turn, times)
        for piece, square, turn, times in rows
        if piece
    ]


def played_again(game: Game, state: Any) -> list[tuple[int, int]]:
    """The same, found by playing every legal move."""
    found, repeats = encoding("sendas"), []
    for index in found.legal(game, state):
        after = storage.copy_state(state)
        game.definition.kernels.apply(after, found.action_of(state, index))
        times = int(rules.occurrences(after)) - 1
        if after.reason != rules.EXITED and times > 0:
            repeats.append((index, times))
    return repeats


def wander(game: Game, seed: int, plies: int) -> Iterator[Any]:
    """The states of a game of Sendas in which both sides go to and fro."""
    source, state, found = Random(seed), game.state(), encoding("sendas")
    for _ in range(plies):
        yield state
        legal = found.legal(game, state)
        back = [index for index, times in played_again(game, state) if index < 2004 and times < 2]
        choice = source.choice([index for index in legal if index % 334 < 324][:40])
        if back and source.random() < 0.6:
            choice = source.choice(back)
        elif state.passes == 0 and source.random() < 0.4:
            choice = 2004
        game.definition.kernels.apply(state, found.action_of(state, choice))
        if state.to_move < 0:
            return


def test_sendas_tells_which_moves_lead_back_to_earlier_positions() -> None:
    game, most = ludoteca.load("sendas"), 0
    for seed in range(effort(12, interpreted=6)):
        for state in wander(game, seed, 60):
            told, played = told_again(state), played_again(game, state)
            assert sorted(told) == played
            assert [times for _, times in told] == sorted((row[1] for row in told), reverse=True)
            most = max([most, *(times for _, times in told)])
    assert most == 2


def test_of_more_moves_back_than_there_is_room_for_eight_are_told() -> None:
    """One side passes every time while a piece of the other wanders from square to square."""
    game, found = ludoteca.load("sendas"), encoding("sendas")
    state, stands = game.state(), 11
    while len(played_again(game, state)) <= 8 or state.to_move:
        action, again = rules.PASS, dict(played_again(game, state))
        if state.to_move == 0:
            fresh = [index for index in found.legal(game, state) if index not in again]
            actions = [found.action_of(state, index) for index in fresh]
            ways = [divmod(action >> 4, rules.TARGETS) for action in actions]
            at = next(i for i, (origin, to) in enumerate(ways) if origin == stands and to < 81)
            action, stands = actions[at], ways[at][1]
        game.definition.kernels.apply(state, action)
    told, played = told_again(state), played_again(game, state)
    assert len(told) == 8 < len(played)
    assert set(told) <= set(played)


def there_and_back(start: Position, move: str) -> Position:
    """The same position two turns of each side later: a move, its way back, and two passes."""
    away = start.play(move).play("pass")
    pieces = start.view(0)["pieces"]
    for back in away.moves():
        if back != "pass" and away.play(back).view(0)["pieces"] == pieces:
            return away.play(back).play("pass")
    raise AssertionError(move)


def test_histories_that_go_on_differently_give_sendas_observations_that_differ() -> None:
    """The table is the same and has stood as often; but one move repeats a position or not."""
    start = ludoteca.load("sendas").start()
    one, other = start.moves()[:2]
    first, second = there_and_back(start, one), there_and_back(start, other)
    assert first.view(0) == second.view(0)
    assert first.play(one).view(0)["occurrences"] == 2
    assert second.play(one).view(0)["occurrences"] == 1
    told, told_other = parts(first, 0), parts(second, 0)
    changed = {name for name in told if told[name] != told_other[name]}
    assert changed
    assert changed <= {f"again_{part}" for part in PARTS_OF_AGAIN}


def test_sendas_observations_say_what_the_view_says() -> None:
    game = ludoteca.load("sendas")
    counted = set()
    for seed in range(effort(6, interpreted=6)):
        for state in wander(game, seed, 60):
            position = Position(game, state, Chance(seed=bytes(32)))
            for seat in range(2):
                seen, view = parts(position, seat), position.view(seat)
                assert 100 * seen["plies"][0] + seen["plies"][1] == view["ply"]
                assert seen["passes"] == view["passes"]
                assert seen["occurrences"] == view["occurrences"]
                counted.add(seen["occurrences"])
    assert counted == {1, 2}


def _table(page: str) -> list[tuple[str, str, str]]:
    """The rows of the table of fields: name, shape, values."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|", page, re.MULTILINE)
    return [(name, shape.strip(), values.strip()) for name, shape, values in rows]


def _documented(found: Encoding) -> list[tuple[str, str, str]]:
    """What the table of fields must say."""
    return [
        (
            field.name,
            " × ".join(map(str, field.shape)) or "1",
            f"0–{field.most}" + (" (category)" if field.category else ""),
        )
        for field in found.fields
    ]


@every_game
def test_the_page_of_each_game_lists_every_field_and_the_number_of_actions(name: str) -> None:
    page, found = (PAGES / f"{name}.md").read_text(encoding="utf-8"), encoding(name)
    assert _table(page) == _documented(found)
    assert f"{found.size:,} numbers" in page
    assert f"{found.actions:,} actions" in page
    assert f"{found.expanded_size:,} numbers between 0 and 1" in page


def test_no_field_is_hidden_by_a_name_that_records_have() -> None:
    for name in ludoteca.games():
        assert not [field for field in encoding(name).fields if hasattr(np.record, field.name)]


@pytest.mark.usefixtures("nim")
def test_a_game_without_an_encoding_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(registry.definition("nim"), agent=None)
    monkeypatch.setitem(registry._DEFINITIONS, "nim", bare)
    with pytest.raises(ludoteca.UnknownGame, match="nim has no encoding") as caught:
        encoding("nim")
    assert "codificación" in caught.value.text("es")
    with pytest.raises(ludoteca.UnknownGame, match="no game called"):
        envs.vector("go", n=1)
    with pytest.raises(ludoteca.InvalidOption, match="no option 'set'"):
        envs.vector("sendas", n=1, set="clash")
