"""The page about the strength of the levels: tables in Markdown and a plot."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteca.core import texts
from ludoteca.core.data import read_toml
from ludoteca.search.players import LEVELS

Measured = Mapping[str, Any]

FOLDER = Path(__file__).parents[1] / "docs" / "strength"
TARGETS: Mapping[str, Mapping[str, float]] = read_toml(FOLDER / "targets.toml")
RUNG = 0.6
"""The share that a level is to take from the one below it."""
INTRODUCTION = """# How strong the levels are

Written by `python -m tools strength`; every figure comes from games of the arena, sides
swapped, with the same deals for both sides (the same random opening of two plies where nothing is
dealt or rolled). Shares are shares of the points, a draw counting one half, with their 95 %
intervals. Elo counts from `random`, whose 0 it is, and comes from all games of the two tables;
where a player wins every game its rating is only a lower bound of the truth. `greedy` is one ply on
the same evaluation, `uct` the textbook's tree search with random play to the end (over imagined
states where cards are hidden), given the time that level 8 takes for a decision. `openspiel-mcts`
and `openspiel-ismcts` are the searches of OpenSpiel (in Python, random play to the end by our
compiled rules) with the same time; the first takes one imagined state for the truth where cards are
hidden. A level is to take at least 60 % from the one below it: “yes” where the share measured does,
“clearly” where even the low end of its interval does.

Elo and shares are raw. Beside the share that a level takes from the one below it stands, where its
games were played since the arena notes luck, the share with the luck of deals, rolls and draws
taken off ([Reviews](review.md)), and how many times smaller its variance is; then the verdict is
on that share. “–”: the games are older, or the game has no chance.

![Elo of the levels](strength/ladder.svg)
"""
WIDTH, HEIGHT, LEFT, TOP_EDGE = 720, 400, 60, 20
STROKES = ("#c0392b", "#8e44ad", "#2471a3", "#b9770e", "#1e8449")
DASHES = ("", "8 4", "2 3", "12 3 2 3", "5 5")


def _elo(study: Measured) -> list[float]:
    """Return the Elo of the levels, the lowest first."""
    table = {row["name"]: row["elo"] for row in study["players"]}
    return [table[str(level)] for level in LEVELS]


def _ticks(top: float) -> list[int]:
    return list(range(0, int(top) + 200, 200 if top < 2000 else 400))


def plot(known: Mapping[str, Measured]) -> str:
    """Return the Elo of the levels of each game as a picture; lines differ in colour and dashes."""
    top = max(max(_elo(study)) for study in known.values())
    right, bottom = WIDTH - 130, HEIGHT - 40

    def place(level: float, elo: float) -> tuple[float, float]:
        x = LEFT + (level - 1) / 7 * (right - LEFT)
        return round(x, 1), round(bottom - elo / max(_ticks(top)) * (bottom - TOP_EDGE), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="13"><title>Elo of the levels</title>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f1"/>'
    ]
    for elo in _ticks(top):
        x, y = place(1, elo)
        parts.append(f'<path d="M{x} {y}H{right}" stroke="#d8d2c4"/>')
        parts.append(f'<text x="{x - 8}" y="{y + 4}" text-anchor="end">{elo}</text>')
    for level in LEVELS:
        x, _ = place(level, 0)
        parts.append(f'<text x="{x}" y="{bottom + 20}" text-anchor="middle">{level}</text>')
    for number, (name, study) in enumerate(known.items()):
        points = [place(level, elo) for level, elo in zip(LEVELS, _elo(study), strict=True)]
        line = " ".join(f"{x},{y}" for x, y in points)
        look = f'stroke="{STROKES[number % 5]}" stroke-dasharray="{DASHES[number % 5]}"'
        parts.append(f'<polyline points="{line}" fill="none" stroke-width="2.5" {look}/>')
        parts.append(
            f'<text x="{points[-1][0] + 8}" y="{points[-1][1] + 4}" '
            f'fill="{STROKES[number % 5]}">{texts.say(name, "title", "en")}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _share(pair: Measured) -> str:
    return f"{pair['score']:.1%} ({pair['low']:.1%} – {pair['high']:.1%})"


def _verdict(name: str, pair: Measured) -> str:
    """Return what was to be reached against a plain player, and whether it was."""
    wanted = TARGETS.get(name, {}).get(pair["b"].split("@")[0])
    if wanted is None:
        return "–"
    if wanted == 0.5:
        return f"above 50 %: {'yes' if pair['low'] > 0.5 else 'no'}"
    return f"at least {wanted:.0%}: {'yes' if pair['score'] >= wanted else 'no'}"


def _rung(pair: Measured) -> str:
    """Return whether a level takes enough from the one below it, luck taken off if possible."""
    told = pair.get("adjusted") or pair
    if told["low"] >= RUNG:
        return "clearly"
    return "yes" if told["score"] >= RUNG else "no"


def _adjusted(pair: Measured) -> str:
    """Return a share with the luck taken off, and by how much the variance fell."""
    told = pair.get("adjusted")
    return "–" if told is None else f"{_share(told)} ÷ {told['factor']:.1f}"


def _cap(name: str, study: Measured) -> list[str]:
    """Return how much luck leaves to skill, where it may cap that."""
    if "random" in TARGETS.get(name, {"random": 0}):
        return []
    pair = next(pair for pair in study["tops"] if pair["b"] == "random")
    return [
        "",
        "The cap, measured as the strongest level against random play: "
        f"{_share(pair)} of the points in {pair['games']} games. Luck leaves random play "
        f"{1 - pair['score']:.1%}, and hardly more than {1 - pair['low']:.1%}.",
    ]


def page(known: Mapping[str, Measured]) -> str:
    """Return the whole page."""
    return "\n".join([INTRODUCTION, *(_section(name, study) for name, study in known.items())])


def _section(name: str, study: Measured) -> str:
    table = {row["name"]: row for row in study["players"]}
    lines = [
        f"## {texts.say(name, 'title', 'en')}",
        "",
        f"Measured on {study['date']} at commit `{study['commit']}`.",
        "",
        "| level | Elo | 95 % interval | s/decision "
        "| against the one below | luck taken off | games | at least 60 % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for rung in reversed(study["rungs"]):
        row = table[rung["a"]]
        lines.append(
            f"| {rung['a']} | {row['elo']:.0f} | {row['low']:.0f} – {row['high']:.0f} "
            f"| {row['seconds']:.3f} | {_share(rung)} | {_adjusted(rung)} | {rung['games']} "
            f"| {_rung(rung)} |"
        )
    lines += ["", "| level 8 against | share | games | to reach |", "|---|---|---|---|"]
    for pair in study["tops"]:
        verdict = _verdict(name, pair)
        lines.append(f"| {pair['b']} | {_share(pair)} | {pair['games']} | {verdict} |")
    lines += _cap(name, study)
    return "\n".join([*lines, "", _mirrored(name, study["mirror"]), ""])


def _mirrored(name: str, mirror: Measured) -> str:
    """Return how level 8 against itself goes."""
    endings = ", ".join(
        f"{count} × “{texts.say(name, f'endings.{reason}', 'en').rstrip('.')}”"
        for reason, count in sorted(mirror["endings"].items(), key=lambda item: -item[1])
    )
    return (
        f"Level 8 against itself, {mirror['games']} games: the first seat takes "
        f"{mirror['first']:.1%}; {mirror['decisions']:.0f} decisions a game; endings: {endings}."
    )
