"""Inviting a friend: what others can reach, opening to the network, and one's own link."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web import people

OTHERS = "http://127.0.0.2:"  # the address in the network, which never leaves this computer
OPEN = {"en-GB": "Open to my network", "es-ES": "Abrir a mi red"}
CLOSE = {"en-GB": "Close again", "es-ES": "Volver a cerrar"}
# Whether a button can be pressed without scrolling: nothing hides its middle or cuts it off.
REACHED = """said => {
  const button = [...document.querySelectorAll('.invite button')].find(
    one => one.textContent === said)
  const box = button.getBoundingClientRect()
  const at = y => document.elementFromPoint(box.x + box.width / 2, y)
  return at(box.y + 2) === button && at(box.bottom - 2) === button
}"""


def link(page: Any) -> str:
    return str(page.locator(".invite input").input_value())


def close_network(page: Any) -> None:
    page.get_by_role("button", name="Close again", exact=True).click()
    page.get_by_role("button", name="Open to my network").wait_for()


@pytest.mark.parametrize("look", [people.DESK, people.PHONE], ids=["desk", "phone"])
def test_a_link_for_other_devices_with_one_click(
    look: dict[str, int], visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    ana = visit(viewport=look)
    assert people.invite(ana, "sendas", "Ana").startswith("http://127.0.0.1:")
    ana.get_by_text("other devices cannot reach it").wait_for()
    assert ana.locator(".qr").count() == 0
    picture(ana, f"invite-closed-{look['width']}")
    ana.get_by_role("button", name="Open to my network").click()
    ana.locator(".qr").wait_for()
    address = link(ana)
    assert address.startswith(OTHERS)
    assert address[: address.index("/join/")] in ana.locator(".reach").inner_text()
    assert "presses “Take a seat”" in ana.locator(".invite").inner_text()
    picture(ana, f"invite-open-{look['width']}")
    assert ana.evaluate(REACHED, "Close again")
    bea = visit(address, viewport=look)
    assert bea.locator(".notice").inner_text().endswith("To the table")
    people.accept(bea, address, "Bea")
    ana.wait_for_selector(".board .thing")
    ana.get_by_role("button", name="Open to your network: close it again").click()
    ana.locator(".open-network").wait_for(state="detached")
    bea.locator(".lost").wait_for()
    ana.goto("/")
    people.invite(ana, "sendas", "Ana")
    ana.get_by_role("button", name="Open to my network").click()
    ana.locator(".qr").wait_for()
    close_network(ana)
    assert link(ana).startswith("http://127.0.0.1:")
    assert ana.locator(".qr").count() == 0


def test_ones_own_link_leads_to_the_match(visit: Callable[..., Any]) -> None:
    ana = visit()
    address = people.invite(ana, "sendas", "Ana")
    table = ana.url
    ana.goto(address)
    ana.wait_for_url(table)
    ana.locator(".invite input").wait_for()
    ana.get_by_role("button", name="Open to my network").click()
    ana.locator(".qr").wait_for()
    ana.goto(link(ana))
    ana.get_by_role("link", name="To the table", exact=True).click()
    ana.wait_for_url(table)
    ana.locator(".qr").wait_for()
    close_network(ana)


@pytest.mark.parametrize("look", [people.DESK, people.PHONE], ids=["desk", "phone"])
def test_the_dialog_speaks_spanish(
    look: dict[str, int], visit: Callable[..., Any], picture: Callable[[Any, str], None]
) -> None:
    ana = visit(locale="es-ES", viewport=look)
    ana.locator(".game", has=ana.get_by_role("heading", name="Sendas")).locator(
        ".button:not(.primary)"
    ).click()
    ana.locator("dialog input[type=radio][value=friend]").check()
    ana.locator("dialog button[type=submit]").click()
    ana.get_by_text(re.compile("otros aparatos no pueden")).wait_for()
    ana.get_by_role("button", name=OPEN["es-ES"]).click()
    ana.get_by_text(re.compile("pulsa «Sentarme a la mesa»")).wait_for()
    picture(ana, f"invite-open-es-{look['width']}")
    assert ana.evaluate(REACHED, CLOSE["es-ES"])
    ana.get_by_role("button", name=CLOSE["es-ES"], exact=True).click()
    ana.get_by_role("button", name=OPEN["es-ES"]).wait_for()
