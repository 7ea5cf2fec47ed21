"""Why a move is better, in each game's own terms and in both languages."""

import re
import tomllib
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.registry import definition
from ludoteca.core.texts import LANGUAGES
from tests.cases import Case, case_name
from tests.reviewing.matches import FIVE, played

BAD = ("inaccuracy", "mistake", "blunder")


def keys_asked(name: str) -> set[str]:
    """Return the reasons that a game's module can give."""
    source = (definition(name).folder / "review.py").read_text(encoding="utf-8")
    return set(re.findall(r'"([a-z_]+)"', source))


@pytest.mark.parametrize("case", FIVE, ids=case_name)
def test_most_mistakes_are_explained_in_both_languages(case: Case) -> None:
    review = ludoteca.review(played(case, 3, "random"), 3)
    bad = [row for row in review.rows if row.judgement in BAD]
    told = [row for row in bad if row.why is not None]
    assert len(bad) > 5
    assert len(told) > len(bad) / 2
    for row in told:
        said = {lang: review.why(row.ply, lang) for lang in LANGUAGES}
        assert len(set(said.values())) == len(LANGUAGES)
        for text in said.values():
            assert "{" not in text
            assert row.text in text or str(row.best) in text
    assert all(row.why is None for row in review.rows if row.judgement not in BAD)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", FIVE, ids=case_name)
def test_every_reason_has_its_sentence(case: Case, lang: str) -> None:
    path = Path(definition(case[0]).folder) / "texts" / f"{lang}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))["review"]
    assert set(table) - {"names"} <= keys_asked(case[0])
