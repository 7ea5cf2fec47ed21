"""The head of a report: what was played, on which board, and the way to each part of the page."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ludoteca.core import registry, texts
from ludoteca.drawing.scene import Scene
from ludoteca.lab.report.labels import called, game_of, say
from ludoteca.lab.report.table import table
from ludoteca.lab.rows import LineupFigures, StudyReport

MOST_TEXT = 60


def played(report: StudyReport, lang: str) -> list[str]:
    """Return a table of the lineups with their options and players, and the boards."""
    heads = [say(key, lang) for key in ("options", "who_played", "games", "opening_plies")]
    rows = [_row(report.game, one, lang) for one in report.lineups]
    return [table(heads, rows), *_boards(report, lang)]


def _row(game: str, one: LineupFigures, lang: str) -> list[str]:
    options, counts = _options(game, one, lang), (one.games, one.opening_plies)
    return [options, _players(one, lang), *map(str, counts)]


def _options(game: str, one: LineupFigures, lang: str) -> str:
    """Return every option of a lineup by its title, with the value as the set-up calls it."""
    parts = []
    for name, value in one.options.items():
        words: Mapping[str, Any] = texts.find(game, f"options.{name}", lang) or {}
        shown = value if isinstance(value, str | int) else one.compared.get(name)
        if shown is None:
            shown = "none" if value is None else _short(value)
        parts.append(f"{words.get('title', name)}: {words.get(str(shown), shown)}")
    return "; ".join(parts) or say("usual", lang)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}…"


def _players(one: LineupFigures, lang: str) -> str:
    return ", ".join(called(player, lang) for player in one.players)


def _boards(report: StudyReport, lang: str) -> list[str]:
    """Return a picture of the start of each game that was played, each once."""
    drawn: dict[str, str] = {}
    for one in report.lineups:
        key = json.dumps(one.options, sort_keys=True)
        if key not in drawn:
            game = registry.load_closed(report.game, one.options)
            scene = game.start(seed=report.seed).scene(None, lang=lang)
            assert isinstance(scene, Scene)
            caption = escape(game_of(one, lang) or game.title(lang))
            drawn[key] = f"<figure>{scene.svg()}<figcaption>{caption}</figcaption></figure>"
    return [f'<div class="boards">{"".join(drawn.values())}</div>']


def contents(parts: Sequence[tuple[str, str]], lang: str) -> str:
    """Return the table of contents of pairs of an anchor and a title."""
    rows = "".join(f'<li><a href="#{anchor}">{escape(title)}</a></li>' for anchor, title in parts)
    return f'<nav aria-label="{escape(say("contents", lang))}"><ul>{rows}</ul></nav>'
