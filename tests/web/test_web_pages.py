"""Every page in both languages, both sizes and both themes: whole, readable, accessible."""

import gzip
import time
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.core import registry
from tests.web import people

LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("desk-light-en", {"viewport": people.DESK, "color_scheme": "light", "locale": "en-GB"}),
    (
        "phone-dark-es",
        {"viewport": people.PHONE, "color_scheme": "dark", "locale": "es-ES", "has_touch": True},
    ),
]
MOST_SCRIPT = 120_000


# Loads the pictures that are shown, also those far below; returns the ones that do not come.
LOAD = """async () => {
  const shown = [...document.images].filter(image => image.checkVisibility())
  for (const image of shown) image.loading = 'eager'
  await Promise.all(shown.map(image => image.complete || new Promise(done => {
    image.addEventListener('load', done)
    image.addEventListener('error', done)
  })))
  return shown.filter(image => image.naturalWidth === 0).map(image => image.src)
}"""


def settle(page: Any) -> None:
    """Waits until all pictures are there."""
    assert page.evaluate(LOAD) == []


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
def test_home_with_many_unfinished_games(
    name: str, look: dict[str, Any], visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit("/", **look)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": 1}]
    for game in people.GAMES:
        page.request.post("/api/matches", data={"game": game, "seats": seats})
    page.reload()
    page.wait_for_selector(".match")
    assert page.locator(".match").count() == len(people.GAMES)
    judge(page, f"home-many-{name}", picture)


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
    assert page.locator("html").get_attribute("lang") == name[-2:]
    page.locator(".pickable").first.click(force=True)
    judge(page, f"{game}-table-{name}", picture)
    page.goto(f"/rules/{game}")
    page.wait_for_selector("article h1")
    judge(page, f"{game}-rules-{name}", picture)
    page.goto(f"/learn/{game}")
    page.wait_for_selector(".teacher h2")
    judge(page, f"{game}-lesson-{name}", picture)


ENGLISH = [(f"{name[:-2]}en", look | {"locale": "en-GB"}) for name, look in LOOKS]


@pytest.mark.parametrize(("name", "look"), ENGLISH, ids=[name for name, _ in ENGLISH])
def test_invitation_joining_result_and_curtain(
    name: str, look: dict[str, Any], visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    ana = visit(**look)
    link = people.invite(ana, "sendas", "Ana")
    judge(ana, f"invite-{name}", picture)
    bea = visit(link, **look)
    bea.get_by_label("Your name").wait_for()
    judge(bea, f"join-{name}", picture)
    people.accept(bea, link, "Bea")
    bea.get_by_role("button", name="Give up").click()
    bea.get_by_role("button", name="Yes").click()
    for page, who, said in ((ana, "winner", "You win"), (bea, "loser", "You lose")):
        page.wait_for_selector(".result")
        assert page.locator(".result h2").inner_text() == said
        judge(page, f"result-{who}-{name}", picture)
    ana.goto("/")
    people.open_setup(ana, "phoenix")
    ana.get_by_label("Same device").check()
    judge(ana, f"same-device-{name}", picture)
    ana.get_by_role("button", name="Start").click()
    ana.wait_for_selector(".curtain")
    judge(ana, f"curtain-{name}", picture)


@pytest.mark.parametrize(("name", "look"), ENGLISH, ids=[name for name, _ in ENGLISH])
def test_a_table_of_four(
    name: str, look: dict[str, Any], visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit(**look)
    people.open_setup(page, "cadena")
    page.get_by_label("Players").select_option("4")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".pickable")
    assert page.locator(".player").count() == 4
    judge(page, f"cadena-four-{name}", picture)


def test_the_board_takes_most_of_a_desk(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "cadena")
    page.wait_for_selector(".pickable")
    board = page.locator('[data-id="board"]').bounding_box()
    assert board["height"] >= 0.6 * people.DESK["height"]
    assert not people.sideways(page)


# Everything that a page says: written, drawn, or only read aloud; notation apart.
WORDS = r"""() => {
  const words = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest('code, pre')) words.push(walker.currentNode.data)
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
    for (const one of document.querySelectorAll(`[${name}]`)) words.push(one.getAttribute(name))
  }
  const bare = words.map(text => text.replace(/^[\s:,]+/, '').trim())
  return bare.filter(text => /[a-záéíóúñ]{4}/.test(text))
}"""
# Names, and what options are called in commands and files.
NAMES = {"Ludoteca", *people.TITLES.values(), "Ada", "Bruno", "Clara", "Dino"}
SAME_IN_BOTH = {"Total", "EN, English", "ES, Español", *NAMES} | {
    option.name for game in people.GAMES for option in registry.definition(game).options
}


def words_of(page: Any) -> set[str]:
    """What a page says, names apart."""
    return set(page.evaluate(WORDS)) - SAME_IN_BOTH


def said_by_all_pages(page: Any, game: str) -> dict[str, set[str]]:
    """What each page says of a game, from the shelf to the result."""
    page.wait_for_selector(".game")
    said = {"home": words_of(page)}
    people.open_setup(page, game)
    said["setup"] = words_of(page)
    for kind, ready in (("rules", "article h1"), ("learn", ".teacher h2")):
        page.goto(f"/{kind}/{game}")
        page.wait_for_selector(ready)
        said[kind] = words_of(page)
    page.goto("/")
    people.start(page, game)
    page.wait_for_selector(".pickable")
    said["table"] = words_of(page)
    page.locator("[data-tool=resign]").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector(".result")
    said["result"] = words_of(page)
    return said


@pytest.mark.parametrize("game", people.GAMES)
def test_no_page_says_anything_in_the_other_language(game: str, visit: Callable[..., Any]) -> None:
    english = said_by_all_pages(visit(locale="en-GB"), game)
    spanish = said_by_all_pages(visit(locale="es-ES"), game)
    for name, words in english.items():
        assert len(words) > 8, name
        assert words & spanish[name] == set(), name


def test_the_language_changes_at_once_at_the_table(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "cadena")
    page.wait_for_selector(".pickable")
    english = words_of(page)
    page.get_by_role("button", name="Español").click()
    page.get_by_text("¿Cuántos dados negros tiras con el de tu color?").wait_for()
    page.locator('.board [aria-label^="Casilla"]').first.wait_for(state="attached")
    assert english & words_of(page) == set()


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


def test_how_soon_one_can_play_is_noted(visit: Callable[..., Any], site: str) -> None:
    """Measured and written down, not judged: machines are noisy."""
    page = visit("about:blank")
    began = time.perf_counter()
    page.goto(f"{site}/")
    page.wait_for_selector(".game .primary")
    shelf = time.perf_counter()
    people.start(page, "sendas")
    page.wait_for_selector(".pickable")
    table = time.perf_counter()
    noted = f"games shown after {shelf - began:.2f} s, a move possible {table - shelf:.2f} s later"
    print(noted)
    assert page.locator(".moves").count() == 1
    people.OUTPUTS.mkdir(parents=True, exist_ok=True)
    (people.OUTPUTS / "playable.txt").write_text(f"{noted}\n", encoding="utf-8")
