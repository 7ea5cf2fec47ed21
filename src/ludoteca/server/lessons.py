"""The guided first game: a handful of steps on real positions, what to click and why.

A lesson is a file of moves in the game's folder, `lesson.toml`; its words are in the game's texts.
A step has the moves before it and the one to make; one with options begins another game.
"""

from typing import cast

from ludoteca.core import players, registry, texts
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.drawing.scene import Scene
from ludoteca.match import Event
from ludoteca.server.match import projection
from ludoteca.server.match.elements import scene_message
from ludoteca.server.match.story import Reader, Story
from ludoteca.server.scheduler import all_at_once
from ludoteca.server.wire.catalog import Lesson, LessonStep
from ludoteca.server.wire.responses import BeatMessage, SceneMessage

TABLE = "lesson.toml"


def exists(game: str) -> bool:
    """Return whether there is a lesson for a game."""
    return bool(registry.table(game, TABLE))


def play(position: Position, moves: list[str]) -> tuple[Position, tuple[Event, ...]]:
    """Return a position after moves, with the dice that the lesson's seed gives; and the events."""
    events: list[Event] = []
    for move in moves:
        events.append(Event(who=position.to_move, text=move))
        position = position.step(move)
        while position.to_move == CHANCE:
            events.append(Event(who=CHANCE, text=position.chance_text()))
            position = position.roll()
    return position, tuple(events)


def lesson(game: str, lang: str) -> Lesson:
    """Return the steps of a lesson, each with its scene, what to pick and what happened."""
    chosen, steps = registry.table(game, TABLE), list[LessonStep]()
    position, seat = registry.load(game).start(chosen["seed"]), int(chosen["seat"])
    for number, step in enumerate(chosen["steps"], 1):
        new = "options" in step
        if new:
            position = registry.load(game, **step["options"]).start(chosen["seed"])
        start = position
        position, events = play(start, step.get("before", []))
        # A step that begins another game shows where it stands, not how it came there.
        before = [] if new else told(start, events, seat, lang)
        move = step.get("move")
        steps.append(_step(position, seat, move, f"lesson.step_{number}", lang, before))
        if move is not None:
            position, _ = play(position, [move])
    return Lesson(game=game, title=texts.say(game, "title", lang), steps=steps)


def reader(position: Position, seat: int, lang: str) -> Reader:
    """Return the learner, whose opponents are bots."""
    names = players.names_seen([None] * position.game.seats, seat, lang)
    return Reader(seat=seat, lang=lang, names=names, you=seat)


def told(start: Position, events: tuple[Event, ...], seat: int, lang: str) -> list[BeatMessage]:
    """Return what happened from a position on, as at the table."""
    story = Story(ply=0, start=start, events=events, first=1)
    return all_at_once(story.messages(reader(start, seat, lang), drawn=True))


def drawn(position: Position, seat: int, lang: str) -> SceneMessage:
    """Draw a position as the learner sees it, with the names that the beats have."""
    view = reader(position, seat, lang).view(position)
    return scene_message(cast(Scene, position.game.definition.scene(view, lang)))


def _step(
    position: Position,
    seat: int,
    move: str | None,
    key: str,
    lang: str,
    before: list[BeatMessage],
) -> LessonStep:
    words = {
        name: texts.say(position.game.name, f"{key}.{name}", lang)
        for name in ("title", "text", "why")
    }
    definition = position.game.definition
    after, events = play(position, [] if move is None else [move])
    return LessonStep(
        **words,
        scene=drawn(position, seat, lang),
        choices=position.choices(seat) if move is not None else {},
        buttons=projection.buttons(definition.name, definition.buttons, lang),
        path=position.path(move) if move is not None else (),
        move=move,
        before=before,
        beats=told(position, events, seat, lang),
        after=None if move is None else drawn(after, seat, lang),
        words=position.words(seat, lang),
    )
