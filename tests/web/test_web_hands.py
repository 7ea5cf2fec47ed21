"""Steady hands and clear words: prompts, misclicks, dragging, sizes, lessons, rules."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web import people, test_web_table

PHONE, SIDEWAYS, ZOOMED = people.PHONE, {"width": 844, "height": 390}, {"width": 720, "height": 450}
every_game = pytest.mark.parametrize("game", people.GAMES)
FIRST = {
    "phoenix": "Pick the card you want to play or discard.",
    "rainbow": "Pick a card of your hand to place in the row.",
    "cadena": "How many black dice do you roll with your coloured one? Pick that number.",
    "colorito": "Pick the piece you want to move.",
    "sendas": "Pick one of your pieces to move or turn it, or pass.",
}


def centre(page: Any, selector: str) -> tuple[float, float]:
    """The middle of a thing on the screen."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, source: str, target: str) -> None:
    """Drags one thing onto another with the mouse."""
    page.mouse.move(*centre(page, source))
    page.mouse.down()
    x, y = centre(page, target)
    page.mouse.move(x - 9, y - 9, steps=5)
    page.mouse.move(x, y, steps=2)
    page.mouse.up()


@every_game
def test_the_prompt_asks_for_what_the_game_needs(visit: Callable[..., Any], game: str) -> None:
    page = visit()
    people.start(page, game)
    page.locator(".prompt", has_text=FIRST[game]).wait_for()
    assert page.locator(".player-name").all_inner_texts().count("You") == 1
    assert page.get_by_text("Bruno").first.is_visible()
    assert page.get_by_text("Player 2").count() == 0


def test_a_double_click_on_a_piece_or_on_back_plays_nothing(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    page.wait_for_selector(".pickable")
    page.locator('[data-id="piece-g2"]').dblclick()
    page.locator(".prompt", has_text=FIRST["sendas"]).wait_for()
    assert page.locator(".picked").count() == 0
    page.locator('[data-id="piece-g2"]').click()
    back = page.get_by_role("button", name="Back", exact=True)
    x, y = centre(page, '[aria-label="Back"]')
    back.click()
    page.mouse.click(x, y)
    page.wait_for_timeout(300)
    assert people.listed(page) == 0
    page.locator('[data-id="piece-g2"]').click()
    page.get_by_role("button", name="Turn it here").click()
    # The elbow has one other way to lie here, so it is made at once.
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 1")


def test_what_cannot_be_taken_back_asks_first(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    page.get_by_role("button", name="Pass", exact=True).click()
    page.get_by_text("Pass? If your opponent passes too, the game is a draw.").wait_for()
    page.get_by_role("button", name="No, not yet").click()
    assert people.listed(page) == 0
    page.get_by_role("button", name="Ask before risky moves").click()
    page.get_by_role("button", name="Pass", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 1")


def test_a_card_is_dragged_onto_the_row(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "rainbow")
    page.wait_for_selector(".pickable")
    assert page.locator('[data-id="row-1"]').count() == 0
    page.wait_for_timeout(450)  # what has just appeared takes no click for 400 ms
    drag(page, '[data-id="hand-0-1"]', '[data-id="row"]')
    page.wait_for_selector('[data-id="row-1"], .result')


def test_a_disc_is_played_only_where_it_would_come_to_rest(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "cadena")
    assert page.evaluate(people.PICK, ["keep:0"])
    disc = '.pickable[data-choice="disc:1"]'
    page.wait_for_selector(disc)
    before = people.listed(page)
    drag(page, disc, '[data-id="square-20"]')
    page.wait_for_timeout(300)
    assert people.listed(page) == before
    drag(page, disc, '[data-id="square-1"]')
    page.wait_for_function(
        "n => document.querySelectorAll('.moves li button').length > n", arg=before
    )


@every_game
def test_fingers_drag_without_moving_the_page(visit: Callable[..., Any], game: str) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    people.start(page, game)
    page.wait_for_selector(".pickable")
    loose = page.evaluate(
        """() => [...document.querySelectorAll('.piece.pickable *')]
            .filter(shape => getComputedStyle(shape).touchAction !== 'none').length"""
    )
    assert loose == 0


def drag_by_touch(page: Any, one: str, other: str) -> None:
    """Drag with a finger as the browser itself sees it, from one thing to another."""
    start, end = (page.locator(where).first.bounding_box() for where in (one, other))
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    (x, y), (to_x, to_y) = places
    session = page.context.new_cdp_session(page)

    def send(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", {"x": x, "y": y})
    for step in range(1, 9):
        send("touchMove", {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8})
    send("touchEnd")


@pytest.mark.parametrize(
    ("game", "thing", "place"),
    [
        ("phoenix", '.pickable[data-id^="card-"]', '[data-id="discard"], [data-choice="discard"]'),
        ("rainbow", '.pickable[data-choice="hand:1"]', '[data-id="row"]'),
        ("colorito", '.pickable[data-choice="a1"]', '[data-choice="a3"]'),
        ("sendas", '.pickable[data-choice="c2"]', '[data-choice="c4"], [data-choice="d4"]'),
        ("cadena", '.pickable[data-choice="disc:1"]', '[data-id="square-1"]'),
    ],
)
def test_a_finger_drags_a_thing_and_the_page_stands_still(
    visit: Callable[..., Any], game: str, thing: str, place: str
) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    people.start(page, game)
    if game == "cadena":
        assert page.evaluate(people.PICK, ["keep:0"])
    page.wait_for_selector(thing)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(
        """() => {
          window.lost = 0
          window.lifted = 0
          addEventListener('scroll', () => { window.lost += 1 })
          addEventListener('pointercancel', () => { window.lost += 1 }, true)
          addEventListener('gotpointercapture', () => { window.lifted += 1 }, true)
        }"""
    )
    page.wait_for_timeout(450)  # what has just appeared takes no press
    drag_by_touch(page, thing, place)
    page.wait_for_function("window.lifted > 0")
    assert page.evaluate("window.lost") == 0


IN_VIEW = """selector => [...document.querySelectorAll(selector)].every(node => {
  const box = node.getBoundingClientRect()
  return box.width > 0 && box.top >= -1 && box.left >= -1
    && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1
})"""


@every_game
@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, ZOOMED], ids=["phone", "sideways", "zoomed"])
def test_board_prompt_and_tools_are_on_one_screen(
    visit: Callable[..., Any], game: str, size: dict[str, int], picture: Callable[[Any, str], None]
) -> None:
    page = visit(viewport=size)
    people.start(page, game)
    page.locator(".prompt", has_text=FIRST[game]).wait_for()
    picture(page, f"{game}-{size['width']}")
    for selector in (".board", ".prompt", ".action-buttons .button", ".tools.main .tool"):
        assert page.evaluate(IN_VIEW, selector), selector
    assert page.locator('[data-tool="rules"]').count() == 1
    assert not people.sideways(page)


def test_four_seats_fit_a_phone_with_names_and_colours(visit: Callable[..., Any]) -> None:
    page = visit(viewport=PHONE)
    people.open_setup(page, "cadena")
    page.get_by_label("Players").select_option("4")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".board .thing")
    assert page.evaluate(IN_VIEW, ".others .player, .others .player-name, .others .player-side")
    names = page.locator(".others .player-name").all_inner_texts()
    assert len(set(names)) == 3
    assert page.locator(".others .player-side").all_inner_texts() == ["Blue", "Yellow", "Green"]


# What in the dialog is wider than its room, or beyond the dialog's own edge.
TOO_WIDE = """() => {
  const dialog = document.querySelector('dialog'), edge = dialog.getBoundingClientRect().right
  return [dialog, ...dialog.querySelectorAll('*')].filter(node =>
    !node.matches('input, select, option') && node.getBoundingClientRect().width > 1
    && (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline'
      || node.getBoundingClientRect().right > edge + 1)
  ).map(node => `${node.className || node.tagName}: ${node.textContent.slice(0, 60)}`)
}"""


@every_game
@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
@pytest.mark.parametrize("width", [390, 320])
def test_the_set_up_fits_a_phone(
    visit: Callable[..., Any],
    picture: Callable[[Any, str], None],
    game: str,
    locale: str,
    width: int,
) -> None:
    page = visit(viewport=PHONE | {"width": width}, locale=locale)
    people.open_setup(page, game)
    if game == "cadena":
        page.locator("dialog select").first.select_option("4")
    for opponent in ("bot", "friend", "here"):
        page.locator(f"dialog input[value={opponent}]").check(force=True)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        picture(page, f"setup-{game}-{opponent}-{locale}-{width}")
        assert page.evaluate(TOO_WIDE) == [], opponent
    assert not people.sideways(page)


def test_games_at_one_device_ask_for_names(visit: Callable[..., Any]) -> None:
    page = visit()
    people.open_setup(page, "sendas")
    page.get_by_label("Same device").check()
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Name of player 2").fill("Bea")
    page.get_by_label("Ana", exact=True).check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".board .thing")
    assert sorted(page.locator(".player-name").all_inner_texts()) == ["Ana", "Bea"]


def test_the_set_up_draws_lots_by_default(visit: Callable[..., Any]) -> None:
    page = visit()
    card = page.locator(".game", has=page.get_by_role("heading", name="Sendas"))
    card.locator(".button:not(.primary)").click()
    assert page.get_by_label("By lot").is_checked()


def opened(response: Any) -> bool:
    """Whether this is the answer to opening a match."""
    return response.request.method == "POST" and "/api/matches?" in response.url


def test_one_click_draws_lots_for_who_begins(visit: Callable[..., Any]) -> None:
    page = visit()
    seats = set()
    for _ in range(20):
        card = page.locator(".game", has=page.get_by_role("heading", name="Sendas"))
        # The home page asks for the list of matches under the same address.
        with page.expect_response(opened) as made:
            card.locator(".primary").click()
        seats |= {seat["seat"] for seat in made.value.json()["seats"] if seat["you"]}
        page.wait_for_selector(".board .thing")
        if seats == {0, 1}:
            break
        page.goto("/")
    assert seats == {0, 1}


def test_a_lesson_shows_what_the_others_did(visit: Callable[..., Any]) -> None:
    """Beats are shown in lessons as at the table; a click goes on, and only then comes the task."""
    page = visit("/learn/rainbow", pace="slow")
    page.locator('[data-choice="hand:1"]').click()
    page.get_by_role("button", name="As I see it").click()
    page.wait_for_selector("svg.board[data-beat]")
    assert page.locator(".why").count() == 0
    page.locator(".why").wait_for()
    page.goto("/learn/cadena")
    told = page.request.get("/api/games/cadena/lesson").json()["steps"]
    _walk_lesson(page, told[:3])
    first = next(beat for beat in told[3]["before"] if beat["text"])
    page.locator(".prompt", has_text=first["text"]).wait_for()
    assert "Bruno" in first["text"]
    assert page.locator(".task").count() == 0
    while page.locator("svg.board[data-beat]").count():
        page.locator(".prompt").click()
    page.locator(".task").wait_for()


def _walk_lesson(page: Any, steps: list[dict[str, Any]]) -> None:
    """Makes the moves of some steps of a lesson, one after the other."""
    for step in steps:
        page.locator(".task", has_text=step["text"][:20]).wait_for()
        test_web_table.pick_all(page, step["path"])
        while page.locator("svg.board[data-beat]").count():
            page.locator(".prompt").click()
        page.locator(".teacher .primary:not([aria-disabled])").click()


def test_a_lesson_says_why_after_the_move(visit: Callable[..., Any]) -> None:
    page = visit("/learn/rainbow", viewport=PHONE)
    page.wait_for_selector(".pickable")
    assert page.locator(".why").count() == 0
    assert page.evaluate(IN_VIEW, ".task")
    page.locator('[data-choice="hand:1"]').click()
    page.get_by_role("button", name="As I see it").click()
    page.locator(".why", has_text="Yellow lies up.").wait_for()
    assert page.locator('[data-id="row-1"]').count() == 1
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("heading", name="Flip").wait_for()


def test_the_rules_open_beside_the_game_and_lead_back(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    assert page.locator('[data-tool="proof"]').count() == 0
    page.locator('[data-tool="rules"]').click()
    page.locator(".drawer figure.position img").first.wait_for()
    assert page.locator(".board .thing").count() > 0
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_selector(".drawer", state="detached")


def test_a_file_of_ones_own_has_a_template_a_preview_and_faults_that_name_it(
    visit: Callable[..., Any],
) -> None:
    page = visit()
    people.open_setup(page, "sendas")
    page.get_by_text("A deck, board or set-up of your own").click()
    with page.expect_download() as told:
        page.get_by_text("Download a template").click()
    template = told.value.path().read_bytes()
    chooser = page.locator('dialog input[type="file"]').first
    bad = {"name": "mine.toml", "mimeType": "text/plain", "buffer": b"white = [\n"}
    chooser.set_input_files(bad)
    page.get_by_role("alert").filter(has_text="mine.toml").wait_for()
    chooser.set_input_files(bad | {"buffer": template})
    page.locator(".own-table img").wait_for()


def test_a_finger_on_small_squares_has_a_magnifier(visit: Callable[..., Any]) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    people.start(page, "colorito")
    page.wait_for_selector(".pickable")
    x, y = centre(page, ".piece.pickable")
    press = """([kind, x, y]) => document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(
      kind, {bubbles: true, pointerType: 'touch', pointerId: 5, clientX: x, clientY: y}))"""
    page.evaluate(press, ["pointerdown", x, y])
    lens = page.locator(".lens")
    lens.wait_for()
    box = lens.bounding_box()
    assert box["width"] >= 120
    assert box["y"] + box["height"] < y or box["y"] > y
    page.evaluate(press, ["pointerup", x, y])
    lens.wait_for(state="detached")
