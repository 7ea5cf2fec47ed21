"""What a player is asked at every step, in both languages, and why something cannot be picked."""

from random import Random

import pytest

import ludoteca
from ludoteca.core.choices import Tree
from ludoteca.core.position import Position
from ludoteca.core.prompts import ANY, prompt, prompts, why
from ludoteca.core.texts import LANGUAGES, find
from tests.cases import every_game, random_positions
from tests.positions import scene_of

GENERIC = {find("core", f"prompts.{key}", lang) for key in ("begin", "go_on") for lang in LANGUAGES}


def decisions(name: str, seed: int) -> list[Position]:
    """Positions of a random game in which a seat is to move."""
    found = random_positions(ludoteca.load(name), seed, every=3)
    return [position for position in found if position.to_move in range(position.game.seats)][:40]


def looked_up(sentences: dict[str, str], path: tuple[str, ...]) -> str:
    """The sentence for a path as clients find it: exact, then with the last ids left open."""
    for kept in range(len(path), -1, -1):
        key = " ".join((*path[:kept], *(ANY,) * (len(path) - kept)))
        if key in sentences:
            return sentences[key]
    raise KeyError(path)


@every_game
def test_every_step_of_every_game_asks_for_something_of_its_own(name: str) -> None:
    source = Random(5)
    for position in decisions(name, 11):
        seat = position.to_move
        for lang in LANGUAGES:
            sentences, path = prompts(position, seat, lang), tuple[str, ...]()
            branch: Tree | str = position.choices(seat)
            while not isinstance(branch, str):
                asked = prompt(position, seat, path, lang)
                assert asked == looked_up(sentences, path)
                assert asked not in GENERIC
                pick = source.choice(sorted(branch))
                path, branch = (*path, pick), branch[pick]


@every_game
def test_nobody_is_asked_out_of_turn(name: str) -> None:
    position = decisions(name, 3)[0]
    assert position.to_move is not None
    other = (position.to_move + 1) % position.game.seats
    assert prompt(position, other) == ""
    assert prompts(position, other) == {} == prompts(position, None)


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refused_pick_has_a_reason(name: str, lang: str) -> None:
    for position in decisions(name, 7)[:12]:
        seat = position.to_move
        assert seat is not None
        things = {thing.choice for thing in scene_of(position, seat).elements}
        for thing in sorted(filter(None, things - set(position.choices(seat)))):
            said = why(position, seat, (thing,), lang)
            assert len(said) > 25, (thing, said)


@every_game
def test_questions_about_positions_in_turn_get_the_answers_of_each(name: str) -> None:
    first, second = decisions(name, 2)[:2]
    asked = [(position, seat) for position in (first, second) for seat in (0, 1)]
    apart = [prompts(position.game.parse(position.text()), seat) for position, seat in asked]
    assert [prompts(position, seat) for position, seat in asked] == apart
    assert len({str(sentences) for sentences in apart}) > 1


@every_game
def test_each_legal_move_is_made_by_its_own_path(name: str) -> None:
    for position in decisions(name, 4)[:5]:
        ways = position.ways()
        assert [move for _, move in ways] == position.moves()
        for path, move in ways:
            assert position.choose(path).move == move
            assert position.path(move) == path
