"""Views that somebody tampered with, and what becomes of thinking on them; run as a program, for
a crash would take the tests with it.
"""

import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import ludoteca
from ludoteca.core.rng import new_rng
from ludoteca.core.texts import LANGUAGES
from tests.cases import CASES, load, random_positions

Path = tuple[Any, ...]

ODD = (None, True, -1, 0, 1, 2, 7, 127, 128, 500, 10**6, 10**30, 1.5, float("nan"), float("inf"))
ODD_THINGS: tuple[Any, ...] = (
    *ODD,
    "",
    "0",
    "z99",
    "a0",
    "Q",
    "R",
    "standard",
    [],
    {},
    [[]],
    [None],
    {"a": 1},
    "é",
)
LEAST, MOST = 1, 3  # things that are changed in one view


def true_views(name: str, count: int, source: Random) -> list[dict[str, Any]]:
    """Views of seats to move in random games of every kind, with memory and without."""
    cases = [case for case in CASES if case[0] == name]
    found: list[dict[str, Any]] = []
    while len(found) < count:
        game = load(source.choice(cases))
        for position in random_positions(game, source.randrange(1 << 30), every=9):
            if position.to_move is not None:
                view = position.view(position.to_move, memory=source.random() < 0.5)
                found.append(json.loads(json.dumps(view)))
    return source.sample(found, count)


def places(thing: Any, path: Path = ()) -> Iterator[Path]:
    """The way to everything within a view."""
    if isinstance(thing, dict | list):
        for key in thing if isinstance(thing, dict) else range(len(thing)):
            yield (*path, key)
            yield from places(thing[key], (*path, key))


def at(thing: Any, path: Path) -> Any:
    """What is at the end of a way."""
    for key in path:
        thing = thing[key]
    return thing


def bent(value: Any, other: Any, source: Random) -> Any:
    """Something like a value, or not at all like it."""
    ways = [source.choice(ODD_THINGS), other]
    if isinstance(value, int):
        ways += [value + 1, value - 1, -value, value * 100, str(value), float(value)]
    if isinstance(value, str) and value:
        ways += [value[:-1], value * 2, "".join(source.sample(value, len(value)))]
    if isinstance(value, list) and value:
        ways += [value * 4, value[1:], value[:-1], [*value, value[0]], value[::-1]]
        ways += [source.sample(value, len(value)), [*value, *[source.choice(value)] * 6]]
    return source.choice(ways)


def tampered(view: dict[str, Any], other: dict[str, Any], source: Random) -> dict[str, Any]:
    """A view with some things changed; another view lends what does not belong there."""
    view = deepcopy(view)
    for _ in range(source.randint(LEAST, MOST)):
        *way, last = source.choice(list(places(view)) or [("game",)])
        holder = at(view, tuple(way))
        if source.random() < 0.15:
            del holder[last]
            continue
        foreign = at(other, source.choice(list(places(other))))
        holder[last] = bent(holder[last], foreign, source)
    if source.random() < 0.1:
        view["seat"] = view["to_move"] = source.choice(ODD_THINGS)
    if source.random() < 0.1:
        view["options"] = source.choice(
            [{1: 2}, {"name": "sendas"}, {"x": 1}, other.get("options")]
        )
    return view


def answer(game: ludoteca.Game, view: dict[str, Any], number: int) -> str:
    """The code of the refusal, or "thought" if the answer holds the legal moves."""
    try:
        if number % 2:
            analysis = ludoteca.analyse(view, budget=ludoteca.Budget(2))
            moves = [candidate.move for candidate in analysis.candidates]
            game = ludoteca.load(view["game"], **view["options"])
        else:
            moves = [ludoteca.player("1").choose(game, view)]
    except ludoteca.LudotecaError as error:
        assert all(error.text(lang) for lang in LANGUAGES)
        return error.code
    position = ludoteca.Position(game, game.imagine(view, new_rng(1)), game.start(1)._chance)
    legal = position.moves()
    assert set(moves) <= set(legal)
    assert number % 2 == 0 or len(moves) == len(legal)
    return "thought"


def main(name: str, count: int) -> None:
    """Tells each trial before it is made, so that the last line says what a crash came from."""
    source = Random(7)
    views = true_views(name, 40, source)
    strangers = true_views(source.choice(ludoteca.games()), 5, source)
    for number in range(count):
        view = source.choice(views)
        game = ludoteca.load(name, **view["options"])
        if number >= len(views):
            view = tampered(view, source.choice([*views, *strangers]), source)
        print(number, view, flush=True)
        print(number, answer(game, view, number), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
