"""Cadena: a view in words."""

import pytest

import ludoteca
from ludoteca.core import texts
from ludoteca.core.chance import Chance
from ludoteca.core.texts import LANGUAGES
from ludoteca.rulebooks.cadena.picture.words import COLUMNS
from tests.rulebooks.cadena.cadena_tables import climb, play, roll, table, walk

pytestmark = pytest.mark.plain

STACKED = {5: [(1, 1), (0, 1)], 49: [(1, 2)]}


@pytest.fixture
def game() -> ludoteca.Game:
    return ludoteca.load("cadena")


def told(position: ludoteca.Position, seat: int | None = 0, lang: str = "en") -> list[str]:
    """The words of a view, with the lines that were wrapped made whole."""
    return position.words(seat, lang).replace("\n  ", " ").splitlines()


def test_the_board_shows_numbers_arrows_and_the_disc_on_top(game: ludoteca.Game) -> None:
    lines = told(table(game, piles=STACKED))
    assert lines[0].split() == ["1", "2", "3", "4", "5", "1:1+1", "6>", "7"]
    assert lines[1].split() == ["24", "25", "26", "27", "28", "29<", "8"]
    assert "48      49 2:2  44" in lines[3]
    assert lines[0].rindex("7") == lines[1].rindex("8") == lines[2].rindex("9")


def test_the_words_tell_discs_dice_and_ends(game: ludoteca.Game) -> None:
    lines = told(roll(table(game, hand=2, piles=STACKED), 4, 5, 5))
    assert lines[7].startswith("Centre: 49. Arrows: 6→11, ")
    assert lines[8:] == [
        "Player 1 (you): disc 1 on 5; disc 2 waiting; black dice: 2.",
        "Player 2: disc 1 on 5, stuck; disc 2 in the centre; black dice: 0.",
        "Stacks from the bottom up (player:disc): on 5, 2:1 < 1:1.",
        "Last turn, Player 2: 3 2 4 failed; black dice lost: 2.",
        "Chain: 4 5 5. Ends and what would fit: 5 up (5 6).",
        "Standing: disc 1 would go to 8; disc 2 would go to 3.",
        "Dice in the bank: 12.",
        "Stand with a disc, or extend the chain.",
    ]


def test_the_words_tell_the_start_and_a_move_in_both_languages(game: ludoteca.Game) -> None:
    position = game.start(seed=1)
    assert len(told(position, None, "es")) == 12
    assert any("ficha 1 de la 0 a la 1" in line for line in told(walk(position, 1), 0, "es"))
    assert any("disc 1 from 0 to 1" in line for line in told(walk(position, 1)))


def test_a_spectator_is_nobody(game: ludoteca.Game) -> None:
    assert "(you)" not in game.start(seed=1).words(None)
    assert "Player 1 chooses how many dice to keep" in game.start(seed=1).words(None)


def test_the_words_tell_the_declared_end(game: ludoteca.Game) -> None:
    lines = told(roll(table(game, hand=2), 6, 6, 6).play("extend 6 up"), 1)
    assert "Chain: 6 6 6. Ends and what would fit: 6 up (–)." in lines
    assert lines[-1] == "Player 1 rolls one more die."


def test_the_words_tell_an_order_that_is_not_the_one_laid(game: ludoteca.Game) -> None:
    lines = told(roll(table(game, hand=3), 4, 5, 6, 6))
    ends = "5 down (1 2 3 4 5) as 4 6 6 5, 6 up (6), 6 down (1 2 3 4 5 6)"
    assert f"Chain: 4 5 6 6. Ends and what would fit: {ends}." in lines


def test_the_words_tell_dice_that_are_still_rolling(game: ludoteca.Game) -> None:
    state = play(table(game, hand=2), "keep 2").state()
    game.definition.kernels.apply(state, 4)
    view = ludoteca.Position(game, state, Chance(seed=bytes(32))).view(0)
    assert "Dice rolled: 4." in game.words(view, "en")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_line_is_wider_than_a_terminal(lang: str) -> None:
    game = ludoteca.load("cadena", players=4)
    piles = {23: [(1, 1), (2, 1), (3, 1), (0, 1)], 49: [(0, 2)], 48: [(1, 2), (2, 2)]}
    for position in (roll(table(game, hand=17), *climb(18)), table(game, hand=12, piles=piles)):
        for line in position.words(0, lang).splitlines():
            assert len(line) <= COLUMNS


def test_a_board_too_wide_for_a_text_is_left_out() -> None:
    shape = [[i, 0] for i in range(40)]
    game = ludoteca.load("cadena", board={"length": 40, "shape": shape, "arrows": []})
    assert told(game.start(seed=1))[0] == "Centre: 40. Arrows: –."


def test_a_board_with_gaps_keeps_its_columns() -> None:
    shape = [[2 * (i % 6), i // 6] for i in range(17)] + [[3, 2]]
    game = ludoteca.load("cadena", board={"length": 18, "shape": shape, "arrows": [[2, 18]]})
    lines = told(game.start(seed=1))
    assert lines[0].split() == ["1", "2>", "3", "4", "5", "6"]
    assert lines[2].split() == ["13", "14", "18", "15", "16", "17"]
    assert lines[2].index("18") > lines[0].index("2>")


def test_the_words_tell_the_end(game: ludoteca.Game) -> None:
    piles = {10: [(0, 1)], 13: [(1, 1)], 49: [(1, 2)]}
    over = walk(table(game, hand=2, piles=piles), 3, disc=1)
    assert over.outcome is not None
    assert told(over, 1)[-1] == "You have won: both your discs are stuck."
    assert told(over, 0)[-1] == "Player 2 has won: both discs are stuck."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_banner_says_whole_sentences(lang: str) -> None:
    labels = texts.find("cadena", "labels", lang)
    said = {key: text for key, text in labels.items() if key.endswith(("_own", "_other"))}
    assert len(said) >= 14
    assert [key for key, text in said.items() if not text.endswith((".", "?"))] == []
