"""A game goes on after a reload and after the network was gone."""

from collections.abc import Callable
from typing import Any

from tests.web import people


def test_a_reload_shows_the_same_game(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    make_a_move(page)
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 2")
    before = page.locator(".moves ol").inner_text()
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 2")
    assert page.locator(".moves ol").inner_text() == before
    page.wait_for_selector(".pickable")


def test_an_unfinished_game_is_listed_and_resumed(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "colorito")
    make_a_move(page)
    page.get_by_role("link", name="Ludoteca").click()
    page.locator(".match", has_text="Colorito").click()
    page.wait_for_selector(".board .thing")
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 2")
    assert people.listed(page) == 2


CLICK = """() => document.querySelector(".pickable, [data-pick]")
  ?.dispatchEvent(new MouseEvent("click", { bubbles: true }))"""


def test_a_move_made_without_network_arrives_later(visit: Callable[..., Any]) -> None:
    ana = visit()
    link = people.invite(ana, "sendas", "Ana")
    bea = visit()
    people.accept(bea, link, "Bea")
    ana.wait_for_selector(".pickable")
    ana.context.set_offline(True)
    ana.wait_for_selector(".lost")
    ana.evaluate(people.PICK.replace("15000", "800"), ["e2", "d4", "EW"])
    assert people.listed(bea) == 0
    ana.context.set_offline(False)
    ana.wait_for_selector(".lost", state="detached")
    make_sure_of_a_move(ana)
    bea.wait_for_function("() => document.querySelectorAll('.moves li button').length == 1")
    assert people.listed(ana) == 1


def make_a_move(page: Any) -> None:
    """Any move, by clicks."""
    page.wait_for_selector(".pickable")
    for _ in range(6):
        if people.listed(page):
            return
        # Nothing can be picked any more once the move that was made without network arrives.
        page.evaluate(CLICK)
        page.wait_for_timeout(120)


def make_sure_of_a_move(page: Any) -> None:
    page.wait_for_timeout(300)
    make_a_move(page)
