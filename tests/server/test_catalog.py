"""Games on the shelf: facts, pictures, rules, lessons, and the description of the API."""

import gzip
import re
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from starlette.routing import Route

import ludoteca
from ludoteca.core import registry, templates
from ludoteca.core.texts import LANGUAGES
from ludoteca.server import lessons
from ludoteca.server.http import rules_page
from tests.cases import every_game
from tests.server.web_client import ME, Browser

every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_language
def test_the_games_introduce_themselves(ana: Browser, lang: str) -> None:
    games = {game["name"]: game for game in ana.get(f"/api/games?lang={lang}")["games"]}
    assert tuple(games) == ludoteca.games()
    assert games["cadena"]["seats"] == [2, 3, 4]
    assert games["sendas"]["seats"] == [2]
    assert [game for game in games if not games[game]["first_begins"]] == ["phoenix"]
    for game in games.values():
        assert game["lesson"]
        for option in game["options"]:
            assert option["title"] != option["name"]
            assert option["sets_seats"] == (option["name"] == "players")
            for value in option["values"]:
                assert str(value["value"]) != value["title"] or option["name"] == "players"


@every_game
def test_pictures_are_of_real_positions(ana: Browser, name: str) -> None:
    for at in ("start", "middle", "end"):
        for theme in ("light", "dark"):
            answer = ana.client.get(f"/api/games/{name}/picture.svg?at={at}&theme={theme}")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.headers["content-encoding"] == "gzip"
            ElementTree.fromstring(answer.text)
    for wish in ("theme=pink", "at=noon", "part=leg"):
        assert ana.client.get(f"/api/games/{name}/picture.svg?{wish}").status_code == 400


@every_game
def test_a_picture_may_show_the_board_alone(ana: Browser, name: str) -> None:
    boxes = []
    for part in ("whole", "board"):
        answer = ana.client.get(f"/api/games/{name}/picture.svg?part={part}")
        boxes.append(
            [float(n) for n in ElementTree.fromstring(answer.text).attrib["viewBox"].split()]
        )
    whole, board = boxes
    assert board[0] >= 0
    assert board[1] >= 0
    assert board[0] + board[2] <= whole[2]
    assert board[1] + board[3] <= whole[3]
    assert board[2] * board[3] < whole[2] * whole[3]


@every_language
@every_game
def test_rules_become_safe_pages(name: str, lang: str) -> None:
    page = rules_page.page(name, lang)
    html = page.html
    assert page.title == ludoteca.load(name).title(lang)
    assert '<blockquote class="rebuilt">' in html
    assert html.count("<figure>") == 2
    ids = re.findall(r'<h\d id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) == len(re.findall(r"<h\d", html))
    assert {chapter.id for chapter in page.contents} <= set(ids)
    assert not re.search(r"<(script|style|iframe)|\son\w+=|style=|javascript:", html)


def test_markup_in_markdown_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteca.core import texts

    hostile = "# T\n\n<script>x</script>\n\n[a](javascript:alert(1)) <b onclick=x>\n"
    monkeypatch.setattr(texts, "document", lambda *_: hostile)
    html = rules_page.page.__wrapped__("sendas", "en").html
    assert "<script" not in html
    assert "<b " not in html
    assert "href" not in html


@every_language
@every_game
def test_lessons_walk_through_real_positions(name: str, lang: str) -> None:
    lesson = lessons.lesson(name, lang)
    assert 4 <= len(lesson.steps) <= 8
    for step in lesson.steps[:-1]:
        assert (step.after is None) == (step.move is None)
        if step.move is None:
            assert step.choices == {}
            continue
        assert step.after != step.scene
        branch: Any = step.choices
        for pick in step.path:
            branch = branch[pick]
        assert branch == step.move
        choices = {element.choice for element in step.scene.elements}
        assert set(step.path) <= choices | step.buttons.keys()
    last = lesson.steps[-1]
    assert (last.path, last.choices) == ((), {})


@every_language
@every_game
def test_lessons_show_what_happened_between_their_steps(name: str, lang: str) -> None:
    steps = lessons.lesson(name, lang).steps
    for step, planned in zip(steps, registry.table(name, lessons.TABLE)["steps"], strict=True):
        assert bool(step.beats) == (step.move is not None)
        assert bool(step.before) == ("before" in planned and "options" not in planned)
        for told in (step.before, step.beats):
            assert all(beat.scene is not None for beat in told[:-1])
            assert not told or any(beat.text for beat in told)


def test_unknown_games_are_not_found(ana: Browser) -> None:
    for what in ("picture.svg", "rules", "lesson"):
        assert ana.get(f"/api/games/chess/{what}", 404)["code"] == "not_found"


def test_the_paints_are_a_style_sheet(ana: Browser) -> None:
    css = ana.client.get("/api/palette.css")
    assert css.headers["content-type"].startswith("text/css")
    assert "--paint-red:#" in css.text
    assert "--paint-board-edge:#" in css.text
    assert css.text.count("{") == css.text.count("}")


def test_the_api_is_described_completely(ana: Browser) -> None:
    document = ana.get("/openapi.json")
    described = {
        (path, method.upper()) for path, found in document["paths"].items() for method in found
    }
    served = {
        (route.path.replace(":int", ""), method)
        for route in ana.served.app.routes
        if isinstance(route, Route) and route.path not in ("/{path:path}", "/api")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert served - described == {("/openapi.json", "GET"), ("/api/palette.css", "GET")}
    assert described <= served
    references = set(
        re.findall(r'"#/components/schemas/(\w+)"', ana.client.get("/openapi.json").text)
    )
    assert references <= document["components"]["schemas"].keys()
    assert "POST /api/matches" in ana.client.get("/api").text


def own_table(browser: Browser, path: str, text: str) -> httpx.Response:
    """The answer to a TOML file that somebody opens."""
    headers = {"content-type": "text/plain"}
    return browser.client.post(f"/api/games/{path}", content=text.encode(), headers=headers)


@every_game
def test_a_table_of_ones_own_is_read_and_played_with(ana: Browser, name: str) -> None:
    option = next(one for one in registry.definition(name).options if one.read is not None)
    data = registry.definition(name).folder / "data" / f"{option.default}.toml"
    answer = own_table(ana, f"{name}/tables/{option.name}", data.read_text(encoding="utf-8"))
    assert answer.status_code == 200, answer.text
    state = answer.json()["table"]
    match = ana.open(name, ME, ME, options={option.name: state})
    assert match["options"][option.name] == state


@every_game
@every_language
def test_a_template_is_downloaded_and_opened_again(ana: Browser, name: str, lang: str) -> None:
    for option in templates.template_options(name):
        path = f"{name}/tables/{option}"
        answer = ana.client.get(f"/api/games/{path}.toml?lang={lang}")
        assert answer.text == templates.template(name, option, lang)
        assert f"{name}-{option}.toml" in answer.headers["content-disposition"]
        assert own_table(ana, path, answer.text).status_code == 200
    assert ana.client.get("/api/games/sendas/tables/exit.toml").status_code == 404


def test_a_bad_table_is_refused_with_the_reason(ana: Browser) -> None:
    bad = own_table(ana, "colorito/tables/board?lang=en", "ranks = 3 3")
    assert (bad.status_code, bad.json()["code"]) == (422, "invalid_data")
    assert bad.json()["text"].startswith("board.toml is no TOML file: ")
    short = own_table(ana, "colorito/tables/board?lang=en", "ranks = []")
    assert short.json()["code"] == "invalid_data"
    deep = own_table(ana, "colorito/tables/board", "ranks = " + "[" * 8_000)
    assert (deep.status_code, deep.json()["code"]) == (422, "invalid_data")
    long = own_table(ana, "colorito/tables/board", "ranks = " + "[" * 20_000)
    assert (long.status_code, long.json()["code"]) == (413, "too_large")
    assert own_table(ana, "colorito/tables/variant", "a = 1").status_code == 404
    assert own_table(ana, "chess/tables/board", "a = 1").status_code == 404


@pytest.mark.parametrize("path", ["lesson", "rules", "picture.svg"])
def test_what_is_the_same_for_everybody_is_compressed_once(
    ana: Browser, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    first = ana.client.get(f"/api/games/sendas/{path}")
    assert first.headers["content-encoding"] == "gzip"
    monkeypatch.setattr(gzip, "compress", lambda *_: pytest.fail("compressed again"))
    assert ana.client.get(f"/api/games/sendas/{path}").content == first.content


@every_game
def test_a_table_of_ones_own_is_shown(ana: Browser, name: str) -> None:
    for option in templates.template_options(name):
        raw = templates.template(name, option, "en")
        headers = {"content-type": "text/plain"}
        answer = ana.client.post(f"/api/games/{name}/tables/{option}", content=raw, headers=headers)
        assert answer.json()["picture"].startswith("<svg")


@every_language
def test_a_fault_names_the_file_in_the_language_of_the_reader(ana: Browser, lang: str) -> None:
    path = f"/api/games/sendas/tables/setup?file=mine.toml&lang={lang}"
    headers = {"content-type": "text/plain"}
    said = [
        ana.client.post(path, content=raw, headers=headers).json()["text"]
        for raw in (b"white = [", b'white = ["c2[EN]"]', b"a = 1\nwhite ==\n")
    ]
    assert all("mine.toml" in text for text in said)
    assert ("línea 2" if lang == "es" else "line 2") in said[2]
