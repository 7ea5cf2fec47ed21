"""What people do at the table, in the words of the page."""

import json
from pathlib import Path
from typing import Any

import ludoteca

OUTPUTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
GAMES = ("phoenix", "rainbow", "cadena", "colorito", "sendas")
TITLES = dict(zip(GAMES, ("Phoenix", "Rainbow Duel", "Cadena", "Colorito", "Sendas"), strict=True))

# Clicks one pick after the other as each becomes possible, until a move was made.
PICK = """async path => {
  const count = () => document.querySelectorAll('.moves li button').length
  const before = count()
  const find = id => document.querySelector(
    `.pickable[data-choice="${id}"], [data-pick="${id}"]:not([aria-disabled])`)
  const until = performance.now() + 15000
  let step = 0
  while (performance.now() < until) {
    if (count() > before || document.querySelector('.result')) return true
    const asked = document.querySelector('[data-answer="yes"]:not([aria-disabled])')
    const target = asked || (step < path.length ? find(path[step]) : null)
    if (target) {
      target.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}))
    }
    await new Promise(done => setTimeout(done, 12))
    // What has just appeared takes no click: then it can still be picked.
    if (target && !asked && find(path[step]) !== target) step += 1
  }
  return false
}"""

# Picks anything that can be picked, again and again, until the game is over.
AUTOPILOT = """([seed, prefer]) => {
  let state = seed
  const random = n => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % n
  }
  const timer = setInterval(() => {
    if (document.querySelector('.result')) return clearInterval(timer)
    const asked = document.querySelector('[data-answer="yes"]')
    let open = document.querySelectorAll('.pickable, [data-pick]')
    const liked = prefer && random(10) < 8 ? document.querySelectorAll(prefer) : []
    if (liked.length) open = liked
    if (asked) open = [asked]
    if (open.length) {
      open[random(open.length)].dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}))
    }
  }, 20)
}"""


def _me_first(route: Any) -> None:
    """Sends a wish for a match without the lots for who begins: tests know who does."""
    wish = route.request.post_data_json
    if route.request.method == "POST" and isinstance(wish, dict):
        route.continue_(post_data=json.dumps(wish | {"order": "given"}))
    else:
        route.continue_()


def start(page: Any, game: str) -> None:
    """Begins a game against a bot with one click, the person first."""
    page.route("**/api/matches?*", _me_first)
    page.locator(".game", has=page.get_by_role("heading", name=TITLES[game])).locator(
        ".primary"
    ).click()
    page.wait_for_selector(".board .thing")


def open_setup(page: Any, game: str) -> None:
    """Opens the dialog with the other ways to play."""
    card = page.locator(".game", has=page.get_by_role("heading", name=TITLES[game]))
    card.locator(".button:not(.primary)").click()
    page.wait_for_selector("dialog")
    # By lot is the default; tests know who begins.
    if page.get_by_label("I do", exact=True).count():
        page.get_by_label("I do", exact=True).check()


def invite(page: Any, game: str, name: str) -> str:
    """Makes a match with a friend and returns the link to send."""
    open_setup(page, game)
    page.get_by_label("Friend by link").check()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_selector(".invite input")
    return str(page.locator(".invite input").input_value())


def accept(page: Any, link: str, name: str) -> None:
    """Takes the seat that a link offers."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    page.wait_for_selector(".board .thing")


def listed(page: Any) -> int:
    """How many moves the list shows."""
    return int(page.locator(".moves li button").count())


def play_script(pages: list[Any], game: str) -> None:
    """Plays a whole game of a game without chance, each move in the browser of its player."""
    position = ludoteca.load(game).start(seed=1)
    moves = (Path(__file__).parent / "games" / f"{game}.txt").read_text().split()
    for number, move in enumerate(moves):
        page = pages[position.to_move or 0]
        page.wait_for_function(
            "n => document.querySelectorAll('.moves li button').length >= n", arg=number
        )
        assert page.evaluate(PICK, list(position.path(move))), (number, move)
        position = position.play(move)
    assert position.outcome is not None


def play_freely(pages: list[Any], prefer: str = "") -> None:
    """Lets both players pick what can be picked, mostly what is preferred, until the end."""
    for seat, page in enumerate(pages):
        page.evaluate(AUTOPILOT, [7 + seat, prefer])
    for page in pages:
        wait_for_the_end(page)


def wait_for_the_end(page: Any) -> None:
    """Waits for the result, as long as moves keep coming."""
    while not page.locator(".result").count():
        page.wait_for_function(
            """n => document.querySelector('.result')
                || document.querySelectorAll('.moves li button').length > n""",
            arg=listed(page),
        )


def axe(page: Any) -> list[str]:
    """The serious findings of axe on a page."""
    import client

    client.install(tools=True)
    source = (client.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    page.evaluate(source)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def sideways(page: Any) -> bool:
    """Whether the page is wider than the window."""
    return bool(
        page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    )
