"""Beats: the events between two positions, moment by moment, as one seat sees them.

A game gives its beats in the module that its definition names as `beats`:

    beats(happening) -> list of Beat

It gets views only, so a beat cannot reveal anything that the seat did not see. For what the module
leaves out, and for a game without one, there is one generic beat. Screens play the beats in order,
each with its picture, its sentence and its breath.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludoteca.core import registry, texts
from ludoteca.core.definition import View
from ludoteca.core.kernels import CHANCE

if TYPE_CHECKING:
    from ludoteca.core.position import Position

MOVE, CHANCE_BEAT = "move", "chance"
_GENERIC_MS = {MOVE: 900, CHANCE_BEAT: 700}
_CORE = "core"


@dataclass(frozen=True, kw_only=True)
class Happening:
    """One applied move or chance event, as one seat saw it.

    mover   the seat that moved; None for chance
    event   the move, or the outcome of chance; empty where that would tell a hidden card
    moment  the view of the instant at which the move was made and what follows from it was not,
            where the game has such an instant (`Definition.moment`)
    """

    mover: int | None
    event: str
    before: View
    after: View
    moment: View | None = None


@dataclass(frozen=True, kw_only=True)
class Beat:
    """One moment of what happened: plain data for screens, the terminal and speech.

    kind     what sort of thing happened, such as reveal, clash, hop, score
    ms       how long it deserves at normal speed, in milliseconds
    key      its sentence, below `beats` in the texts of the game; empty: nothing is said
    owner    the game, or "core"
    players  which seats the sentence names; `player` is the one that acts, `other` another
    values   what else is filled in; `terms` are keys of the game's texts
    things   the ids of the scene's elements that it is about, as they are called after it
    origins  new id of an element: the id it had before, where that is another
    along    the ids of the elements that the first thing passes, from its start to its end
    to       the id of the element where the things go to, if they leave the table
    view     the picture of this moment, where it is not the one after the event
    """

    kind: str
    ms: int
    key: str = ""
    owner: str = ""
    players: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, str | int] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    things: tuple[str, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict)
    along: tuple[str, ...] = ()
    to: str | None = None
    view: View | None = None

    def text(
        self, lang: str, names: Sequence[str], *, reader: int | None = None, game: str = ""
    ) -> str:
        """Return the sentence with the players' names, or addressed to the seat that reads it.

        Where the texts have the key with `_you` or `_to_you`, that one is taken when the reader is
        the `player` or the `other` of the beat.
        """
        if not self.key:
            return ""
        owner = self.owner or game
        values: dict[str, object] = dict(self.values)
        values |= {name: names[seat] for name, seat in self.players.items()}
        values |= {name: str(texts.find(owner, key, lang)) for name, key in self.terms.items()}
        said = texts.say(owner, f"beats.{self._addressed(owner, lang, reader)}", lang, **values)
        return said[:1].upper() + said[1:]

    def _addressed(self, owner: str, lang: str, reader: int | None) -> str:
        """Return the key of the sentence for a reader."""
        if reader is None:
            return self.key
        for name, suffix in (("player", "_you"), ("other", "_to_you")):
            key = self.key + suffix
            if self.players.get(name) == reader and texts.find(owner, f"beats.{key}", lang):
                return key
        return self.key


def happening(
    before: "Position", event: str, after: "Position", seat: int | None, *, memory: bool = False
) -> Happening:
    """Return an event as a seat (None: a spectator) saw it; `after` is right after the event."""
    definition, by_chance = before.game.definition, before.to_move == CHANCE
    between = before.moment(event)
    return Happening(
        mover=None if by_chance else before.to_move,
        # A deal names every card.
        event="" if by_chance and definition.hidden else event,
        before=before.view(seat, memory=memory),
        after=after.view(seat, memory=memory),
        moment=None if between is None else between.view(seat, memory=memory),
    )


def beats(
    before: "Position", event: str, after: "Position", seat: int | None, *, memory: bool = False
) -> tuple[Beat, ...]:
    """Return the beats of one applied move or chance event for a seat (None: a spectator).

    With memory their pictures show what the seat has seen before.
    """
    seen = happening(before, event, after, seat, memory=memory)
    part = registry.part(before.game.name, "beats")
    found: Iterable[Beat] = part.beats(seen) if part is not None else ()
    return tuple(found) or (_generic(seen),)


def _generic(seen: Happening) -> Beat:
    """Return the beat of a game that gives none: who played what, in its notation."""
    if seen.mover is None:
        key = "chance_text" if seen.event else "chance"
        values = {"event": seen.event} if seen.event else {}
        return Beat(
            kind=CHANCE_BEAT, ms=_GENERIC_MS[CHANCE_BEAT], key=key, owner=_CORE, values=values
        )
    return Beat(
        kind=MOVE,
        ms=_GENERIC_MS[MOVE],
        key="move",
        owner=_CORE,
        players={"player": seen.mover},
        values={"move": seen.event},
    )


def breath(found: Iterable[Beat]) -> int:
    """Return how long beats last together at normal speed, in milliseconds."""
    return sum(beat.ms for beat in found)
