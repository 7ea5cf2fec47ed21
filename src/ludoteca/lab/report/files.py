"""The files of a report: one page, the figures as JSON, games and moves as CSV."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from ludoteca.lab.metrics import decided_at, lead_changes
from ludoteca.lab.report.page import page
from ludoteca.lab.report.pictures import pictures
from ludoteca.lab.results import Row
from ludoteca.lab.runner import Study

PAGE = "report.html"

GAME_HEADS = (
    "options",
    "players",
    "number",
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


def write_report(made: Study, folder: Path, lang: str) -> Row:
    """Writes all files of a report into a folder, the pictures in one of their own; the report."""
    report = made.report()
    drawn = pictures(report, lang)
    files = {
        PAGE: page(report, lang, drawn),
        "report.json": json.dumps(report, ensure_ascii=False, indent=1) + "\n",
        "games.csv": _csv(GAME_HEADS, games(made)),
        "seats.csv": _csv(SEAT_HEADS, seats(report)),
        "moves.csv": _csv(MOVE_HEADS, moves(report)),
        **{f"plots/{name}.svg": text for name, text in drawn.items()},
    }
    (folder / "plots").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return report


def _csv(heads: Sequence[str], rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, heads, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def games(made: Study) -> list[Row]:
    """A row for each game."""
    return [
        _game(row, lineup.label, lineup.players)
        for index, lineup in enumerate(made.lineups)
        for row in made.played(index)
    ]


def _game(row: Row, label: str, players: Sequence[str]) -> Row:
    branching, valued = row["branching"], bool(row["values"] and row["values"][0])
    won = valued and max(row["returns"]) == 1
    return {
        "options": label,
        "players": ":".join(players),
        "number": row["number"],
        "deal": row["number"] // len(players),
        "first_seat": players[row["number"] % len(players)],
        "begins": row["begins"] + 1,
        "returns": " ".join(f"{share:g}" for share in row["returns"]),
        "scores": " ".join(map(str, row["scores"] or ())),
        "reason": row["reason"],
        "turns": len(row["turns"]),
        "decisions": len(branching),
        "branching": round(sum(branching) / len(branching), 2),
        "lead_changes": lead_changes(row["values"]) if valued else "",
        "decided_at": round(decided_at(row), 3) if won else "",
        "opening": row["opening"],
    }


def seats(report: Row) -> list[Row]:
    """A row for who begins, one for each seat, and one for the first of players who differ."""
    found = []
    for one in report["lineups"]:
        who = {"begins": one["begins"]}
        who |= {f"seat {number}": seat for number, seat in enumerate(one["seats"], 1)}
        if one["versus"] is not None:
            who[one["versus"]["player"]] = one["versus"]
        head = {**_lineup(one), "games": one["games"]}
        found += [{**head, "who": name, **_results(entry)} for name, entry in who.items()]
    return found


def _lineup(one: Row) -> Row:
    """What the rows of a lineup begin with."""
    return {"options": one["label"], "players": ":".join(one["players"])}


def _results(entry: Row) -> Row:
    """What somebody takes, wins, draws and loses, each with its interval."""
    found = {key: entry[key] for key in ("share", "low", "high")}
    for name in RESULTS:
        part = entry[name]
        found |= {name: part["share"], f"{name}_low": part["low"], f"{name}_high": part["high"]}
    return found


def moves(report: Row) -> list[Row]:
    """A row for each kind of move and each opening of each lineup."""
    found = []
    for one in report["lineups"]:
        groups = {**one["moves"], "opening": one["openings"]}
        for group, rows in groups.items():
            for row in rows:
                found.append({**_lineup(one), "group": group, "uses": row["games"], **row})
    return found
