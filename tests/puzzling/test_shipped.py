"""The puzzles that come with the games: enough, small, sound, and told in both languages."""

from collections import Counter
from datetime import date, timedelta

import pytest
from msgspec.structs import replace

import ludoteca
from ludoteca.core.texts import LANGUAGES
from ludoteca.puzzling import Puzzle, collection, daily, words
from ludoteca.puzzling.kinds import kind_of, kinds, rated
from ludoteca.puzzling.solving import attempt, moves_in
from tests import trials
from tests.cases import every_game

LEAST, MOST_BYTES = 12, 200_000
EACH = [(name, kind) for name in ludoteca.games() for kind in kinds(name)]
every_kind = pytest.mark.parametrize(("name", "kind"), EACH)


def sample(name: str, kind: str, count: int = 1) -> list[Puzzle]:
    """A few puzzles of a kind, in a long trial all of them."""
    found = list(ludoteca.puzzles(name, kind=kind))
    return found if trials.LONG else found[:: max(1, len(found) // count)][:count]


@every_game
def test_each_game_has_enough_puzzles_in_a_small_file(name: str) -> None:
    found = ludoteca.puzzles(name)
    assert len(found) >= LEAST
    assert len({one.id for one in found}) == len(found)
    assert all(one.named().id == one.id and one.game_name == name for one in found)
    file = ludoteca.load(name).definition.folder / collection.FILE
    assert file.stat().st_size < MOST_BYTES
    assert max(Counter(one.asked.text() for one in found).values()) <= 2


def test_difficulties_are_spread_and_follow_from_the_levels() -> None:
    bands = {band for name in ludoteca.games() for band in ("easy", "medium", "hard")}
    found = [one for name in ludoteca.games() for one in ludoteca.puzzles(name)]
    assert {one.band for one in found} == bands
    example = replace(found[0], solved=(5, 0, 1, 2, 3, 4, 5, 5), rated=0)
    assert example.difficulty == 6
    assert example.band == "medium"
    assert replace(example, solved=(0,) * 8).difficulty == 9
    assert replace(example, solved=(5,) * 8).difficulty == 1


@every_kind
def test_puzzles_are_what_they_say(name: str, kind: str) -> None:
    for puzzle in sample(name, kind):
        assert kind_of(puzzle).fault(puzzle, thorough=trials.LONG) == "", puzzle.id


@every_kind
def test_the_levels_solve_them_as_often_as_noted(name: str, kind: str) -> None:
    for puzzle in sample(name, kind):
        assert rated(replace(puzzle, solved=())).solved == puzzle.solved, puzzle.id


@every_kind
def test_the_solution_solves_and_another_answer_is_explained(name: str, kind: str) -> None:
    for puzzle in sample(name, kind):
        made = attempt(puzzle)
        own = [*puzzle.line[::2]] if kind == "win" else [*puzzle.line]
        assert attempt(puzzle, own).status == "solved", puzzle.id
        others = [one for one in moves_in(made.choices()) if one not in puzzle.answers[0]]
        wrong = puzzle.tempting or others[0]
        while made.status == "open":
            made = attempt(puzzle, [*made.answers, wrong])
            wrong = (moves_in(made.choices()) or [""])[-1]
        for lang in LANGUAGES:
            assert words.task(puzzle, lang)
            assert words.solution(puzzle, lang)
            assert words.hint(attempt(puzzle), lang)
            assert words.rated_by(puzzle, lang)
            if made.status == "wrong" and kind in ("best", "keep", "win"):
                assert puzzle.line[0] in words.verdict(made, lang)


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_games_take_turns() -> None:
    days = [date(2026, 11, 18) + timedelta(days=n) for n in range(10)]
    chosen = [daily(day) for day in days]
    assert [daily(day) for day in days] == chosen
    assert [one.game_name for one in chosen[:5]] == [one.game_name for one in chosen[5:]]
    assert {one.game_name for one in chosen} == set(ludoteca.games())
    assert len({one.id for one in chosen}) == len(chosen)


def test_a_puzzle_is_found_by_kind_difficulty_and_id() -> None:
    found = ludoteca.puzzles("phoenix", difficulty="medium")
    assert found
    assert {one.band for one in found} == {"medium"}
    assert set(ludoteca.puzzles("phoenix", difficulty=found[0].difficulty)) <= set(found)
    assert collection.find("phoenix", found[0].id) == found[0]
    with pytest.raises(ludoteca.NoPuzzle, match="no puzzle nix"):
        collection.find("phoenix", "nix")
    assert found[0].text("es")
    assert found[0]._repr_svg_().startswith("<svg")
