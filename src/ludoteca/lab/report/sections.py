"""Two parts of a report: how games side by side differ, and which games are worth a look."""

from collections.abc import Mapping, Sequence
from html import escape

from ludoteca.lab.report.labels import name_of, say
from ludoteca.lab.report.table import table
from ludoteca.lab.rows import Comparison, Difference, StudyReport

Place = tuple[int, int]
"""A lineup and the number of a game in it."""
Watch = Mapping[str, Sequence[tuple[int, int]]]
"""By a key of the texts: pairs of a lineup and the place of a game in the file."""


def comparisons(report: StudyReport, lang: str) -> str:
    """Return how each game differs from the first, figure by figure, with a verdict."""
    heads = [say(key, lang) for key in ("compared", "figure", "difference", "verdict")]
    rows = [
        [_names(report, one, lang), *_cells(each, lang)]
        for one in report.comparisons
        for each in one.differences
    ]
    return f'<p class="how">{escape(say("how_compared", lang))}</p>' + table(heads, rows)


def _cells(each: Difference, lang: str) -> list[str]:
    figure, told = say(f"figure_{each.figure}", lang), say(f"verdict_{verdict(each)}", lang)
    return [figure, shown(each), told]


def _names(report: StudyReport, one: Comparison, lang: str) -> str:
    mine, base = report.lineups[one.one], report.lineups[one.other]
    return say("against", lang, one=name_of(mine, lang), other=name_of(base, lang))


def shown(each: Difference) -> str:
    """Return a difference with its interval: shares in percentage points, turns as they are."""
    if each.figure == "turns":
        return f"{each.difference:+.1f} ({each.low:+.1f} – {each.high:+.1f})"
    points = [100 * value for value in (each.difference, each.low, each.high)]
    return "{:+.1f} % ({:+.1f} – {:+.1f})".format(*points)


def verdict(each: Difference) -> str:
    """Return whether the interval shows more, less, or leaves it open."""
    return "more" if each.low > 0 else "less" if each.high < 0 else "open"


def games_to_watch(report: StudyReport, watch: Watch, file: str, lang: str) -> str:
    """Return the commands that replay some of the games counted."""
    heads = [say(key, lang) for key in ("lineup", "which_game", "command")]
    rows = [
        [name_of(report.lineups[index], lang), say(key, lang), f"ludoteca replay {file}#{place}"]
        for key, games in watch.items()
        for index, place in games
    ]
    return f'<p class="how">{escape(say("how_watch", lang, file=file))}</p>' + table(heads, rows)
