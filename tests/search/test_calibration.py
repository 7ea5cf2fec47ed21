"""The evaluation bar: of the positions that are given 0.7, the side to move wins about 70 %."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.game import seat_counts
from ludoteca.core.registry import definition
from ludoteca.search import calibration
from ludoteca.search.api import Candidate
from ludoteca.search.defaults import HINT_LEVEL
from tests.cases import every_game

FOLDER = Path(__file__).parent.parent / "data" / "calibration"
TABLES = [
    (name, seats)
    for name in ludoteca.games()
    for seats in seat_counts(definition(name))
    if calibration.knots(name, seats)
]
BINS = 10
SURE = 3.3  # standard errors: one bin in a thousand lies farther out by chance
PLAY = 0.02  # what a fit to half of the games may be off

every_table = pytest.mark.parametrize(("name", "seats"), TABLES)


def kept(name: str, seats: int) -> dict[str, Any]:
    """Return the positions of the games that the knots were fitted to."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())[str(seats)]
    return found


@every_table
def test_the_bar_says_what_is_won(name: str, seats: int) -> None:
    """Knots fitted to half of the games are right about the other half, both ways."""
    samples = np.array(kept(name, seats)["samples"])
    number, value, won = samples.T
    assert len(set(number)) >= 1000
    said = np.empty(len(samples))
    for half in (0, 1):
        rows = number % 2 == half
        known = calibration.fit(value[~rows].tolist(), won[~rows].tolist())
        said[rows] = [calibration.calibrated(known, one) for one in value[rows]]
    for part in np.array_split(np.argsort(said, kind="stable"), BINS):
        error = won[part].std() / np.sqrt(len(part))
        assert abs(said[part].mean() - won[part].mean()) < SURE * max(error, 0.01) + PLAY


@every_table
def test_the_knots_are_those_of_all_the_games(name: str, seats: int) -> None:
    _, value, won = np.array(kept(name, seats)["samples"]).T
    assert calibration.knots(name, seats) == calibration.fit(value.tolist(), won.tolist())


@every_table
def test_the_knots_rise(name: str, seats: int) -> None:
    known = calibration.knots(name, seats)
    assert len(known) >= 4
    assert calibration.rises(known)
    assert all(0 <= share <= 1 for _, share in known)


@pytest.mark.skipif(jit.MODE != "on", reason="level 8 thinks long without the compiler")
@every_table
def test_the_values_are_those_of_the_search_as_it_is(name: str, seats: int) -> None:
    game = ludoteca.load(name)
    game = game if game.seats == seats else ludoteca.load(name, players=seats)
    for value, text in kept(name, seats)["positions"][:3]:
        position = game.parse(text)
        assert position.to_move is not None
        view = position.view(position.to_move, memory=True)
        found = ludoteca.analyse(view, budget=HINT_LEVEL).best.value
        assert found == pytest.approx(value, abs=1e-4), "run: python -m tools calibration"


def test_what_is_proved_stays_as_it_is() -> None:
    game = ludoteca.load("colorito")
    assert calibration.share(game, Candidate(move="pass", value=0.5, exact=True)) == 0.5


def test_shares_that_do_not_rise_are_pooled() -> None:
    values = np.linspace(0.1, 0.9, 1000)
    results = np.where(values < 0.5, 0.6, 0.2)
    assert calibration.fit(values.tolist(), results.tolist()) == [(0.5, 0.4)]


def test_a_fit_finds_the_share_behind_each_value() -> None:
    source = np.random.default_rng(1)
    values = source.random(20_000)
    results = (source.random(20_000) < values**2).astype(float)
    known = calibration.fit(values.tolist(), results.tolist())
    assert calibration.rises(known)
    for value in (0.2, 0.5, 0.8):
        assert calibration.calibrated(known, value) == pytest.approx(value**2, abs=0.03)


@every_game
def test_a_game_without_knots_keeps_its_values(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "knots", lambda name, seats: [])
    assert calibration.share(ludoteca.load(name), Candidate(move="x", value=0.3)) == 0.3
