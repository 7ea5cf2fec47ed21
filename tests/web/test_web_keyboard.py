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
    press_until(page, "Tab", f"e.textContent.includes('Play {title}')")
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


def pick_something(page: Any, before: int) -> None:
    """Walks to something with the arrow keys and picks it, until a move was made."""
    for step in range(12):
        if people.listed(page) > before or page.locator(".result").count():
            return
        focused = "!!e.closest('.pickable, .actions')"
        if not page.evaluate(f"(() => {{ const e = document.activeElement; return {focused} }})()"):
            page.keyboard.press("ArrowDown")
            press_until(page, "Tab", focused)
        page.keyboard.press("ArrowRight" if step % 2 else "ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    raise AssertionError("twelve picks made no move")


def give_up(page: Any) -> None:
    """Resigns, still without a mouse."""
    press_until(page, "Tab", "e.textContent.includes('Give up')")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "e.textContent === 'Yes'")
    page.keyboard.press("Enter")


def test_escape_takes_a_pick_back(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "colorito")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("document.activeElement.closest('.pickable')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".picked")
    page.keyboard.press("Escape")
    page.wait_for_selector(".picked", state="detached")
    assert people.listed(page) == 0
