"""Puzzles over HTTP: shown, answered, hinted, previewed, solved; never more than is seen."""

import pytest

import ludoteca
from ludoteca.core.chance import Chance, seed_bytes
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.core.texts import LANGUAGES
from ludoteca.puzzling import Puzzle
from ludoteca.puzzling.kinds import kinds
from ludoteca.server import puzzles
from ludoteca.server.wire.requests import encode
from tests.cases import every_game
from tests.server.web_client import Browser

KINDS = [(name, kind) for name in ludoteca.games() for kind in kinds(name)]
FIRST = [
    pytest.param(found[0], id=f"{name}-{kind}")
    for name, kind in KINDS
    if (found := ludoteca.puzzles(name, kind=kind))
]
each_kind = pytest.mark.parametrize("puzzle", FIRST)


def door(puzzle: Puzzle, more: str = "") -> str:
    return f"/api/games/{puzzle.game_name}/puzzles/{puzzle.id}{more}"


def test_the_list_has_all_puzzles_and_the_daily_one(ana: Browser) -> None:
    listed = ana.get("/api/puzzles")
    games = {game["game"]: game["puzzles"] for game in listed["games"]}
    assert {name: len(found) for name, found in games.items()} == {
        name: len(ludoteca.puzzles(name)) for name in ludoteca.games()
    }
    today = listed["daily"]
    assert today["id"] in {one["id"] for one in games[today["game"]]}
    assert ana.get("/api/puzzles?lang=es")["daily"] == today


@each_kind
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_puzzle_is_shown_answered_and_explained(ana: Browser, puzzle: Puzzle, lang: str) -> None:
    shown = ana.get(door(puzzle, f"?lang={lang}"))
    assert shown["task"] == puzzle.text(lang)
    assert shown["turn"]["choices"]
    assert bool(shown["before"]) == bool(puzzle.before) == (shown["first"] is not None)
    body: dict[str, object] = {"answers": []}
    hint = ana.client.post(door(puzzle, f"/hints?lang={lang}"), json=body).json()
    assert hint["text"]
    own = puzzle.line[::2] if puzzle.kind == "win" else puzzle.line
    for number in range(1, len(own) + 1):
        body = {"answers": own[:number]}
        told = ana.client.post(door(puzzle, f"/answers?lang={lang}"), json=body).json()
        assert told["text"]
        assert told["status"] == ("open" if number < len(own) else "solved")
        assert bool(told["turn"]["choices"]) == (told["status"] == "open")
    solved = ana.get(door(puzzle, f"/solution?lang={lang}"))
    assert solved["text"]
    assert solved["line"] == list(puzzle.line)


@every_game
def test_what_is_no_puzzle_or_no_answer_is_refused(ana: Browser, name: str) -> None:
    puzzle = ludoteca.puzzles(name)[0]
    for path in (f"/api/games/{name}/puzzles/none", f"/api/games/chess/puzzles/{puzzle.id}"):
        assert ana.client.get(path).status_code == 404
    wrong = {"answers": ["xyzzy"]}
    assert ana.client.post(door(puzzle, "/answers"), json=wrong).json()["code"] == "no_puzzle"
    for body in ({}, {"answers": "a"}, {"answers": ["a"] * 13}, {"answers": [], "more": 1}):
        assert ana.client.post(door(puzzle, "/answers"), json=body).status_code == 400


def test_moves_are_previewed(ana: Browser) -> None:
    puzzle = ludoteca.puzzles("phoenix")[0]
    body = {"answers": [], "moves": [puzzle.line[0], "xyzzy"]}
    shown = ana.client.post(door(puzzle, "/previews"), json=body).json()
    assert shown["scenes"][0]["elements"]
    assert shown["scenes"][1] is None


def other_worlds(puzzle: Puzzle) -> list[Puzzle]:
    """The same puzzle in worlds that its seat cannot tell apart."""
    from msgspec.structs import replace

    view, found = puzzle.asked.view(puzzle.seat, memory=True), []
    for number in range(3):
        state = puzzle.game.imagine(view, new_rng("other", number))
        world = Position(puzzle.game, state, Chance(seed=seed_bytes(number)))
        found.append(replace(puzzle, position=world.text()))
    return found


@pytest.mark.parametrize("name", ["phoenix", "rainbow"])
def test_what_is_hidden_changes_no_byte_of_a_puzzle(name: str) -> None:
    puzzle = ludoteca.puzzles(name, kind="best")[0]
    worlds = other_worlds(puzzle)
    assert len({one.asked.text() for one in worlds}) > 1
    for lang in LANGUAGES:
        assert len({encode(puzzles.shown(one, lang)) for one in worlds}) == 1
        assert len({encode(puzzles.solved(one, lang)) for one in worlds}) == 1
        for move in puzzle.asked.moves()[::5]:
            assert len({encode(puzzles.answered(one, [move], lang)) for one in worlds}) == 1
            assert len({encode(puzzles.hinted(one, [], lang)) for one in worlds}) == 1


def test_a_memory_puzzle_is_shown_without_memory() -> None:
    puzzle = ludoteca.puzzles("rainbow", kind="recall")[0]
    shown = puzzles.shown(puzzle, "en")
    plain = puzzle.asked.game.definition.scene(puzzle.asked.view(puzzle.seat), "en")
    assert {one.id for one in shown.scene.elements} == {
        one.id
        for one in plain.elements  # type: ignore[attr-defined]
    }
