"""The definition of a game: its facts, kernels, words and pictures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from ludoteca.core.arrays import State
from ludoteca.core.errors import InvalidData, InvalidOption, quoted
from ludoteca.core.kernels import Kernels
from ludoteca.core.storage import quick_type

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
    """Return a refusal with its details."""
    return Refusal(reason=reason, details=details)


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What a player is asked, or why not: a key below `prompts` in the game's texts, and values.

    A value that is itself a prompt names another text of the game by its whole key.
    """

    key: str
    values: Mapping[str, object]


def ask(key: str, **values: object) -> Prompt:
    """Return a prompt with its values."""
    return Prompt(key=key, values=values)


@dataclass(frozen=True, kw_only=True)
class Caution:
    """Moves that a screen may ask about before it plays them: they cannot be taken back easily.

    `move` is a pattern of their notation, `key` the question under `prompts`; a `final` caution is
    for those that end the game at once.
    """

    move: str
    key: str
    final: bool = False


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
    `since` is the version of the rules that brought the option: a text of a position without it is
    of an earlier version. `origin` says that the document does not decide: `rebuilt` for parts that
    were lost, `ruling` for doubts that we settled; it is marked wherever the option is chosen.
    """

    name: str
    default: str | int | None
    values: tuple[str | int | None, ...] = ()
    read: Callable[[object], Any] | None = None
    since: int = 1
    origin: Literal["rebuilt", "ruling"] | None = None

    def resolve(self, value: object) -> Any:
        """Return the value or data that an option stands for, else InvalidOption or InvalidData."""
        if self.read is not None:
            return self._read(self.read, value)
        if not any(value == known and type(value) is type(known) for known in self.values):
            values = ", ".join(str(known) for known in self.values)
            raise InvalidOption("bad_value", option=self.name, value=quoted(value), values=values)
        return value

    @staticmethod
    def _read(read: Callable[[object], Any], value: object) -> Any:
        """Return checked data; errors in a user's file name the file."""
        try:
            return read(value)
        except InvalidData as error:
            if isinstance(value, Path):
                error.file = str(value)
            raise


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
    scene(view, lang)             the drawing of a view; a view that is drawn may have `names`,
                                  what the viewer calls each player: see core.players
    words(view, lang)             a view in words, with a small board of text
    marks(view)                   for a choice id the ids of the places that matter to it, such as
                                  the goals of a piece; shown while it is picked
    prompt(view, picked, follows) what the seat to move is asked after some picks, given the ids
                                  that may follow; see core.prompts
    why(view, path, follows)      why the last id of a path cannot be picked; None leaves it to
                                  what `refuse` says about similar moves
    sides(state)                  the side that each seat plays now, by the number in its label
                                  (`labels.seat_0`), for games in which seats can change sides
    cautions                      moves that a screen may ask about before it plays them
    drops(view)                   for a choice id the ids of drawn things on which it can be
                                  dropped, each with the picks that this stands for
    buttons                       picks that are no things on the table, such as "pass"
    route(view, move)             the squares that a piece touches on its way, for screens
    moment(state, steps)          the state at the instant at which a move was made and what follows
                                  from it was not, such as a card that lies revealed before the row
                                  is paid; None where the state after the move shows it all
    prepare()                     compiles what the game runs beyond its kernels

    Optional parts are modules below the game's folder, named here by their path from it and loaded
    by `registry.part` when first asked for:

    terminal    draw(view, lang, room, picked) -> Canvas; it may have more: see terminal.boards
    agent       ENCODING, see core.encoding
    search      search(game, view, budget, seed, stop) -> Analysis, the game's own search, which
                its levels and analyses use in place of the generic ones; see search.api
    study       classify(before, move, after) -> pairs of group and key, see lab.moves
    beats       beats(happening) -> list of Beat: what happened, moment by moment, see core.beats
    review      luck(before, after), draws(state), unseen(state, rng), shares(state, out),
                why(world, played, best, facts), each if the game has it: see reviewing.luck and
                reviewing.explaining
    puzzles     KINDS, the kinds of puzzles the game has beside the best move: see puzzling.kinds

    Tables beside them are found by their names: bot/levels.toml, study.toml, lesson.toml.

    `earlier` keeps what records of earlier versions of the rules need: for each of them the values
    of options, under their names of then, that go by another name now.
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
    drops: Callable[[View], dict[str, dict[str, list[str]]]] = lambda view: {}
    cautions: tuple[Caution, ...] = ()
    prompt: Callable[[View, tuple[str, ...], tuple[str, ...]], Prompt] | None = None
    why: Callable[[View, tuple[str, ...], tuple[str, ...]], Prompt | None] | None = None
    sides: Callable[[State], tuple[int, ...]] | None = None
    route: Callable[[View, str], list[str]] | None = None
    moment: Callable[[State, Sequence[int]], State | None] | None = None
    terminal: str | None = None
    agent: str | None = None
    search: str | None = None
    study: str | None = None
    beats: str | None = None
    review: str | None = None
    puzzles: str | None = None
    earlier: Mapping[int, Mapping[str, Mapping[Any, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make states records that Python reads fast."""
        object.__setattr__(self, "dtype", quick_type(self.dtype))

    def plays(self, version: int) -> bool:
        """Return whether records of a version of the rules can be replayed."""
        return version == self.version or version in self.earlier

    def updated(self, options: Options, version: int) -> dict[str, Any]:
        """Return the options of a record, of a version that `plays`, as they are called now."""
        renamed = self.earlier.get(version, {})
        return {name: _renamed(value, renamed.get(name, {})) for name, value in options.items()}

    def version_of(self, options: Options) -> int:
        """Return the version of the rules that a text comes from, by the options that it names."""
        missing = [option.since - 1 for option in self.options if option.name not in options]
        return min([self.version, *(version for version in missing if version > 0)])


def _renamed(value: Any, names: Mapping[Any, Any]) -> Any:
    """Return the present name of a value; data of a user's own has none."""
    return names.get(value, value) if isinstance(value, str) else value
