"""What the figures of a study say, as sentences; none goes beyond its interval."""

from ludoteca.arena.results import Row
from ludoteca.core import texts

DRAWISH = 0.25
EARLY, LATE = 0.4, 0.75
"""Where the winner of a typical game is ahead for good before, or only after, this part of it."""
LUCKY = 0.5


def findings(report: Row, lang: str) -> list[str]:
    """The sentences, one lineup after the other."""
    found: list[str] = []
    for one in report["lineups"]:
        if one["games"] >= 2:
            found.append(" ".join(_of_lineup(one, lang)))
    return found


def _say(key: str, lang: str, /, **values: object) -> str:
    return texts.say("study", f"findings.{key}", lang, **values)


def _of_lineup(one: Row, lang: str) -> list[str]:
    versus = " : ".join(dict.fromkeys(one["players"]))
    name = ", ".join(part for part in (one["label"], versus) if part)
    if one["strong"] is not None:
        return [_strong(one, name, lang)]
    said = [_first(one, name, lang)]
    if one["draws"]["low"] > DRAWISH:
        said.append(_say("drawish", lang, share=f"{one['draws']['share']:.0%}"))
    if one["lead"] and one["lead"]["decided"]["median"] is not None:
        said.append(_decided(one["lead"], lang))
    if one["luck"]["dealt"] and "deal" in one["luck"]:
        said.append(_say("deal", lang, share=f"{one['luck']['deal']['share']:.0%}"))
    if one["distinct"] < one["games"] / 2:
        said.append(_say("alike", lang, distinct=one["distinct"], games=one["games"]))
    return said


def _strong(one: Row, name: str, lang: str) -> str:
    """How far skill carries."""
    share = f"{one['strong']['share']:.0%}"
    return _say("strong", lang, name=name, player=one["players"][0], share=share)


def _first(one: Row, name: str, lang: str) -> str:
    """Whether a seat is shown to be ahead of its fair share."""
    even = 1 / len(one["seats"])
    for number, seat in enumerate(one["seats"], 1):
        if seat["low"] > even:
            share, low, high = (f"{seat[key]:.0%}" for key in ("share", "low", "high"))
            return _say("ahead", lang, name=name, seat=number, share=share, low=low, high=high)
    first = one["seats"][0]
    share, low, high = (f"{first[key]:.0%}" for key in ("share", "low", "high"))
    return _say("fair", lang, name=name, share=share, low=low, high=high)


def _decided(lead: Row, lang: str) -> str:
    """How early the winner is ahead for good."""
    part = lead["decided"]["median"]
    key = "early" if part < EARLY else "late" if part > LATE else "midway"
    return _say(key, lang, part=f"{part:.0%}", changes=f"{lead['changes']['mean']:.1f}")
