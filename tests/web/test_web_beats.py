"""What happened is seen: beats at the web table, the list of moves, replays and hints."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludoteca
from tests.web import people

ME = {"kind": "me"}
ASK = """async ([path, body]) => {
  const headers = {'Content-Type': 'application/json'}
  const how = body ? {method: 'POST', headers, body: JSON.stringify(body)} : {}
  return (await fetch('/api/' + path, how)).json()
}"""
# Notes every beat as it is shown, with what is on the table then.
WATCH = """() => {
  window.beats = []
  const note = () => {
    const board = document.querySelector('svg.board')
    const kind = board && board.dataset.beat
    const last = window.beats.at(-1)
    if (!kind || (last && last.node === kind && last.text === said())) return
    const count = stem => document.querySelectorAll(`[data-id^="${stem}"]`).length
    const frames = document.getAnimations().map(one => one.effect.getKeyframes().length)
    window.beats.push({
      node: kind, kind, text: said(),
      spoken: document.querySelector('[aria-live=assertive]').textContent,
      row: count('row-'), pawns: count('pawn-'), mark: count('fail-mark'),
      frames: Math.max(0, ...frames),
      told: [...document.querySelectorAll('.told')].map(one => one.dataset.id),
      result: document.querySelectorAll('.result').length, at: performance.now()})
  }
  const said = () => document.querySelector('.prompt').textContent.trim()
  setInterval(note, 15)
}"""


def ask(page: Any, path: str, body: Any = None) -> Any:
    """Return the answer of the server to the person at a page."""
    return page.evaluate(ASK, [path, body])


_ids: Iterator[int] = iter(range(1_000_000))


def move(page: Any, match: str, text: str) -> Any:
    """Make a move without a click."""
    seq = ask(page, f"matches/{match}/state")["seq"]
    body = {"id": f"b{next(_ids)}", "seq": seq, "move": text}
    return ask(page, f"matches/{match}/moves", body)


def seated(page: Any, game: str, **more: Any) -> str:
    """Open a match at one device and show it."""
    made = ask(page, "matches", {"game": game, "seats": [ME, ME], **more})
    page.goto(f"/m/{made['id']}")
    page.wait_for_selector(".board .thing")
    page.evaluate(WATCH)
    return str(made["id"])


def befriended(ana: Any, bea: Any, game: str, **more: Any) -> str:
    """Open a match between two people; the first one's page shows it."""
    seats = [ME | {"name": "Ana"}, {"kind": "friend"}]
    made = ask(ana, "matches", {"game": game, "seats": seats, **more})
    ask(bea, f"invites/{made['invites'][0]['invite']}", {"name": "Bea"})
    ana.goto(f"/m/{made['id']}")
    ana.wait_for_selector(".board .thing")
    ana.evaluate(WATCH)
    return str(made["id"])


def seen(page: Any, *kinds: str) -> dict[str, Any] | None:
    """Return the first beat of some kinds that was shown."""
    found = page.evaluate("() => window.beats")
    return next((beat for beat in found if beat["kind"] in kinds), None)


def play_until(pages: tuple[Any, Any], match: str, *kinds: str) -> dict[str, Any]:
    """Let two people move at random until the first one's page shows a kind of beat."""
    source = Random(3)
    for _ in range(120):
        states = [ask(page, f"matches/{match}/state") for page in pages]
        mover = next((seat for seat, state in enumerate(states) if state["your_turn"]), None)
        assert mover is not None
        chosen = source.choice([m for m in states[mover]["moves"] if m != "end"] or ["end"])
        move(pages[mover], match, chosen)
        pages[0].wait_for_timeout(150)
        if (beat := seen(pages[0], *kinds)) is not None:
            return beat
    raise AssertionError("no such beat")


def test_a_clash_is_seen_and_named_before_the_row_is_paid(visit: Callable[..., Any]) -> None:
    ana, bea = visit(pace="fast"), visit()
    match = befriended(ana, bea, "rainbow")
    shock = play_until((ana, bea), match, "clash", "black")
    assert "the row goes to" in shock["text"]
    assert shock["spoken"] == shock["text"]
    assert shock["row"] > 0
    assert shock["told"]
    ana.wait_for_function("() => window.beats.some(beat => beat.kind === 'take')")
    ana.wait_for_function("() => !document.querySelector('[data-id^=\"row-\"]')")


def test_a_failing_die_stays_and_what_was_lost_is_named(visit: Callable[..., Any]) -> None:
    page = visit(pace="fast")
    match = seated(page, "cadena")
    for _ in range(60):
        moves = ask(page, f"matches/{match}/state")["moves"]
        wanted = [m for m in moves if m.startswith("extend")] or moves[-1:]
        move(page, match, wanted[0])
        page.wait_for_timeout(100)
        if seen(page, "fail"):
            break
    page.wait_for_function("() => window.beats.some(beat => beat.kind === 'fail')")
    failed = seen(page, "fail")
    assert failed is not None
    assert failed["mark"] == 1
    assert "fails and loses" in failed["text"]


def test_the_end_of_a_hand_stands_still_before_the_next_deal(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    ana, bea = visit(pace="fast"), visit()
    options = {"deck": {"X": 1, "R": 4, "P1": 6}}
    match = befriended(ana, bea, "phoenix", options=options)
    mover = ana if ask(ana, f"matches/{match}/state")["your_turn"] else bea
    move(mover, match, ask(mover, f"matches/{match}/state")["moves"][-1])
    ana.wait_for_function("() => window.beats.some(beat => beat.kind === 'hand-end')")
    picture(ana, "phoenix-hand-end")
    ana.wait_for_function("() => window.beats.some(beat => beat.kind === 'deal')")
    kinds = ana.evaluate("() => window.beats.map(beat => beat.kind)")
    assert kinds[-4:] == ["score", "score", "hand-end", "deal"]
    end = seen(ana, "hand-end")
    assert end is not None
    assert end["pawns"] == 20
    assert end["text"].startswith("After hand 1:")


def test_a_jump_runs_along_its_hops(visit: Callable[..., Any]) -> None:
    page = visit(pace="normal", reduced_motion="no-preference")
    match = seated(page, "colorito")
    position, source = ludoteca.load("colorito").start(seed=1), Random(4)
    while True:
        far = [m for m in position.moves() if len(position.beats(m, 0)[0].along) > 3]
        chosen = far[0] if far else source.choice(position.moves())
        page.keyboard.press("Escape")
        move(page, match, chosen)
        position = position.play(chosen)
        if far:
            break
    page.wait_for_function("() => window.beats.some(beat => beat.frames > 3)", timeout=30_000)


def _scripted(page: Any, game: str, *, but: int) -> tuple[str, list[str]]:
    """Open a match in which all but some moves of a whole game are played."""
    moves = (Path(__file__).parent / "games" / f"{game}.txt").read_text().split()
    made = ask(page, "matches", {"game": game, "seats": [ME, ME]})["id"]
    for text in moves[: len(moves) - but]:
        move(page, made, text)
    page.goto(f"/m/{made}")
    page.wait_for_selector(".board .thing")
    page.evaluate(WATCH)
    return str(made), moves


def test_the_result_waits_for_the_last_move_and_leaves_the_board_in_sight(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit(pace="normal")
    match, moves = _scripted(page, "sendas", but=1)
    move(page, match, moves[-1])
    page.wait_for_function("() => window.beats.some(beat => beat.kind === 'exit')")
    left = seen(page, "exit")
    assert left is not None
    assert left["result"] == 0
    assert "leaves the board at a10" in left["text"]
    page.wait_for_selector(".result")
    assert page.locator('[data-id="piece-a10"]').count() == 1
    board, result = (page.locator(one).bounding_box() for one in ("svg.board", ".result"))
    apart = (
        result["x"] >= board["x"] + board["width"] or result["y"] >= board["y"] + board["height"]
    )
    assert apart
    picture(page, "sendas-ended")


def test_a_replay_steps_with_arrow_keys_and_a_link_points_at_a_move(
    visit: Callable[..., Any],
) -> None:
    page = visit()
    match, moves = _scripted(page, "sendas", but=0)
    page.wait_for_selector(".result")
    page.keyboard.press("ArrowLeft")
    current = '.moves [aria-current="true"]'
    page.wait_for_function(
        "n => document.querySelector('.moves [aria-current=true]')?.dataset.ply == n",
        arg=len(moves) - 1,
    )
    assert page.url.endswith(f"#{len(moves) - 1}")
    page.goto("/")
    page.goto(f"/m/{match}#5")
    page.wait_for_function(
        "() => document.querySelector('.moves [aria-current=true]')?.dataset.ply == 5"
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('.moves [aria-current=true]')?.dataset.ply == 6"
    )
    assert page.locator(current).is_visible()


def test_a_click_goes_on_and_the_speed_can_be_set(visit: Callable[..., Any]) -> None:
    page = visit(pace="slow")
    match = seated(page, "cadena")
    move(page, match, "keep 0")
    page.wait_for_function("() => window.beats.some(beat => beat.kind === 'keep')")
    page.locator("svg.board").click(position={"x": 5, "y": 5})
    page.wait_for_function("() => window.beats.some(beat => beat.kind === 'roll')", timeout=700)
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('svg.board').dataset.beat", timeout=700)
    button = page.locator("header .pace")
    for pace in ("normal", "fast", "off"):
        button.click()
        assert button.get_attribute("data-pace") == pace
    page.evaluate("() => window.beats = []")
    move(page, match, "stand 1")
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length == 3")
    assert page.evaluate("() => window.beats") == []
    page.reload()
    assert page.locator("header .pace").get_attribute("data-pace") == "off"


def test_the_keyboard_is_at_the_board_when_a_game_starts(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "colorito")
    page.wait_for_function("() => document.activeElement?.classList.contains('board')")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => !!document.activeElement?.closest('.key')")


def _play_turns(page: Any, match: str, wanted: int) -> int:
    """Play a number of turns of Cadena in which nobody lies down on another; return how many."""
    while (state := ask(page, f"matches/{match}/state"))["view"]["turn"] < wanted:
        view, moves = state["view"], state["moves"]
        taken = {square for seat in view["discs"] for square in seat}
        free = [stand["disc"] for stand in view["stands"] if stand["to"] not in taken]
        chosen = f"stand {free[0]}" if free else moves[-1]
        move(page, match, "keep 0" if view["phase"] == "keep" else chosen)
    return int(state["view"]["turn"])


def test_a_turn_of_cadena_is_one_row_in_words_and_notation_is_a_switch(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit()
    match = seated(page, "cadena")
    assert _play_turns(page, match, 24) == 24
    page.wait_for_function("() => document.querySelectorAll('.moves li.turn').length == 24")
    assert people.listed(page) > 60
    first = page.locator(".moves li.turn").first.inner_text()
    assert "keeps 0" in first
    assert "rolls" in first
    picture(page, "cadena-list")
    page.locator(".notation").click()
    assert "keep 0" in page.locator(".moves li.turn").first.inner_text()


@pytest.mark.parametrize("game", ["colorito", "sendas"])
def test_a_hint_marks_source_and_target_apart_from_what_may_be_picked(
    game: str, visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit()
    seated(page, game, help=True)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".thing.hinted")
    hinted = page.locator(".thing.hinted")
    assert hinted.count() >= 2
    stroke = "one => getComputedStyle(one.querySelector('.ring')).stroke"
    colours = {hinted.nth(number).evaluate(stroke) for number in range(hinted.count())}
    plain = page.locator(".thing.pickable:not(.hinted)").first.evaluate(stroke)
    assert len(colours) == 1
    assert plain not in colours
    picture(page, f"{game}-hint")
    if game == "sendas":
        page.locator(".thing.hinted.pickable").first.dispatch_event("click")
        page.wait_for_selector(".place.hinted.pickable, .piece.hinted.pickable")
        page.wait_for_timeout(450)
        page.locator(".thing.hinted.pickable").last.dispatch_event("click")
        if page.locator("[data-pick]").count() > 1:
            page.wait_for_selector("[data-pick].hinted")
