"""What a game's folder hands over: its facts, its kernels, its words and its pictures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ludoteca.core.errors import InvalidOption, quoted
from ludoteca.core.kernels import Kernels

State = Any
"""A NumPy record of the game's dtype; kernels change it in place."""

View = dict[str, Any]


class Drawing(Protocol):
    """A drawing of a view that can become a picture."""

    def svg(self) -> str: ...


Options = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why a move is not legal: a key of the game's texts and the values to fill in."""

    reason: str
    details: Mapping[str, object]


def refusal(reason: str, **details: object) -> Refusal:
    """A refusal with its details."""
    return Refusal(reason=reason, details=details)


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a game ended: a key of its texts, and points per seat where the game has points.

    With details there is more to say: the text at the same key under `endings_more`, filled in.
    """

    reason: str
    scores: tuple[int, ...] | None = None
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option of a game: a choice among values, or data that a user may replace.

    `read` turns a given value into checked plain data; an option without it takes one of `values`.
    """

    name: str
    default: str | int | None
    values: tuple[str | int | None, ...] = ()
    read: Callable[[object], Any] | None = None

    def resolve(self, value: object) -> Any:
        """The value or data that an option stands for, else InvalidOption or InvalidData."""
        if self.read is not None:
            return self.read(value)
        if not any(value == known and type(value) is type(known) for known in self.values):
            values = ", ".join(str(known) for known in self.values)
            raise InvalidOption("bad_value", option=self.name, value=quoted(value), values=values)
        return value


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A game: static facts as data, rules as kernels, words and pictures as plain functions.

    setup(state, options)         fills a zeroed record for the start of a game
    check(state, base)            raises InvalidPosition for what cannot follow from the set-up
    write(state, action) -> text  and read(state, text) -> action, one the inverse of the other
    path(state, action)           the ids of the things one picks, in order, to make the move
    either_order(state, action)   whether the last two of them may be picked in either order
    refuse(state, action)         why a well-formed move is not legal here
    view(state, seat, memory)     what a seat (None: a spectator) may see, as plain data
    restore(state, view)          writes what a view with memory tells into a state after setup;
                                  what it does not tell is filled with any guess that fits
    reveal(state)                 the whole truth as plain data
    ending(state)                 why a finished game ended
    events(state)                 the texts of all outcomes of the pending chance event
    write_event(state, draws)     the text of one chance event; read_event(state, text) its draws
    scene(view, lang)             the drawing of a view
    words(view, lang)             a view in words, with a small board of text
    marks(view)                   for a choice id the ids of the places that matter to it, such as
                                  the goals of a piece; shown while it is picked
    buttons                       picks that are no things on the table, such as "pass"
    route(view, move)             the squares that a piece touches on its way, for screens
    prepare()                     compiles what the game runs beyond its kernels

    Optional parts are modules below the game's folder, named here by their path from it and loaded
    by `registry.part` when first asked for:

    terminal    draw(view, lang, room, picked) -> Canvas; name(choice, view) and FORESEEN may follow
    agent       ENCODING, see core.encoding
    search      search(game, view, budget, seed, stop) -> Analysis, the game's own search, which
                its levels and analyses use in place of the generic ones; see search.api
    study       classify(before, move, after) -> pairs of group and key, see lab.moves

    Tables beside them are found by their names: bot/levels.toml, study.toml, lesson.toml.
    """

    name: str
    version: int
    folder: Path
    seats: Callable[[Options], int]
    options: tuple[Option, ...] = ()
    dtype: np.dtype[Any]
    capacity: int
    kernels: Kernels
    chance: bool = False
    deals_itself: bool = False
    hidden: bool = False
    buttons: tuple[str, ...] = ()
    prepare: Callable[[], None] = lambda: None
    setup: Callable[[State, Options], None]
    check: Callable[[State, State], None]
    write: Callable[[State, int], str]
    read: Callable[[State, str], int]
    path: Callable[[State, int], tuple[str, ...]]
    either_order: Callable[[State, int], bool] = lambda state, action: False
    refuse: Callable[[State, int], Refusal]
    view: Callable[[State, int | None, bool], View]
    restore: Callable[[State, View], None] = lambda state, view: None
    reveal: Callable[[State], View]
    ending: Callable[[State], Ending]
    events: Callable[[State], list[str]] = lambda state: []
    write_event: Callable[[State, Sequence[int]], str] = lambda state, draws: ""
    read_event: Callable[[State, str], list[int]] = lambda state, text: []
    scene: Callable[[View, str], Drawing]
    words: Callable[[View, str], str] = lambda view, lang: ""
    marks: Callable[[View], dict[str, list[str]]] = lambda view: {}
    route: Callable[[View, str], list[str]] | None = None
    terminal: str | None = None
    agent: str | None = None
    search: str | None = None
    study: str | None = None
