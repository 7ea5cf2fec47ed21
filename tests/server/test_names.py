"""One name for one player: the same in the list of seats, on the board and in words."""

import json
import re

import pytest

from tests.cases import every_game
from tests.server.web_client import ME, Browser, friends

BOT = {"kind": "bot", "level": 1}
NUMBERED = re.compile(r"(?i)\b(player|jugador|opponent|rival)\b ?\d?")


def said(state: dict[str, object]) -> str:
    """Everything that is written and spoken of a state."""
    return json.dumps([state["scene"], state["words"]], ensure_ascii=False)


def test_three_bots_have_three_names(ana: Browser) -> None:
    match = ana.open("cadena", ME | {"name": "Ana"}, BOT, BOT, BOT, options={"players": 4})
    names = [seat["name"] for seat in match["seats"]]
    assert names[0] == "Ana"
    assert len(set(names)) == 4
    assert all(names)
    shown = said(ana.state(match["id"], scenes=1))
    assert all(name in shown for name in names[1:])
    assert "You" in shown


@every_game
@pytest.mark.parametrize("lang", ["en", "es"])
def test_nobody_is_a_number_on_the_board(ana: Browser, bea: Browser, name: str, lang: str) -> None:
    match = friends(ana, bea, name)
    for one, own, other in ((ana, "Ana", "Bea"), (bea, "Bea", "Ana")):
        shown = said(one.state(match, scenes=1, lang=lang))
        assert NUMBERED.search(shown) is None, NUMBERED.search(shown)
        assert own not in shown
        if name in ("phoenix", "rainbow", "cadena"):
            assert other in shown


def test_at_one_device_nobody_is_you(ana: Browser) -> None:
    match = ana.open("cadena", ME | {"name": "Ana"}, ME | {"name": "Bea"})
    shown = said(ana.state(match["id"], scenes=1, seat=0))
    assert "Ana" in shown
    assert "Bea" in shown
    assert '"You"' not in shown
