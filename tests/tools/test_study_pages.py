"""The pages about the games: their tables are those of the reports beside them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.lab.rows import StudyReport
from tools.studies import STUDIES, measured, page_of, with_table

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", STUDIES)
def test_a_page_shows_what_was_measured(name: str) -> None:
    page = (ROOT / page_of(name)).read_text(encoding="utf-8")
    folder = ROOT / "docs" / "games" / name
    report = msgspec.json.decode((folder / "report.json").read_bytes(), type=StudyReport)
    assert with_table(page, name, measured(report)) == page
    assert f"ludoteca study {STUDIES[name]}" in page.replace("\\\n    ", "")


@pytest.mark.parametrize("page", sorted({page_of(name) for name in STUDIES}), ids=lambda p: p.stem)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)\)", text)
    assert targets
    for target in targets:
        assert (ROOT / page.parent / target).exists(), target


def prose_of(page: str) -> str:
    """What was written by hand: neither tables nor commands."""
    told = re.sub(r"<!-- measured.*?<!-- end -->", "", page, flags=re.DOTALL)
    return "\n".join(line for line in told.splitlines() if not line.startswith("    "))


def shares_in(data: Any) -> Iterator[tuple[float, ...]]:
    """All shares of a report, each with its interval if it has one."""
    if isinstance(data, dict):
        if data.get("share") is not None:
            yield data["share"], data["low"], data["high"]
        yield from ((data["median"],) for _ in range("median_low" in data))
        yield from ((share,) for share in data.get("leader_wins", ()) if share is not None)
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from shares_in(part)


@pytest.mark.parametrize("page", sorted({page_of(name) for name in STUDIES}), ids=lambda p: p.stem)
def test_percentages_in_the_prose_of_a_page_are_measured(page: Path) -> None:
    folders = [ROOT / "docs" / "games" / name for name in STUDIES if page_of(name) == page]
    reports = [json.loads((folder / "report.json").read_text("utf-8")) for folder in folders]
    known = {tuple(f"{part:.0%}"[:-1] for part in entry) for entry in shares_in(reports)}
    prose = prose_of((ROOT / page).read_text(encoding="utf-8"))
    with_interval = r"(\d+) %(?: \(|, )(\d+) to (\d+) %"
    told = re.findall(with_interval, prose)
    assert told
    assert [entry for entry in told if entry not in known] == []
    alone = re.findall(r"(\d+(?:\.\d+)?)(?= %| to \d+ %)", re.sub(with_interval, "", prose))
    assert [number for number in alone if number not in {entry[0] for entry in known}] == []
