"""Puzzles in sentences: what is asked, how an answer was, why, and what a hint says."""

from collections.abc import Sequence

from ludoteca.core import registry, texts
from ludoteca.puzzling.kinds import Alone, Best, Forced, Recall, kind_of
from ludoteca.puzzling.model import Puzzle
from ludoteca.puzzling.solving import Attempt
from ludoteca.reviewing.explaining import explain
from ludoteca.search.api import Candidate

OWNER = "puzzling"


def say(key: str, lang: str, **values: object) -> str:
    """Return a sentence of the puzzles."""
    return texts.say(OWNER, key, lang, **values)


def _own(puzzle: Puzzle, key: str, lang: str, **values: object) -> str:
    """Return a text of a kind of puzzle: the game's, or else the usual one."""
    registry.definition(puzzle.game_name)  # makes its texts known
    full = f"puzzles.{puzzle.kind}.{key}"
    if texts.find(puzzle.game_name, full, lang) is not None:
        return texts.say(puzzle.game_name, full, lang, **values)
    return say(f"kinds.{_family(puzzle)}.{key}", lang, **values)


def _family(puzzle: Puzzle) -> str:
    """Return the name of what a kind is one of."""
    return type(kind_of(puzzle)).__name__.lower()


def kind_title(puzzle: Puzzle, lang: str) -> str:
    """Return what a kind of puzzle is called."""
    return _own(puzzle, "title", lang)


def task(puzzle: Puzzle, lang: str) -> str:
    """Return what is asked."""
    side = texts.find(puzzle.game_name, f"labels.seat_{puzzle.asked.sides[puzzle.seat]}", lang)
    asked = _own(puzzle, "task", lang, moves=puzzle.moves, **_values(puzzle))
    return f"{say('side', lang, side=side)} {asked}" if side else asked


def _values(puzzle: Puzzle) -> dict[str, object]:
    """Return the values that a question names."""
    return {name: int(value) for name, value in puzzle.facts.items() if name.isidentifier()}


def difficulty(puzzle: Puzzle, lang: str) -> str:
    """Return how hard a puzzle is, in a word and by the levels that solve it."""
    return say(f"bands.{puzzle.band}", lang)


def rated_by(puzzle: Puzzle, lang: str) -> str:
    """Return which levels solve a puzzle, as a sentence."""
    if puzzle.rated:
        return say("rated.span", lang)
    level = puzzle.difficulty
    key = "none" if level > 8 else "all" if level == 1 else "from"
    return say(f"rated.{key}", lang, level=level)


def listed(moves: Sequence[str]) -> str:
    """Return moves one after the other."""
    return ", ".join(moves)


def verdict(made: Attempt, lang: str) -> str:
    """Return how the last answer was, and why, in a sentence or two."""
    puzzle, kind = made.puzzle, kind_of(made.puzzle)
    if isinstance(kind, Recall):
        return _recalled(made, kind, lang)
    if made.status == "open":
        return _so_far(made, lang)
    if made.status == "solved":
        right = _own(puzzle, "right", lang, moves=puzzle.moves, best=made.answers[0])
        return _joined(right, _reason(puzzle, puzzle.tempting, made.answers[0], lang))
    return _wrong(made, lang)


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _so_far(made: Attempt, lang: str) -> str:
    """Return that an answer was right as far as it goes."""
    left = made.puzzle.moves - made.number
    if len(made.events) > 1:
        return say("reply", lang, reply=made.events[1])
    return say("left.one" if left == 1 else "left.more", lang, moves=left)


def _wrong(made: Attempt, lang: str) -> str:
    """Return what would have been better, by how much, and why."""
    puzzle, kind, played = made.puzzle, kind_of(made.puzzle), made.answers[-1]
    line = listed(puzzle.line)
    if isinstance(kind, Alone):
        return _own(puzzle, "wrong", lang, moves=puzzle.moves, line=line)
    if isinstance(kind, Forced):
        best = puzzle.line[2 * (made.number - 1)]
        left = puzzle.moves - made.number + 1
        told = _own(puzzle, "wrong", lang, best=best, played=played, moves=left)
        return _joined(told, _reason(puzzle, played, best, lang) if made.number == 1 else "")
    return _joined(_cost(puzzle, played, lang), _reason(puzzle, played, puzzle.line[0], lang))


def _cost(puzzle: Puzzle, played: str, lang: str) -> str:
    """Return what the best move is worth, and the one that was played."""
    best = puzzle.line[0]
    worth, less = puzzle.value_of(best), puzzle.value_of(played)
    if worth is None or less is None:
        return _own(puzzle, "wrong_plain", lang, best=best, played=played)
    values = {"better": round(100 * worth), "worse": round(100 * less)}
    return _own(puzzle, "wrong", lang, best=best, played=played, **values)


def _reason(puzzle: Puzzle, played: str, best: str, lang: str) -> str:
    """Return why one move is better than another, in the words of a review."""
    kind = kind_of(puzzle)
    if isinstance(kind, Alone) or not played:
        return ""
    compared = [
        Candidate(
            move=move, value=puzzle.value_of(move) or 0.0, extra=dict(kind.facts(puzzle, move))
        )
        for move in (played, best)
    ]
    why = explain(puzzle.asked, *compared)
    return "" if why is None else why.text(puzzle.game_name, lang)


def _recalled(made: Attempt, kind: Recall, lang: str) -> str:
    """Return whether an answer to a question was right, and where the answer was to be seen."""
    puzzle, why = made.puzzle, kind.why(made.puzzle)
    game = puzzle.game_name
    name = texts.say(game, f"{kind.spec.label}.{puzzle.line[0]}", lang)
    seen = texts.say(game, f"puzzles.{why.key}", lang, **{**why.values, "colour": name})
    key = "right" if made.status == "solved" else "wrong"
    return _joined(say(f"kinds.recall.{key}", lang, answer=name), seen)


def hint(made: Attempt, lang: str) -> str:
    """Return what a hint says."""
    puzzle, kind = made.puzzle, kind_of(made.puzzle)
    if not made.solution():
        return say("hints.lost", lang)
    if isinstance(kind, Recall):
        return say("hints.one_of", lang)
    if made.hint():
        return say("hints.begins", lang)
    return say("hints.not_this", lang, tempting=puzzle.tempting)


def solution(puzzle: Puzzle, lang: str) -> str:
    """Return the whole solution, and why it is one."""
    kind, best = kind_of(puzzle), puzzle.line[0]
    if isinstance(kind, Recall):
        why = kind.why(puzzle)
        name = texts.say(puzzle.game_name, f"{kind.spec.label}.{best}", lang)
        seen = texts.say(
            puzzle.game_name, f"puzzles.{why.key}", lang, **{**why.values, "colour": name}
        )
        return _joined(say("kinds.recall.solution", lang, answer=name), seen)
    told = say("solution", lang, line=listed(puzzle.line))
    worth = puzzle.value_of(best) if isinstance(kind, Best) else None
    if worth is not None:
        less = puzzle.value_of(puzzle.tempting) if puzzle.tempting else None
        values = {"better": round(100 * worth), "played": puzzle.tempting}
        if less is not None:
            told = _joined(told, say("worth", lang, best=best, worse=round(100 * less), **values))
    return _joined(told, _reason(puzzle, puzzle.tempting, best, lang))
