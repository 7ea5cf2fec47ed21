"""Every page in both languages, both sizes and both themes: whole, readable, accessible."""

import gzip
from collections.abc import Callable
from typing import Any

import people
import pytest

LOOKS = [
    ("desk-light-en", {"viewport": people.DESK, "color_scheme": "light", "locale": "en-GB"}),
    (
        "phone-dark-es",
        {"viewport": people.PHONE, "color_scheme": "dark", "locale": "es-ES", "has_touch": True},
    ),
]
MOST_SCRIPT = 120_000


def settle(page: Any) -> None:
    """Waits until all pictures are there."""
    page.wait_for_function("() => [...document.images].every(image => image.complete)")


def judge(page: Any, name: str, picture: Callable[[Any, str], None]) -> None:
    settle(page)
    picture(page, name)
    assert not people.sideways(page), name
    assert people.axe(page) == [], name


@pytest.mark.parametrize(("name", "look"), LOOKS, ids=[name for name, _ in LOOKS])
def test_home_and_its_dialog(
    name: str, look: dict[str, Any], visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit("/", **look)
    page.wait_for_selector(".game")
    assert page.locator("html").get_attribute("lang") == name[-2:]
    judge(page, f"home-{name}", picture)
    page.locator(".game .button:not(.primary)").nth(2).click()
    page.wait_for_selector("dialog")
    judge(page, f"setup-{name}", picture)


@pytest.mark.parametrize(("name", "look"), LOOKS, ids=[name for name, _ in LOOKS])
@pytest.mark.parametrize("game", people.GAMES)
def test_table_rules_and_lesson(
    game: str,
    name: str,
    look: dict[str, Any],
    visit: Callable[..., Any],
    picture: Callable[[Any, str], None],
) -> None:
    page = visit("/", **look)
    people.start(page, game)
    page.wait_for_selector(".pickable")
    page.locator(".pickable").first.click(force=True)
    judge(page, f"{game}-table-{name}", picture)
    page.goto(f"/rules/{game}")
    page.wait_for_selector("article h1")
    judge(page, f"{game}-rules-{name}", picture)
    page.goto(f"/learn/{game}")
    page.wait_for_selector(".teacher h2")
    judge(page, f"{game}-lesson-{name}", picture)


def test_the_language_changes_everywhere(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    page.get_by_role("button", name="Español").click()
    page.get_by_text("Te toca. Elige").wait_for()
    page.wait_for_function("() => document.querySelector('.board').textContent !== null")
    page.locator('.board [aria-label^="Casilla"]').first.wait_for(state="attached")
    page.get_by_role("link", name="Reglas").click()
    page.locator("article h1").wait_for()
    assert (
        "español" in page.locator("article").inner_text() or page.locator("html[lang=es]").count()
    )


def test_the_first_load_is_light(visit: Callable[..., Any], site: str) -> None:
    page = visit("about:blank")
    bodies: dict[str, bytes] = {}
    page.on(
        "response", lambda r: bodies.update({r.url: r.body()}) if r.url.endswith(".js") else None
    )
    page.goto(f"{site}/")
    page.wait_for_selector(".game")
    people.start(page, "sendas")
    page.wait_for_selector(".pickable")
    assert sum(len(gzip.compress(body)) for body in bodies.values()) <= MOST_SCRIPT
