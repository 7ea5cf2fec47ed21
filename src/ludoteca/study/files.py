"""The files of a report: one page, the figures as JSON, games and moves as CSV."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from ludoteca.arena.results import Row
from ludoteca.study.figures import decided_at, lead_changes
from ludoteca.study.laboratory import Study
from ludoteca.study.page import page, pictures

GAME_HEADS = (
    "options",
    "players",
    "number",
    "deal",
    "first_seat",
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
MOVE_HEADS = ("options", "players", "group", "key", "uses", "games", "share", "low", "high")


def write_report(made: Study, folder: Path, lang: str) -> list[Path]:
    """Writes all files of a report into a folder, the pictures in one of their own."""
    report = made.report()
    files = {
        "report.html": page(report, lang),
        "report.json": json.dumps(report, ensure_ascii=False, indent=1) + "\n",
        "games.csv": _csv(GAME_HEADS, games(made)),
        "moves.csv": _csv(MOVE_HEADS, moves(report)),
        **{f"plots/{name}.svg": text for name, text in pictures(report, lang).items()},
    }
    (folder / "plots").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]


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


def moves(report: Row) -> list[Row]:
    """A row for each kind of move and each opening of each lineup."""
    found = []
    for one in report["lineups"]:
        groups = {**one["moves"], "opening": one["openings"]}
        head = {"options": one["label"], "players": ":".join(one["players"])}
        for group, rows in groups.items():
            for row in rows:
                found.append({**head, "group": group, "uses": row["games"], **row})
    return found
