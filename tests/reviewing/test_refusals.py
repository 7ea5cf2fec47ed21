"""What cannot be reviewed is refused by name."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca import CannotReview, InvalidOption, InvalidRecord, InvalidSeat, Match, write_match
from ludoteca.core.texts import LANGUAGES
from tests.cases import case_name, load
from tests.reviewing.matches import FIVE, QUICK, played, unfinished

SENDAS = ("sendas", ())
HIDDEN = [case for case in FIVE if load(case).definition.hidden]
TEXT = write_match(played(SENDAS))

BROKEN = {
    "cut": TEXT[: len(TEXT) // 2],
    "no moves": "\n".join(TEXT.split("\n\n")[:1]) + "\n\n",
    "another version of the rules": TEXT.replace("rules 2", "rules 99"),
    "another game": TEXT.replace("sendas", "chess"),
    "an illegal move": TEXT.replace("\n2 1 ", "\n2 1 z9-z9 ; "),
    "no record": "hello\nworld\n",
    "nothing": "\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_record_is_refused_with_its_line(text: str) -> None:
    assert text != TEXT
    with pytest.raises(InvalidRecord) as caught:
        ludoteca.review(text, QUICK)
    assert caught.value.line >= 1


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff")
    for path in (tmp_path / "missing", tmp_path, picture, "a" * 5000, "nul\0byte", ""):
        with pytest.raises(CannotReview) as caught:
            ludoteca.review(path, QUICK)
        assert caught.value.reason == "unreadable"
        assert all(caught.value.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("source", [None, 7, b"ludoteca-record", [], object()])
def test_what_is_no_match_is_refused(source: object) -> None:
    with pytest.raises(CannotReview) as caught:
        ludoteca.review(source, QUICK)  # type: ignore[arg-type]
    assert caught.value.reason == "not_a_match"


def test_a_match_in_which_nothing_was_played_is_refused() -> None:
    with pytest.raises(CannotReview) as caught:
        ludoteca.review(Match(load(SENDAS), 1), QUICK)
    assert caught.value.reason == "empty"


@pytest.mark.parametrize("case", HIDDEN, ids=case_name)
def test_a_running_match_with_hidden_cards_needs_a_seat(case: tuple[str, tuple[()]]) -> None:
    match = unfinished(case, 5)
    with pytest.raises(CannotReview) as caught:
        ludoteca.review(match, QUICK)
    assert caught.value.reason == "hidden_running"
    assert ludoteca.review(match, QUICK, seat=0).partial


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_is_none_is_refused(seat: int) -> None:
    with pytest.raises(InvalidSeat):
        ludoteca.review(played(SENDAS), QUICK, seat=seat)


@pytest.mark.parametrize("budget", [0, -1, "", "0s", 0.0, None, "much", float("nan"), True])
def test_a_budget_of_nothing_is_refused(budget: float) -> None:
    with pytest.raises(InvalidOption):
        ludoteca.review(played(SENDAS), budget)


@pytest.mark.parametrize("workers", [0, -1, 1000, True, 1.5, "2"])
def test_a_bad_number_of_cores_is_refused(workers: int) -> None:
    with pytest.raises(InvalidOption):
        ludoteca.review(played(SENDAS), QUICK, workers=workers)
