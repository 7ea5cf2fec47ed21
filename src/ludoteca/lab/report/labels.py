"""Labels of a report: lineups, players, shares."""

from msgspec import UnsetType

from ludoteca.core import texts
from ludoteca.lab.rows import Adjusted, Interval, LineupFigures, StudyReport
from ludoteca.lab.tasks import label_of


def say(key: str, lang: str, /, **values: object) -> str:
    """Return a sentence of the report."""
    return texts.say("study", f"report.{key}", lang, **values)


def called(player: str, lang: str) -> str:
    """Return a player: levels by their number, the plain ones by their names."""
    return say("level", lang, number=player) if player.isdigit() else player


def game_of(lineup: LineupFigures, lang: str) -> str:
    """Return what distinguishes the game of a lineup from the others; "" if it is the only one."""
    return label_of(lineup.compared, say("usual", lang))


def name_of(lineup: LineupFigures, lang: str) -> str:
    """Return what distinguishes a lineup from the others of its report."""
    players = " : ".join(called(player, lang) for player in dict.fromkeys(lineup.players))
    return " · ".join(part for part in (game_of(lineup, lang), players) if part)


def percent(entry: Interval | UnsetType | None) -> str:
    """Return a share with its interval."""
    if entry is None or isinstance(entry, UnsetType) or entry.share is None:
        return "–"
    return f"{entry.share:.1%} ({entry.low:.1%} – {entry.high:.1%})"


def without_luck(one: Adjusted | None) -> str:
    """Return a share with the luck taken off: its interval, and how far the variance falls."""
    if one is None:
        return "–"
    return f"{one.score:.1%} ({one.low:.1%} – {one.high:.1%}) × {one.factor:.1f}"


def even_share(lineup: LineupFigures) -> float:
    """Return a seat's fair share."""
    return 1 / len(lineup.seats)


def equal_players(report: StudyReport) -> list[LineupFigures]:
    """Return the lineups of equal players, about which the game itself is asked."""
    return [one for one in report.lineups if one.versus is None and one.games]
