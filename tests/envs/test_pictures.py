"""Pictures of pixels: the words on them are drawn, whichever fonts there are."""

import re
from functools import partial
from types import SimpleNamespace

import pytest

import ludoteca
from ludoteca.drawing import export
from tests.cases import every_game

pytest.importorskip("resvg_py")


def picture(name: str) -> str:
    """The beginning of a game as an SVG picture."""
    return export.draw(ludoteca.load(name).start(seed=1), 0)


@every_game
def test_the_words_of_a_picture_are_drawn(name: str) -> None:
    if export.sans_serif() is None:
        pytest.skip("this machine has no font")
    svg = picture(name)
    bare = re.sub(r"<text\b.*?</text>", "", svg, flags=re.DOTALL)
    assert bare != svg
    assert export.png(bare) != export.png(svg)


def test_a_machine_without_any_font_draws_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    fontless = partial(export._resvg().svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(export, "_resvg", lambda: SimpleNamespace(svg_to_bytes=fontless))
    export.sans_serif.cache_clear()
    try:
        assert export.sans_serif() is None
        assert export.png(picture("sendas")).startswith(b"\x89PNG")
    finally:
        export.sans_serif.cache_clear()
