"""Colorito: a jump runs along its hops, a piece that comes home is named."""

from random import Random

import pytest

from ludoteca.core.position import Position
from tests.rulebooks.colorito.colorito_table import at_home, game, position

pytestmark = pytest.mark.plain

NAMES = ["Ana", "Bruno"]


def told(before: Position, move: str, seat: int | None = None, lang: str = "en") -> list[str]:
    """Return the sentences of a move."""
    return [
        beat.text(lang, NAMES, reader=seat, game="colorito") for beat in before.beats(move, seat)
    ]


def _jump() -> tuple[Position, str]:
    """Return a position of a random game and a move of several hops in it."""
    source, before = Random(4), game().start(seed=0)
    while True:
        far = [move for move in before.moves() if _is_jump(before, move)]
        if far:
            return before, far[0]
        before = before.play(source.choice(before.moves()))


def _is_jump(before: Position, move: str) -> bool:
    beat = before.beats(move, 0)[0]
    return beat.key == "hops"


def test_a_jump_runs_along_its_hops() -> None:
    before, move = _jump()
    beat = before.beats(move, 1)[0]
    squares = before.game.definition.route(before.view(1), move)  # type: ignore[misc]
    assert beat.kind == "hop"
    assert len(beat.along) > 2
    assert beat.along == tuple(f"square-{square}" for square in squares)
    assert beat.things[0].startswith(f"piece-{before.to_move}-")
    assert beat.values["hops"] == len(squares) - 1
    assert beat.ms >= 300 * (len(squares) - 1)


def test_a_step_and_a_hop_are_told_apart() -> None:
    start = position({"R5": "e1", "R4": "e2", "D1": "a9"}, free="d1 d2 f1 f2 e3 f3 d3")
    sentences = {move: told(start, move)[0] for move in start.moves() if move.startswith("e1-")}
    assert sentences["e1-d1"] == "Ana moves red 5 from e1 to d1."
    hop = start.beats("e1-e3", 0)[0] if "e1-e3" in sentences else None
    assert hop is None or hop.key == "hop"


def test_a_piece_that_comes_home_is_named_and_the_last_one_wins() -> None:
    before = position({"R1": "i9"}, free="j10")
    home = before.beats("i9-j10", 0)
    assert [beat.kind for beat in home] == ["step", "home"]
    assert told(before, "i9-j10", 0)[1].startswith("Red 1 is home: 1 of 20")


def test_all_goals_filled_is_told_as_a_win() -> None:
    pieces = at_home(0, but={"R1": "j8"})
    before = position(pieces, free="j10", to_move=0, ply=200)
    move = next((m for m in before.moves() if m.endswith("-j10") and m.startswith("j8")), None)
    assert move is not None
    won = before.play(move)
    kinds = [beat.kind for beat in before.beats(move, 1)]
    assert kinds[:2] == ["hop", "home"]
    assert ("win" in kinds) == (won.outcome is not None and 1.0 in won.outcome.returns)
