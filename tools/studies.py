"""The studies of the pages in docs/games.

Each study in docs/games/studies.toml is a run of `ludoteca study`; games already played are kept
beside its report and not played again. The words of a page are written by hand; the table after a
mark with the name of a study comes from its report.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec

from ludoteca.cli import main as ludoteca
from ludoteca.core.data import read_toml
from ludoteca.lab.report.labels import name_of, percent
from ludoteca.lab.rows import LineupFigures, StudyReport

ROOT = Path(__file__).parent.parent
FOLDER = Path("docs") / "games"
STUDIES: Mapping[str, str] = read_toml(ROOT / FOLDER / "studies.toml")
HEADS = (
    "who plays",
    "games",
    "who begins takes",
    "draws",
    "turns",
    "moves to choose from",
    "decided after",
    "changes of the lead",
    "deal decides",
    "skill decides",
)


def page_of(name: str) -> Path:
    """Return the page that shows a study: the game's."""
    return FOLDER / f"{name.split('-')[0]}.md"


def measured(report: StudyReport) -> str:
    """Return the table of a study: one row for each line of its report."""
    lines = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|"]
    lines += [f"| {' | '.join(_row(one))} |" for one in report.lineups]
    return "\n".join(lines)


def _row(one: LineupFigures) -> list[str]:
    lead, luck = one.lead, one.luck
    name = name_of(one, "en")
    if one.versus is not None:
        name += f"; the first takes {percent(one.versus)}"
    decided = None if lead is None else lead.decided.median
    return [
        name,
        str(one.games),
        percent(one.begins),
        f"{one.draws.share:.0%}",
        f"{one.turns.mean:.0f}",
        f"{one.branching.mean:.0f}",
        "–" if decided is None else f"{decided:.0%}",
        "–" if lead is None else f"{lead.changes.mean:.1f}",
        percent(luck.deal) if luck.dealt else "–",
        percent(luck.skill),
    ]


def with_table(page: str, name: str, table: str) -> str:
    """Return a page with the table of a study replaced."""
    mark, end = f"<!-- measured: {name} -->\n", "<!-- end -->"
    before, found, rest = page.partition(mark)
    assert found, f"the page has no mark {mark}"
    return f"{before}{mark}{table}\n{end}{rest.partition(end)[2]}"


def measure(name: str) -> None:
    """Play the games that are missing, write the report and the table in its page."""
    folder, page = FOLDER / name, page_of(name)
    try:
        ludoteca.main(["study", *STUDIES[name].split(), "--lang", "en", "--out", str(folder)])
    except SystemExit as left:
        if left.code:
            raise
    report = msgspec.json.decode((folder / "report.json").read_bytes(), type=StudyReport)
    text = with_table(page.read_text(encoding="utf-8"), name, measured(report))
    page.write_text(text, encoding="utf-8")


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(STUDIES)), metavar="[STUDY]…")
def main(names: tuple[str, ...] = ()) -> None:
    """Play the games that are missing; write the reports and tables of some studies, or of all."""
    os.chdir(ROOT)
    for chosen in names or STUDIES:
        measure(chosen)
