"""The plots of a report."""

from collections.abc import Callable, Sequence

from ludoteca.core import texts
from ludoteca.lab.report import plots
from ludoteca.lab.report.labels import equal_players, even_share, name_of, say
from ludoteca.lab.rows import Luck, MoveKind, OpeningRow, Share, StudyReport

TENTHS = [f"{part} %" for part in range(0, 100, 10)]
PARTS = ("deal", "skill", "rest")


def pictures(report: StudyReport, lang: str) -> dict[str, str]:
    """Return the plots of a report by name; a plot without data is left out."""
    drawn = {name: draw(report, lang) for name, draw in _PLOTS.items()}
    return {name: picture for name, picture in drawn.items() if picture}


def _begins(report: StudyReport, lang: str) -> str:
    rows = [
        plots.Whisker(name_of(one, lang), one.begins, even_share(one))
        for one in equal_players(report)
    ]
    return plots.whiskers(say("seats", lang), rows, say("axis_share", lang))


def _draws(report: StudyReport, lang: str) -> str:
    rows = [plots.Whisker(name_of(one, lang), one.draws) for one in equal_players(report)]
    return plots.whiskers(say("draws", lang), rows, say("axis_games", lang))


def _lengths(report: StudyReport, lang: str) -> str:
    series = [(name_of(one, lang), one.lengths) for one in equal_players(report)]
    axes = say("turns", lang), say("axis_percent", lang)
    return plots.histogram(say("lengths", lang), series, axes)


def _branching(report: StudyReport, lang: str) -> str:
    series = [(name_of(one, lang), one.branching.tenths) for one in equal_players(report)]
    axes = say("axis_part", lang), say("axis_moves", lang)
    return plots.lines(say("branching", lang), series, TENTHS, axes)


def _lead(report: StudyReport, lang: str) -> str:
    series = [
        (name_of(one, lang), one.lead.leader_wins) for one in equal_players(report) if one.lead
    ]
    axes = say("axis_part", lang), say("axis_leader", lang)
    return plots.lines(say("lead", lang), series, TENTHS, axes, shares=True) if series else ""


def _luck(report: StudyReport, lang: str) -> str:
    known = [one for one in report.lineups if isinstance(one.luck.deal, Share)]
    rows = [(name_of(one, lang), [_explained(one.luck, part) for part in PARTS]) for one in known]
    names = [say(f"part_{part}", lang) for part in PARTS]
    title, axis = say("luck", lang), say("axis_variance", lang)
    return plots.stacked(title, rows, names, axis) if known else ""


def _explained(luck: Luck, part: str) -> float:
    """Return the share of the variance that a part explains, 0 where it is unknown."""
    found = getattr(luck, part)
    return found.share or 0.0 if isinstance(found, Share) else 0.0


_PLOTS: dict[str, Callable[[StudyReport, str], str]] = {
    "seats": _begins,
    "draws": _draws,
    "lengths": _lengths,
    "branching": _branching,
    "lead": _lead,
    "luck": _luck,
}


def of_group(
    game: str, title: str, rows: Sequence[MoveKind | OpeningRow], even: float, lang: str
) -> str:
    """Return the results of the seats that made moves of each kind."""
    shown = []
    for row in rows:
        named = texts.find(game, f"study.key_{row.key}", lang) or row.key
        label = f"{named} ({say('uses', lang, count=getattr(row, 'uses', row.games))})"
        shown.append(plots.Whisker(label, row, even))
    return plots.whiskers(title, shown, say("axis_share", lang))
