"""The board of a session as the viewer sees it, with its choices."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludoteca.core import texts
from ludoteca.core.definition import View
from ludoteca.core.position import Position
from ludoteca.drawing.canvas import Canvas, Room
from ludoteca.terminal import boards
from ludoteca.terminal.board_view import Marks, with_bar
from ludoteca.terminal.session import Session
from ludoteca.terminal.walk import Place, Walk

BAR_ROWS = 2


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A drawn board: the canvas, what is marked on it, and the spoken label of each choice."""

    canvas: Canvas
    marks: Marks
    labels: dict[str, str]

    def label(self, choice: str | None) -> str:
        """Return the spoken label of a choice."""
        return self.labels.get(choice or "", "")

    def places(self) -> dict[str, Place]:
        """Return where each choice is."""
        return {spot.choice: spot.middle for spot in reversed(self.canvas.spots)}


@lru_cache(maxsize=2)
def scene_labels(
    position: Position, viewer: int, lang: str, names: tuple[str, ...]
) -> dict[str, str]:
    """Return the spoken labels of all things that can be picked, what lies on top counting."""
    scene: Any = position.scene(viewer, lang=lang, names=names)
    view = position.view(viewer)
    return {
        e.choice: boards.label(e.choice, view, lang) or e.label
        for e in scene.ordered()
        if e.choice is not None and e.label
    }


def short_name(choice: str, walk: Walk, view: View, lang: str) -> str:
    """Return what a choice is called in the list below the board."""
    own = boards.name(choice, view, lang)
    button = (texts.find(view["game"], "buttons", lang) or {}).get(choice)
    if choice == "roll":
        return texts.say("terminal", "table.roll", lang)
    return own or button or walk.move_at(choice) or choice


def _shown_view(session: Session, walk: Walk, viewer: int) -> View:
    """Return the view, with the move shown as made that the cursor would complete.

    Only as far as nothing is hidden or left to chance: there a move shows nothing new.
    """
    position, definition = session.match.position, session.match.game.definition
    view = position.shown(viewer)
    move = walk.move_at(walk.cursor) if walk.path else None
    if move is None:
        return view
    after = position.step(move).view(viewer)
    if not definition.hidden and not definition.chance:
        return after
    return view | {part: after[part] for part in boards.foreseen(definition.name)}


def _last_choices(session: Session) -> frozenset[str]:
    """Return the things that the last move went through, where they are the same for everyone."""
    definition = session.match.game.definition
    common = not definition.hidden and not definition.chance
    return frozenset(session.last_path) if common else frozenset()


def _goals(session: Session, walk: Walk, view: View) -> frozenset[str]:
    """Return the places that matter to what is picked, or to what the cursor is on before."""
    about = walk.path[0] if walk.path else walk.cursor
    return frozenset(session.match.game.definition.marks(view).get(about or "", ()))


def picture_of(
    session: Session,
    walk: Walk,
    lang: str,
    *,
    width: int,
    height: int,
    viewer: int | None = None,
    moment: View | None = None,
) -> Picture:
    """Return the board in a place of that size; `moment` is a view shown in place of the last."""
    match, names = session.match, session.names(lang)
    viewer = session.viewer() if viewer is None else viewer
    room = Room(max(20, width), max(8, height - BAR_ROWS))
    shown = moment or _shown_view(session, walk, viewer)
    canvas = boards.draw(shown | {"names": names}, lang, room, walk.path)
    view = match.position.view(viewer)
    on_board = {spot.choice for spot in canvas.spots}
    bar = {
        choice: short_name(choice, walk, view, lang)
        for choice in walk.branch
        if choice not in on_board
    }
    with_bar(canvas, bar, room.width, rows=BAR_ROWS)
    marks = Marks(
        may=frozenset(walk.branch),
        cursor=walk.cursor,
        picked=tuple(walk.path),
        last=frozenset() if walk.path else _last_choices(session),
        goals=_goals(session, walk, view) if walk.tree else frozenset(),
    )
    labels = scene_labels(match.position, viewer, lang, names)
    return Picture(canvas=canvas, marks=marks, labels=labels)
