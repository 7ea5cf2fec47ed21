"""Guests from other programs in the arena."""

import sys

import pytest

import ludoteca
from ludoteca.envs import MissingPackage
from ludoteca.lab import tournament
from ludoteca.lab.external_players import guests, player

pytest.importorskip("pyspiel")


@pytest.mark.parametrize(
    ("game", "guest"), [("cadena", "openspiel-mcts@0.001s"), ("rainbow", "openspiel-ismcts@0.001s")]
)
def test_a_guest_plays_whole_games(game: str, guest: str) -> None:
    standing = tournament.run(ludoteca.load(game), [guest, "random"], 2)
    assert len(standing.rows) == 2
    assert {row.a for row in standing.rows} == {guest}


def test_guests_have_a_time_or_a_number_of_visits() -> None:
    assert player("openspiel-mcts@1s").seconds == 1.0
    assert player("openspiel-ismcts").seconds is None
    assert player("8").name == "8"
    for name in ("openspiel-mcts@0s", "openspiel-mcts@1", "openspiel-alphazero", "openspiel"):
        with pytest.raises(ludoteca.InvalidOption, match="no player"):
            player(name)


def test_a_guest_who_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("ludoteca.envs.opponents", "ludoteca.envs.openspiel"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingPackage, match=r"\.\[openspiel\]"):
        player("openspiel-mcts@1s")


def test_information_set_search_is_a_guest_where_something_is_hidden() -> None:
    assert guests(ludoteca.load("phoenix").definition) == ("openspiel-mcts", "openspiel-ismcts")
    assert guests(ludoteca.load("sendas").definition) == ("openspiel-mcts",)
