"""What a player is told and shown without asking: reasons, names, shares, hands, rules."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web import people
from tests.web.test_web_beats import ask

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": 1}
LEFT = "nodes => nodes.map(node => node.getBoundingClientRect().x)"
every_game = pytest.mark.parametrize("game", people.GAMES)


def begin(page: Any, game: str, *seats: dict[str, Any], **more: Any) -> str:
    """Open a match with its seats in the order given, and show it."""
    made = ask(page, "matches", {"game": game, "seats": list(seats), "order": "given", **more})
    page.goto(f"/m/{made['id']}")
    page.wait_for_selector(".board .thing")
    return str(made["id"])


def test_a_disc_before_the_dice_and_a_cube_with_a_movement_card_have_true_reasons(
    visit: Callable[..., Any],
) -> None:
    page = visit()
    begin(page, "cadena", ME, BOT)
    page.wait_for_selector(".pickable")
    page.locator('.board [data-id^="disc"]').first.dispatch_event("click", {"detail": 1})
    page.locator(".refusal", has_text="Dice first").wait_for()
    begin(page, "phoenix", ME, BOT, options={"deck": {"M2": 12}})
    page.locator(".pickable[data-choice='card:M2']").first.dispatch_event("click", {"detail": 1})
    page.wait_for_selector(".picked")
    page.locator('[data-choice="cube:1"]').dispatch_event("click", {"detail": 1})
    said = page.locator(".refusal")
    said.wait_for()
    assert said.inner_text() == "Movement moves pawns. Only Modification changes the spectrum."


def test_three_players_have_one_name_each_and_the_bar_is_the_share_of_who_moves(
    visit: Callable[..., Any],
) -> None:
    page = visit()
    match = begin(page, "cadena", ME, BOT, BOT, options={"players": 3})
    page.wait_for_selector(".pickable")
    names = page.locator(".player-name").all_inner_texts()
    board = page.locator("svg.board").text_content()
    assert len(set(names)) == 3
    assert [name for name in names if name not in board] == []
    assert "Player" not in board
    page.get_by_role("button", name="Evaluation").click()
    page.locator(".percent", has_text="%").wait_for()
    told = ask(page, f"matches/{match}/evaluation")
    assert told["seat"] == 0
    assert page.locator(".percent").inner_text() == f"{round(told['value'] * 100)} %"
    assert page.locator(".evaluation .whose").inner_text() == "You"


def test_the_memory_aid_is_a_switch_of_the_set_up_and_off_at_first(
    visit: Callable[..., Any],
) -> None:
    page = visit()
    people.open_setup(page, "sendas")
    assert page.get_by_label("memory aid").count() == 0
    page.keyboard.press("Escape")
    people.open_setup(page, "rainbow")
    aid = page.get_by_label("memory aid")
    assert not aid.is_checked()
    aid.check()
    with page.expect_response("**/api/matches?*") as made:
        page.get_by_role("button", name="Start").click()
    assert made.value.request.post_data_json["memory"] is True


def test_hands_lie_open_in_the_replay_of_a_finished_game(visit: Callable[..., Any]) -> None:
    page = visit()
    begin(page, "phoenix", ME, BOT)
    page.wait_for_selector(".pickable")
    assert page.locator(".board [aria-label$='face down']").count() == 5
    page.locator("[data-tool=resign]").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector(".result")
    page.get_by_role("button", name="One move back").click()
    page.get_by_text("You are looking at move").wait_for()
    page.locator('[data-id="back-1-5"]').wait_for(state="attached")
    page.wait_for_function("() => !document.querySelector('.board [aria-label$=\"face down\"]')")
    assert page.locator(".board [aria-label$='face down']").count() == 0


def test_the_second_seat_of_phoenix_reads_from_left_to_right(visit: Callable[..., Any]) -> None:
    page = visit()
    begin(page, "phoenix", BOT, ME)
    page.wait_for_selector(".pickable")
    for ids, count in (('[data-choice^="own:"]', 10), ('[data-choice^="cube:"]', 6)):
        found = page.locator(f".board {ids}")
        names = [one.get_attribute("data-choice") for one in found.all()]
        places = found.evaluate_all(LEFT)
        ordered = [name for _, name in sorted(zip(places, names, strict=True))]
        assert [int(str(name).partition(":")[2]) for name in ordered] == list(range(1, count + 1))


SMALL = """selector => [...document.querySelectorAll(selector)]
  .filter(node => node.checkVisibility())
  .filter(node => Math.min(node.getBoundingClientRect().width,
                           node.getBoundingClientRect().height) < 40)
  .map(node => node.ariaLabel || node.textContent.trim())"""


@every_game
def test_buttons_of_a_phone_are_as_large_as_a_fingertip(
    visit: Callable[..., Any], game: str
) -> None:
    page = visit(viewport=people.PHONE, has_touch=True)
    people.start(page, game)
    page.wait_for_selector(".pickable")
    page.locator(".pickable").first.dispatch_event("click", {"detail": 1})
    page.wait_for_selector(".picked, .moves li.turn")
    # The moves of the list are also gone through with the buttons below it.
    assert page.evaluate(SMALL, "button:not(li *), header a, .tools a") == []


def test_cards_of_rainbow_are_large_on_an_upright_phone(visit: Callable[..., Any]) -> None:
    page = visit(viewport=people.PHONE, has_touch=True)
    people.start(page, "rainbow")
    page.wait_for_selector(".pickable")
    card = page.locator('.pickable[data-choice="hand:1"] .body').bounding_box()
    assert card["width"] >= 60
    assert page.locator("svg.board").bounding_box()["width"] >= 370


@every_game
def test_the_next_game_is_in_reach_at_the_end_on_a_phone_and_the_board_in_sight(
    visit: Callable[..., Any], game: str, picture: Callable[[Any, str], None]
) -> None:
    page = visit(viewport=people.PHONE, has_touch=True)
    people.start(page, game)
    page.locator("[data-tool=resign]").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector(".result")
    page.wait_for_function(
        """() => document.querySelector('.result .primary').getBoundingClientRect().bottom
          <= document.querySelector('.tools.main').getBoundingClientRect().top"""
    )
    board, again, bar = (
        page.locator(one).bounding_box() for one in ("svg.board", ".result .primary", ".tools.main")
    )
    picture(page, f"{game}-over-phone")
    assert board["y"] >= 0
    assert again["y"] + again["height"] <= bar["y"]


LOW = [{"width": 844, "height": 390}, {"width": 720, "height": 450}]


@pytest.mark.parametrize("size", LOW, ids=["sideways", "zoomed"])
def test_the_way_home_is_beside_the_board_of_a_low_window(
    visit: Callable[..., Any], size: dict[str, int]
) -> None:
    page = visit(viewport=size)
    for game in people.GAMES:
        begin(page, game, ME, BOT)
        board, brand = (page.locator(one).bounding_box() for one in ("svg.board", ".brand"))
        assert brand["x"] >= board["x"] + board["width"], game


OUTSIDE = r"""() => [...document.querySelectorAll('article pre')]
  .filter(node => !node.closest('details') && /ludoteca|python|load\(/.test(node.textContent))
  .map(node => node.textContent)"""
SPOILT = {
    "en": r"advances sideways|Check if|deck=|variant=",
    "es": r"atascad|\bpaseos?\b|\btablas\b|deck=|variant=",
}


@pytest.mark.parametrize("lang", ["en", "es"])
def test_rules_show_real_positions_and_fold_what_is_for_programs(
    visit: Callable[..., Any], lang: str
) -> None:
    page = visit(locale={"en": "en-GB", "es": "es-ES"}[lang])
    authors = []
    for game in people.GAMES:
        page.goto(f"/rules/{game}")
        page.wait_for_selector("article h1")
        assert page.locator("article figure img").count() >= 4, game
        assert page.locator("article details").count() == 1, game
        assert page.evaluate(OUTSIDE) == [], game
        seen = page.evaluate(
            """() => [...document.querySelectorAll('article > *:not(details)')]
              .map(node => node.innerText).join('\\n')"""
        )
        found = page.evaluate(
            "([text, bad]) => text.match(new RegExp(bad, 'i'))?.[0]", [seen, SPOILT[lang]]
        )
        assert found is None, (game, found)
        authors += [game] * any(name in seen for name in ("Mathias Spaan", "Daniel Danzer"))
    assert authors == ["rainbow", "colorito"]
