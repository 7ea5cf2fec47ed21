"""A position of any game: its legal moves, its outcome, and the view of each seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ludoteca.core import choices, native, storage, texts
from ludoteca.core.arrays import State
from ludoteca.core.chance import Chance, Draws, draws_from
from ludoteca.core.choices import Choice, Tree
from ludoteca.core.definition import Drawing, View
from ludoteca.core.errors import IllegalMove, InvalidNotation, quoted
from ludoteca.core.kernels import CHANCE, OVER

if TYPE_CHECKING:
    from ludoteca.core.beats import Beat
    from ludoteca.core.game import Game


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a game ended: each seat's share of the win, why, and the points where there are any."""

    returns: tuple[float, ...]
    reason: str
    scores: tuple[int, ...] | None = None
    details: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)

    def text(self, owner: str, lang: str) -> str:
        """Return why the game ended, in the words of a game or of the core."""
        told = texts.say(owner, f"endings.{self.reason}", lang)
        if self.details:
            told += " " + texts.say(owner, f"endings_more.{self.reason}", lang, **self.details)
        return told

    def view(self) -> View:
        """Return the outcome as plain data."""
        scores = None if self.scores is None else list(self.scores)
        return {"returns": list(self.returns), "reason": self.reason, "scores": scores}


class Position:
    """One moment of one game. It never changes: playing gives a new position."""

    __slots__ = ("_chance", "_ended", "_state", "_to_move", "game")
    _to_move: int | None
    _ended: Outcome | None

    def __init__(self, game: "Game", state: State, chance: Chance) -> None:
        self.game = game
        self._state = state
        self._chance = chance
        self._ended = None

    @property
    def to_move(self) -> int | None:
        """Return the seat whose turn it is, CHANCE when dice or cards decide, None at the end."""
        try:
            return self._to_move
        except AttributeError:  # a field of a record takes long to read, so it is read once
            seat = int(self._state.to_move)
            self._to_move = None if seat == OVER else seat
            return self._to_move

    @property
    def sides(self) -> tuple[int, ...]:
        """Return the side that each seat plays: its own number unless the seats have
        changed sides.
        """
        sides = self.game.definition.sides
        return tuple(range(self.game.seats)) if sides is None else sides(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self.to_move is not None:
            return None
        share = np.zeros(self.game.seats)
        self.game.definition.kernels.returns(self._state, share)
        ending = self.game.definition.ending(self._state)
        returns = tuple(float(value) for value in share)
        return Outcome(
            returns=returns, reason=ending.reason, scores=ending.scores, details=ending.details
        )

    def state(self) -> State:
        """Return a copy of the record, for kernels. It is the whole truth; bots take a view."""
        return storage.copy_state(self._state)

    def actions(self) -> list[int]:
        """Return the legal moves as action ids, sorted; none when no seat is to move."""
        if self._state.to_move < 0:
            return []
        if native.count(self.game.name):
            self.game.compile_rules()
        out = np.empty(self.game.definition.capacity, np.int64)
        count = self.game.definition.kernels.legal(self._state, out)
        actions: list[int] = out[:count].tolist()
        return actions

    def moves(self) -> list[str]:
        """Return the legal moves as text; at a chance event its outcomes; nothing at the end."""
        if self.to_move == CHANCE:
            return self.game.definition.events(self._state)
        return [self.game.definition.write(self._state, action) for action in self.actions()]

    def play(self, move: str) -> "Position":
        """Return the position after a move (or chance outcome), with any new deal made.

        Raises InvalidNotation for a text that is no move, IllegalMove for one not legal here.
        """
        return self.step(move).deal()

    def step(self, move: str) -> "Position":
        """Return the position right after a move or chance outcome, a new deal still pending."""
        if not isinstance(move, str) or len(move) > 2000:
            raise InvalidNotation("not_a_move", move=quoted(move))
        return self._after(self._steps(move))

    def _steps(self, move: str) -> list[int]:
        """Return the action of a legal move, or the draws of a chance outcome."""
        if self.to_move is None:
            raise IllegalMove("game_over", move=move)
        if self.to_move == CHANCE:
            return self.game.definition.read_event(self._state, move)
        return [self._legal_action(move)]

    def unchecked(self, move: str) -> "Position":
        """Return the position after a well-formed move, legal or not, to show why it is not."""
        return self._after([self.game.definition.read(self._state, move)])

    def moment(self, move: str) -> "Position | None":
        """Return the instant between a move and what follows from it, where the game has one."""
        moment = self.game.definition.moment
        state = None if moment is None else moment(self._state, self._steps(move))
        return None if state is None else Position(self.game, state, self._chance)

    def beats(self, move: str, seat: int | None) -> "tuple[Beat, ...]":
        """Return the event of a move or chance outcome as a seat sees it."""
        from ludoteca.core.beats import beats

        return beats(self, move, self.step(move), seat)

    def _legal_action(self, move: str) -> int:
        definition = self.game.definition
        action = definition.read(self._state, move)
        if action not in self.actions():
            why = definition.refuse(self._state, action)
            raise IllegalMove(why.reason, owner=definition.name, move=move, **why.details)
        return action

    def _after(self, steps: Sequence[int]) -> "Position":
        """Return the position after trusted actions, or after the draws of one chance event."""
        state = storage.copy_state(self._state)
        for step in steps:
            self.game.definition.kernels.apply(state, step)
        chance = self._chance.after() if self.to_move == CHANCE else self._chance
        return Position(self.game, state, chance)

    def deal(self) -> "Position":
        """Return the position once the deals that the rules call for now are made from the seed."""
        position = self
        while position.to_move == CHANCE and self.game.definition.deals_itself:
            position = position.roll()
        return position

    def roll(self, rng: object = None) -> "Position":
        """Return the position after the pending chance event, drawn from `rng` or the own seed."""
        return self._after(self._draw(self._chance.stream() if rng is None else draws_from(rng)))

    def with_chance(self, chance: Chance) -> "Position":
        """Return the same position with its chance coming from elsewhere."""
        position = Position(self.game, self._state, chance)
        position._ended = self._ended
        return position

    def closed(self, outcome: Outcome) -> "Position":
        """Return the same position of a game that ended here, though not by its rules.

        It differs in what `shown` returns only: in what is drawn and told of it.
        """
        position = Position(self.game, self._state, self._chance)
        position._ended = outcome
        return position

    def chance_text(self) -> str:
        """Return the outcome that the game's own seed gives the pending chance event."""
        draws = self._draw(self._chance.stream())
        return self.game.definition.write_event(self._state, draws)

    def _draw(self, source: Draws) -> list[int]:
        """Return the single draws of the pending chance event, until it is decided."""
        if self.to_move != CHANCE:
            raise IllegalMove("no_chance", move="roll")
        kernels, state = self.game.definition.kernels, storage.copy_state(self._state)
        out, weight = np.empty((2, self.game.definition.capacity), np.int64)
        draws: list[int] = []
        while state.to_move == CHANCE:
            count = kernels.outcomes(state, out, weight)
            ticket = source.below(int(weight[:count].sum()))
            index = int(np.searchsorted(np.cumsum(weight[:count]), ticket, side="right"))
            draws.append(int(out[index]))
            kernels.apply(state, draws[-1])
        return draws

    def view(self, seat: int | None, *, memory: bool = False) -> View:
        """Return what a seat (None: a spectator) may see; memory adds what it has seen before."""
        self._check_seat(seat)
        definition = self.game.definition
        head: View = {"game": self.game.name, "options": dict(self.game.options), "seat": seat}
        head["seats"] = self.game.seats
        head["to_move"] = self.to_move
        outcome = self.outcome
        head["outcome"] = None if outcome is None else outcome.view()
        return head | definition.view(self._state, seat, memory)

    def shown(
        self, seat: int | None, *, memory: bool = False, names: Sequence[str] | None = None
    ) -> View:
        """Return the view to draw or tell: with the names of the players, if they are given.

        After a resignation or an agreed draw nobody is to move in it, and it has the outcome.
        """
        view = self.view(seat, memory=memory)
        if self._ended is not None:
            view |= {"to_move": None, "outcome": self._ended.view()}
        return view if names is None else view | {"names": names}

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None:
            self.game.check_seat(seat)

    def reveal(self) -> View:
        """Return the whole truth, for tests and finished games."""
        return self.game.definition.reveal(self._state) | {"to_move": self.to_move}

    def choices(self, seat: int | None) -> Tree:
        """Return the tree of what a seat may pick now; empty when it is not its turn."""
        self._check_seat(seat)
        if self.to_move == CHANCE:
            return {} if self.game.definition.deals_itself or seat is None else {"roll": "roll"}
        if seat is None or seat != self.to_move:
            return {}
        definition, actions = self.game.definition, self.actions()
        ways = self._ways(actions)
        reverses = [
            choices.reverse(*way)
            for action, way in zip(actions, ways, strict=True)
            if definition.either_order(self._state, action)
        ]
        return choices.grow(ways + reverses)

    def ways(self) -> list[tuple[tuple[str, ...], str]]:
        """Return the path of picks of each legal move with the move; nothing at the end."""
        if self.to_move == CHANCE:
            raise IllegalMove("chance_decides", move="")
        return self._ways(self.actions())

    def _ways(self, actions: Sequence[int]) -> list[tuple[tuple[str, ...], str]]:
        definition, state = self.game.definition, self._state
        return [(definition.path(state, each), definition.write(state, each)) for each in actions]

    def choose(self, path: Sequence[str], *, seat: int | None = None) -> Choice:
        """Classify a path of picks for a seat (by default the one to move)."""
        mover = self.to_move if self.to_move != CHANCE else 0
        return choices.choose(self.choices(mover if seat is None else seat), path)

    def path(self, move: str) -> tuple[str, ...]:
        """Return the path of picks that makes a legal move."""
        if self.to_move == CHANCE or self.to_move is None:
            raise IllegalMove("game_over" if self.to_move is None else "chance_decides", move=move)
        return self.game.definition.path(self._state, self._legal_action(move))

    def text(self) -> str:
        """Return the whole position as one line, its secrets and the seed of its chance
        included.
        """
        return self.game.write(self._state, self._chance)

    def scene(
        self,
        seat: int | None,
        *,
        lang: str = "en",
        memory: bool = False,
        names: Sequence[str] | None = None,
    ) -> Drawing:
        """Return the drawing of what a seat may see.

        `names` say what the viewer calls each player.
        """
        return self.game.definition.scene(self.shown(seat, memory=memory, names=names), lang)

    def words(
        self,
        seat: int | None,
        lang: str = "en",
        *,
        memory: bool = False,
        names: Sequence[str] | None = None,
    ) -> str:
        """Return what a seat may see, in words and with a small board of text.

        `names` are as in `scene`.
        """
        return self.game.words(self.shown(seat, memory=memory, names=names), lang)

    def _repr_svg_(self) -> str:
        """Return the board as the seat to move sees it, for notebooks."""
        return self.scene(self.to_move if self.to_move != CHANCE else None).svg()

    def reason(self, lang: str = "en") -> str:
        """Return why the game ended, as a sentence."""
        outcome = self.outcome
        if outcome is None:
            return ""
        return outcome.text(self.game.name, lang)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._state.tobytes() == other._state.tobytes()

    def __hash__(self) -> int:
        return hash((self.game, self._state.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Store the game by its name, the state as bytes and the seed of its chance."""
        return restored, (self.game, self._state.tobytes(), self._chance)

    def __repr__(self) -> str:
        return f"<Position of {self.game.label()}: {self._turn()}>"

    def _turn(self) -> str:
        outcome = self.outcome
        if outcome is not None:
            return f"over, {outcome.reason}, returns {outcome.returns}"
        return "chance to move" if self.to_move == CHANCE else f"seat {self.to_move} to move"

    def __str__(self) -> str:
        """Return the small text board as the seat to move sees it; a spectator's at other times."""
        seat = None if self.to_move == CHANCE else self.to_move
        return self.words(seat) or repr(self)


def restored(game: "Game", state: bytes, chance: Chance) -> Position:
    """Return a position that was stored by pickle."""
    return Position(game, storage.state_of_bytes(state, game.definition.dtype), chance)
