"""Trying again: from the replay of a finished game into a game of one's own."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web import people


@pytest.mark.parametrize("game", people.GAMES)
def test_a_lost_game_is_tried_again_from_an_earlier_move(
    game: str, visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit("/", viewport=people.PHONE)
    people.start(page, game)
    page.wait_for_selector(".pickable, [data-pick]")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    page.wait_for_selector(".result")
    before = page.url.split("#")[0]
    page.get_by_role("button", name="First position").click()
    again = page.get_by_role("button", name="Try again from here")
    again.wait_for()
    assert not people.sideways(page)
    picture(page, f"{game}-try-again")
    again.click()
    page.wait_for_selector(".pickable, [data-pick]")
    assert page.url.split("#")[0] != before
    assert not page.locator(".result").count()
    page.get_by_role("link", name="Another try").click()
    page.wait_for_selector(".result")
    assert page.url.split("#")[0] == before
