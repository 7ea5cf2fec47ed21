"""Nim: its words and pictures. A larger game has a module for each of these parts."""

import re

from ludoteca.core import texts
from ludoteca.core.definition import Ending, Options, Refusal, State, View, refusal
from ludoteca.core.errors import InvalidNotation, InvalidPosition
from ludoteca.core.kernels import OVER
from ludoteca.drawing.scene import Element, Scene, circle, rect
from ludoteca.drawing.scene import words as label
from nim.rules import HEAPS, MOST

_MOVE = re.compile(r"([abc])([1-7])")
_NAMES = "abc"


def setup(state: State, options: Options) -> None:
    """Lays out the heaps."""
    for heap, matches in enumerate(options["heaps"].split("-")):
        state.heaps[heap] = int(matches)
    state.winner = -1


def check(state: State, base: State) -> None:
    """InvalidPosition for heaps that cannot be."""
    over = not state.heaps.any()
    fine = all(0 <= now <= then for now, then in zip(state.heaps, base.heaps, strict=True))
    if not fine or state.to_move not in ((OVER,) if over else (0, 1)):
        raise InvalidPosition("bad_heaps", owner="nim")
    if state.winner not in ((0, 1) if over else (-1,)):
        raise InvalidPosition("bad_heaps", owner="nim")


def write(state: State, action: int) -> str:
    """A move as text: the heap's letter and how many are taken."""
    return f"{_NAMES[action // 8]}{action % 8}"


def read(state: State, text: str) -> int:
    """The action of a text, legal or not."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidNotation("bad_move", owner="nim", move=text[:20])
    return _NAMES.index(match[1]) * 8 + int(match[2])


def path(state: State, action: int) -> tuple[str, ...]:
    """The heap, then the match down to which one takes."""
    heap = _NAMES[action // 8]
    return heap, f"{heap}:{action % 8}"


def refuse(state: State, action: int) -> Refusal:
    """Why a well-formed move is not legal."""
    return refusal("too_many", heap=_NAMES[action // 8], left=int(state.heaps[action // 8]))


def restore(state: State, view: View) -> None:
    """Writes what a view tells into a fresh state, so that bots can think on it."""
    state.heaps[:] = view["heaps"]
    state.to_move = view["to_move"]


def reveal(state: State) -> View:
    """The heaps; nothing is hidden."""
    return {"heaps": state.heaps.tolist()}


def view(state: State, seat: int | None, memory: bool) -> View:
    """What anybody sees."""
    return reveal(state)


def ending(state: State) -> Ending:
    """Why the game ended."""
    return Ending(reason="last_match")


def scene(view: View, lang: str) -> Scene:
    """A column of matches for each heap."""
    elements = []
    for heap, count in enumerate(view["heaps"]):
        name, x = _NAMES[heap], 40.0 + 60 * heap
        title = texts.say("nim", "labels.heap", lang, name=name, count=count)
        look = (rect(-20, 0, 40, 20, "board", radius=4), label(0, 10, name, 12))
        elements.append(
            Element(
                id=name,
                x=x,
                y=190,
                shapes=look,
                label=title,
                choice=name,
                role="place",
                kind="heap",
            )
        )
        for match in range(1, MOST + 1):
            there = match <= count
            shape = circle(0, 0, 9, "red" if there else "square")
            elements.append(
                Element(
                    id=f"{name}:{match}",
                    x=x,
                    y=190.0 - 24 * match,
                    shapes=(shape,),
                    kind="match",
                    face="there" if there else "taken",
                    choice=f"{name}:{match}",
                )
            )
    return Scene(width=60 * HEAPS + 20, height=220, title="Nim", elements=elements)


def words(view: View, lang: str) -> str:
    """The heaps as rows of strokes."""
    return "\n".join(f"{_NAMES[heap]} {'|' * count}" for heap, count in enumerate(view["heaps"]))
