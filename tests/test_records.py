"""Records: there and back, replayed, and refused with the line and the reason."""

import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest

import ludoteca
from ludoteca import InvalidRecord
from ludoteca.core import data, registry
from ludoteca.core.kernels import CHANCE
from ludoteca.match import Match, contributions, read_match, verify, write_match
from tests.cases import Case, every_case, load


def played(case: Case, seed: int, *, moves: int = 10_000) -> Match:
    """A match of random moves."""
    match, source = Match(load(case), seed, tags={"place": "Café “Ludo”"}), Random(seed)
    while match.outcome is None and moves > 0:
        if match.position.to_move == CHANCE:
            match.roll()
        else:
            match.play(source.choice(match.position.moves()))
            moves -= 1
    return match


@every_case
def test_a_record_goes_there_and_back(case: Case) -> None:
    for seed, moves in ((1, 10_000), (2, 7)):
        match = played(case, seed, moves=moves)
        text = write_match(match)
        again = read_match(text)
        assert again.position == match.position
        assert again.events == match.events
        assert again.outcome == match.outcome
        assert write_match(again) == text


@every_case
def test_a_finished_record_proves_its_chance(case: Case) -> None:
    match = played(case, 3)
    result = verify(write_match(match))
    assert result.seed_known
    assert result.moves + result.chances == len(match.events)
    assert result.match.outcome == match.outcome


@every_case
def test_an_unfinished_record_keeps_its_seed_and_can_be_taken_up_with_it(case: Case) -> None:
    match = played(case, 4, moves=5)
    public, private = write_match(match), write_match(match, secret=True)
    assert match.seed is not None
    assert match.seed.hex() not in public
    assert not verify(public).seed_known
    again = read_match(private)
    source = Random(5)
    for _ in range(12):
        for each in (match, again):
            while each.outcome is None and each.position.to_move == CHANCE:
                each.roll()
        if match.outcome is None:
            move = source.choice(match.position.moves())
            match.play(move)
            again.play(move)
    assert again.position == match.position


def test_a_sealed_match_cannot_roll() -> None:
    match = Match(ludoteca.load("cadena"), 1)
    match.play("keep 1")
    sealed = read_match(write_match(match))
    with pytest.raises(ludoteca.IllegalMove, match="seed"):
        sealed.roll()


def test_comments_are_kept() -> None:
    match = played(("sendas", ()), 5, moves=3)
    match.annotate(1, "a  strange\nmove")
    text = write_match(match).replace("\n3 ", "\n; look at this\n;\n3 ")
    again = read_match(text)
    assert again.events[1].comment == "a strange move"
    assert again.events[2].above == ("look at this", "")
    assert write_match(again) == text


def test_resignations_and_agreements_are_logged() -> None:
    match = played(("cadena", (("players", 3), ("pin", "covered"))), 6, moves=4)
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.returns == (0.5, 0.0, 0.5)
    again = read_match(write_match(match))
    assert again.outcome == match.outcome
    verify(write_match(match))
    for act in (
        lambda: match.play("keep 0"),
        match.roll,
        match.agree_draw,
        lambda: match.resign(0),
    ):
        with pytest.raises(ludoteca.IllegalMove, match="over"):
            act()
    drawn = played(("sendas", ()), 7, moves=2)
    drawn.agree_draw()
    again = read_match(write_match(drawn))
    assert again.outcome is not None
    assert again.outcome.reason == "agreed"


def test_a_refused_move_leaves_the_log_as_it_was() -> None:
    match = played(("sendas", ()), 8, moves=3)
    before = write_match(match)
    for move in ("xyzzy", "a1-a2[NS]"):
        with pytest.raises(ludoteca.LudotecaError):
            match.play(move)
    assert write_match(match) == before


BASE = write_match(played(("cadena", (("players", 2), ("pin", "covered"))), 9))
LINES = BASE.split("\n")
FIRST_EVENT = LINES.index("") + 2  # the line number people count


def _changed(pattern: str, new: str) -> str:
    text, count = re.subn(pattern, new, BASE, count=1, flags=re.MULTILINE)
    assert count == 1
    return text


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "no record"),
        ("ludoteca-record 2\n", 1, "no record"),
        (_changed("^game cadena", "game chess"), 2, "chess"),
        (_changed("^rules 1", "rules 99"), 3, "version 99"),
        (_changed('"players":2', '"players":9'), 4, "9"),
        (_changed('"players":2', '"players":2,"x":1'), 4, "x"),
        (_changed("^options .*", "options [1]"), 4, "[1]"),
        (_changed("^options .*", "options {"), 4, "{"),
        (_changed("^commitment ....", "commitment zzzz"), 5, "header"),
        (_changed("^commitment .*", "commitment 00"), 5, "header"),
        (_changed("^commitment ....", "commitment 0000"), 9, "promised"),
        (_changed("^contributions -", "contributions x"), 6, "header"),
        (_changed("^seed ....", "seed ffff"), 9, "promised"),
        (_changed("^result .*", "result 0.5 0.5 too_long"), 8, "too_long"),
        (_changed("^result .*", "result *"), 8, "result"),
        (_changed(r"^result .*\n", ""), 10, "'result'"),
        (_changed("^game cadena", "game cadena\ngame cadena"), 3, "twice"),
        (_changed("^game cadena", "game cadena\n???"), 3, "???"),
        (_changed(r"^1 0 keep \d", "1 0 keep 9"), FIRST_EVENT, "cannot keep more"),
        (_changed(r"^1 0 keep \d", "1 1 keep 1"), FIRST_EVENT, "turn"),
        (_changed(r"^1 0 keep \d", "2 0 keep 1"), FIRST_EVENT, "number 1"),
        (_changed(r"^1 0 keep \d", "hello"), FIRST_EVENT, "hello"),
        (_changed(r"^1 0 keep \d", "1 0 dance"), FIRST_EVENT, "dance"),
        (BASE[:-1], len(LINES) - 1, "cut off"),
        ("\n".join(LINES[:-3]) + "\n", len(LINES) - 3, "cut off"),
    ],
)
def test_a_broken_record_is_refused_with_line_and_reason(text: str, line: int, words: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read_match(text)
    assert caught.value.line == line
    assert words in str(caught.value)
    assert str(line) in caught.value.text("es")


def test_a_tampered_roll_is_found() -> None:
    match = Match(load(("cadena", (("players", 2), ("pin", "covered")))), 10)
    match.play("keep 0")
    match.roll()
    rolled = match.events[-1].text
    other = next(f"roll {face}" for face in range(1, 7) if f"roll {face}" != rolled)
    text = write_match(match, secret=True).replace(rolled, other)
    with pytest.raises(InvalidRecord, match="another outcome") as caught:
        verify(text)
    assert caught.value.line == text.split("\n").index(f"2 * {other}") + 1


def test_a_tampered_deal_is_found() -> None:
    match = played(("rainbow", ()), 11)
    deal = match.events[0].text
    cards = deal.split(" ")
    cards[1], cards[-1] = cards[-1], cards[1]
    with pytest.raises(InvalidRecord):
        verify(write_match(match).replace(deal, " ".join(cards)))


PATHS = (
    "own.toml",
    "./own.toml",
    "own.toml/",
    "../{folder}/own.toml",
    "{here}/own.toml",
    "OWN.TOML",
)


@pytest.mark.parametrize("path", PATHS)
def test_a_record_never_opens_a_file(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standard = registry.definition("colorito").folder / "data" / "standard.toml"
    shutil.copy(standard, tmp_path / "own.toml")
    shutil.copy(standard, tmp_path / "OWN.TOML")
    monkeypatch.chdir(tmp_path)
    named = path.format(folder=tmp_path.name, here=tmp_path)
    text = write_match(Match(ludoteca.load("colorito"), 1))
    assert '"board":"standard"' in text
    opened: list[Path] = []
    monkeypatch.setattr(data, "read_toml", opened.append)
    with pytest.raises(InvalidRecord) as caught:
        read_match(text.replace('"board":"standard"', f'"board":{json.dumps(named)}'))
    assert caught.value.line == 4
    assert not opened
    with pytest.raises(ludoteca.InvalidOption):
        registry.load_closed("colorito", {"board": named})
    assert not opened


def test_the_library_may_name_files(tmp_path: Path) -> None:
    standard = registry.definition("colorito").folder / "data" / "standard.toml"
    own = shutil.copy(standard, tmp_path / "own.toml")
    for value in (str(own), Path(own)):
        game = ludoteca.load("colorito", board=value)
        assert isinstance(game.options["board"], dict)
        assert read_match(write_match(Match(game, 1))).game == game


RECORDS = Path(__file__).parent / "data" / "records"


@pytest.mark.parametrize("name", ["cadena", "phoenix"])
def test_a_record_written_before_the_scheme_by_seat_verifies_as_before(name: str) -> None:
    text = (RECORDS / f"{name}-scheme-1.txt").read_text()
    result = verify(text)
    assert result.seed_known
    assert result.chances
    assert result.match.contributions == bytes.fromhex("00ff11" + "a7" * 16)
    written = read_match(write_match(result.match))
    assert written.events == result.match.events
    # Only the options are written out in full, those that came later with their usual values.
    before, after = (
        [line for line in each.splitlines() if not line.startswith("options ")]
        for each in (text, write_match(result.match))
    )
    assert after == before
    with pytest.raises(InvalidRecord):
        verify(text.replace("contributions 00ff11", "contributions 00ff12"))


def with_contributions(by_seat: dict[int, bytes]) -> Match:
    """A finished match of Cadena to whose chance the seats added something."""
    match = Match(ludoteca.load("cadena"), 4, contributions=contributions.join(by_seat))
    source = Random(4)
    while match.outcome is None:
        if match.position.to_move == CHANCE:
            match.roll()
        else:
            match.play(source.choice(match.position.moves()))
    return match


def test_contributions_stand_by_seat_and_are_verified() -> None:
    text = write_match(with_contributions({1: b"\x11", 0: b"\x00\xff"}))
    assert "\ncontributions-2 0:00ff 1:11\n" in text
    result = verify(text)
    assert contributions.split(result.match.contributions) == {0: b"\x00\xff", 1: b"\x11"}
    assert write_match(result.match) == text
    for other in ("0:00 1:ff11", "0:00ff11", "1:00ff 0:11", "0:00ff 1:12"):
        with pytest.raises(InvalidRecord):
            verify(text.replace("0:00ff 1:11", other))


def test_no_two_sets_of_contributions_have_the_same_bytes() -> None:
    parts = [b"", b"\x00", b"1:1:", b"0:", b"\xff" * 32]
    sets = [{0: one, 1: two, 2: three} for one in parts for two in parts for three in parts]
    joined = {contributions.join(by_seat) for by_seat in sets}
    assert len(joined) == len(sets)
    for by_seat in sets:
        added = {seat: raw for seat, raw in by_seat.items() if raw}
        assert (contributions.split(contributions.join(by_seat)) or {}) == added


@pytest.mark.parametrize(
    "header",
    [
        "contributions " + "00" * 65,
        "contributions " + contributions.join({0: b"x"}).hex(),
        "contributions-2 0:" + "00" * 33,
        "contributions-2 2:00",
        "contributions-2 0:00 0:01",
        "contributions-2 1:00 0:01",
        "contributions-2 0:0",
        "contributions-2 0:00  1:00",
        "contributions-2 -",
        "contributions-2 0:00\ncontributions -",
    ],
)
def test_contributions_of_another_form_or_too_long_are_refused(header: str) -> None:
    with pytest.raises(InvalidRecord):
        read_match(_changed("^contributions -", header))


def test_a_match_takes_no_more_than_32_bytes_a_seat() -> None:
    game = ludoteca.load("cadena")
    Match(game, 1, contributions=contributions.join({0: bytes(32), 1: bytes(32)}))
    for added in (bytes(65), contributions.join({0: bytes(33)}), contributions.join({2: b"x"})):
        with pytest.raises(ludoteca.InvalidOption, match="32"):
            Match(game, 1, contributions=added)
