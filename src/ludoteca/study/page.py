"""The report of a study as one HTML file: plots, tables, and what the figures say."""

from collections.abc import Sequence
from html import escape

from ludoteca.arena.results import Row
from ludoteca.core import registry, texts
from ludoteca.study import findings, plots

STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#2f2a22;background:#fffaf0}table{border-collapse:collapse;margin:1rem 0;font-size:.92rem}
th,td{padding:.2rem .7rem;border-bottom:1px solid #c9ae7c;text-align:right}
th:first-child,td:first-child{text-align:left}svg{width:100%;height:auto}
.wide{overflow-x:auto}p.how{color:#6d6250}"""
TENTHS = [f"{part} %" for part in range(0, 100, 10)]


def say(key: str, lang: str, /, **values: object) -> str:
    """A sentence of the report."""
    return texts.say("study", f"report.{key}", lang, **values)


def name_of(report: Row, lineup: Row, lang: str) -> str:
    """What tells a lineup from the others of its report."""
    versus = " : ".join(dict.fromkeys(lineup["players"]))
    players = say("players", lang, versus=versus)
    return f"{lineup['label']} · {players}" if lineup["label"] else players


def percent(entry: Row | None) -> str:
    """A share with its interval."""
    if entry is None or entry["share"] is None:
        return "–"
    return f"{entry['share']:.1%} ({entry['low']:.1%} – {entry['high']:.1%})"


def _range(entry: Row | None) -> str:
    """A mean with the middle 80 %."""
    if entry is None or entry["mean"] is None:
        return "–"
    return f"{entry['mean']:.1f} ({entry['low']:g} – {entry['high']:g})"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _equal(report: Row) -> list[Row]:
    """The lineups of equal players, about which the game itself is asked."""
    return [one for one in report["lineups"] if len(set(one["players"])) == 1 and one["games"]]


def _curves(report: Row) -> list[Row]:
    """The lineups that curves are drawn of: of each game the best players, of one game all."""
    equal = _equal(report)
    if len({one["label"] for one in equal}) == 1:
        return equal[:8]
    return list({one["label"]: one for one in equal}.values())[:8]


def pictures(report: Row, lang: str) -> dict[str, str]:
    """The plots of a report by their names."""
    found: dict[str, str] = {}
    equal, curves = _equal(report), _curves(report)
    named = {id(one): name_of(report, one, lang) for one in report["lineups"]}
    firsts = [(named[id(one)], *_whisker(one["seats"][0], _even(one))) for one in equal]
    found["seats"] = plots.whiskers(say("seats", lang), firsts)
    drawn = [(named[id(one)], *_whisker(one["draws"], None)) for one in equal]
    found["draws"] = plots.whiskers(say("draws", lang), drawn)
    lengths = [(named[id(one)], one["lengths"]) for one in curves]
    found["lengths"] = plots.histogram(say("lengths", lang), lengths)
    tenths = [(named[id(one)], one["branching"]["tenths"]) for one in curves]
    found["branching"] = plots.lines(say("branching", lang), tenths, TENTHS, shares=False)
    led = [(named[id(one)], one["lead"]["leader_wins"]) for one in curves if one["lead"]]
    if led:
        found["lead"] = plots.lines(say("lead", lang), led, TENTHS, shares=True)
    parts = [
        (named[id(one)], _luck(one["luck"])) for one in report["lineups"] if "deal" in one["luck"]
    ]
    if parts:
        names = [say(f"part_{part}", lang) for part in ("deal", "skill", "rest")]
        found["luck"] = plots.stacked(say("luck", lang), parts, names)
    return found


def _even(one: Row) -> float:
    """A seat's fair share."""
    return 1 / len(one["seats"])


def _whisker(entry: Row, even: float | None) -> tuple[float, float, float, float | None]:
    return entry["share"] or 0.0, entry["low"], entry["high"], even


def _luck(entry: Row) -> list[float]:
    return [entry[part]["share"] if part in entry else 0.0 for part in ("deal", "skill", "rest")]


def page(report: Row, lang: str) -> str:
    """The whole report."""
    registry.definition(report["game"])
    title = say("title", lang, game=texts.say(report["game"], "title", lang))
    drawn = pictures(report, lang)
    said = "".join(f"<li>{escape(text)}</li>" for text in findings.findings(report, lang))
    parts = [
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(say('intro', lang, games=report['games'], seed=report['seed']))}</p>",
        f"<h2>{escape(say('findings', lang))}</h2><ul>{said}</ul>",
    ]
    for name in ("seats", "draws", "lengths", "branching", "lead", "luck"):
        parts += _section(report, name, drawn.get(name, ""), lang)
    for one in _curves(report):
        parts += _kinds(report, one, lang)
    return "\n".join([*parts, "</body></html>", ""])


def _section(report: Row, name: str, picture: str, lang: str) -> list[str]:
    """One question: its plot, its table, and how the figures are computed."""
    return [
        f"<h2>{escape(say(name, lang))}</h2>",
        f'<p class="how">{escape(say(f"how_{name}", lang))}</p>',
        picture,
        table(*_figures(report, name, lang)),
    ]


def _figures(report: Row, name: str, lang: str) -> tuple[list[str], list[list[str]]]:
    """The table of one question, a lineup a row."""
    lineups = [one for one in report["lineups"] if one["games"]]
    seats = max((len(one["seats"]) for one in lineups), default=0)
    heads = {
        "seats": ["games", *(f"seat_{seat + 1}" for seat in range(seats)), "strong"],
        "draws": ["draw_share", "distinct", "endings"],
        "lengths": ["turns", "decisions"],
        "branching": ["mean", "median", "most"],
        "lead": ["changes", "decided", "half_way"],
        "luck": ["deals", "part_deal", "part_skill", "part_rest"],
    }[name]
    rows = [
        [name_of(report, one, lang), *_cells(report, one, name, seats, lang)] for one in lineups
    ]
    return [say("lineup", lang), *(say(head, lang) for head in heads)], rows


def _cells(report: Row, one: Row, name: str, seats: int, lang: str) -> list[str]:
    """What the table of a question says of a lineup."""
    if name == "seats":
        taken = [percent(seat) for seat in one["seats"]]
        return [str(one["games"]), *taken, *["–"] * (seats - len(taken)), percent(one["strong"])]
    if name == "draws":
        return [percent(one["draws"]), f"{one['distinct']}", _endings(report, one, lang)]
    if name == "lengths":
        return [_range(one["turns"]), _range(one["decisions"])]
    if name == "branching":
        return [str(one["branching"][key]) for key in ("mean", "median", "most")]
    if name == "luck":
        parts = [percent(one["luck"].get(part)) for part in ("deal", "skill", "rest")]
        return [str(one["luck"]["deals"]), *parts]
    lead = one["lead"]
    if lead is None:
        return ["–"] * 3
    decided = lead["decided"]["median"]
    half = lead["leader_wins"][5]
    return [
        _range(lead["changes"]),
        "–" if decided is None else f"{decided:.0%}",
        "–" if half is None else f"{half:.1%}",
    ]


def _endings(report: Row, one: Row, lang: str) -> str:
    """How games end, the most frequent way first."""
    ways = sorted(one["endings"].items(), key=lambda item: -item[1])
    return "; ".join(f"{count} × {_ending(report, reason, lang)}" for reason, count in ways)


def _ending(report: Row, reason: str, lang: str) -> str:
    """Why a game ended, as a part of a sentence."""
    return texts.say(report["game"], f"endings.{reason}", lang).rstrip(".")


def _kinds(report: Row, one: Row, lang: str) -> list[str]:
    """Which moves, cards and openings win in a lineup."""
    parts = [f"<h2>{escape(say('moves', lang, lineup=name_of(report, one, lang)))}</h2>"]
    parts.append(f'<p class="how">{escape(say("how_moves", lang))}</p>')
    groups = {group: rows for group, rows in one["moves"].items() if len(rows) > 1}
    for group, rows in groups.items():
        named = texts.find(report["game"], f"study.{group}", lang) or group
        parts += _group(report, str(named), rows, _even(one), lang)
    if one["openings"]:
        parts += _group(report, say("openings", lang), one["openings"][:15], _even(one), lang)
    return parts


def _group(report: Row, title: str, rows: Sequence[Row], even: float, lang: str) -> list[str]:
    """The whiskers of a group of moves."""
    game = report["game"]
    shown = []
    for row in rows:
        named = texts.find(game, f"study.key_{row['key']}", lang) or row["key"]
        label = f"{named} ({say('uses', lang, count=row.get('uses', row['games']))})"
        shown.append((label, *_whisker(row, even)))
    return [f"<h3>{escape(title)}</h3>", plots.whiskers(title, shown)]
