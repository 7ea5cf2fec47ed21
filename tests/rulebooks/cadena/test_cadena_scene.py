"""Cadena: the drawing of a view."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ludoteca
from ludoteca.core.chance import Chance
from ludoteca.core.kernels import CHANCE
from ludoteca.drawing.palette import COLOURS, TONES
from ludoteca.drawing.scene import Element
from ludoteca.rulebooks.cadena.picture import layout
from ludoteca.rulebooks.cadena.picture.scene import scene as draw
from tests.positions import scene_of
from tests.rulebooks.cadena.cadena_tables import (
    climb,
    drawn,
    make_state,
    play,
    roll,
    state_of,
    table,
    texts_in,
    walk,
    wrap,
)

pytestmark = pytest.mark.plain

every_number = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.fixture
def game() -> ludoteca.Game:
    return ludoteca.load("cadena")


def choices(position: ludoteca.Position, seat: int | None = 0) -> set[str]:
    """What can be picked in a scene."""
    return {element.choice for element in drawn(position, seat).values() if element.choice}


def paints(element: Element) -> set[str]:
    return {str(shape.attributes.get("fill")) for shape in element.shapes}


def some_positions(players: int, seed: int) -> Iterator[Any]:
    """The positions of one random game, those where dice roll as well."""
    source = Random(seed)
    position = ludoteca.load("cadena", players=players).start(seed)
    for _ in range(120):
        yield position
        if position.to_move is None:
            return
        if position.to_move == CHANCE:
            position = position.roll(source)
        else:
            position = position.play(source.choice(position.moves()))


# What can be picked


def test_the_dice_in_hand_are_the_choices_of_how_many_to_keep(game: ludoteca.Game) -> None:
    assert choices(table(game, hand=3)) == {f"keep:{n}" for n in range(4)} | {"disc:1", "disc:2"}


def test_the_ends_of_the_chain_can_be_picked(game: ludoteca.Game) -> None:
    position = roll(table(game, hand=3), 4, 5, 6, 6)
    ends = {"end:5:down", "end:6:up", "end:6:down"}
    assert choices(position) == ends | {"disc:1", "disc:2"}


def test_with_an_empty_bank_no_end_can_be_picked(game: ludoteca.Game) -> None:
    position = table(game, hand=2)
    state = state_of(roll(position, 1, 2, 3))
    state.hand[1], state.bank = 12, 0
    empty = ludoteca.Position(game, state, Chance(seed=bytes(32)))
    assert choices(empty) == {"disc:1", "disc:2"}
    assert drawn(empty)["asked"].label == "The bank is empty: stand with a disc."


def test_rolling_dice_can_be_picked_by_everyone_at_the_table(game: ludoteca.Game) -> None:
    for position in (
        table(game, hand=2).play("keep 2"),
        play(roll(table(game, hand=2), 1, 2, 3), "extend 3 up"),
    ):
        assert position.choices(1) == {"roll": "roll"}
        assert "roll" in choices(position, 0) & choices(position, 1)
        assert choices(position, None) == set()


def test_only_the_seat_to_move_can_pick_dice_or_ends(game: ludoteca.Game) -> None:
    for position in (table(game, hand=3), roll(table(game, hand=3), 4, 5, 6, 6)):
        assert choices(position, 1) == {"disc:1", "disc:2"}
        assert choices(position, None) == set()


@every_number
@pytest.mark.parametrize("lang", ["en", "es"])
def test_everything_that_can_be_picked_has_a_label(players: int, lang: str) -> None:
    for position in itertools.islice(some_positions(players, 1), 0, None, 7):
        for seat in range(players):
            for element in drawn(position, seat, lang).values():
                assert element.choice is None or element.label


def test_labels_say_what_a_pick_does(game: ludoteca.Game) -> None:
    elements = drawn(table(game, hand=2))
    assert elements["keep-0"].label == "Keep no black die and roll the coloured one alone"
    assert elements["keep-1"].label == "Keep 1 black die"
    assert elements["keep-2"].label == "Keep 2 black dice"
    position = roll(table(game, hand=2, piles={3: [(0, 1)]}), 1, 1, 1)
    assert drawn(position)["disc-1-1"].label == "Red disc 1 on square 3. Standing moves it to 11."
    end = drawn(roll(table(game, hand=2), 2, 3, 3))["end-3-up"]
    assert end.label == "Extend at the 3 going up. Would fit: 3 4 5 6. Order: 2 3 3."
    nothing = drawn(roll(table(game, hand=2), 6, 6, 6))["end-6-up"]
    assert "Nothing would fit" in nothing.label


def test_labels_of_discs_say_where_they_lie_and_what_holds_them() -> None:
    game = ludoteca.load("cadena", pin="for-good")
    state = make_state(game, piles={5: [(1, 1), (0, 1)], 49: [(1, 2)], 9: [(0, 2)]})
    elements = drawn(wrap(game, state))
    assert elements["disc-2-1"].label == "Blue disc 1 on square 5, stuck under another disc."
    assert elements["disc-2-2"].label == "Blue disc 2 in the centre, stuck."
    assert elements["disc-1-2"].label == "Red disc 2 on square 9."
    state.stuck[0] = 1
    assert drawn(wrap(game, state))["disc-1-1"].label == "Red disc 1 on square 5, stuck for good."
    waiting = drawn(ludoteca.load("cadena").start(seed=1), 0, "es")["disc-1-1"]
    assert waiting.label == "Ficha roja 1, antes de la salida."


# Where things lie


@every_number
def test_everything_lies_on_the_table_and_has_an_id_of_its_own(players: int) -> None:
    for position in some_positions(players, 2):
        for seat in (None, 0, players - 1):
            scene = position.scene(seat)
            ids = [element.id for element in scene.elements]
            assert len(ids) == len(set(ids))
            for element in scene.elements:
                assert 0 <= element.x <= scene.width, element.id
                assert 0 <= element.y <= scene.height, element.id


@every_number
def test_the_own_hand_is_below_and_the_others_are_above(players: int) -> None:
    position = ludoteca.load("cadena", players=players).start(seed=1)
    for seat in range(players):
        bays = {n: drawn(position, seat)[f"bay-{n + 1}"] for n in range(players)}
        assert bays.pop(seat).y > layout.PLAY_TOP
        assert all(bay.y == layout.RAIL_TOP for bay in bays.values())
        order = sorted(bays, key=lambda n: bays[n].x)
        assert order == [(seat + step) % players for step in range(1, players)]


def test_a_spectator_sees_the_side_of_the_first_seat(game: ludoteca.Game) -> None:
    assert drawn(game.start(seed=1), None)["bay-1"].y > layout.PLAY_TOP


def test_the_squares_are_a_spiral_with_the_centre_in_the_middle(game: ludoteca.Game) -> None:
    elements = drawn(game.start(seed=1))
    places = [(elements[f"square-{n}"].x, elements[f"square-{n}"].y) for n in range(1, 50)]
    for (x, y), (next_x, next_y) in itertools.pairwise(places):
        assert abs(x - next_x) + abs(y - next_y) == 90
    assert places[48] == (layout.WIDTH / 2, layout.BOARD_TOP + layout.INNER / 2)
    assert places[0] == (min(x for x, _ in places), min(y for _, y in places))


@pytest.mark.parametrize("size", range(2, 9))
def test_a_stack_shows_every_disc_higher_and_above_the_one_below(size: int) -> None:
    game = ludoteca.load("cadena", players=4)
    pile = [(seat, disc) for disc in (1, 2) for seat in range(4)][:size]
    view = game.start(seed=1).view(0)
    for seat, disc in pile:
        view["discs"][seat][disc - 1] = 22
    view["stacks"] = {"22": [list(disc) for disc in pile]}
    scene = draw(view, "en")
    elements = {element.id: element for element in scene.elements}
    stacked = [elements[f"disc-{seat + 1}-{disc}"] for seat, disc in pile]
    for lower, upper in itertools.pairwise(stacked):
        assert lower.y - upper.y > 5
        assert lower.layer < upper.layer


def test_stuck_discs_are_screwed_down(game: ludoteca.Game) -> None:
    elements = drawn(table(game, piles={5: [(1, 1), (0, 1)], 49: [(1, 2)]}))
    screwed = {name for name in elements if "disc-" in name and "ivory" in paints(elements[name])}
    assert screwed == {"disc-2-1", "disc-2-2"}


@pytest.mark.parametrize("count", range(1, 9))
def test_discs_in_the_centre_lie_side_by_side_within_it(count: int) -> None:
    game = ludoteca.load("cadena", players=4)
    view = game.start(seed=1).view(0)
    for index in range(count):
        view["discs"][index % 4][index // 4] = 49
    scene = draw(view, "en")
    lying = [e for e in scene.elements if e.id.startswith("disc-") and e.y > layout.BOARD_TOP]
    assert len({(e.x, e.y) for e in lying}) == len(lying) == count
    middle = next(e for e in scene.elements if e.id == "square-49")
    for element in lying:
        assert abs(element.x - middle.x) < 38
        assert abs(element.y - middle.y) < 38


def test_waiting_discs_lie_before_the_start_until_they_move(game: ludoteca.Game) -> None:
    before, after = drawn(game.start(seed=1)), drawn(walk(game.start(seed=1), 1))
    assert before["disc-1-1"].y < layout.BOARD_TOP
    square = after["square-1"]
    assert abs(after["disc-1-1"].x - square.x) < 1
    assert after["disc-1-2"].y < layout.BOARD_TOP


# What is shown


@every_number
def test_every_disc_and_die_of_a_colour_bears_its_mark(players: int) -> None:
    position = ludoteca.load("cadena", players=players).start(seed=1)
    signs = {colour.mark for colour in COLOURS.values()}
    for name, element in drawn(position).items():
        if name.startswith(("disc-", "die-", "bay-")):
            colour = layout.COLOURS[int(name.split("-")[1]) - 1]
            marks = {shape.attributes.get("d") for shape in element.shapes} & signs
            assert marks == {COLOURS[colour].mark}


@every_number
def test_every_paint_is_one_of_the_palette(players: int) -> None:
    known = COLOURS.keys() | TONES.keys() | {"none"} | {f"{name}.ink" for name in COLOURS}
    for position in some_positions(players, 3):
        for element in drawn(position, 0).values():
            for shape in element.shapes:
                assert shape.attributes.get("fill", "none") in known
                assert shape.attributes.get("stroke", "none") in known


def test_arrows_back_and_on_differ_in_more_than_colour(game: ludoteca.Game) -> None:
    elements = drawn(game.start(seed=1))
    for start, back in ((6, False), (14, True), (20, False), (29, True)):
        shapes = elements[f"arrow-{start}"].shapes
        assert any("stroke-dasharray" in shape.attributes for shape in shapes) == back
        assert any(str(shape.attributes.get("d")).endswith("Z") for shape in shapes) != back
    assert {"+5", "−4", "+7", "−5", "−6"} <= set(texts_in(elements["numbers"]))


def test_the_links_of_the_chain_are_laid_from_the_coloured_die_on(game: ludoteca.Game) -> None:
    elements = drawn(roll(table(game, hand=3), 4, 1, 6, 3))
    assert elements["chain"].label == "Chain: 4 6 3 1"
    dice = sorted((elements[f"black-1-{n}"] for n in (1, 2, 3)), key=lambda die: die.x)
    assert elements["die-1"].x < dice[0].x
    pips = [sum("cx" in shape.attributes for shape in die.shapes) for die in dice]
    assert pips == [6, 3, 1]
    assert dice[0].y < dice[1].y < dice[2].y


@pytest.mark.parametrize("value", range(1, 7))
def test_the_coloured_die_has_its_marks_for_pips(game: ludoteca.Game, value: int) -> None:
    die = drawn(roll(table(game, hand=0), value))["die-1"]
    marks = [shape for shape in die.shapes if shape.attributes.get("d") == COLOURS["red"].mark]
    assert len(marks) == value


def test_equal_dice_are_laid_once_each(game: ludoteca.Game) -> None:
    scene = scene_of(roll(table(game, hand=5), 4, 5, 5, 5, 6, 6), 0)
    ids = [element.id for element in scene.elements]
    assert len(ids) == len(set(ids))


def test_dice_keep_their_ids_from_hand_to_chain_and_back(game: ludoteca.Game) -> None:
    position = table(game, hand=2)
    own = {"die-1", "black-1-1", "black-1-2"}
    steps = [position, position.play("keep 2"), roll(position, 1, 2, 3)]
    steps += [steps[-1].play("stand 1")]
    for step in steps:
        assert own <= drawn(step).keys()
    longer = steps[2].play("extend 3 up")
    assert "black-1-3" in drawn(longer).keys() & drawn(longer.play("roll 5")).keys()


def test_an_end_shows_which_numbers_would_fit(game: ludoteca.Game) -> None:
    elements = drawn(roll(table(game, hand=3), 2, 3, 3, 3))
    assert texts_in(elements["end-3-up"]) == ["4", "5", "6"]
    declared = drawn(play(roll(table(game, hand=3), 2, 3, 3, 3), "extend 3 up"))["declared"]
    assert texts_in(declared) == ["4", "5", "6"]


def test_ends_of_different_orders_show_their_order(game: ludoteca.Game) -> None:
    elements = drawn(roll(table(game, hand=3), 4, 5, 6, 6))
    assert texts_in(elements["end-5-down"])[-1] == "4–6–6–5"
    assert texts_in(elements["end-6-up"])[-1] == "4–5–6–6"


@pytest.mark.parametrize("dice", [[4], [4, 1, 6, 3], [4, 1, 2, 3, 5, 6], climb(18)])
def test_cards_of_ends_do_not_overlap(game: ludoteca.Game, dice: list[int]) -> None:
    position = roll(table(ludoteca.load("cadena", players=3), hand=len(dice) - 1), *dice)
    cards = [element for name, element in drawn(position).items() if name.startswith("end-")]
    boxes = []
    for card in cards:
        size = card.shapes[0].attributes
        wide, high = float(size["width"]), float(size["height"])
        boxes.append((card.x, card.y, card.x + wide, card.y + high))
    for one, other in itertools.combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert max(box[3] for box in boxes) <= layout.OWN_TOP
    assert min(box[0] for box in boxes) >= layout.EDGE


def test_hands_and_bank_are_counted(game: ludoteca.Game) -> None:
    elements = drawn(walk(table(game, hand=3), 4))
    assert texts_in(elements["bay-1"])[-1] == "×3"
    assert texts_in(elements["bank"])[-1] == "×11"
    assert elements["bank"].label == "Black dice in the bank: 11"
    assert elements["bay-1"].label == "You, black dice in hand: 3"


def test_an_empty_bank_shows_where_dice_would_lie(game: ludoteca.Game) -> None:
    view = table(game, hand=2).view(0)
    view["bank"] = 0
    bank = next(e for e in draw(view, "en").elements if e.id == "bank")
    assert "ivory" not in paints(bank)
    assert any("stroke-dasharray" in shape.attributes for shape in bank.shapes)


def test_where_discs_would_go_is_shown(game: ludoteca.Game) -> None:
    position = roll(table(game, hand=2, piles={3: [(0, 1)]}), 1, 1, 1)
    elements = drawn(position)
    assert elements["ring-1"].x == elements["square-11"].x
    assert elements["ring-2"].x == elements["square-3"].x
    radii = [float(elements[f"ring-{disc}"].shapes[0].attributes["r"]) for disc in (1, 2)]
    assert radii[0] < radii[1]  # on square 3 a disc lies already
    together = drawn(roll(table(game, hand=2), 1, 1, 1))
    assert together["ring-1"].x == together["ring-2"].x
    assert together["target-1"].y != together["target-2"].y


def test_the_last_move_leaves_a_trail(game: ludoteca.Game) -> None:
    position = walk(table(game, hand=2, piles={3: [(0, 1)]}), 3)
    elements = drawn(position, 1)
    assert (elements["trail-from"].x, elements["trail-from"].y) == (
        elements["square-3"].x,
        elements["square-3"].y,
    )
    assert elements["trail-to"].x == elements["square-11"].x
    assert elements["last-turn"].label == "Player 1: disc 1, 3 to 11"
    assert "trail-from" not in drawn(walk(game.start(seed=1), 1))
    assert drawn(table(game))["last-turn"].label == "Player 2: failed; dice lost: 2"


@pytest.mark.parametrize(
    ("moves", "own", "other"),
    [
        ((), "Your turn: how many black dice do you keep?", "Player 1 chooses how many"),
        (("keep 2",), "Roll the dice", "Player 1 rolls the dice"),
        (("keep 2", "roll 1 2 3"), "Stand with a disc", "Player 1: stand, or extend"),
        (("keep 2", "roll 1 2 3", "extend 3 up"), "Roll one more die", "Player 1 rolls one more"),
    ],
)
def test_whose_turn_it_is_and_what_is_asked_is_shown_in_that_colour(
    game: ludoteca.Game, moves: tuple[str, ...], own: str, other: str
) -> None:
    position = play(table(game, hand=2), *moves)
    for seat, text in ((0, own), (1, other), (None, other)):
        asked = drawn(position, seat)["asked"]
        assert asked.label.startswith(text)
        assert "red" in paints(asked)
    panels = {name: drawn(position, 1)[name].shapes[0] for name in ("bay-1", "asked")}
    assert {shape.attributes["fill"] for shape in panels.values()} == {"red"}
    assert drawn(position, 0)["bay-2"].shapes[0].attributes["fill"] == "board"


def test_the_end_shows_who_won_and_with_which_discs(game: ludoteca.Game) -> None:
    piles = {10: [(0, 1)], 13: [(1, 1)], 49: [(1, 2)]}
    over = walk(table(game, hand=2, piles=piles), 3, disc=1)
    elements = drawn(over, 0)
    assert elements["asked"].label == "Player 2 has won: both discs are stuck."
    assert "blue" in paints(elements["asked"])
    assert texts_in(elements["won-1"])[-1] == "On square 13"
    assert texts_in(elements["won-2"])[-1] == "In the centre"
    assert {"die-1", "die-2"} <= elements.keys()


def test_a_draw_has_no_winner(game: ludoteca.Game) -> None:
    drawn_game = walk(wrap(game, make_state(game, turn=999, seat=1)), 1)
    elements = drawn(drawn_game, 0, "es")
    assert elements["asked"].label == "No gana nadie: empate."
    assert not {"won-1", "won-2"} & elements.keys()
    assert not paints(elements["asked"]) & COLOURS.keys()
