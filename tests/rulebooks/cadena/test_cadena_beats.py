"""Cadena: a turn roll by roll, a failing die that stays in sight, a walk square by square."""

import pytest

import ludoteca
from ludoteca.core.position import Position
from tests.rulebooks.cadena.cadena_tables import play, roll, table, walk

pytestmark = pytest.mark.plain

NAMES = ["Ana", "Bruno", "Carla", "Diego"]


def told(position: Position, move: str, seat: int | None = None, lang: str = "en") -> list[str]:
    """Return the sentences of a move."""
    return [
        beat.text(lang, NAMES, reader=seat, game="cadena") for beat in position.beats(move, seat)
    ]


def kinds(position: Position, move: str) -> list[str]:
    """Return the kinds of the beats of a move."""
    return [beat.kind for beat in position.beats(move, None)]


def test_dice_are_kept_and_rolled() -> None:
    start = table(ludoteca.load("cadena"), hand=2)
    assert told(start, "keep 2") == ["Ana keeps 2 black dice."]
    assert told(start, "keep 1", 0) == ["You keep 1 black die."]
    rolling = play(start, "keep 2")
    (beat,) = rolling.beats("roll 1 2 3", 1)
    assert beat.kind == "roll"
    assert beat.things == ("die-1", "black-1-1", "black-1-2")
    assert told(rolling, "roll 1 2 3") == ["Ana rolls 1 2 3."]


def test_a_roll_without_a_chain_lies_there_before_the_turn_is_lost() -> None:
    rolling = play(table(ludoteca.load("cadena"), hand=2), "keep 2")
    rolled, failed = rolling.beats("roll 3 2 4", 1)
    assert (rolled.kind, failed.kind) == ("roll", "fail")
    assert rolled.view is not None
    assert rolled.view["chain"] == [3, 2, 4]
    said = "No chain can be made of these dice: Ana fails and loses 2 black dice."
    assert failed.text("en", NAMES, game="cadena") == said
    assert rolling.step("roll 3 2 4").view(1)["chain"] == []


def test_a_die_that_does_not_fit_comes_to_rest_beside_the_chain() -> None:
    chain = roll(table(ludoteca.load("cadena"), hand=1), 3, 4)
    assert told(chain, "extend 4 up") == ["Ana adds a die at the 4, going up."]
    extending = play(chain, "extend 4 up")
    rolled, failed = extending.beats("roll 2", 0)
    assert rolled.view is not None
    assert rolled.view["failed"] == {"links": [3, 4, 2], "added": True, "judged": False}
    assert failed.view is not None
    assert failed.view["failed"]["judged"]
    assert rolled.things == failed.things == ("black-1-2",)
    said = failed.text("en", NAMES, reader=0, game="cadena")
    assert said == "The 2 does not fit: you fail and lose 2 black dice."
    drawing = extending.game.definition.scene(failed.view, "en")
    dice = {element.id: element for element in drawing.elements}  # type: ignore[attr-defined]
    assert dice["black-1-2"].face == "black 2"
    assert "fail-mark" in dice
    assert kinds(extending, "roll 5") == ["roll"]


def test_a_disc_walks_along_its_squares_and_an_arrow_carries_it_on() -> None:
    position = roll(table(ludoteca.load("cadena"), hand=2, piles={3: [(0, 1)]}), 1, 1, 2)
    walked, arrow = position.beats("stand 1", 1)
    assert walked.along == ("square-3", "square-4", "square-5", "square-6")
    assert walked.view is not None
    assert walked.view["discs"][0][0] == 6
    assert arrow.text("en", NAMES, game="cadena") == "The arrow carries it from 6 to 11."


def test_beyond_the_centre_the_walk_goes_back() -> None:
    position = roll(table(ludoteca.load("cadena"), hand=2, piles={48: [(0, 1)]}), 1, 1, 2)
    walked = position.beats("stand 1", 0)[0]
    assert walked.along == ("square-48", "square-49", "square-48", "square-47")


def test_discs_covered_and_set_free_are_named() -> None:
    piles = {2: [(1, 2), (0, 1)], 4: [(1, 1)]}
    position = roll(table(ludoteca.load("cadena"), hand=1, piles=piles), 1, 1)
    assert kinds(position, "stand 1") == ["walk", "cover", "free"]
    assert told(position, "stand 1", 1)[1:] == [
        "Your disc 1 is covered: it is stuck.",
        "Your disc 2 is free again.",
    ]


def test_the_centre_and_the_win_are_named() -> None:
    game = ludoteca.load("cadena")
    into = roll(table(game, hand=1, piles={47: [(0, 1)]}), 1, 1)
    assert "reaches the centre" in told(into, "stand 1")[0]
    piles = {49: [(1, 1)], 5: [(1, 2)], 3: [(0, 1)]}
    won = roll(table(game, hand=1, piles=piles), 1, 1)
    assert kinds(won, "stand 1") == ["walk", "cover", "win"]
    assert told(won, "stand 1", 1)[-1].endswith("you win.")


def test_a_turn_of_each_of_four_players_is_laid_out() -> None:
    position = table(ludoteca.load("cadena", players=4), hand=1)
    for name in NAMES:
        assert told(position, "keep 0") == [f"{name} keeps no black die."]
        position = walk(position, 1)
