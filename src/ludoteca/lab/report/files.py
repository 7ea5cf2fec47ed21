"""The files of a report: one page, the figures as JSON, games and moves as CSV."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca.lab.metrics import decided_at, lead_changes
from ludoteca.lab.report.page import page
from ludoteca.lab.report.pictures import pictures
from ludoteca.lab.rows import (
    Interval,
    LineupFigures,
    MeasuredGame,
    Results,
    StudyReport,
    plain,
    report_schema,
)
from ludoteca.lab.study import KEPT, Study

Cells = dict[str, Any]
"""One row of a CSV file."""
PAGE = "report.html"

GAME_HEADS = (
    "options",
    "players",
    "number",
    "place",
    "deal",
    "first_seat",
    "begins",
    "returns",
    "scores",
    "reason",
    "turns",
    "decisions",
    "branching",
    "lead_changes",
    "decided_at",
    "opening",
)
RESULTS = ("wins", "draws", "losses")
SEAT_HEADS = (
    *("options", "players", "who", "games", "share", "low", "high"),
    *(f"{name}{end}" for name in RESULTS for end in ("", "_low", "_high")),
)
MOVE_HEADS = ("options", "players", "group", "key", "uses", "games", "share", "low", "high")


def write_report(made: Study, folder: Path, lang: str) -> StudyReport:
    """Write all files of a report into a folder and return the report."""
    report = made.report()
    drawn = pictures(report, lang)
    files = {
        PAGE: page(report, lang, drawn, to_watch(made), KEPT),
        "report.json": _json(plain(report)),
        "report.schema.json": _json(report_schema()),
        "games.csv": _csv(GAME_HEADS, games(made)),
        "seats.csv": _csv(SEAT_HEADS, seats(report)),
        "moves.csv": _csv(MOVE_HEADS, moves(report)),
        **{f"plots/{name}.svg": text for name, text in drawn.items()},
    }
    (folder / "plots").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return report


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _csv(heads: Sequence[str], rows: Sequence[Cells]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def games(made: Study) -> list[Cells]:
    """Return a row for each game."""
    return [
        _game(row, lineup.label, lineup.players)
        | {"place": made.places.get((index, row.number), "")}
        for index, lineup in enumerate(made.lineups)
        for row in made.played(index)
    ]


def to_watch(made: Study) -> dict[str, list[tuple[int, int]]]:
    """Return the shortest, the longest and a typical game of each lineup, by their places."""
    found: dict[str, list[tuple[int, int]]] = {"shortest": [], "typical": [], "longest": []}
    for index in range(len(made.lineups)):
        games = sorted(
            (len(row.turns), row.number)
            for row in made.played(index)
            if (index, row.number) in made.places
        )
        for key, at in zip(found, (0, len(games) // 2, -1), strict=True):
            if games:
                found[key].append((index, made.places[index, games[at][1]]))
    return {key: rows for key, rows in found.items() if rows}


def _game(row: MeasuredGame, label: str, players: Sequence[str]) -> Cells:
    branching, valued = row.branching, bool(row.values and row.values[0])
    won = valued and max(row.returns) == 1
    return {
        "options": label,
        "players": ":".join(players),
        "number": row.number,
        "deal": row.number // len(players),
        "first_seat": players[row.number % len(players)],
        "begins": (row.begins or 0) + 1,
        "returns": " ".join(f"{share:g}" for share in row.returns),
        "scores": " ".join(map(str, row.scores or ())),
        "reason": row.reason,
        "turns": len(row.turns),
        "decisions": len(branching),
        "branching": round(sum(branching) / len(branching), 2),
        "lead_changes": lead_changes(row.values) if valued else "",
        "decided_at": round(decided_at(row), 3) if won else "",
        "opening": row.opening,
    }


def seats(report: StudyReport) -> list[Cells]:
    """Return a row for who begins, one for each seat, and one for the first of players
    who differ.
    """
    found = []
    for one in report.lineups:
        who: dict[str, Results] = {"begins": one.begins}
        who |= {f"seat {number}": seat for number, seat in enumerate(one.seats, 1)}
        if one.versus is not None:
            who[one.versus.player] = one.versus
        head = {**_lineup(one), "games": one.games}
        found += [{**head, "who": name, **_results(entry)} for name, entry in who.items()]
    return found


def _lineup(one: LineupFigures) -> Cells:
    """Return what the rows of a lineup begin with."""
    return {"options": one.label, "players": ":".join(one.players)}


def _share(entry: Interval, name: str = "") -> Cells:
    """Return the cells of a share and its interval, under its own name if it has one."""
    head = f"{name}_" if name else ""
    return {name or "share": entry.share, f"{head}low": entry.low, f"{head}high": entry.high}


def _results(entry: Results) -> Cells:
    """Return what somebody takes, wins, draws and loses, each with its interval."""
    parts = (entry.wins, entry.draws, entry.losses)
    found = _share(entry)
    for name, part in zip(RESULTS, parts, strict=True):
        found |= _share(part, name)
    return found


def moves(report: StudyReport) -> list[Cells]:
    """Return a row for each kind of move and each opening of each lineup."""
    found: list[Cells] = []
    for one in report.lineups:
        head = _lineup(one)
        for group, kinds in one.moves.items():
            found += [{**head, "group": group, **plain(kind)} for kind in kinds]
        for row in one.openings:
            found.append({**head, "group": "opening", "uses": row.games, **plain(row)})
    return found
