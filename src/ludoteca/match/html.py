"""Matches as HTML, for notebooks."""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from ludoteca.core.kernels import CHANCE
from ludoteca.match.text import write_result

if TYPE_CHECKING:
    from ludoteca.match.match import Match


def match_html(match: "Match", lang: str = "en") -> str:
    """Return a record as HTML: the last position as everybody sees it, the players, the moves."""
    scene: Any = match.position.scene(None, lang=lang)
    moves = "".join(f"<li>{escape(text)}</li>" for text in _events(match))
    tags = "".join(f"<br>{escape(key)}: {escape(text)}" for key, text in match.tags.items())
    return (
        '<div style="display:flex;gap:1.5em;align-items:flex-start">'
        f'<div style="flex:0 1 420px">{scene.svg()}</div>'
        f"<div><b>{escape(match.game.title(lang))}</b><br>{escape(write_result(match))}{tags}"
        f'<ol style="max-height:26em;overflow:auto">{moves}</ol></div></div>'
    )


def _events(match: "Match") -> Iterable[str]:
    """Yield the public text of each event; a deal of hidden cards is public after the end."""
    secret = match.game.definition.hidden and match.outcome is None
    for event in match.events:
        yield "…" if secret and event.who == CHANCE else event.text
