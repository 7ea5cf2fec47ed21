"""Puzzles as messages: what is shown, what an answer leads to, hints and solutions.

Everything is drawn from the view of the puzzle's seat, without memory: what it has seen before is
for the reader to remember.
"""

from collections.abc import Sequence
from functools import lru_cache

from ludoteca.core import prompts, registry, texts
from ludoteca.core.position import Position
from ludoteca.match import Event
from ludoteca.puzzling import words
from ludoteca.puzzling.collection import daily, shipped, today
from ludoteca.puzzling.kinds import Alone, Recall, kind_of, positions
from ludoteca.puzzling.model import Puzzle
from ludoteca.puzzling.solving import Attempt, attempt
from ludoteca.server import lessons
from ludoteca.server.http.preview import preview_steps
from ludoteca.server.match import projection
from ludoteca.server.scheduler import Steps
from ludoteca.server.wire.puzzles import (
    AnswerMessage,
    DailyPuzzle,
    GamePuzzles,
    PuzzleFacts,
    PuzzleHint,
    PuzzleList,
    PuzzleMessage,
    PuzzleSolution,
    Turn,
)
from ludoteca.server.wire.responses import BeatMessage, Previews, SceneMessage


@lru_cache(maxsize=16)
def listed(lang: str) -> list[GamePuzzles]:
    """Return the puzzles of all games."""
    found = []
    for name in registry.games():
        registry.definition(name)
        facts = [_facts(one, lang) for one in shipped(name)]
        if facts:
            title = texts.say(name, "title", lang)
            found.append(GamePuzzles(game=name, title=title, puzzles=facts))
    return found


def _facts(puzzle: Puzzle, lang: str) -> PuzzleFacts:
    """Return a puzzle as it stands in a list."""
    return PuzzleFacts(
        id=puzzle.id,
        kind=puzzle.kind,
        title=words.kind_title(puzzle, lang),
        band=puzzle.band,
        difficulty=puzzle.difficulty,
    )


def listing(lang: str) -> PuzzleList:
    """Return all puzzles and the one of today."""
    day = today()
    puzzle = daily(day)
    chosen = DailyPuzzle(day=day.isoformat(), game=puzzle.game_name, id=puzzle.id)
    return PuzzleList(daily=chosen, games=listed(lang))


def shown(puzzle: Puzzle, lang: str) -> PuzzleMessage:
    """Return a puzzle as its seat sees it."""
    position, seat, kind = puzzle.asked, puzzle.seat, kind_of(puzzle)
    definition = position.game.definition
    facts = _facts(puzzle, lang)
    buttons = projection.buttons(definition.name, definition.buttons, lang)
    names = lessons.reader(position, seat, lang).names
    return PuzzleMessage(
        id=puzzle.id,
        game=definition.name,
        game_title=texts.say(definition.name, "title", lang),
        kind=puzzle.kind,
        title=facts.title,
        task=words.task(puzzle, lang),
        band=facts.band,
        difficulty=facts.difficulty,
        rated=words.rated_by(puzzle, lang),
        moves=puzzle.moves,
        scene=lessons.drawn(position, seat, lang),
        words=position.words(seat, lang, names=names),
        buttons=buttons | kind.buttons(puzzle, lang),
        turn=_turn(attempt(puzzle), lang),
        first=lessons.drawn(puzzle.start, seat, lang) if puzzle.before else None,
        before=_told(puzzle, lang),
    )


def _told(puzzle: Puzzle, lang: str) -> list[BeatMessage]:
    """Return what is shown on the way to the question, moment by moment."""
    if not puzzle.before:
        return []
    events = tuple(
        Event(who=position.to_move, text=text)
        for position, text in zip(positions(puzzle), puzzle.before, strict=False)
    )
    return lessons.told(puzzle.start, events, puzzle.seat, lang)


def _turn(made: Attempt, lang: str) -> Turn:
    """Return what can be picked now, with the sentences that ask for it."""
    puzzle, choices = made.puzzle, made.choices()
    asked: dict[str, str] = {}
    kind = kind_of(puzzle)
    if choices and not isinstance(kind, Recall):
        asked = prompts.prompts(made.position, puzzle.seat, lang)
    if isinstance(kind, Alone):
        asked.pop("", None)  # it would offer moves that do not count here
    return Turn(choices=choices, prompts=asked)


def answered(puzzle: Puzzle, answers: Sequence[str], lang: str) -> AnswerMessage:
    """Return how the last of some answers was, and why."""
    made = attempt(puzzle, answers)
    scene, beats = _outcome(made, lang) if answers else (None, [])
    return AnswerMessage(
        status=made.status,
        text=words.verdict(made, lang) if answers else "",
        scene=scene,
        words=made.position.words(puzzle.seat, lang) if scene is not None else "",
        beats=beats,
        turn=_turn(made, lang),
    )


def _outcome(made: Attempt, lang: str) -> tuple[SceneMessage | None, list[BeatMessage]]:
    """Return the table after the last answer and the reply to it, and what happened on the way."""
    puzzle, seat = made.puzzle, made.puzzle.seat
    if not made.events:
        return None, []
    if not made.told:
        return lessons.drawn(made.position, seat, lang), []
    if not _open_to_all(puzzle):
        return after_move(made.before, seat, made.events[0], lang), []
    position, events = made.before, list[Event]()
    for text in made.events:
        events.append(Event(who=position.to_move, text=text))
        position = position.step(text)
    beats = lessons.told(made.before, tuple(events), seat, lang)
    return lessons.drawn(position, seat, lang), beats


def _open_to_all(puzzle: Puzzle) -> bool:
    """Return whether nothing is hidden and no dice follow, so that what follows can be shown."""
    definition = puzzle.game.definition
    return not definition.hidden and not definition.chance


def after_move(position: Position, seat: int, move: str, lang: str) -> SceneMessage | None:
    """Return the table after a move as far as the seat can know it."""
    names = lessons.reader(position, seat, lang).names
    steps = preview_steps(position, seat, [move], lang, names, seq=0)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            scene: SceneMessage | None = end.value.scenes[0]
            return scene


def previewed(
    puzzle: Puzzle, answers: Sequence[str], moves: list[str], lang: str
) -> Steps[Previews]:
    """Draw the table after each of some moves that may be the next answer."""
    position = attempt(puzzle, answers).position
    names = lessons.reader(position, puzzle.seat, lang).names
    return preview_steps(position, puzzle.seat, moves, lang, names, seq=0)


def hinted(puzzle: Puzzle, answers: Sequence[str], lang: str) -> PuzzleHint:
    """Return a hint for the next answer."""
    made = attempt(puzzle, answers)
    return PuzzleHint(text=words.hint(made, lang), ids=made.hint())


def solved(puzzle: Puzzle, lang: str) -> PuzzleSolution:
    """Return the solution."""
    scene = None
    kind = kind_of(puzzle)
    if not isinstance(kind, Recall):
        taken = kind.take(puzzle, 0, puzzle.asked, puzzle.line[0])
        first = attempt(puzzle, puzzle.line[:1])
        scene = (
            lessons.drawn(taken.position, puzzle.seat, lang)
            if not first.told or _open_to_all(puzzle)
            else after_move(puzzle.asked, puzzle.seat, puzzle.line[0], lang)
        )
    return PuzzleSolution(text=words.solution(puzzle, lang), line=puzzle.line, scene=scene)
