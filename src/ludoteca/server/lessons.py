"""The guided first game: a handful of steps on real positions, what to click and why.

A lesson is a file of moves in the game's folder, `lesson.toml`; its words are in the game's texts.
A step has the moves before it and the one to make; one with options begins another game.
"""

from functools import lru_cache
from typing import Any, cast

from ludoteca.core import registry, texts
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.drawing.scene import Scene
from ludoteca.server.match import projection

TABLE = "lesson.toml"


def exists(game: str) -> bool:
    """Whether there is a lesson for a game."""
    return bool(registry.table(game, TABLE))


def play(position: Position, moves: list[str]) -> Position:
    """A position after moves, with the dice that the lesson's seed gives."""
    for move in moves:
        position = position.play(move)
        while position.to_move == CHANCE:
            position = position.roll()
    return position


@lru_cache(maxsize=32)
def lesson(game: str, lang: str) -> dict[str, Any]:
    """The steps of a lesson, each with its scene and what to pick."""
    chosen, steps = registry.table(game, TABLE), list[dict[str, Any]]()
    position = registry.load(game).start(chosen["seed"])
    for number, step in enumerate(chosen["steps"], 1):
        if "options" in step:
            position = registry.load(game, **step["options"]).start(chosen["seed"])
        position = play(position, step.get("before", []))
        move = step.get("move")
        steps.append(_step(position, chosen["seat"], move, f"lesson.step_{number}", lang))
        if move is not None:
            position = play(position, [move])
    return {"game": game, "title": texts.say(game, "title", lang), "steps": steps}


def _step(position: Position, seat: int, move: str | None, key: str, lang: str) -> dict[str, Any]:
    words = {
        name: texts.say(position.game.name, f"{key}.{name}", lang)
        for name in ("title", "text", "why")
    }
    scene = cast(Scene, position.scene(seat, lang=lang))
    definition = position.game.definition
    return {
        **words,
        "scene": projection.scene_message(scene),
        "choices": position.choices(seat) if move is not None else {},
        "buttons": projection.buttons(definition.name, definition.buttons, lang),
        "path": position.path(move) if move is not None else (),
        "move": move,
        "words": position.words(seat, lang),
    }
