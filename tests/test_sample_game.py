"""The sample game of CONTRIBUTING.md, really added: one folder, one line, and everything works."""

import pytest
from click.testing import CliRunner

import ludoteca
from ludoteca.cli import main
from ludoteca.core import registry
from ludoteca.match import Match, read_match, verify, write_match
from ludoteca.search.perft import perft
from tests import test_conformance as conformance

CASE = ("nim", ())


pytestmark = pytest.mark.usefixtures("nim")


def test_it_is_listed_and_loaded() -> None:
    assert ludoteca.games()[-1] == "nim"
    position = ludoteca.load("nim", heaps="1-2-3").start()
    assert position.moves() == ["a1", "b1", "b2", "c1", "c2", "c3"]
    assert perft(position, 2) == 5 + 5 + 4 + 5 + 4 + 3


@pytest.mark.parametrize("name", [name for name in dir(conformance) if name.startswith("test_")])
def test_it_passes_the_conformance_suite(name: str) -> None:
    check = getattr(conformance, name)
    if "case" in check.__code__.co_varnames[: check.__code__.co_argcount]:
        check(CASE)
    else:
        assert name == "test_an_illegal_action_stops_a_batch_before_it_plays"


def test_a_bot_that_knows_nothing_of_it_takes_the_last_matches() -> None:
    position = ludoteca.load("nim").start().play("c7").play("b5").play("a1")
    assert ludoteca.analyse(position.view(1), budget=8).best.move == "a2"


def test_it_is_played_to_the_end_and_recorded() -> None:
    match = Match(ludoteca.load("nim"))
    for move in ("c7", "b5", "a2"):
        match.play(move)
    with pytest.raises(ludoteca.IllegalMove, match="only 1"):
        match.play("a2")
    with pytest.raises(ludoteca.InvalidNotation, match="b3"):
        match.play("d9")
    match.play("a1")
    assert match.outcome is not None
    assert match.outcome.returns == (0.0, 1.0)
    assert read_match(write_match(match)).outcome == match.outcome
    assert verify(write_match(match)).moves == 4


def test_the_command_line_knows_it() -> None:
    result = CliRunner().invoke(main, ["play", "nim", "--two"], input="c7\nb5\n1\na2\n")
    assert result.exit_code == 0, result.output
    assert "The last match was taken." in result.output


def test_a_record_type_of_another_game_is_refused() -> None:
    from ludoteca.core import kernels

    nim = registry.definition("nim")
    other = kernels.Kernels(legal=len, apply=len, outcomes=len, returns=len, imagine=len)
    with pytest.raises(TypeError, match="share"):
        kernels.register(nim.dtype, other)
