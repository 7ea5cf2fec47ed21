"""What a move would do and why one cannot be made, told before anything is played."""

from typing import cast

import pytest

import ludoteca
from ludoteca.core.position import Position
from ludoteca.core.prompts import why
from ludoteca.core.rng import new_rng
from ludoteca.drawing.scene import Scene
from ludoteca.server.http.preview import preview_steps
from ludoteca.server.match.elements import scene_message
from ludoteca.server.scheduler import all_at_once
from ludoteca.server.wire.responses import Previews, SceneMessage
from tests.cases import every_game
from tests.server.web_client import ME, Browser, friends


def foresee(position: Position, seat: int, moves: list[str], lang: str) -> Previews:
    """Draw all previews at once."""
    return all_at_once(preview_steps(position, seat, moves, lang, seq=0))


def ids(scene: SceneMessage) -> dict[str, object]:
    return {element.id: element for element in scene.elements}


@every_game
def test_previews_show_the_table_after_a_move(ana: Browser, name: str) -> None:
    match = ana.open(name, ME, ME)
    seat = match["to_move"]
    state = ana.state(match["id"], seat=seat)
    body = {"seq": state["seq"], "moves": [*state["moves"][:3], "xyzzy"], "seat": seat}
    told = ana.post(f"/api/matches/{match['id']}/previews", body)
    assert told["scenes"][-1] is None
    assert all((scene is None) == (name == "cadena") for scene in told["scenes"][:-1])
    assert all((route is not None) == (name == "colorito") for route in told["routes"][:-1])
    assert ana.state(match["id"], seat=seat) == state


def test_an_open_preview_is_the_very_scene_that_follows() -> None:
    position = ludoteca.load("sendas").start(0)
    move = "g2-e4[ES]"
    (scene,) = foresee(position, 0, [move], "en").scenes
    assert scene == scene_message(cast(Scene, position.play(move).scene(0)))


def test_a_preview_tells_nothing_of_hidden_cards() -> None:
    position = ludoteca.load("phoenix").start(16)
    assert position.to_move == 0
    moves = position.moves()[:4]
    told = foresee(position, 0, moves, "en")
    for seed in range(3):
        state = position.state()
        position.game.definition.kernels.imagine(state, 0, new_rng(seed))
        other = Position(position.game, state, position._chance)
        assert other != position
        assert foresee(other, 0, moves, "en") == told
    before = {element.id for element in position.scene(0).elements}  # type: ignore[attr-defined]
    first = told.scenes[0]
    assert first is not None
    shown = set(ids(first))
    assert len(shown & before) > len(before) // 2


def test_jumps_have_a_way_where_the_game_knows_it() -> None:
    assert ludoteca.load("sendas").definition.route is None
    position = ludoteca.load("colorito").start(0)
    (route,) = foresee(position, 0, ["a1-a3"], "en").routes
    assert route == ["a1", "a3"]


@pytest.mark.parametrize(
    ("game", "path", "said"),
    [
        ("sendas", ("c2", "c9"), "On c9 it would break your own path."),
        ("sendas", ("g2", "e3"), "There is a piece on e3 already."),
        (
            "sendas",
            ("e2", "e3"),
            "The piece on e2 holds a path together: wherever it went and however it turned, "
            "a path would break.",
        ),
        ("sendas", ("a5",), "First pick one of your pieces, then the square."),
        ("sendas", ("e8",), "That piece is not yours. Your colour: White."),
        ("colorito", ("e1", "e2"), "There is a piece on e2 already."),
        ("colorito", ("e10",), "That piece is not yours. Your side: Red and yellow."),
        ("cadena", ("keep:9",), "You have 1 black dice in hand and cannot keep more."),
        ("cadena", ("disc:1",), "Dice first: choose how many you roll. Discs move when you stand."),
        (
            "cadena",
            ("nonsense",),
            "Not this one. How many black dice do you roll with your coloured one? "
            "Pick that number.",
        ),
    ],
)
def test_the_rules_say_why_not(game: str, path: tuple[str, ...], said: str) -> None:
    assert why(ludoteca.load(game).start(0), 0, path, "en") == said


def test_a_cube_picked_with_a_movement_card_is_not_about_distance() -> None:
    position = ludoteca.load("phoenix").start(16)
    assert {"M2", "X", "R"} <= set(position.view(0)["cards"])
    for card, said in (
        ("M2", "Movement moves pawns. Only Modification changes the spectrum."),
        ("X", "Exchange moves pawns. Only Modification changes the spectrum."),
    ):
        assert why(position, 0, (f"card:{card}", "cube:2"), "en") == said
    assert "two ends" in why(position, 0, ("card:R", "own:2"), "en")
    assert why(position, 0, ("own:2",), "en").startswith("First pick a card")


def test_only_the_seat_to_move_may_ask(ana: Browser, bea: Browser) -> None:
    match = friends(ana, bea, "sendas")
    seq = ana.state(match)["seq"]
    for what, body in (("previews", {"moves": ["pass"]}), ("why", {"path": ["a5"]})):
        path = f"/api/matches/{match}/{what}"
        assert bea.post(path, body | {"seq": seq}, 409)["code"] == "not_your_turn"
        assert ana.post(path, body | {"seq": 0}, 409)["code"] == "stale"
        assert ana.post(path, body | {"seq": seq})
        with ana.served.browser() as watcher:
            assert watcher.post(path, body | {"seq": seq}, 403)["code"] == "no_seat"
