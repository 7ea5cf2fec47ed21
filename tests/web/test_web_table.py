"""What surrounds the board: picking in every way, going back, offers, links, curtain, replay."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web import people

DONE = "Done. Cover the table"
FRESH = 450  # milliseconds: what has just appeared takes no click


def centre(page: Any, selector: str) -> tuple[float, float]:
    """The middle of a thing on the screen."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def move_count(page: Any, count: int) -> None:
    """Waits until so many moves are listed."""
    page.wait_for_function(
        "n => document.querySelectorAll('.moves li button').length === n", arg=count
    )


def test_a_piece_is_dragged_turned_by_wheel_key_and_button_and_placed(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit()
    people.start(page, "sendas")
    page.wait_for_selector(".pickable")
    page.mouse.move(*centre(page, '[data-id="piece-g2"]'))
    page.mouse.down()
    page.mouse.move(*centre(page, '[data-id="square-d5"]'), steps=4)
    page.mouse.move(*centre(page, '[data-id="square-e4"]'), steps=4)
    page.wait_for_selector(".held")
    picture(page, "sendas-drag")
    page.mouse.up()
    page.wait_for_selector(".tried")
    tried = page.locator(".tried").get_attribute("data-pick")
    page.mouse.wheel(0, 100)
    page.wait_for_function(
        "was => document.querySelector('.tried').dataset.pick !== was", arg=tried
    )
    page.keyboard.press("r")
    page.wait_for_function(
        "was => document.querySelector('.tried').dataset.pick === was", arg=tried
    )
    page.get_by_role("button", name="Turn", exact=True).click()
    page.wait_for_function(
        "was => document.querySelector('.tried').dataset.pick !== was", arg=tried
    )
    picture(page, "sendas-turning")
    chosen = page.locator(".tried").get_attribute("data-pick")
    page.get_by_role("button", name="Place").click()
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 1")
    assert page.locator(".moves li button").first.inner_text() == "g2 to e4"
    page.locator(".notation").click()
    assert page.locator(".moves li button").first.inner_text() == f"g2-e4[{chosen}]"


def test_a_refused_pick_says_why_and_a_preview_shows_what_would_happen(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit()
    people.start(page, "sendas")
    page.wait_for_selector(".pickable")
    page.locator('[data-id="piece-g2"]').click()
    page.locator('[data-id="square-h9"]').click()
    page.get_by_text("On h9 it would break your own path.").wait_for()
    page.locator('[data-id="square-e4"]').click()
    page.wait_for_selector(".outlook > g")
    picture(page, "sendas-preview")
    page.keyboard.press("Escape")
    page.wait_for_selector(".outlook > g", state="detached")
    assert people.listed(page) == 0


def test_looking_back_taking_back_hint_and_evaluation(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    assert page.evaluate(people.PICK, ["g2", "e4", "ES"])
    move_count(page, 2)
    page.get_by_role("button", name="First position").click()
    page.get_by_text("You are looking at move 0 of 2.").wait_for()
    page.locator('[data-id="piece-g2"]').wait_for()
    page.keyboard.press("Escape")
    page.locator('[data-id="piece-e4"]').wait_for()
    page.get_by_role("button", name="Evaluation").click()
    page.locator(".percent", has_text="%").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator(".hinted").first.wait_for()
    page.get_by_role("button", name="Take back").click()
    move_count(page, 0)
    page.locator('.pickable[data-choice="g2"]').wait_for()


def test_offers_spectators_resigning_rematch_and_replay(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    ana = visit()
    bea = visit(viewport=people.PHONE, has_touch=True)
    people.accept(bea, people.invite(ana, "sendas", "Ana"), "Bea")
    watcher = visit(ana.url)
    watcher.get_by_text("You are watching.").wait_for()
    assert ana.evaluate(people.PICK, ["g2", "e4", "ES"])
    move_count(watcher, 1)
    assert watcher.locator(".pickable").count() == 0
    bea.get_by_role("button", name="Offer a draw").tap()
    ana.get_by_text("Bea offers a draw.").wait_for()
    picture(ana, "offer")
    ana.get_by_role("button", name="Decline").click()
    bea.get_by_role("button", name="Give up").tap()
    bea.get_by_role("button", name="Yes").tap()
    for page, said in ((ana, "You win"), (bea, "You lose"), (watcher, "Ana wins")):
        page.get_by_role("heading", name=said).wait_for()
    watcher.get_by_role("button", name="Look through the game").click()
    watcher.get_by_role("button", name="First position").click()
    watcher.locator('[data-id="piece-g2"]').wait_for()
    assert watcher.locator('[data-tool="proof"]').count() == 0
    ana.get_by_role("button", name="Offer a rematch").click()
    ana.get_by_text("You offered a rematch.").wait_for()
    bea.get_by_text("Ana offers a rematch.").wait_for()
    picture(bea, "rematch")
    bea.get_by_role("button", name="Accept rematch").tap()
    bea.wait_for_url(lambda address: address != watcher.url)
    ana.wait_for_url(bea.url)
    bea.wait_for_selector(".pickable")


@pytest.mark.parametrize("game", ["phoenix", "rainbow", "cadena"])
def test_whoever_watches_is_shown_the_proof_of_the_shuffle(
    visit: Callable[..., Any], game: str
) -> None:
    ana, bea = visit(), visit()
    people.accept(bea, people.invite(ana, game, "Ana"), "Bea")
    watcher = visit(ana.url)
    watcher.get_by_text("You are watching.").wait_for()
    bea.get_by_role("button", name="Give up").click()
    bea.get_by_role("button", name="Yes").click()
    watcher.get_by_role("button", name="Look through the game").click()
    watcher.get_by_role("button", name="Proof of the shuffle").click()
    watcher.locator("dialog .hex").first.wait_for()
    watcher.locator("dialog").get_by_text("whoever runs the server").wait_for()
    assert watcher.locator("dialog .added code").count() == 2


def discard_a_card(page: Any) -> None:
    """Ends a turn of Phoenix."""
    page.locator('.pickable[data-choice^="card:"]').first.tap()
    page.locator('[data-pick="discard"], .pickable[data-choice="discard"]').first.tap()


def place_a_card(page: Any) -> None:
    """Ends a turn of Rainbow Duel. Who clashes begins the next round, so has to place again."""
    end, done = page.locator('[data-pick="end"]'), page.get_by_role("button", name=DONE)
    while not done.count():
        before = people.listed(page)
        page.locator('.pickable[data-choice="hand:1"]').tap()
        page.locator('[data-pick="seen"]').tap()
        page.wait_for_function(
            "n => document.querySelectorAll('.moves li button').length > n", arg=before
        )
        end.or_(done).or_(page.locator('.pickable[data-choice="hand:1"]')).first.wait_for()
        if end.count():
            end.tap()
            done.wait_for()


@pytest.mark.parametrize(
    ("game", "end_turn"), [("phoenix", discard_a_card), ("rainbow", place_a_card)]
)
def test_the_curtain_falls_between_two_players_of_one_device(
    game: str,
    end_turn: Callable[[Any], None],
    visit: Callable[..., Any],
    picture: Callable[[Any, str], None],
) -> None:
    page = visit(viewport=people.PHONE, has_touch=True)
    people.open_setup(page, game)
    page.get_by_label("Same device").check()
    page.get_by_role("button", name="Start").click()
    for _ in range(2):
        page.wait_for_selector(".curtain")
        assert page.locator(".board").count() == 0
        assert page.get_by_role("button", name="Hint").is_disabled()
        picture(page, f"{game}-curtain")
        page.locator(".curtain button").tap()
        page.wait_for_selector(".pickable")
        end_turn(page)
        page.get_by_role("button", name=DONE).tap()


def pick_all(page: Any, path: list[str]) -> None:
    """Makes the move of a lesson's step; its last pick is made for us where no other is left."""
    way_on = page.locator(".teacher .primary")
    for pick in path:
        thing = page.locator(f'.pickable[data-choice="{pick}"]')
        button = page.locator(f'[data-pick="{pick}"]:not([aria-disabled])')
        thing.or_(button).or_(way_on).first.wait_for()
        if way_on.count():
            return
        page.wait_for_timeout(FRESH)
        thing.or_(button).first.dispatch_event("click", {"detail": 1})


@pytest.mark.parametrize("game", people.GAMES)
def test_a_lesson_is_walked_to_its_end(visit: Callable[..., Any], game: str) -> None:
    page = visit(f"/learn/{game}")
    steps = page.request.get(f"/api/games/{game}/lesson").json()["steps"]
    assert any(step["path"] for step in steps)
    for number, step in enumerate(steps, 1):
        page.get_by_role("heading", name=step["title"], exact=True).wait_for()
        page.get_by_text(f"Step {number} of {len(steps)}").wait_for()
        if number < len(steps):
            pick_all(page, step["path"])
            page.locator(".teacher .primary:not([aria-disabled])").click()
    page.get_by_role("button", name="Play a first game").click()
    page.wait_for_selector(".moves")
    assert "/learn/" not in page.url


# All that is announced from now on.
HEARD = """() => {
  const region = document.querySelector('[aria-live=assertive]'), heard = []
  new MutationObserver(() => heard.push(region.textContent)).observe(
    region, {characterData: true, childList: true, subtree: true})
  return heard
}"""


def test_the_goals_of_a_picked_piece_are_shown_and_moves_are_told_in_words(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    page = visit()
    people.start(page, "colorito")
    page.locator('.pickable[data-choice="c2"]').click()
    page.wait_for_selector('[data-id="square-h9"] .mark')
    assert page.locator(".mark").count() == 1
    picture(page, "colorito-goal")
    heard = page.evaluate_handle(HEARD)
    assert page.evaluate(people.PICK, ["c3"])
    page.wait_for_function(
        "heard => heard[0] === 'You move yellow 13 from c2 to c3.'"
        " && /^Bruno .*blue \\d+ from .* to .*\\.$/.test(heard[1])",
        arg=heard,
    )


def test_the_move_of_another_leaves_a_trail_where_hands_are_hidden(
    visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    ana, bea = visit(), visit(locale="es-ES")
    link = people.invite(ana, "rainbow", "Ana")
    bea.goto(link)
    bea.get_by_role("button", name="Sentarme a la mesa").click()
    ana.wait_for_selector(".pickable")
    labels = [
        ana.locator(f'[data-id="hand-0-{n}"] .key').get_attribute("aria-label") for n in "123"
    ]
    # A black card would clear the row again.
    number = next(n for n, label in enumerate(labels, 1) if "black" not in label)
    assert ana.evaluate(people.PICK, [f"hand:{number}", "seen"])
    bea.wait_for_selector('[data-id="row-1"] .trail')
    bea.locator("[aria-live=assertive]").filter(
        has_text=f"Ana coloca la carta {number} como la ve: "
    ).wait_for(state="attached")
    picture(bea, "rainbow-trail")
    assert ana.evaluate(people.PICK, ["end"])
    bea.wait_for_selector(".pickable")
    assert bea.locator('[data-id="row-1"] .trail').count() == 1


def test_a_record_is_opened_and_looked_at(visit: Callable[..., Any]) -> None:
    page = visit()
    people.start(page, "sendas")
    assert page.evaluate(people.PICK, ["g2", "e4", "ES"])
    move_count(page, 2)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes").click()
    page.wait_for_selector(".result")
    record = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}/record").body()
    other = visit()
    other.wait_for_selector(".game")
    other.set_input_files(".import input", {"name": "a.txt", "mimeType": "", "buffer": record})
    other.wait_for_selector(".result")
    move_count(other, 3)
    other.get_by_role("button", name="Look through the game").click()
    other.get_by_role("button", name="First position").click()
    other.locator('[data-id="piece-g2"]').wait_for()


def test_a_set_up_of_ones_own_and_help_between_people(visit: Callable[..., Any]) -> None:
    page = visit()
    people.open_setup(page, "sendas")
    page.get_by_label("Same device").check()
    page.get_by_label("Hints and evaluation allowed").uncheck()
    page.locator("summary", has_text="of your own").click()
    files = page.locator("dialog input[type=file]")
    for text in ("white = 3 3", 'white = ["e4[NS]"]'):
        files.set_input_files({"name": "a.toml", "mimeType": "", "buffer": text.encode()})
        page.get_by_role("alert").wait_for()
    own = b'white = ["d4[ES]", "e4[WES]", "f4[WS]", "d3[NS]", "e3[+]", "f3[NS]"]'
    files.set_input_files({"name": "a.toml", "mimeType": "", "buffer": own})
    page.get_by_role("alert").wait_for(state="detached")
    page.locator("dialog select:disabled").wait_for()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator('[data-id="piece-d4"]').wait_for()
    assert page.get_by_role("button", name="Hint").count() == 0


@pytest.mark.parametrize(("game", "offered"), [("cadena", 0), ("phoenix", 0), ("sendas", 1)])
def test_a_record_is_offered_only_if_it_can_be_opened_again(
    visit: Callable[..., Any], game: str, offered: int
) -> None:
    page = visit()
    people.start(page, game)
    assert page.get_by_role("link", name="Record file").count() == offered
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Yes").click()
    page.wait_for_selector(".result")
    page.get_by_role("link", name="Record file").wait_for()
