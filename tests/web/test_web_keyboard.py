"""Every game can be played against a bot without a mouse, to its end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import ludoteca
from ludoteca.search.players import player
from tests.web import people

BOT, SEED = 1, 5
# A race can be lost again; where the winning moves are kept, only the last is left to be made.
OWN_MOVES = {"phoenix": 2, "rainbow": 3, "cadena": 3, "colorito": 1, "sendas": 1}


def press_until(page: Any, key: str, condition: str, most: int = 80) -> None:
    """Presses a key until something holds of the focused element."""
    for _ in range(most):
        if page.evaluate(f"(() => {{ const e = document.activeElement; return {condition} }})()"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never led to {condition}")


@pytest.mark.parametrize("game", people.GAMES)
def test_a_game_against_a_bot_is_begun_and_given_up_by_keyboard(
    game: str, visit: Callable[..., Any]
) -> None:
    page = visit()
    page.wait_for_selector(".game")
    press_until(page, "Tab", f"e.ariaLabel?.startsWith('Play {people.TITLES[game]}')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".pickable")
    make_a_move(page)
    press_until(page, "Tab", "e.matches('button') && e.textContent === 'Give up'")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "e.textContent === 'Yes'")
    page.keyboard.press("Enter")
    page.wait_for_selector(".result")
    assert page.locator(".result h2").inner_text() == "You lose"


@pytest.mark.parametrize("game", people.GAMES)
def test_a_game_against_a_bot_is_played_to_its_end_by_keyboard_only(
    game: str, visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit()
    page.wait_for_selector(".game")
    record = ludoteca.write_match(nearly_finished(game), secret=True).encode()
    page.set_input_files(".import input", {"name": "a.txt", "mimeType": "", "buffer": record})
    page.wait_for_selector(".board .thing")
    match = page.url.rpartition("/")[2]
    page.keyboard.press("Tab")
    own = 0
    while not page.locator(".result").count():
        page.wait_for_selector(".pickable, [data-pick], .result")
        own += make_a_good_move(page, match)
        assert own < 40, "the game does not end"
    assert own > 0
    picture(page, f"{game}-keyboard")
    assert people.axe(page) == []


def nearly_finished(game: str) -> ludoteca.Match:
    """A match of Ana against a bot in which little is left to do."""
    moves = winning_moves(game)
    match = ludoteca.Match(ludoteca.load(game), SEED, tags={"player-2": f"bot {BOT}"})
    own = [number for number, (seat, _) in enumerate(moves) if seat == 0]
    settle(match)
    for _, move in moves[: own[-OWN_MOVES[game]]]:
        match.play(move)
        settle(match)
    return match


def settle(match: ludoteca.Match) -> None:
    """Rolls the dice that are to be rolled."""
    while match.position.to_move == ludoteca.CHANCE:
        match.roll()


def winning_moves(game: str, *, kept_only: bool = False) -> list[tuple[int, str]]:
    """The moves of a whole game: of the one that is kept, or of one between quick players."""
    kept = Path(__file__).parent / "games" / f"{game}.txt"
    if kept.exists():
        return [(number % 2, move) for number, move in enumerate(kept.read_text().split())]
    if kept_only:
        return []
    moves: list[tuple[int, str]] = []
    match, mover = ludoteca.Match(ludoteca.load(game), SEED), player("greedy")
    settle(match)
    while match.outcome is None:
        seat = cast(int, match.position.to_move)
        view = match.position.view(seat, memory=True)
        moves.append((seat, mover.choose(match.game, view, seed=len(moves))))
        match.play(moves[-1][1])
        settle(match)
    return moves


def make_a_good_move(page: Any, match: str) -> bool:
    """Makes a sensible move, each pick found by keyboard; False while another is to move."""
    before = people.listed(page)
    state = page.request.get(f"/api/matches/{match}/state?memory=1").json()
    tree = page.request.get(f"/api/matches/{match}/state?scenes=1").json()["choices"]
    if not state["moves"] or before != state["ply"]:
        page.wait_for_timeout(50)
        return False
    game = ludoteca.load(state["view"]["game"])
    kept = [move for _, move in winning_moves(game.name, kept_only=True)[before:]]
    known = [move for move in kept if move in state["moves"]]
    move = known[0] if known else player("greedy").choose(game, state["view"], seed=before)
    for pick in path_to(tree, move):
        walk_to(page, pick)
        page.keyboard.press("Enter")
    page.wait_for_function(MADE_OR_ASKED, arg=before)
    if page.locator(YES).count():
        press_until(page, "ArrowRight", "e.dataset.answer === 'yes'", most=2)
        page.keyboard.press("Enter")
        page.wait_for_function(MADE, arg=before)
    return True


MADE = """n => document.querySelectorAll('.moves li button').length > n
  || document.querySelector('.result')"""
YES = "[data-answer=yes]:not([aria-disabled])"
MADE_OR_ASKED = f"{MADE} || document.querySelector('{YES}')"


def path_to(tree: dict[str, Any], move: str) -> list[str]:
    """The picks that make a move; none if the tree does not have it."""
    for pick, below in tree.items():
        if below == move:
            return [pick]
        if isinstance(below, dict) and (rest := path_to(below, move)):
            return [pick, *rest]
    return []


WHERE = """id => {
  const at = element => {
    const box = element.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const active = document.activeElement
  // A button that has just appeared takes no key yet.
  const target = document.querySelector(
    `.pickable[data-choice="${id}"] .key, [data-pick="${id}"]:not([aria-disabled])`)
  if (!target) return null
  const there = active === target || active.closest('[data-choice]')?.dataset.choice === id
  return {there, button: target.matches('button'), from: at(active), to: at(target),
          home: !!active.closest('.key, .action-buttons')}
}"""


def walk_to(page: Any, pick: str) -> None:
    """Moves the focus to a thing or a button with the arrow keys and Tab."""
    page.wait_for_function(f"id => ({WHERE})(id) !== null", arg=pick)
    seen, stuck = set(), False
    for _ in range(60):
        where = page.evaluate(WHERE, pick)
        if where["there"]:
            return
        across, down = (end - begin for begin, end in zip(where["from"], where["to"], strict=True))
        wide = abs(across) > abs(down)
        key = ("ArrowRight" if across > 0 else "ArrowLeft") if wide else ""
        key = key or ("ArrowDown" if down > 0 else "ArrowUp")
        stuck = stuck or (*where["from"], key) in seen
        seen.add((*where["from"], key))
        key = "PageDown" if stuck else key
        page.keyboard.press("Tab" if where["button"] or not where["home"] else key)
    raise AssertionError(f"no key led to {pick}")


def make_a_move(page: Any) -> None:
    """Walks to something with the arrow keys and picks it, until a move was made."""
    before = people.listed(page)
    for step in range(12):
        page.wait_for_function(MADE_OR_OPEN, arg=before)
        if people.listed(page) > before or page.locator(".result").count():
            return
        if not page.evaluate("!!document.activeElement.closest('.pickable, .actions')"):
            press_until(page, "Tab", "!!e.closest('.pickable, .actions')")
        asked = page.locator("[data-answer=yes]").count() > 0
        if asked:
            page.wait_for_selector(YES)
            page.locator(YES).focus()
        else:
            page.keyboard.press("ArrowRight" if step % 2 else "ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    raise AssertionError("twelve picks made no move")


MADE_OR_OPEN = """n => document.querySelectorAll('.moves li button').length > n
  || document.querySelector('.pickable, [data-pick], [data-answer], .result')"""


def test_a_question_takes_the_focus_and_is_answered_by_keyboard(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    for answer, moves in (("No, not yet", 0), ("Yes", 1)):
        page.wait_for_selector('[data-pick="pass"]:not([aria-disabled])')
        press_until(page, "Tab", "e.dataset.pick === 'pass'")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.textContent === 'No, not yet'")
        page.wait_for_selector(YES)
        press_until(page, "ArrowRight", f"e.textContent.startsWith('{answer}')", most=2)
        page.keyboard.press("Enter")
        page.wait_for_selector(YES, state="detached")
        page.wait_for_function(
            "n => document.querySelectorAll('.moves li button').length >= n", arg=moves
        )
        assert moves or people.listed(page) == 0


def test_escape_takes_a_pick_back(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "colorito")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => document.activeElement.closest('.pickable')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".picked")
    page.keyboard.press("Escape")
    page.wait_for_selector(".picked", state="detached")
    assert people.listed(page) == 0
