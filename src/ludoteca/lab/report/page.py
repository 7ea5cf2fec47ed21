"""The report of a study as one HTML file: plots, tables and findings."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

from ludoteca.core import registry, texts
from ludoteca.lab.report import findings, head, sections
from ludoteca.lab.report.labels import (
    called,
    equal_players,
    even_share,
    name_of,
    percent,
    say,
    without_luck,
)
from ludoteca.lab.report.pictures import PARTS, of_group, pictures
from ludoteca.lab.report.sections import Watch
from ludoteca.lab.report.table import table
from ludoteca.lab.rows import LineupFigures, MoveKind, OpeningRow, Spread, StudyReport

STYLE = """body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#2f2a22;background:#fffaf0}table{border-collapse:collapse;margin:1rem 0;font-size:.92rem}
th,td{padding:.2rem .7rem;border-bottom:1px solid #c9ae7c;text-align:right}
th:first-child,td:first-child{text-align:left}svg{width:100%;height:auto}
.wide{overflow-x:auto}p.how{color:#6d6250}
p.unfinished{border:2px solid #c0392b;padding:.4rem 1rem}
nav ul{columns:2;margin:1rem 0}
.boards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr))}
figure{max-width:22rem;margin:0}figcaption{color:#6d6250;text-align:center}"""
MOST_OPENINGS = 15


def page(
    report: StudyReport,
    lang: str,
    drawn: Mapping[str, str] | None = None,
    watch: Watch | None = None,
    file: str = "",
) -> str:
    """Return the whole report.

    `drawn` are its pictures, if already made; `watch` names games of `file` to replay.
    """
    # A game's texts are found once its folder has been imported.
    registry.definition(report.game)
    drawn = pictures(report, lang) if drawn is None else drawn
    parts = {"findings": (say("findings", lang), [_findings(report, lang)])}
    if report.comparisons:
        told = sections.comparisons(report, lang)
        parts["comparison"] = (say("comparison", lang), [told])
    for name in _TABLES:
        parts[name] = (say(name, lang), _section(report, name, drawn.get(name, ""), lang))
    for number, one in enumerate(equal_players(report), 1):
        title = say("moves", lang, lineup=name_of(one, lang))
        parts[f"moves-{number}"] = (title, _kinds(report.game, one, lang))
    if watch:
        told = sections.games_to_watch(report, watch, file, lang)
        parts["watch"] = (say("watch", lang), [told])
    return _assembled(report, parts, lang)


def _assembled(report: StudyReport, parts: Mapping[str, tuple[str, list[str]]], lang: str) -> str:
    """Return the head, the contents and the parts of a report as one page."""
    titles = [(anchor, title) for anchor, (title, _) in parts.items()]
    lines = [*_head(report, lang), head.contents(titles, lang)]
    for anchor, (title, body) in parts.items():
        lines += [f'<h2 id="{anchor}">{escape(title)}</h2>', *body]
    return "\n".join([*lines, "</body></html>", ""])


def _head(report: StudyReport, lang: str) -> list[str]:
    """Return what was played, and whether the study is complete."""
    title = say("title", lang, game=texts.say(report.game, "title", lang))
    counts = {"played": report.played, "wanted": report.wanted, "seed": report.seed}
    unfinished = f'<p class="unfinished">{escape(say("unfinished", lang, **counts))}</p>'
    return [
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        "" if report.finished else unfinished,
        f"<p>{escape(say('intro', lang, **counts))}</p>",
        *head.played(report, lang),
    ]


def _findings(report: StudyReport, lang: str) -> str:
    said = "".join(f"<li>{escape(text)}</li>" for text in findings.findings(report, lang))
    return f"<ul>{said}</ul>"


def _section(report: StudyReport, name: str, picture: str, lang: str) -> list[str]:
    """Return one question: its plot, its table, and how the figures are computed."""
    keys, cells = _TABLES[name]
    lineups = [one for one in report.lineups if one.games]
    heads = [say(key, lang) for key in ("lineup", *keys)]
    rows = [[name_of(one, lang), *cells(one, report.game, lang)] for one in lineups]
    return [
        f'<p class="how">{escape(say(f"how_{name}", lang))}</p>',
        picture,
        table(heads, rows),
        *(_by_seat(lineups, lang) if name == "seats" else ()),
    ]


def _by_seat(lineups: Sequence[LineupFigures], lang: str) -> list[str]:
    """Return what each seat takes, wins, draws and loses."""
    keys = ("lineup", "seat", "share", "adjusted", "wins", "draw_share", "losses")
    rows = [
        [name_of(one, lang), str(number), percent(seat), without_luck(seat.adjusted)]
        + [percent(part) for part in (seat.wins, seat.draws, seat.losses)]
        for one in lineups
        for number, seat in enumerate(one.seats, 1)
    ]
    return [
        f"<h3>{escape(say('by_seat', lang))}</h3>",
        f'<p class="how">{escape(say("how_adjusted", lang))}</p>',
        table([say(key, lang) for key in keys], rows),
    ]


def _range(entry: Spread) -> str:
    """Return a mean with the middle 80 %."""
    if entry.mean is None:
        return "–"
    return f"{entry.mean:.1f} ({entry.low:g} – {entry.high:g})"


def _of_beginning(one: LineupFigures, game: str, lang: str) -> list[str]:
    told = one.versus
    if told is None:
        return [str(one.games), percent(one.begins), "–"]
    players = {"player": called(told.player, lang), "other": called(told.other, lang)}
    versus = say("versus", lang, share=percent(told), **players)
    if told.adjusted is not None:
        versus += "; " + say("versus_adjusted", lang, share=without_luck(told.adjusted))
    return [str(one.games), percent(one.begins), versus]


def _of_draws(one: LineupFigures, game: str, lang: str) -> list[str]:
    """Draw, and how games end, the most frequent way first."""
    ways = sorted(one.endings.items(), key=lambda item: -item[1])
    ends = [
        f"{count} × {texts.say(game, f'endings.{reason}', lang).rstrip('.')}"
        for reason, count in ways
    ]
    return [percent(one.draws), str(one.distinct), "; ".join(ends)]


def _of_lengths(one: LineupFigures, game: str, lang: str) -> list[str]:
    return [_range(one.turns), _range(one.decisions)]


def _of_branching(one: LineupFigures, game: str, lang: str) -> list[str]:
    return [str(value) for value in (one.branching.mean, one.branching.median, one.branching.most)]


def _of_luck(one: LineupFigures, game: str, lang: str) -> list[str]:
    return [str(one.luck.deals), *(percent(getattr(one.luck, part)) for part in PARTS)]


def _of_lead(one: LineupFigures, game: str, lang: str) -> list[str]:
    if one.lead is None:
        return ["–"] * 3
    decided, half = one.lead.decided.median, one.lead.leader_wins[5]
    return [
        _range(one.lead.changes),
        "–" if decided is None else f"{decided:.0%}",
        "–" if half is None else f"{half:.1%}",
    ]


_TABLES: dict[str, tuple[tuple[str, ...], Callable[[LineupFigures, str, str], list[str]]]] = {
    "seats": (("games", "begins", "players"), _of_beginning),
    "draws": (("draw_share", "distinct", "endings"), _of_draws),
    "lengths": (("turns", "decisions"), _of_lengths),
    "branching": (("mean", "median", "most"), _of_branching),
    "lead": (("changes", "decided", "half_way"), _of_lead),
    "luck": (("deals", "part_deal", "part_skill", "part_rest"), _of_luck),
}
"""For each question the heads of its table, and what it says of a lineup."""


def _kinds(game: str, one: LineupFigures, lang: str) -> list[str]:
    """Return which moves, cards and openings win in a lineup."""
    parts = [f'<p class="how">{escape(say("how_moves", lang))}</p>']
    groups: dict[str, Sequence[MoveKind | OpeningRow]] = {
        str(texts.find(game, f"study.{group}", lang) or group): rows
        for group, rows in one.moves.items()
        if len(rows) > 1
    }
    if one.openings:
        groups[say("openings", lang)] = one.openings[:MOST_OPENINGS]
    for title, rows in groups.items():
        parts.append(f"<h3>{escape(title)}</h3>")
        parts.append(of_group(game, title, rows, even_share(one), lang))
    return parts
