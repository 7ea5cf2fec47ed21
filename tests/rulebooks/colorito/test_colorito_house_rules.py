"""The house rules of Colorito: hops after a step, the second board, its numbers, and sides."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

import ludoteca
from ludoteca import IllegalMove, InvalidData, InvalidPosition, Position
from ludoteca.core.encoding import encoding
from ludoteca.core.rng import new_rng
from ludoteca.core.storage import copy_state
from ludoteca.rulebooks.colorito import data, rules, validation
from ludoteca.rulebooks.colorito.bot.home import GOALS_HELD, SHUT_OFF, way_home
from ludoteca.rulebooks.colorito.names import read_square, square_name
from ludoteca.rulebooks.colorito.picture.goals import marks
from ludoteca.rulebooks.colorito.picture.route import route
from tests.rulebooks.colorito.colorito_reference import moves
from tests.rulebooks.colorito.colorito_table import at_home, position

TWIN = ["RYLYLDRDRY", "LDRDRYLYLD"] * 3
STUCK = ["RYRYRYRYRY", "DLDLDLDLDL"] * 3
"""Red and yellow squares before blue, blue ones before red and yellow."""
MIXED = [
    [20, 19, 18, 17, 16, 5, 4, 3, 2, 1],
    [10, 9, 8, 7, 6, 15, 14, 13, 12, 11],
]


def one_hop(variant: str | None = None, **options: object) -> ludoteca.Game:
    return ludoteca.load("colorito", variant=variant, after_step="one-hop", **options)


@pytest.mark.parametrize("variant", [None, "strict", "colours"])
def test_with_one_hop_the_moves_are_those_of_the_reference(variant: str | None) -> None:
    for seed in range(2):
        table, source = one_hop(variant, board="twin").start(seed), Random(seed)
        for ply in range(60):
            if ply % 4 == 0:
                assert set(table.moves()) == moves(table.view(0), table.to_move or 0)
            table = table.play(source.choice(table.moves()))


def hopping(after_step: str) -> Position:
    """Red 1 on d4: it can step to e4 and hop from there over f4 to g4 and over h4 to i4."""
    laid = position({"R1": "d4", "R2": "f4", "Y12": "h4"}, free="e4 g4 i4 c4 b4 e5 e3 d5 d3 c5 c3")
    game = ludoteca.load("colorito", after_step=after_step)
    state = copy_state(laid._state)
    state.one_hop = game.state().one_hop
    return Position(game, state, laid._chance)


def test_after_a_step_one_hop_or_many() -> None:
    many, one = set(hopping("hops").moves()), set(hopping("one-hop").moves())
    assert one < many
    assert set(hopping("one-hop").moves()) == moves(hopping("one-hop").view(0), 0)
    lost = sorted(move for move in many - one if move.startswith("d4-"))
    assert lost
    with pytest.raises(IllegalMove) as caught:
        hopping("one-hop").play(lost[0])
    assert caught.value.reason == "one_hop"


def test_a_route_with_one_hop_has_a_step_and_one_hop_or_hops_alone() -> None:
    table, source = one_hop().start(3), Random(3)
    seen = 0
    for _ in range(40):
        for move in source.sample(table.moves(), 5):
            touched = route(table.view(0), move)
            assert f"{touched[0]}-{touched[-1]}" == move
            lengths = [
                max(abs(ord(a[0]) - ord(b[0])), abs(int(a[1:]) - int(b[1:])))
                for a, b in pairwise(touched)
            ]
            assert lengths in ([1], [1, 2]) or set(lengths) == {2}
            seen += len(lengths) > 1
        table = table.play(source.choice(table.moves()))
    assert seen > 0


def test_the_second_board_is_that_of_the_rules() -> None:
    assert data.read_board("twin")["ranks"] == TWIN
    view = ludoteca.load("colorito", board="twin").start().view(0)
    assert view["colours"][2:8] == TWIN[::-1]
    assert ludoteca.load("colorito").options["board"] == "standard"


@pytest.mark.parametrize("variant", data.VARIANTS)
@pytest.mark.parametrize("after_step", data.AFTER_STEP)
@pytest.mark.parametrize("board", data.NAMES)
def test_on_our_boards_both_sides_can_move(
    variant: str | None, after_step: str, board: str
) -> None:
    game = ludoteca.load("colorito", variant=variant, after_step=after_step, board=board)
    out = np.empty(rules.CAPACITY, np.int64)
    assert all(rules.moves_of(game.state(), side, out) > 0 for side in range(2))


def test_a_board_on_which_nobody_can_ever_move_is_refused() -> None:
    with pytest.raises(InvalidData) as caught:
        ludoteca.load("colorito", board={"ranks": STUCK})
    assert caught.value.reason == "no_moves"
    # With two files turned round it can be played.
    turned = [
        rank[:8] + other[8:] for rank, other in zip(STUCK, STUCK[1:] + STUCK[:1], strict=True)
    ]
    assert len(ludoteca.load("colorito", board={"ranks": turned}).start().moves()) > 0


def test_the_numbers_of_the_goal_ranks_are_data() -> None:
    plain = ludoteca.load("colorito").start()
    assert plain.view(0)["goals"] == data.read_board("standard")["goals"]
    game = ludoteca.load("colorito", board={"ranks": TWIN, "goals": MIXED})
    start = game.start()
    assert start.view(0)["goals"] == MIXED
    assert marks(start.view(0))["a1"] == ["j10"]
    assert marks(start.view(0))["j1"] == ["a9"]
    # Blue has the half turn.
    assert marks(start.view(1))["a10"] == ["j2"]
    assert game.parse(start.text()) == start
    assert "10" in start.scene(0).svg()


def test_in_the_game_of_colours_a_goal_has_the_colour_of_its_number() -> None:
    board = {"ranks": TWIN, "goals": MIXED}
    state = ludoteca.load("colorito", variant="colours", board=board).state()
    red, yellow = 7, 17
    for square, right in (("a9", red), ("a10", yellow), ("j10", red), ("j9", yellow)):
        assert rules.fits(state, right, read_square(square))
        assert not rules.fits(state, red + yellow - right, read_square(square))


@pytest.mark.parametrize(
    ("goals", "reason"),
    [
        ([[1, 2, 3]], "goal_rows"),
        ([list(range(1, 11)), "eleven"], "goal_rows"),
        ([list(range(1, 11)), [True] * 10], "goal_rows"),
        ([list(range(1, 11)), list(range(1, 11))], "goal_numbers"),
    ],
)
def test_goals_with_a_mistake_are_refused(goals: object, reason: str) -> None:
    with pytest.raises(InvalidData) as caught:
        ludoteca.load("colorito", board={"ranks": TWIN, "goals": goals})
    assert caught.value.reason == reason


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_file_on_the_rules_page_can_be_played(lang: str, tmp_path: Path) -> None:
    page = ludoteca.load("colorito").rules(lang)
    quoted = re.search(r"> ```toml\n(.*?)> ```", page, re.DOTALL)
    assert quoted is not None
    file = tmp_path / "my.toml"
    file.write_text(re.sub(r"^> ?", "", quoted[1], flags=re.MULTILINE), encoding="utf-8")
    game = ludoteca.load("colorito", board=str(file))
    assert game.start().moves()
    assert {"`ranks`", "`goals`"} <= set(re.findall(r"`\w+`", page))


def swapping() -> Position:
    game = ludoteca.load("colorito", swap="yes")
    return game.start().play(game.start().moves()[0])


def test_only_seat_1_may_swap_and_only_after_the_first_move() -> None:
    before = swapping()
    assert "swap" not in before.game.start().moves()
    assert before.moves()[-1] == "swap"
    with pytest.raises(IllegalMove) as caught:
        before.play("swap").play("swap")
    assert caught.value.reason == "late_swap"
    usual = ludoteca.load("colorito").start()
    with pytest.raises(IllegalMove) as caught:
        usual.play(usual.moves()[0]).play("swap")
    assert caught.value.reason == "no_swap"


def test_after_a_swap_the_position_stays_and_the_seats_have_changed_sides() -> None:
    before = swapping()
    after = before.play("swap")
    assert (after.to_move, after.sides) == (0, (1, 0))
    assert set(after.moves()) == {move for move in before.moves() if move != "swap"}
    assert after.words(None).splitlines()[:10] == before.words(None).splitlines()[:10]
    owners = {piece["square"]: piece["seat"] for piece in before.view(0)["pieces"]}
    changed = {piece["square"]: 1 - piece["seat"] for piece in after.view(0)["pieces"]}
    assert owners == changed
    assert after.game.parse(after.text()) == after
    for seat in range(2):
        state = after.game.imagine(after.view(seat), new_rng("x"))
        assert state.tobytes() == after.state().tobytes()


def test_after_a_swap_seat_1_wins_with_red_and_yellow() -> None:
    almost = position(at_home(0, but={"R1": "j8"}) | {"D1": "a5"}, free="j8 j9", to_move=1)
    game = ludoteca.load("colorito", swap="yes")
    state = copy_state(almost._state)
    state.may_swap = state.swapped = 1
    state.ply = 3
    state.board[:] = almost._state.board
    near = Position(game, state, almost._chance)
    after = near.play(next(move for move in near.moves() if move.endswith("-j10")))
    # Red and yellow began: blue, now of seat 0, has one more turn.
    assert after.to_move == 0
    won = after.play(after.moves()[0])
    assert won.outcome is not None
    assert won.outcome.returns == (0.0, 1.0)


def test_games_after_a_swap_are_sound_to_their_end() -> None:
    game, coded = ludoteca.load("colorito", swap="yes", board="twin"), encoding("colorito")
    position, source = game.start(), Random(5)
    for number in range(40):
        move = "swap" if number == 1 else source.choice(position.moves())
        position = position.play(move)
        validation.check(position.state(), game.state())
        assert position.to_move is not None
        pieces = set(position.moves()) - {"swap"}
        assert pieces == moves(position.view(0), position.sides[position.to_move])
        legal = coded.legal(game, position.state())
        actions = {coded.action_of(position.state(), index) for index in legal}
        assert actions == set(position.actions())


def test_impossible_swaps_are_refused() -> None:
    after = swapping().play("swap")
    for name, value in (("swapped", 2), ("may_swap", 0), ("one_hop", 1), ("ply", 1)):
        state = copy_state(after._state)
        state[name] = value
        with pytest.raises(InvalidPosition):
            validation.check(state, after.game.state())


def test_numbers_for_agents_and_the_estimate_follow_the_side() -> None:
    before, coded = swapping(), encoding("colorito")
    after = before.play("swap")
    evaluate = before.game.definition.kernels.evaluate
    for seat in range(2):
        then = coded.split(coded.observe(before.state(), 1 - seat))
        now = coded.split(coded.observe(after.state(), seat))
        assert now["board"].tolist() == then["board"].tolist()
        assert evaluate(after.state(), seat) == pytest.approx(evaluate(before.state(), 1 - seat))
    assert after.scene(0).svg() != after.scene(1).svg()


def test_the_end_does_not_say_that_all_pieces_are_home() -> None:
    held = position(at_home(0, but={"R1": "j8"}) | {"D1": "j10"}, free="j8", to_move=1)
    state = copy_state(held._state)
    state.to_move, state.reason, state.winner = -2, rules.HOME, 0
    ended = Position(held.game, state, held._chance)
    assert "All pieces" not in ended.reason("en")
    assert "held by the rival" in ended.reason("en")
    assert "Todas las fichas" not in ended.reason("es")


def test_from_the_start_there_is_no_way_home_alone_and_it_says_why() -> None:
    for seat in range(2):
        found = way_home(ludoteca.load("colorito").start(), seat)
        assert (found.moves, found.fewest, found.why) == (None, None, GOALS_HELD)


def test_a_way_home_that_enemies_shut_is_told() -> None:
    corner = {"D1": "i10", "D2": "i9", "D3": "j9", "D4": "h10", "D5": "h8", "D6": "i8", "D7": "j8"}
    corner |= {"D8": "h9", "D9": "g10", "D10": "g8"}
    laid = position({"R1": "a3", "Y20": "a9"} | corner, free="j10")
    found = way_home(laid, 0)
    assert (found.moves, found.fewest, found.why) == (None, None, SHUT_OFF)


def test_the_way_home_after_a_swap_is_that_of_the_side() -> None:
    home = position(at_home(1, but={"D1": "a3"}), to_move=1)
    state = copy_state(home._state)
    state.swapped = 1
    found = way_home(Position(home.game, state, home._chance), 0)
    assert found.moves == ("a3-a1",)
    assert found.why is None


def test_a_bot_plays_with_house_rules() -> None:
    game = ludoteca.load("colorito", swap="yes", after_step="one-hop", board="twin")
    table = game.start()
    for number in range(3):
        view = table.view(table.to_move, memory=True)
        move = ludoteca.player("greedy").choose(game, view, seed=number)
        assert move in table.moves()
        table = table.play(move)


def test_square_names_go_there_and_back() -> None:
    assert [read_square(square_name(square)) for square in range(100)] == list(range(100))
