"""Beats: every move and chance event of every game tells each seat what happened, in words."""

from collections.abc import Iterator
from random import Random

import pytest

from ludoteca.core import texts
from ludoteca.core.beats import breath
from ludoteca.core.definition import View
from ludoteca.core.kernels import CHANCE
from ludoteca.core.position import Position
from ludoteca.drawing.scene import Scene
from tests.cases import CASES, Case, case_name, load

NAMES = ["Ana", "Bruno", "Carla", "Diego"]
EVENTS = 400


def events(case: Case, seed: int) -> Iterator[tuple[Position, str, Position]]:
    """Yield the events of one random game: the position before, the text, the position after."""
    source, position = Random(seed), load(case).begin(seed)
    for _ in range(EVENTS):
        if position.to_move is None:
            return
        chance = position.to_move == CHANCE
        text = position.chance_text() if chance else source.choice(position.moves())
        after = position.step(text)
        yield position, text, after
        position = after


class Pictures:
    """What is in the pictures of a game; equal views, of several seats or moments, drawn once."""

    def __init__(self, case: Case) -> None:
        self._scene = load(case).definition.scene
        self._known: dict[str, set[str]] = {}

    def ids(self, view: View) -> set[str]:
        """Return the ids of the elements in the picture of a view."""
        key = repr(view)
        if key not in self._known:
            scene = self._scene(view, "en")
            assert isinstance(scene, Scene)
            self._known[key] = {element.id for element in scene.elements}
        return self._known[key]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_event_has_beats_that_can_be_drawn_and_said(case: Case) -> None:
    name, pictures = case[0], Pictures(case)
    for before, text, after in events(case, 11):
        for seat in (None, *range(before.game.seats)):
            found = before.beats(text, seat)
            assert found
            assert breath(found) >= 300
            old = pictures.ids(before.view(seat))
            for beat in found:
                for lang in texts.LANGUAGES:
                    said = beat.text(lang, NAMES, reader=seat, game=name)
                    assert bool(said) == bool(beat.key)
                    assert "{" not in said
                ids = pictures.ids(after.view(seat) if beat.view is None else beat.view)
                if beat.to is None:
                    assert set(beat.things) <= ids, (text, beat)
                assert set(beat.origins) <= ids, (text, beat)
                assert set(beat.origins.values()) <= old, (text, beat)
                assert set(beat.along) <= ids, (text, beat)
                old = old | ids


@pytest.mark.parametrize("case", CASES[:1] + CASES[1:2] + CASES[3:4], ids=case_name)
def test_the_last_beat_of_an_event_shows_what_came_of_it(case: Case) -> None:
    """A picture of its own is for a moment; the end of the event is the position itself."""
    for before, text, _ in events(case, 3):
        last = before.beats(text, 0)[-1]
        assert last.view is None or last.kind in ("place", "reveal", "fail")


@pytest.mark.parametrize("case", [case for case in CASES if case[0] in ("phoenix", "rainbow")])
def test_a_deal_is_told_without_a_card(case: Case) -> None:
    """The text of a deal holds every card; nothing of it reaches a beat."""
    for before, text, _ in events(case, 5):
        if before.to_move == CHANCE:
            for seat in (None, 0, 1):
                for beat in before.beats(text, seat):
                    assert beat.kind == "deal"
                    told = beat.text("en", NAMES, game=case[0])
                    assert not any(card in told.split() for card in text.split()[2:])
