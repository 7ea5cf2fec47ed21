"""Mining: deterministic for a seed, with any number of workers, and gone on with after a stop."""

from itertools import islice
from pathlib import Path

import pytest

import ludoteca
from ludoteca.lab.results import BrokenResults
from ludoteca.puzzling.mining import Mine
from ludoteca.puzzling.own import from_match
from ludoteca.puzzling.solving import attempt
from tests import trials
from tests.reviewing.matches import played

GAMES = 6


def mined(**how: object) -> Mine:
    run = Mine(ludoteca.load("rainbow"), GAMES, 3, kinds=("recall",), **how)  # type: ignore[arg-type]
    for _ in run:
        pass
    return run


def test_the_same_seed_gives_the_same_puzzles_also_after_a_stop(tmp_path: Path) -> None:
    whole = mined()
    assert whole.done == GAMES
    assert whole.puzzles
    file = tmp_path / "run.jsonl"
    begun = Mine(ludoteca.load("rainbow"), GAMES, 3, kinds=("recall",), save=file)
    assert len(list(islice(begun, 2))) == 2
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2
    resumed = mined(save=file)
    assert resumed.puzzles == whole.puzzles
    assert len(file.read_text(encoding="utf-8").splitlines()) == GAMES
    assert mined(save=file).puzzles == whole.puzzles


def test_the_file_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    mined(save=file)
    other = Mine(ludoteca.load("rainbow"), GAMES, 4, kinds=("recall",), save=file)
    with pytest.raises(BrokenResults, match="another run"):
        next(iter(other))


@pytest.mark.skipif(not trials.LONG, reason="starts processes")
def test_workers_give_the_same_puzzles() -> None:
    one, two = mined(), mined(workers=2)
    assert {puzzle.id for puzzle in one.puzzles} == {puzzle.id for puzzle in two.puzzles}


def test_own_mistakes_become_puzzles() -> None:
    match = played(("sendas", ()), 3, "random")
    found = list(from_match(match))
    assert found
    for puzzle in found:
        assert puzzle.tempting in puzzle.asked.moves()
        assert attempt(puzzle, puzzle.line).status == "solved"
        assert attempt(puzzle, [puzzle.tempting]).status == "wrong"
        assert len(puzzle.solved) == 8


def test_a_match_that_goes_on_gives_none() -> None:
    with pytest.raises(ludoteca.NoPuzzle, match="not over"):
        list(from_match(ludoteca.Match(ludoteca.load("sendas"))))
