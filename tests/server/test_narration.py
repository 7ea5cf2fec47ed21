"""Moves in words: every move of every game is a sentence, in both languages."""

import re
from random import Random

import pytest

import ludoteca
from ludoteca.core.kernels import CHANCE
from ludoteca.core.texts import LANGUAGES
from ludoteca.server.match import last_move, narration
from ludoteca.server.wire.responses import Short
from tests.cases import every_game


@pytest.mark.parametrize("lang", LANGUAGES)
@every_game
def test_every_move_is_a_sentence(name: str, lang: str) -> None:
    source, position = Random(3), ludoteca.load(name).start(3)
    told = set()
    for _ in range(60):
        if position.to_move is None:
            break
        moves = position.moves()
        if position.to_move != CHANCE:
            seat = position.to_move
            for move in source.sample(moves, min(6, len(moves))):
                said = last_move.intended(position, move, seat, lang)
                assert said.endswith("."), (move, said)
                assert "{" not in said
                told.add(said)
        position = position.play(source.choice(moves))
    assert len(told) > 8


def test_what_a_sentence_does_not_know_it_does_not_say() -> None:
    assert narration.sentence("sendas", "e3-e5[NS]", "en") == "The piece on e3 goes to e5."
    known = narration.sentence("sendas", "e3-e5[NS]", "en", became="White piece on e5, open")
    assert known == "The piece on e3 goes to e5, open."
    assert narration.sentence("colorito", "a1-a3", "en") is None
    assert narration.sentence("sendas", "e9", "en") is None


@pytest.mark.parametrize(
    ("lang", "turned", "moved"),
    [
        (
            "en",
            "The piece on c2 turns; it is open to the east, south.",
            "The piece on c2 goes to d1, open to the north, west.",
        ),
        (
            "es",
            "La pieza de c2 gira y queda abierta al este, sur.",
            "La pieza de c2 va a d1, abierta al norte, oeste.",
        ),
    ],
)
def test_a_hint_says_which_way_the_piece_is_turned(lang: str, turned: str, moved: str) -> None:
    position = ludoteca.load("sendas").start()
    assert last_move.intended(position, "c2[ES]", 0, lang) == turned
    move = next(move for move in position.moves() if move.startswith("c2-") and "[NW]" in move)
    target = move[3:5]
    assert last_move.intended(position, move, 0, lang) == moved.replace("d1", target)


@pytest.mark.parametrize("lang", LANGUAGES)
@every_game
def test_notation_made_of_words_has_short_words_in_both_languages(name: str, lang: str) -> None:
    source, position = Random(5), ludoteca.load(name).start(5)
    patterns = [re.compile(short.move.replace("(?<", "(?P<")) for short in _shorts(name, lang)]
    for _ in range(80):
        if position.to_move is None:
            break
        moves = position.moves()
        for move in moves:
            if re.search(r"[a-z]{3}", move):
                assert any(pattern.fullmatch(move) for pattern in patterns), move
        position = position.play(source.choice(moves))


def _shorts(name: str, lang: str) -> list[Short]:
    """The short words of a game; what differs between the languages are the words alone."""
    found = narration.shorts(name, lang)
    assert [short.move for short in found] == [
        short.move for short in narration.shorts(name, LANGUAGES[0])
    ]
    return found
