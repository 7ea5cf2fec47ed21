"""The last move as a viewer saw it: the elements it touched, its origin, and a sentence.

Everything is derived from the viewer's scenes before and after. From the mover's own scene only the
ids of the picked elements are used, and those follow from the move, which is public.
"""

from typing import cast

from msgspec.structs import replace

from ludoteca.core import texts
from ludoteca.core.position import Position
from ludoteca.drawing.scene import Element, Scene
from ludoteca.match import Event as Recorded
from ludoteca.server.match import narration, story
from ludoteca.server.match.history import Last
from ludoteca.server.wire.responses import LastMove

Things = dict[str, Element]


def told(last: Last | None, seat: int | None) -> LastMove | None:
    """Return the last move; include its path only for viewers whose ids agree with the mover's."""
    if last is None:
        return None
    before, ply, recorded = last
    assert recorded.who is not None
    # Where hands are hidden, ids such as "own card" mean something else to everybody else.
    same_ids = recorded.who == seat or not before.game.definition.hidden
    path = before.path(recorded.text) if same_ids else None
    return LastMove(ply=ply, seat=recorded.who, text=recorded.text, path=path)


def last_move(
    last: Last | None,
    scene: Scene,
    ply: int,
    seat: int | None,
    lang: str,
    names: tuple[str, ...] | None = None,
) -> LastMove | None:
    """Return the last move with the elements it touched, their previous ids, and a sentence."""
    message = told(last, seat)
    if last is None or message is None:
        return None
    trace = Trace(last, scene, seat, lang, settled=last[1] == ply, names=names)
    return replace(message, trail=_trail(last, trace, seat), moved=trace.moved, said=trace.said())


def _trail(last: Last, trace: "Trace", seat: int | None) -> list[str]:
    """Return the places that a move touched, and the things it was about where they are now."""
    before, _, recorded = last
    things = story.trail(before, recorded.text, seat, trace.after)
    if not things:
        return trace.trail()
    places = [name for name in trace.trail() if trace.after[name].role != "piece"]
    return list(dict.fromkeys([*places, *things]))


def intended(position: Position, move: str, seat: int, lang: str) -> str:
    """Return a move that could be made, as a sentence; its notation where there is none.

    What becomes of the thing is said only where nothing is hidden or left to chance.
    """
    scene = cast(Scene, position.scene(seat, lang=lang))
    definition = position.game.definition
    if not definition.hidden and not definition.chance:
        last: Last = position, 0, Recorded(who=seat, text=move)
        after = cast(Scene, position.step(move).scene(seat, lang=lang))
        return Trace(last, after, seat, lang, settled=True).said() or move
    first = position.path(move)[0]
    labels = [thing.label for thing in scene.ordered() if thing.choice == first]
    thing = _brief(labels[-1]) if labels else ""
    return narration.sentence(definition.name, move, lang, thing=thing) or move


def _things(scene: Scene) -> Things:
    return {element.id: element for element in scene.ordered()}


def _brief(label: str) -> str:
    """Return a label without what it explains: its first sentence, of a "name:
    sentence." the name.
    """
    first, _, rest = label.partition(". ")
    name = first.partition(": ")[0] if label.endswith(".") and not rest else first
    return name.rstrip(".")


class Trace:
    """What one viewer saw of a move; `settled` unless chance has decided something since."""

    def __init__(
        self,
        last: Last,
        scene: Scene,
        seat: int | None,
        lang: str,
        *,
        settled: bool,
        names: tuple[str, ...] | None = None,
    ) -> None:
        before, _, recorded = last
        self.lang, self.game, self.settled = lang, before.game.name, settled
        self.before = _things(cast(Scene, before.scene(seat, lang=lang, names=names)))
        self.after = _things(scene)
        self.mover = self.before
        if seat != recorded.who:
            self.mover = _things(cast(Scene, before.scene(recorded.who, lang=lang, names=names)))
        self.text, self.path = recorded.text, before.path(recorded.text)
        self.picked = [self._picked(pick) for pick in self.path]
        self.moved = self._moved()

    def _picked(self, choice: str) -> list[str]:
        """Return the place and the piece that were picked together.

        Of equal pieces only the first.
        """
        found = [thing for thing in self.mover.values() if thing.choice == choice]
        pieces = [thing for thing in found if thing.role == "piece"]
        return [thing.id for thing in found if thing not in pieces[1:]]

    def _seen(self, number: int) -> list[str]:
        """Return what the viewer saw of a pick."""
        return [name for name in self.picked[number] if name in self.before]

    def _moved(self) -> dict[str, str]:
        """Return where the one new piece was before: what was picked first, unless that went
        itself.
        """
        pieces = [name for name, thing in self.after.items() if thing.role == "piece"]
        new = [name for name in pieces if name not in self.before] if self.settled else []
        origin = self._origin()
        if len(new) != 1 or origin is None or self._went(origin):
            return {}
        return {new[0]: origin}

    def _origin(self) -> str | None:
        """Return the piece that was picked first, or one of the mover's that the viewer saw from
        behind.

        No other viewer can know which of those it was, so the middle one is used.
        """
        if first := self._seen(0):
            return first[-1] if self.before[first[-1]].role == "piece" else None
        hidden = (thing for name, thing in self.before.items() if name not in self.mover)
        backs = [thing.id for thing in hidden if thing.role == "piece" and not thing.choice]
        return backs[len(backs) // 2] if backs else None

    def _went(self, name: str) -> bool:
        """Return whether a thing lies elsewhere now."""
        old, now = self.before[name], self.after.get(name)
        return now is not None and (old.x, old.y) != (now.x, now.y)

    def trail(self) -> list[str]:
        """Return the ids of the things and places that the move touched and that are
        still there.
        """
        touched = [name for number in range(len(self.path)) for name in self._seen(number)]
        return [name for name in dict.fromkeys([*touched, *self.moved]) if name in self.after]

    def said(self) -> str:
        """Return the move as a sentence; without one, what was picked and what became of it."""
        became = self._became()
        names = {"thing": self._name(0), "became": became}
        if sentence := narration.sentence(self.game, self.text, self.lang, **names):
            return sentence
        places = 1 if became and self.path[1:] and self._is_place(1) else 0
        rest = [self._name(number) for number in range(1 + places, len(self.path))]
        parts = [self._name(0), became, *rest]
        return "; ".join(dict.fromkeys(part for part in parts if part))

    def _is_place(self, number: int) -> bool:
        """Return whether a pick is the destination of the first one."""
        return any(self.before[name].role == "place" for name in self._seen(number))

    def _became(self) -> str:
        """Return the label of the first pick after the move, where it is known to be the same
        thing.
        """
        seen, alone = self._seen(0), len(set(self.path[:2])) == 1
        for new, old in self.moved.items():
            if old in seen:
                return _brief(self.after[new].label)
        if seen and seen[-1] in self.after and (self._went(seen[-1]) or (alone and self.settled)):
            return _brief(self.after[seen[-1]].label)
        return ""

    def _name(self, number: int) -> str:
        """Return the label of a picked thing, also of one that lies open only now, or of its
        button.
        """
        if seen := self._seen(number):
            return _brief(self.before[seen[-1]].label)
        opened = [name for name in self.picked[number] if name in self.after]
        if opened:
            return _brief(self.mover[opened[0]].label)
        return texts.find(self.game, f"buttons.{self.path[number]}", self.lang) or ""
