"""Cadena: what a view tells."""

import pytest

import ludoteca
from ludoteca.rulebooks.cadena import view
from tests.rulebooks.cadena.cadena_tables import play, roll, table, walk


@pytest.fixture
def game() -> ludoteca.Game:
    return ludoteca.load("cadena")


# What a seat sees


def test_everybody_sees_everything(game: ludoteca.Game) -> None:
    position = roll(table(game, hand=2), 4, 1, 6)
    views = [position.view(seat) for seat in (0, 1, None)]
    for seen in views:
        seen.pop("seat")
    assert views[0] == views[1] == views[2]


def test_the_view_tells_the_ends_and_what_would_fit(game: ludoteca.Game) -> None:
    seen = roll(table(game, hand=3), 2, 3, 3, 3).view(0)
    assert seen["ends"] == [
        {"last": 3, "direction": "up", "fits": [4, 5, 6], "links": [2, 3, 3, 3]}
    ]
    assert seen["declared"] is None


def test_the_view_tells_the_declared_end(game: ludoteca.Game) -> None:
    seen = play(roll(table(game, hand=2), 4, 6, 2), "extend 2 down").view(0)
    assert seen["ends"] == []
    links = [4, 6, 2]
    assert seen["declared"] == {"last": 2, "direction": "down", "fits": [1, 2], "links": links}


def test_the_links_of_an_extended_chain_start_with_the_order_declared(game: ludoteca.Game) -> None:
    position = play(roll(table(game, hand=3), 4, 1, 6, 3), "extend 3 up", "roll 5")
    assert position.view(0)["ends"][0]["links"] == [4, 6, 1, 3, 5]


def test_every_end_has_links_that_lead_there(game: ludoteca.Game) -> None:
    for end in roll(table(game, hand=5), 4, 1, 2, 3, 5, 6).view(0)["ends"]:
        assert sorted(end["links"]) == [1, 2, 3, 4, 5, 6]
        assert (end["links"][0], end["links"][-1]) == (4, end["last"])


def test_the_view_tells_where_each_disc_would_go(game: ludoteca.Game) -> None:
    seen = roll(table(game, hand=2, piles={3: [(0, 1)]}), 1, 1, 1).view(0)
    first = {"disc": 1, "landed": 6, "to": 11}
    assert seen["stands"] == [first, {"disc": 2, "landed": 3, "to": 3}]
    covered = table(game, hand=2, piles={3: [(0, 1), (1, 1)]})
    assert [stand["disc"] for stand in roll(covered, 1, 1, 1).view(0)["stands"]] == [2]


def test_the_view_tells_a_move_of_the_last_turn(game: ludoteca.Game) -> None:
    seen = walk(table(game, hand=2, piles={3: [(0, 2)]}), 3, disc=2).view(0)
    assert seen["last_turn"] == {
        "seat": 0,
        "dice": [1, 1, 1],
        "first": 3,
        "failed": False,
        "lost": 0,
        "disc": 2,
        "from": 3,
        "landed": 6,
        "to": 11,
    }
    assert seen["last_roll"] == [1, 1, 1]


def test_the_view_tells_the_dice_of_a_failed_turn(game: ludoteca.Game) -> None:
    seen = play(roll(table(game, hand=2), 2, 3, 4), "extend 4 up", "roll 1").view(1)
    last = seen["last_turn"]
    assert (last["dice"], last["first"], last["failed"], last["lost"]) == ([2, 3, 4, 1], 3, True, 2)
    assert last["disc"] is last["from"] is last["landed"] is last["to"] is None
    assert seen["last_roll"] == [1]


def test_the_view_tells_the_last_roll_of_this_turn(game: ludoteca.Game) -> None:
    position = roll(table(game, hand=2), 2, 3, 4)
    assert position.view(0)["last_roll"] == [2, 3, 4]
    assert play(position, "extend 4 up", "roll 5").view(0)["last_roll"] == [5]


def test_before_the_first_turn_ends_there_is_no_last_one(game: ludoteca.Game) -> None:
    seen = game.start(seed=1).view(0)
    assert (seen["last_turn"], seen["last_roll"], seen["turn"], seen["turn_of"]) == (None, [], 0, 0)


def test_the_view_tells_the_board(game: ludoteca.Game) -> None:
    seen = game.start(seed=1).view(None)
    assert seen["length"] == 49
    assert seen["arrows"][0] == [6, 11]
    assert len(seen["arrows"]) == 7


def test_the_ending_of_a_game_that_goes_on_is_none(game: ludoteca.Game) -> None:
    assert view.ending(game.state()).reason == "playing"
