"""The findings of a study as sentences; none claims more than its interval shows."""

from msgspec import UnsetType

from ludoteca.core import texts
from ludoteca.lab.report.labels import called, even_share, game_of, name_of
from ludoteca.lab.rows import Interval, Lead, LineupFigures, Share, StudyReport

ENOUGH = 10
"""Deals below which an interval from drawing them again means nothing."""
DRAWISH = 0.25
EARLY, LATE = 0.4, 0.75
"""Where the winner of a typical game is ahead for good before, or only after, this part of it."""


def findings(report: StudyReport, lang: str) -> list[str]:
    """Return the sentences, one lineup after the other."""
    lineups = [one for one in report.lineups if one.games >= 2]
    return [" ".join(_versus(one, lang) if one.versus else _alone(one, lang)) for one in lineups]


def _say(key: str, lang: str, /, **values: object) -> str:
    return texts.say("study", f"findings.{key}", lang, **values)


def _interval(entry: Interval) -> dict[str, str]:
    """Return a share and the ends of its interval, to be filled into a sentence."""
    return {
        "share": f"{entry.share or 0:.0%}",
        "low": f"{entry.low:.0%}",
        "high": f"{entry.high:.0%}",
    }


def _versus(one: LineupFigures, lang: str) -> list[str]:
    """Return what one player takes from another."""
    told = one.versus
    assert told is not None
    players = {"player": called(told.player, lang), "other": called(told.other, lang)}
    said = _say("versus", lang, **players, **_interval(told))
    if told.adjusted is not None:
        one_told = told.adjusted
        shares = {name: f"{getattr(one_told, name):.0%}" for name in ("score", "low", "high")}
        said += " " + _say("adjusted", lang, **shares, factor=f"{one_told.factor:.1f}")
    game = game_of(one, lang)
    return [f"{game}: {said}" if game else said[:1].upper() + said[1:]]


def _alone(one: LineupFigures, lang: str) -> list[str]:
    """Return what games of equal players say about the game."""
    said = [_begins(one, lang)]
    if one.distinct < one.games / 2:
        said.append(_say("alike", lang, distinct=one.distinct, games=one.games))
    if one.deals < ENOUGH:
        return [*said, _say("few", lang)]
    said += _seats(one, lang)
    if one.draws.low > DRAWISH:
        said.append(_say("drawish", lang, **_interval(one.draws)))
    if one.lead and one.lead.decided.median is not None:
        said.append(_decided(one.lead, lang))
    if one.luck.dealt and isinstance(one.luck.deal, Share):
        said.append(_say("deal", lang, **_interval(one.luck.deal)))
    return said


def _standing(entry: Interval, even: float) -> str:
    """Return whether somebody is shown to take more than the fair share, or less, or neither."""
    return "ahead" if entry.low > even else "behind" if entry.high < even else "fair"


def _begins(one: LineupFigures, lang: str) -> str:
    """Return how whoever makes the first move fares."""
    standing = _standing(one.begins, even_share(one)) if one.deals >= ENOUGH else "fair"
    return _say(standing, lang, name=name_of(one, lang), **_interval(one.begins))


def _seats(one: LineupFigures, lang: str) -> list[str]:
    """Return which of the later seats of three or more fare well or badly; of two, one follows."""
    said = []
    for number, seat in enumerate(one.seats[1:] if len(one.seats) > 2 else (), 2):
        standing = _standing(seat, even_share(one))
        if standing != "fair":
            said.append(_say(f"seat_{standing}", lang, seat=number, **_interval(seat)))
    return said


def _known(value: float | UnsetType) -> float:
    """Return a bound that a spread of some values has."""
    assert not isinstance(value, UnsetType)
    return value


def _decided(lead: Lead, lang: str) -> str:
    """Return how early the winner is ahead for good."""
    decided, changes = lead.decided, lead.changes
    least, most = _known(decided.median_low), _known(decided.median_high)
    return _say(
        "early" if most < EARLY else "late" if least > LATE else "midway",
        lang,
        part=f"{decided.median:.0%}",
        low=f"{least:.0%}",
        high=f"{most:.0%}",
        changes=f"{changes.mean:.1f}",
        fewest=f"{_known(changes.mean_low):.1f}",
        most=f"{_known(changes.mean_high):.1f}",
    )
