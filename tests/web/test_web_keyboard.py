"""Every game can be played against a bot without a mouse."""

from collections.abc import Callable
from typing import Any

import people
import pytest

OWN_MOVES = 4


def press_until(page: Any, key: str, condition: str, most: int = 80) -> None:
    """Presses a key until something holds of the focused element."""
    for _ in range(most):
        if page.evaluate(f"(() => {{ const e = document.activeElement; return {condition} }})()"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never led to {condition}")


@pytest.mark.parametrize("game", people.GAMES)
def test_a_bot_is_played_by_keyboard_only(
    game: str, visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit()
    page.wait_for_selector(".game")
    title = people.TITLES[game]
    press_until(page, "Tab", f"e.ariaLabel?.startsWith('Play {title}')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".board .thing")
    page.keyboard.press("Tab")
    own = 0
    while own < OWN_MOVES and not page.locator(".result").count():
        page.wait_for_selector(".pickable, [data-pick], .result")
        before = people.listed(page)
        pick_something(page, before)
        own += 1
    picture(page, f"{game}-keyboard")
    if not page.locator(".result").count():
        give_up(page)
    page.wait_for_selector(".result")


MADE_OR_OPEN = """n => document.querySelectorAll('.moves li button').length > n
  || document.querySelector('.pickable, [data-pick], .result')"""


def pick_something(page: Any, before: int) -> None:
    """Walks to something with the arrow keys and picks it, until a move was made."""
    for step in range(12):
        page.wait_for_function(MADE_OR_OPEN, arg=before)
        if people.listed(page) > before or page.locator(".result").count():
            return
        if not page.evaluate("!!document.activeElement.closest('.pickable, .actions')"):
            press_until(page, "Tab", "!!e.closest('.pickable, .actions')")
        page.keyboard.press("ArrowRight" if step % 2 else "ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    raise AssertionError("twelve picks made no move")


def give_up(page: Any) -> None:
    """Resigns, still without a mouse."""
    press_until(page, "Tab", "e.matches('button') && e.textContent === 'Give up'")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "e.textContent === 'Yes'")
    page.keyboard.press("Enter")


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
