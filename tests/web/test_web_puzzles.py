"""Puzzles in the browser: found, watched, solved on the board, explained, kept in the browser."""

from collections.abc import Callable
from typing import Any

import pytest

import ludoteca
from tests.web import people
from tests.web.test_web_pages import LOOKS

# Clicks one pick after the other as each becomes possible, until the puzzle is over.
PICK = """async path => {
  const find = id => document.querySelector(
    `.pickable[data-choice="${id}"], [data-pick="${id}"]:not([aria-disabled])`)
  const until = performance.now() + 15000
  let step = 0
  while (performance.now() < until) {
    if (document.querySelector('.outcome')) return true
    const target = step < path.length ? find(path[step]) : null
    if (target) target.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}))
    await new Promise(done => setTimeout(done, 12))
    if (target && find(path[step]) !== target) step += 1
  }
  return false
}"""
Visit = Callable[..., Any]


@pytest.mark.parametrize(("name", "look"), LOOKS, ids=[name for name, _ in LOOKS])
def test_the_list_and_its_filters(
    name: str, look: dict[str, Any], visit: Visit, picture: Callable[[Any, str], None]
) -> None:
    page = visit("/", **look)
    page.locator('a[href="/puzzles"]').first.click()
    page.wait_for_selector(".puzzle-card")
    picture(page, f"puzzles-{name}")
    assert not people.sideways(page)
    assert people.axe(page) == []
    page.locator('a[href="/puzzles/phoenix"]').click()
    hard = len(ludoteca.puzzles("phoenix", difficulty="hard"))
    page.locator(".filters button").last.click()
    page.locator("[data-band=easy], [data-band=medium]").first.wait_for(state="detached")
    assert page.locator(".puzzle-card").count() == hard


@pytest.mark.parametrize(("name", "look"), LOOKS, ids=[name for name, _ in LOOKS])
def test_the_best_move_is_picked_on_the_board(
    name: str, look: dict[str, Any], visit: Visit, picture: Callable[[Any, str], None]
) -> None:
    puzzle = ludoteca.puzzles("phoenix", kind="best")[0]
    page = visit(f"/puzzles/phoenix/{puzzle.id}", **look)
    page.wait_for_selector(".pickable")
    lang = name[-2:]
    assert puzzle.text(lang) in page.locator(".teacher .task").inner_text()
    picture(page, f"puzzle-{name}")
    assert not people.sideways(page)
    assert people.axe(page) == []
    assert page.evaluate(PICK, list(puzzle.asked.path(puzzle.line[0])))
    assert page.locator(".outcome").get_attribute("data-status") == "solved"
    kept = page.evaluate("JSON.parse(localStorage['ludoteca.puzzles'])")
    assert kept["tried"] == {puzzle.id: True}
    picture(page, f"puzzle-solved-{name}")


def test_a_wrong_answer_is_explained_and_may_be_tried_again(visit: Visit) -> None:
    puzzle = ludoteca.puzzles("phoenix", kind="best")[0]
    page = visit(f"/puzzles/phoenix/{puzzle.id}")
    page.wait_for_selector(".pickable")
    assert page.evaluate(PICK, list(puzzle.asked.path(puzzle.tempting)))
    assert page.locator(".outcome").get_attribute("data-status") == "wrong"
    assert f"{puzzle.line[0]} is better" in page.locator(".teacher .why").inner_text()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".pickable")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".teacher .why")
    page.get_by_role("button", name="Solution").click()
    page.locator(".teacher .why", has_text="The solution").wait_for()
    assert page.evaluate("JSON.parse(localStorage['ludoteca.puzzles']).tried") == {puzzle.id: False}


def test_a_memory_puzzle_is_watched_first_and_answered_by_the_keyboard(visit: Visit) -> None:
    puzzle = ludoteca.puzzles("rainbow", kind="recall")[0]
    page = visit(f"/puzzles/rainbow/{puzzle.id}", pace="fast")
    page.locator(".teacher .primary").press("Enter")
    for _ in range(200):
        if page.locator("[data-pick]").count():
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(20)
    answer = f'[data-pick="{puzzle.line[0]}"]:not([aria-disabled])'
    page.wait_for_selector(answer)
    page.locator(answer).press("Enter")
    page.wait_for_selector('.outcome[data-status="solved"]')


def test_the_streak_counts_days_in_a_row(visit: Visit) -> None:
    page = visit("/puzzles")
    page.wait_for_selector(".daily")
    assert "0" in page.locator(".daily .facts").inner_text()
    day = page.evaluate("fetch('/api/puzzles').then(a => a.json()).then(a => a.daily.day)")
    kept = f'{{"tried": {{}}, "day": "{day}", "streak": 4}}'
    page.evaluate(f"localStorage['ludoteca.puzzles'] = '{kept}'")
    page.reload()
    page.wait_for_selector(".daily")
    assert "4" in page.locator(".daily .facts").inner_text()
