"""The pages about the games: their tables are those of the reports beside them."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "docs"))

from studies import STUDIES, measured, page_of, with_table  # noqa: E402


@pytest.mark.parametrize("name", STUDIES)
def test_a_page_shows_what_was_measured(name: str) -> None:
    page = (ROOT / page_of(name)).read_text(encoding="utf-8")
    folder = ROOT / "docs" / "games" / name
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert with_table(page, name, measured(report)) == page
    assert f"ludoteca study {STUDIES[name]}" in page.replace("\\\n    ", "")


@pytest.mark.parametrize("page", sorted({page_of(name) for name in STUDIES}), ids=lambda p: p.stem)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)\)", text)
    assert targets
    for target in targets:
        assert (ROOT / page.parent / target).exists(), target
