"""A game with its options: where positions begin and where texts become positions again."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.core import native, storage, texts
from ludoteca.core.arrays import State
from ludoteca.core.chance import SEED_BYTES, Chance, seed_bytes
from ludoteca.core.definition import Definition, View
from ludoteca.core.errors import (
    CannotThink,
    InvalidOption,
    InvalidPosition,
    InvalidSeat,
    LudotecaError,
    quoted,
)
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.core.rng import Rng

MAX_TEXT = 200_000
_GARBAGE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that Python and NumPy raise for malformed data."""
_NO_CHANCE = Chance(seed=bytes(SEED_BYTES))


class Game:
    """One game with its options chosen."""

    def __init__(self, definition: Definition, options: Mapping[str, object]) -> None:
        self.definition = definition
        known = {option.name: option for option in definition.options}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "–"
                raise InvalidOption(
                    "unknown_option", game=definition.name, option=name, options=names
                )
        self._resolved: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        for name, option in known.items():
            value = options.get(name, option.default)
            self._resolved[name] = option.resolve(value)
            named = value is None or value == option.default or option.read is None
            self.options[name] = value if named or isinstance(value, str) else self._resolved[name]
        self.seats = definition.seats(self._resolved)
        self._base = storage.new_state(definition.dtype)
        definition.setup(self._base, self._resolved)

    @property
    def name(self) -> str:
        """Return the id by which the game is loaded."""
        return self.definition.name

    def title(self, lang: str = "en") -> str:
        """Return the game's name for people."""
        return texts.say(self.name, "title", lang)

    def rules(self, lang: str = "en") -> str:
        """Return the rules for people, as Markdown."""
        return texts.document(self.name, "rules", lang)

    def words(self, view: View, lang: str = "en") -> str:
        """Return a view in words, with a small board of text."""
        return self.definition.words(view, lang)

    def compile_rules(self) -> None:
        """Make the rules native now, compiled if they are not yet."""

        def work() -> None:
            position = self.start(seed=0)
            position = position.roll() if position.to_move == CHANCE else position
            position.play(position.moves()[0]).moves()
            self.definition.prepare()

        native.require(self.name, native.RULES, work)

    def begin(self, seed: int | bytes | None = None, *, contributions: bytes = b"") -> Position:
        """Return the position before any deal."""
        chance = Chance(seed=seed_bytes(seed), contributions=contributions)
        return Position(self, storage.copy_state(self._base), chance)

    def start(self, seed: int | bytes | None = None, *, contributions: bytes = b"") -> Position:
        """Return the position before the first decision.

        The same seed gives the same game, everywhere.
        """
        return self.begin(seed, contributions=contributions).deal()

    def state(self) -> State:
        """Return a copy of the record at the very beginning, for kernels."""
        return storage.copy_state(self._base)

    def imagine(self, view: View, rng: Rng) -> State:
        """Return a state that agrees with a view with memory; for bots.

        Raise CannotThink for any data that is not a view of this game with these options.
        """
        state = self.state()
        try:
            alike = self._restore(state, view)
        except (LudotecaError, *_GARBAGE) as error:
            raise CannotThink("impossible_view", game=self.name) from error
        if not alike:
            raise CannotThink("impossible_view", game=self.name)
        self.definition.kernels.imagine(state, view["seat"], rng)
        return state

    def _restore(self, state: State, view: View) -> bool:
        """Make a state of a view, one that can be, and return whether it looks like that view."""
        seat = view["seat"]
        if seat is not None or self.definition.hidden:
            self.check_seat(seat)
        self.definition.restore(state, view)
        self.definition.check(state, self._base)
        seen = Position(self, state, _NO_CHANCE).view(seat, memory="memory" in view)
        return bool(seen == view)

    def check_seat(self, seat: object) -> None:
        """Raise InvalidSeat for a number that is not a seat of this game."""
        whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if not whole or seat not in range(self.seats):
            raise InvalidSeat("bad_seat", seat=quoted(seat, 20), seats=self.seats)

    def options_text(self) -> str:
        """Return the options as one canonical JSON text without spaces."""
        return canonical(self.options)

    def has_options(self, text: str, version: int | None = None) -> bool:
        """Return whether a canonical JSON text names options of this game; the rest are defaults.

        `version` is that of the rules by which the options are called; by default the one that
        brought the last of them.
        """
        try:
            table = json.loads(text)
        except (ValueError, RecursionError):
            return False
        if not isinstance(table, dict) or canonical(table) != text:
            return False
        then = self.definition.version_of(table) if version is None else version
        given = self.definition.updated(table, then)
        defaults = {option.name: option.default for option in self.definition.options}
        return canonical({**defaults, **given}) == self.options_text()

    def write(self, state: State, chance: Chance) -> str:
        """Return a position as one line: the game, its options, its chance, and every field that
        moved.
        """
        parts = [self.name, self.options_text()]
        if self.definition.chance:
            added = chance.contributions.hex() or "-"
            parts.append(f"{chance.seed.hex()}.{added}.{chance.event}")
        fields = storage.write_state(state, self._base)
        return " ".join([*parts, fields] if fields else parts)

    def parse(self, text: str) -> Position:
        """Return the position that a text stands for; InvalidPosition if it cannot be one."""
        if not isinstance(text, str) or len(text) > MAX_TEXT:
            raise InvalidPosition("not_a_position")
        name, *parts = text.split(" ")
        if name != self.name or not parts or not self.has_options(parts[0]):
            raise InvalidPosition("other_game", game=self.name, options=self.options_text())
        del parts[0]
        chance = Chance(seed=seed_bytes(None))
        if self.definition.chance:
            chance = read_chance(parts.pop(0) if parts else "")
        state = storage.read_state(parts, self._base)
        self._check(state)
        return Position(self, state, chance)

    def _check(self, state: State) -> None:
        try:
            self.definition.check(state, self._base)
        except LudotecaError:
            raise
        except _GARBAGE:
            raise InvalidPosition("not_a_position") from None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.options_text()) == (other.name, other.options_text())

    def __hash__(self) -> int:
        return hash((self.name, self.options_text()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game by its name, module and options, which hold data, never paths."""
        from ludoteca.core import registry

        module = registry.modules()[self.name]
        return registry.revive, (self.name, module, self.definition.version, self.options)

    def label(self) -> str:
        """Return the name with the options that differ from their defaults, for programmers."""
        defaults = {option.name: option.default for option in self.definition.options}
        chosen = [
            f"{name}={value}" if isinstance(value, str | int) else f"{name}=…"
            for name, value in self.options.items()
            if value != defaults[name]
        ]
        return f"{self.name} ({', '.join(chosen)})" if chosen else self.name

    def __repr__(self) -> str:
        return f"<Game {self.label()}, {self.seats} seats>"

    def __str__(self) -> str:
        return self.label()


def canonical(options: Mapping[str, object]) -> str:
    """Return options as one JSON text without spaces, sorted by name."""
    text = json.dumps(options, sort_keys=True, separators=(",", ":"))
    return text.replace(" ", "\\u0020")


def read_chance(text: str) -> Chance:
    """Return where chance stands, from the text of a position."""
    seed, _, rest = text.partition(".")
    added, _, event = rest.partition(".")
    try:
        raw, contributions = bytes.fromhex(seed), bytes.fromhex("" if added == "-" else added)
    except ValueError:
        raise InvalidPosition("bad_chance") from None
    if len(raw) != SEED_BYTES or not event.isascii() or not event.isdigit() or len(event) > 9:
        raise InvalidPosition("bad_chance")
    return Chance(seed=raw, contributions=contributions, event=int(event))


def seat_counts(definition: Definition) -> list[int]:
    """Return how many seats a game can have, few first, over the values of each option alone."""
    choices = [{option.name: value} for option in definition.options for value in option.values]
    return sorted({Game(definition, options).seats for options in ({}, *choices)})
