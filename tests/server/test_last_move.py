"""The last move as others saw it: trail, origin and words, and nothing that they cannot know."""

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from msgspec import to_builtins

import ludoteca
from ludoteca.core import texts
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.drawing.scene import Scene
from ludoteca.match import Event
from ludoteca.server.match import last_move
from tests.server.web_client import ME, Browser, bot


def traced(before: Position, move: str, seat: int | None, lang: str = "en") -> dict[str, Any]:
    """What a viewer is told of a move right after it."""
    scene = cast(Scene, before.step(move).scene(seat, lang=lang))
    last = (before, 1, Event(who=cast(int, before.to_move), text=move))
    return cast(dict[str, Any], to_builtins(last_move.last_move(last, scene, 1, seat, lang)))


def walk(name: str, seed: int, count: int) -> Iterator[tuple[Position, str]]:
    """Random moves with the positions before them."""
    source, position = Random(seed), ludoteca.load(name).start(seed)
    for _ in range(count):
        if position.to_move is None:
            return
        move = source.choice(position.moves())
        yield position, move
        position = position.play(move)


def test_a_piece_that_gets_a_new_id_is_followed() -> None:
    told = traced(ludoteca.load("sendas").start(0), "g2-e4[ES]", 1)
    assert told["moved"] == {"piece-e4": "piece-g2"}
    assert set(told["trail"]) == {"square-g2", "square-e4", "piece-e4"}
    assert told["said"] == "The piece on g2 goes to e4, open to the east, south."


def test_a_turned_piece_is_told_as_it_lies_now() -> None:
    position = ludoteca.load("sendas").start(0)
    move = next(move for move in position.moves() if "-" not in move and "[" in move)
    told = traced(position, move, 1, "es")
    assert told["moved"] == {}
    assert told["said"].startswith(f"La pieza de {move[:2]} gira y queda abierta al ")


def test_a_played_card_comes_out_of_the_hand_seen_from_behind() -> None:
    position, move = next(pair for pair in walk("phoenix", 3, 40) if pair[1].startswith("P"))
    mover = cast(int, position.to_move)
    for seat in (1 - mover, None):
        told = traced(position, move, seat)
        assert told["path"] is None
        ((card, origin),) = told["moved"].items()
        assert card.startswith(f"card-1-{mover}-{move[:2]}")
        assert origin.startswith(f"back-{mover}-")
        assert len(told["trail"]) == 3
        one, other = move[3:].split("x")
        said = f"Permutation {move[1]}: the pawns in columns {one} and {other} change places."
        assert told["said"] == said


def test_a_card_laid_into_the_row_is_named_by_the_face_that_the_viewer_saw() -> None:
    position = ludoteca.load("rainbow").start(3)
    mover = cast(int, position.to_move)
    for seat in (mover, 1 - mover):
        told = traced(position, "1?", seat)
        assert told["moved"] == {"row-1": f"hand-{mover}-1"}
        face = position.play("1?").view(seat)["row"][0]
        name = texts.say("rainbow", f"faces.{face}", "en")
        assert told["said"] == f"Card 1 is placed blind. Row card 1: {name}."


def test_a_roll_after_the_move_moves_nothing() -> None:
    before = ludoteca.load("cadena").start(1)
    move = before.moves()[0]
    rolled = before.play(move).roll()
    last = (before, 1, Event(who=cast(int, before.to_move), text=move))
    told = to_builtins(last_move.last_move(last, cast(Scene, rolled.scene(1)), 2, 1, "en"))
    assert told["moved"] == {}
    assert "kept" in told["said"]


@pytest.mark.parametrize("name", ["phoenix", "rainbow"])
def test_what_is_told_depends_on_nothing_hidden(name: str) -> None:
    compared = 0
    for position, move in walk(name, 5, 25):
        viewer = 1 - cast(int, position.to_move)
        told = traced(position, move, viewer)
        for seed in range(8):
            state = position.state()
            position.game.definition.kernels.imagine(state, viewer, new_rng(seed))
            other = Position(position.game, state, position._chance)
            if other == position or move not in other.moves():
                continue
            seen = [p.step(move).view(viewer, memory=True) for p in (position, other)]
            if seen[0] == seen[1]:
                compared += 1
                assert traced(other, move, viewer) == told
    assert compared > 10


def test_the_goals_of_the_pieces_are_sent_to_the_seat_to_move(ana: Browser) -> None:
    match = ana.open("colorito", ME, bot())["id"]
    state = ana.get(f"/api/matches/{match}/state?scenes=1")
    assert state["marks"]["a1"] == ["j10"]
    assert state["last"] is None
    with ana.served.browser() as watcher:
        assert watcher.get(f"/api/matches/{match}/state?scenes=1")["marks"] == {}
