"""Results on disk: nobody's file is spoilt, a torn line is played again, each game counts once."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludoteca.lab.results import BrokenResults, append, saved
from ludoteca.lab.rows import ArenaGame
from ludoteca.lab.tournament import in_order, read_games, run
from ludoteca.lab.tournament_report import report
from tests.cases import load

CADENA = load(("cadena", ()))
FOREIGN = {
    "notes": b"my notes\nlast line without an end",
    "one line": b"a single line",
    "braces": b"{curly} braces",
    "binary": b"\x89PNG\r\n\x1a\n\xff\xfe",
    "data": b'{"name": "Ana"}\n{"name": "Bea"',
    "one object": b'{"name": "Ana"}',
    "numbers": b"1\n2\n3",
    "deep": b"[" * 100_000,
    "incomplete": b'{"a": "1", "b": "2", "record": "x\\ngame cadena\\n", "number": 0}\n',
}


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("fresh", [False, True])
def test_a_file_of_somebody_else_is_refused_and_not_touched(
    kind: str, fresh: bool, tmp_path: Path
) -> None:
    save = tmp_path / "notes.txt"
    save.write_bytes(FOREIGN[kind])
    with pytest.raises(BrokenResults):
        run(CADENA, ["greedy", "random"], 2, save=save, fresh=fresh)
    assert save.read_bytes() == FOREIGN[kind]


def test_reading_leaves_a_torn_line_where_it_is_and_writing_cuts_it_away(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    save.write_bytes(b'{"n": 1}\n{"n": 2')
    assert saved(save, dict) == [{"n": 1}]
    assert save.read_bytes() == b'{"n": 1}\n{"n": 2'
    append(save, {"n": 3})
    assert save.read_bytes() == b'{"n": 1}\n{"n":3}\n'


def test_a_last_line_that_lacks_only_its_end_counts(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    save.write_bytes(b'{"n": 1}\n{"n": 2}')
    assert saved(save, dict) == [{"n": 1}, {"n": 2}]
    append(save, {"n": 3})
    assert saved(save, dict) == [{"n": 1}, {"n": 2}, {"n": 3}]


@pytest.mark.parametrize("cut", [1, 2, 20])
def test_a_first_line_that_was_torn_is_written_again(cut: int, tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    run(CADENA, ["greedy", "random"], 2, save=save)
    whole = [row.record for row in saved(save, ArenaGame)]
    save.write_bytes(save.read_bytes()[:cut])
    run(CADENA, ["greedy", "random"], 2, save=save)
    assert [row.record for row in saved(save, ArenaGame)] == whole


def test_the_order_of_the_players_neither_plays_anew_nor_counts_twice(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    before = report(run(CADENA, ["greedy", "random"], 4, save=save))
    kept = save.read_bytes()
    after = report(run(CADENA, ["random", "greedy"], 4, save=save))
    assert save.read_bytes() == kept
    (one,), (other,) = before.pairs, after.pairs
    assert (one.a, one.b) == (other.b, other.a) == ("greedy", "random")
    assert one.games == other.games == 4
    assert one.score == 1 - other.score
    assert other.as_second is not None
    assert one.as_first == 1 - other.as_second
    assert one.low == pytest.approx(1 - other.high)
    assert before.players == after.players


def test_the_same_games_come_of_either_order(tmp_path: Path) -> None:
    rows = [run(CADENA, names, 2).rows for names in (["greedy", "random"], ["random", "greedy"])]
    assert [row.record for row in rows[0]] == [row.record for row in rows[1]]
    assert {(row.a, row.b) for row in rows[1]} == {in_order(("random", "greedy"))}


def test_a_game_that_is_twice_in_a_file_counts_once(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    names = ["greedy", "random"]
    once = report(run(CADENA, names, 4, save=save))
    save.write_bytes(save.read_bytes() * 2)
    assert report(run(CADENA, names, 4, save=save)) == once


def test_a_file_written_in_the_other_order_counts_the_same(tmp_path: Path) -> None:
    save, old = tmp_path / "run.jsonl", tmp_path / "old.jsonl"
    names = ["greedy", "random"]
    whole = report(run(CADENA, names, 4, save=save))
    for row in saved(save, ArenaGame):
        swapped = {"a": row.b, "b": row.a, "number": row.number ^ 1}
        append(old, replace(row, **swapped, share=1 - row.share))
    games, same = read_games(save, CADENA), read_games(old, CADENA)
    assert {key: row.record for key, row in games.items()} == {
        key: row.record for key, row in same.items()
    }
    played = old.read_bytes()
    assert report(run(CADENA, names, 4, save=old)) == whole
    assert old.read_bytes() == played


def test_a_fresh_start_forgets_what_was_played(tmp_path: Path) -> None:
    save = tmp_path / "run.jsonl"
    run(CADENA, ["greedy", "random"], 4, save=save)
    counts: list[int] = []
    run(
        CADENA,
        ["1", "random"],
        2,
        save=save,
        fresh=True,
        after=lambda s: counts.append(len(s.rows)),
    )
    assert counts == [0, 1, 2]
    assert {json.loads(line)["a"] for line in save.read_text().splitlines()} == {"1"}
