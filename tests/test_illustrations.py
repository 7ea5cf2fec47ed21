"""Pictures of the rules: every one that is named can be drawn, and is described in the terminal."""

import re
from typing import cast

import pytest

import ludoteca
from ludoteca.core import texts
from ludoteca.core.illustrations import DIRECTIVE, FOLDED, described, illustration, names
from ludoteca.core.texts import LANGUAGES
from ludoteca.drawing.cutting import cut_svg, frame_of, with_way
from ludoteca.drawing.scene import Scene
from ludoteca.server.http import rules_page
from tests.cases import every_game

every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_game
@every_language
def test_the_rules_show_all_pictures_of_a_game(name: str, lang: str) -> None:
    expected = names(name)
    document = texts.document(name, "rules", lang)
    named = [match["name"] for match in DIRECTIVE.finditer(document)]
    assert sorted(named) == sorted(expected)
    assert len(named) >= 2
    page = rules_page.page(name, lang).html
    for picture in named:
        assert f"/positions/{picture}.svg?lang={lang}&amp;theme=light" in page
    assert "position:" not in re.sub(r"<[^>]*>", "", page)


@every_game
def test_every_picture_is_a_real_position_cut_to_what_matters(name: str) -> None:
    for picture in names(name):
        found = illustration(name, picture)
        scene = cast(Scene, found.position.scene(found.seat))
        assert cut_svg(with_way(scene, found.way), found.show, "dark").startswith("<svg")
        _, _, width, height = frame_of(scene, found.show)
        assert width > 0 < height
        assert (width < scene.width or height < scene.height) == bool(found.show), picture


SHOWN = {
    "phoenix": {"cards-moving", "cards-swapping", "cards-changing"},
    "rainbow": {"clash", "rainbow"},
    "cadena": {"covered", "free-again", "stuck-for-good"},
    "colorito": {"step", "jump", "step-and-jump", "long-jump"},
    "sendas": {"joined", "broken"},
}
"""What the rules of each game must show beside its set-ups; which cards, is tested below."""


@every_game
@every_language
def test_the_rules_show_what_words_alone_explain_badly(name: str, lang: str) -> None:
    options = ludoteca.load(name).definition.options
    document = texts.document(name, "rules", lang)
    named = {match["name"] for match in DIRECTIVE.finditer(document)}
    assert named >= SHOWN[name]
    setups = [option for option in options if option.name == "setup"]
    values = [str(value) for option in setups for value in option.values]
    shipped = [value for value in values if not value.endswith("-1")]
    assert named >= {f"setup-{value}" for value in shipped}
    assert bool(shipped) == (name == "sendas")


@every_game
@every_language
def test_the_terminal_describes_pictures_in_words(name: str, lang: str) -> None:
    text = described(name, lang)
    assert "position:" not in text
    assert FOLDED not in text
    document = texts.document(name, "rules", lang)
    assert all(match["caption"] in text for match in DIRECTIVE.finditer(document))


@every_game
@every_language
def test_players_read_no_python_outside_the_folded_chapter(name: str, lang: str) -> None:
    chapters = texts.document(name, "rules", lang).split("\n## ")
    folded = [chapter for chapter in chapters if chapter.splitlines()[0].endswith(FOLDED)]
    assert len(folded) == 1
    assert "ludoteca.load(" in folded[0]
    for chapter in chapters:
        if chapter not in folded:
            words = re.sub(r"```.*?```", "", chapter, flags=re.DOTALL)
            assert re.search(r'\b\w+ ?= ?"', words) is None, chapter[:60]
    assert "<details>" in rules_page.page(name, lang).html


def test_pictures_show_what_their_captions_say() -> None:
    clash = illustration("rainbow", "clash").position.view(0)["row"]
    assert clash.count("O") == 2
    rainbow = illustration("rainbow", "rainbow").position.view(0)["row"]
    assert len(rainbow) == len(set(rainbow)) == 6
    cards = set()
    for picture in names("phoenix"):
        cards |= set(illustration("phoenix", picture).position.view(0)["cards"])
    assert cards == {"M2", "M3", "M4", "P1", "P2", "P3", "P4", "R", "D1", "D2", "X"}
    stuck = [
        illustration("cadena", pin).position.view(0)["stuck"][0][0]
        for pin in ("covered", "free-again", "stuck-for-good")
    ]
    assert stuck == [True, False, True]
    assert len(illustration("colorito", "long-jump").way) == 5
    assert "g2-g4[ES]" not in ludoteca.load("sendas").start(1).moves()
