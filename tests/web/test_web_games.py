"""Whole games between two browsers, for every game."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web import people

# Without this a game of Cadena between two who pick anything may take hundreds of turns.
SHORT = {"cadena": '.pickable[data-choice^="disc:"], .pickable[data-choice="keep:0"]'}
SMALL = {"width": 640, "height": 480}


@pytest.mark.parametrize("game", people.GAMES)
def test_two_people_play_a_whole_game_by_link(
    game: str, visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    ana = visit(viewport=SMALL)
    link = people.invite(ana, game, "Ana")
    bea = visit(locale="es-ES", viewport=people.PHONE)
    bea.goto(link)
    bea.get_by_label("Tu nombre").fill("Bea")
    bea.get_by_role("button", name="Sentarme a la mesa").click()
    for page in (ana, bea):
        page.wait_for_selector(".board .thing")
    if game in ("colorito", "sendas"):
        people.play_script([ana, bea], game)
    else:
        people.play_freely([ana, bea], SHORT.get(game, ""))
    for page in (ana, bea):
        page.wait_for_selector(".result")
    assert people.listed(ana) == people.listed(bea) > 10
    said = {ana.locator(".result h2").inner_text(), bea.locator(".result h2").inner_text()}
    assert said in ({"You win", "Has perdido"}, {"You lose", "Has ganado"}, {"A draw", "Empate"})
    picture(ana, f"{game}-result")
