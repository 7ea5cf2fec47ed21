"""Walking the tree of choices with a cursor, and completing what is typed."""

from ludoteca.core.choices import Tree
from ludoteca.terminal.prompt import Prompt
from ludoteca.terminal.walk import Walk, common_start, completions

TREE: Tree = {"a1": {"a2": "a1-a2", "b1": "a1-b1"}, "b1": {"b2": "b1-b2"}, "pass": "pass"}
PLACES = {"a1": (2.0, 0.0), "b1": (2.0, 5.0), "a2": (0.0, 0.0), "pass": (6.0, 0.0)}


def test_picks_lead_to_a_move_and_back() -> None:
    walk = Walk(TREE)
    walk.settle()
    assert walk.cursor == "a1"
    assert walk.pick("a1") is None
    assert walk.path == ["a1"]
    assert walk.cursor == "a2"
    assert walk.pick("nothing") is None
    assert walk.pick("b1") == "a1-b1"
    assert walk.back()
    assert walk.cursor == "a1"
    assert not walk.back()
    assert walk.move_at("pass") == "pass"
    assert walk.move_at("a1") is None
    assert walk.move_at(None) is None


def test_arrows_go_to_the_nearest_choice_in_their_direction() -> None:
    walk = Walk(TREE, cursor="a1")
    for key, target in (
        ("right", "b1"),
        ("right", "b1"),
        ("left", "a1"),
        ("up", "a1"),
        ("down", "pass"),
    ):
        walk.towards(key, PLACES)
        assert walk.cursor == target


def test_an_arrow_from_nowhere_begins_somewhere_and_tab_goes_around() -> None:
    walk = Walk(TREE)
    walk.towards("left", PLACES)
    assert walk.cursor == "a1"
    walk.step(-1)
    assert walk.cursor == "pass"
    walk.step(1)
    assert walk.cursor == "a1"
    empty = Walk()
    empty.step(1)
    empty.settle()
    assert empty.cursor is None


def test_completions_forgive_the_case_but_prefer_the_exact() -> None:
    moves = ["M2 1>3", "M2 1>4", "m9"]
    assert completions("m2", moves) == ["M2 1>3", "M2 1>4"]
    assert completions("m", moves) == ["m9"]
    assert common_start(["M2 1>3", "M2 1>4"]) == "M2 1>"
    assert common_start(["one"]) == "one"
    assert common_start([]) == ""


def test_a_line_is_completed_and_taken() -> None:
    prompt, moves = Prompt(), ["e3-e5[NE]", "e3-e5[NS]", "pass"]
    prompt.add("e")
    prompt.complete(moves)
    assert prompt.typed == "e3-e5[N"
    assert "e3-e5[NS]" in prompt.line("type").plain
    prompt.add("E")
    assert prompt.take(moves) == "e3-e5[NE]"
    assert prompt.typed == ""
    prompt.add("xyzzy")
    prompt.shorten()
    assert prompt.take(moves) == "xyzz"
    assert "type" in prompt.line("type").plain
    prompt.add("x" * 500)
    assert len(prompt.typed) == 200
