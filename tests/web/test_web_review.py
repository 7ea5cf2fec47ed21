"""The review of a finished game: its graph, its mistakes, better moves, and another try."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.match import write_match
from tests.reviewing.matches import unfinished
from tests.web import people

LANDSCAPE = {"width": 844, "height": 390}
TABLET = {"width": 1024, "height": 768}


def given_up(page: Any, game: str, moves: int = 6) -> tuple[str, int]:
    """Open a short game from a record; return its id and how many plies it has."""
    match = unfinished((game, ()), moves)
    match.tags["player-2"] = "bot 2"
    if match.outcome is None:
        match.resign(1)
    kind = {"content-type": "text/plain"}
    answer = page.request.post("/api/records", data=write_match(match), headers=kind)
    return answer.json()["id"], len(match.events)


def open_review(page: Any, game: str) -> tuple[str, int]:
    """Open the review of a short game and wait until it is complete."""
    match, plies = given_up(page, game)
    page.goto(f"/review/{match}")
    wait_for_all(page, plies)
    return match, plies


def wait_for_all(page: Any, plies: int) -> None:
    """Wait until every row is there, and the board."""
    wanted = "n => document.querySelectorAll('.judged button').length === n"
    page.wait_for_function(wanted, arg=plies)
    page.wait_for_selector(".review .board .thing")


def at(page: Any) -> int:
    """The ply that is looked at."""
    return int(page.locator("[data-at]").get_attribute("data-at"))


def wait_for_ply(page: Any, ply: int) -> None:
    page.wait_for_selector(f'[data-at="{ply}"]')


@pytest.mark.parametrize("game", people.GAMES)
def test_a_mistake_is_shown_with_its_better_move_and_tried_again(
    game: str, visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    spanish = game in ("cadena", "sendas")
    page = visit("/", viewport=people.PHONE, locale="es-ES" if spanish else "en-GB")
    match, _ = open_review(page, game)
    assert page.locator(".sentence").inner_text()
    assert page.locator(".judged .mark").count()
    mistake = page.locator('[data-tool="next_mistake"]')
    if mistake.is_disabled():
        page.locator(".seats .button").nth(1).click()
    mistake.click()
    page.wait_for_selector(".verdict .better")
    assert re.search(r"\d\.\d\d", page.locator(".judged-as").inner_text())
    assert not people.sideways(page)
    picture(page, f"{game}-review-phone")
    page.locator(".compare .button").nth(1).click()
    page.wait_for_selector(".stand.what-if")
    assert page.locator(".line button").count() >= 1
    assert page.locator(".line button").first.inner_text()
    page.set_viewport_size(LANDSCAPE)
    assert not people.sideways(page)
    picture(page, f"{game}-review-landscape")
    page.locator('[data-tool="try_again"]').click()
    page.wait_for_url("**/m/*")
    page.wait_for_selector(".table .board .thing")
    assert match not in page.url


def test_the_game_is_scrubbed_by_keys_wheel_mouse_and_list(visit: Callable[..., Any]) -> None:
    page = visit("/")
    match, plies = open_review(page, "sendas")
    graph = page.get_by_role("slider")
    graph.focus()
    for key, ply in (("End", plies), ("ArrowLeft", plies - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        wait_for_ply(page, ply)
        assert graph.get_attribute("aria-valuenow") == str(ply)
    said = page.locator('.judged [aria-current="true"] .what').inner_text()
    assert said in graph.get_attribute("aria-valuetext")
    box = graph.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 20)
    page.mouse.wheel(0, 120)
    wait_for_ply(page, 2)
    page.mouse.down()
    wait_for_ply(page, plies)
    page.mouse.move(box["x"] + 4, box["y"] + 20)
    wait_for_ply(page, 0)
    page.mouse.up()
    page.locator('.judged [data-ply="3"]').click()
    wait_for_ply(page, 3)
    assert page.url.endswith("#3")
    page.locator("h1").click(position={"x": 300, "y": 2})
    page.keyboard.press("ArrowRight")
    wait_for_ply(page, 4)
    page.reload()
    wait_for_all(page, plies)
    assert at(page) == 4
    assert match in page.url


def test_a_finger_scrubs_the_graph(visit: Callable[..., Any]) -> None:
    page = visit("/", viewport=people.PHONE, has_touch=True)
    _, plies = open_review(page, "colorito")
    box = page.get_by_role("slider").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 5, box["y"] + 20)
    wait_for_ply(page, plies)


@pytest.mark.parametrize(("name", "size"), [("desk", people.DESK), ("tablet", TABLET)])
def test_the_page_is_readable_and_has_a_table_behind_its_graph(
    name: str,
    size: dict[str, int],
    visit: Callable[..., Any],
    picture: Callable[[Any, str], None],
) -> None:
    page = visit("/", viewport=size, color_scheme="dark", locale="es-ES")
    _, plies = open_review(page, "phoenix")
    assert not people.sideways(page)
    assert people.axe(page) == []
    picture(page, f"review-{name}-es")
    page.locator('[data-tool="figures"]').click()
    assert page.locator(".figures tbody tr").count() == plies
    assert people.axe(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".figures", state="detached")
    page.get_by_role("button", name="EN, English").click()
    page.wait_for_function("() => document.querySelector('.sentence').innerText.startsWith('You')")


def test_the_review_is_a_click_away_from_the_result_and_from_the_list(
    visit: Callable[..., Any],
) -> None:
    page = visit("/")
    people.start(page, "colorito")
    page.wait_for_selector(".pickable, [data-pick]")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    page.locator('.result [data-tool="review"]').click()
    page.wait_for_selector(".judged button")
    match = page.url.rpartition("/")[2].partition("#")[0]
    page.goto("/")
    page.locator(f'.finished a[href="/review/{match}"]').click()
    page.wait_for_selector(".judged button")
    page.locator(".review-head h1 a").click()
    page.wait_for_selector(".result")


def test_a_running_game_has_no_review(visit: Callable[..., Any]) -> None:
    page = visit("/")
    people.start(page, "sendas")
    assert not page.locator('[data-tool="review"]').count()
    match = page.url.rpartition("/")[2]
    answer = page.request.get(f"/api/matches/{match}/review?lang=es")
    assert answer.status == 409
    assert answer.json()["code"] == "not_over"
