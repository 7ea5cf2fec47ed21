"""Prompts: the question at each step of a move, and the reason why something cannot be picked.

A game says it with two functions of its definition, `prompt` and `why`: both get a view, the ids
picked so far and the ids that may follow, and return a key below `prompts` in the game's texts with
the values to fill in. Every screen gets its sentences here.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from ludoteca.core import texts
from ludoteca.core.choices import Tree, choose
from ludoteca.core.definition import Prompt, View
from ludoteca.core.errors import IllegalMove, InvalidNotation
from ludoteca.core.position import Position

ANY = "?"
"""In the keys of `prompts`, stands for any id."""
Path = tuple[str, ...]


class _Asked:
    """A position from a seat: what it may pick and what it sees, which every question needs."""

    def __init__(self, position: Position, seat: int | None) -> None:
        self.position, self.seat = position, seat
        self.tree, self.view = position.choices(seat), position.view(seat)


_last: _Asked | None = None


def _asked(position: Position, seat: int | None) -> _Asked:
    """Return a position from a seat, the one before again if it is the same."""
    global _last
    known = _last
    if known is None or known.position is not position or known.seat != seat:
        _last = known = _Asked(position, seat)
    return known


def prompt(
    position: Position, seat: int | None, picked: Sequence[str] = (), lang: str = "en"
) -> str:
    """Return the prompt of a seat after some picks, as a sentence; "" when it is not its turn."""
    asked = _asked(position, seat)
    follows = choose(asked.tree, picked).next
    if not follows:
        return ""
    return _sentence(position, asked.view, tuple(picked), follows, lang)


def prompts(position: Position, seat: int | None, lang: str = "en") -> dict[str, str]:
    """Return the sentences for all picks that a seat can make, keyed by the ids joined by spaces.

    Ids at the end of a key that make no difference are replaced by `ANY`.
    """
    asked = _asked(position, seat)
    levels: dict[int, dict[Path, str]] = defaultdict(dict)
    for path, branch in _branches(asked.tree):
        levels[len(path)][path] = _sentence(position, asked.view, path, tuple(branch), lang)
    return {key: text for level in levels.values() for key, text in _merged(level).items()}


def why(position: Position, seat: int, path: Sequence[str], lang: str = "en") -> str:
    """Return why the seat to move cannot pick the first wrong id of a path."""
    now = _asked(position, seat)
    tree, view = now.tree, now.view
    path = _first_wrong(tree, tuple(path))
    picked = path[:-1]
    follows = choose(tree, picked).next
    definition = position.game.definition
    if definition.why and (found := definition.why(view, path, follows)):
        return _say(definition.name, found, lang)
    said = Counter(_refusals(position, path, lang))
    if said and not (len(path) == 1 and len(said) > 1):
        return said.most_common(1)[0][0]
    asked = _sentence(position, view, picked, follows, lang) if follows else ""
    return texts.say("core", "prompts.not_this", lang, prompt=asked).strip()


def questions(position: Position, seat: int | None, lang: str = "en") -> dict[str, str]:
    """Return the questions that a screen may ask before it plays a move, by move."""
    definition = position.game.definition
    if not definition.cautions or seat is None or seat != position.to_move:
        return {}
    asked: dict[str, str] = {}
    for move in position.moves():
        for caution in definition.cautions:
            match = re.fullmatch(caution.move, move)
            if match and not (caution.final and position.step(move).outcome is None):
                key = f"prompts.{caution.key}"
                asked[move] = texts.say(definition.name, key, lang, **match.groupdict())
                break
    return asked


def _first_wrong(tree: Tree, path: Path) -> Path:
    """Return a path as far as its first id that cannot be picked."""
    for length in range(1, len(path)):
        if choose(tree, path[:length]).status == "invalid":
            return path[:length]
    return path


def _branches(tree: Tree, path: Path = ()) -> Iterator[tuple[Path, Tree]]:
    """Yield every path that does not make a move yet, with what may follow."""
    if tree:
        yield path, tree
    for step, below in tree.items():
        if not isinstance(below, str):
            yield from _branches(below, (*path, step))


def _merged(level: dict[Path, str]) -> dict[str, str]:
    """Return sentences of equally long paths with as many ids as possible replaced by ANY."""
    length = len(next(iter(level)))
    for kept in range(length + 1):
        groups: dict[Path, set[str]] = defaultdict(set)
        for path, text in level.items():
            groups[path[:kept]].add(text)
        if all(len(found) == 1 for found in groups.values()):
            rest = (ANY,) * (length - kept)
            return {" ".join((*start, *rest)): found.pop() for start, found in groups.items()}
    raise AssertionError("each path has one sentence")


def _sentence(position: Position, view: View, picked: Path, follows: Path, lang: str) -> str:
    definition = position.game.definition
    if definition.prompt is None:
        return texts.say("core", "prompts.go_on" if picked else "prompts.begin", lang)
    return _say(definition.name, definition.prompt(view, picked, follows), lang)


def _say(game: str, found: Prompt, lang: str) -> str:
    """Return a prompt as a sentence; a value that is a key of the game's texts is looked up."""
    values = {
        name: texts.say(game, value.key, lang, **value.values)
        if isinstance(value, Prompt)
        else value
        for name, value in found.values.items()
    }
    return texts.say(game, f"prompts.{found.key}", lang, **values)


def _refusals(position: Position, path: Path, lang: str) -> Iterator[str]:
    """Yield what the rules say about the moves that a path resembles."""
    for move in _alike(position, path):
        try:
            position.step(move)
        except IllegalMove as error:
            yield error.text(lang)
        except InvalidNotation:
            continue


def _alike(position: Position, path: Path) -> list[str]:
    """Return legal moves that begin like the path, with its last id in place of their own."""
    legal = position.ways()
    last = len(path) - 1
    begun = [
        (own, move)
        for own, move in legal
        if len(own) > last
        and own[:last] == path[:last]
        and _family(own[last]) == _family(path[last])
    ]
    return sorted({_replaced(move, own[last], path[last]) for own, move in begun})


def _family(pick: str) -> str:
    """Return what sort of thing an id names: the part before the colon, if it has one."""
    return pick.rpartition(":")[0]


def _replaced(move: str, old: str, new: str) -> str:
    """Return a move's text with one id put in place of another."""
    name, put = (text.rpartition(":")[2] for text in (old, new))
    whole = rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"
    return re.sub(whole, lambda _: put, move, count=1)
