"""What programmers do with the objects of the library: store them, print them, compare them."""

import pickle
import subprocess
import sys
from pathlib import Path

import ludoteca
from ludoteca.core.kernels import CHANCE
from tests.cases import Case, every_case, every_game, load


@every_case
def test_positions_survive_pickle(case: Case) -> None:
    position = load(case).start(seed=3)
    for _ in range(4):
        copy = pickle.loads(pickle.dumps(position))
        assert (copy, copy.text(), copy.game) == (position, position.text(), position.game)
        assert copy.moves() == position.moves()
        position = position.roll() if position.to_move == CHANCE else position
        position = position.play(position.moves()[0])
        assert (copy.roll() if copy.to_move == CHANCE else copy).moves()


@every_game
def test_a_match_survives_pickle_and_goes_on(name: str) -> None:
    match = ludoteca.Match(ludoteca.load(name), 3)
    copy = pickle.loads(pickle.dumps(match))
    for each in (match, copy):
        if each.position.to_move == CHANCE:
            each.roll()
        each.play(each.position.moves()[0])
    assert ludoteca.write_match(copy) == ludoteca.write_match(match)


def test_a_game_with_a_file_travels_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    built_in = Path(ludoteca.__file__).parent / "rulebooks" / "cadena" / "data" / "spiral.toml"
    file.write_text(built_in.read_text())
    stored = pickle.dumps(ludoteca.load("cadena", board=str(file)).start(seed=1))
    file.unlink()
    assert pickle.loads(stored).moves()


def test_a_position_is_read_in_another_process(tmp_path: Path) -> None:
    position = ludoteca.load("sendas", setup="clash").start(seed=1)
    (tmp_path / "position").write_bytes(pickle.dumps(position))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).text())"
    command = [sys.executable, "-c", code, str(tmp_path / "position")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == position.text()


@every_game
def test_printing_a_position_shows_the_board_of_the_seat_to_move(name: str) -> None:
    position = ludoteca.load(name).start(seed=3)
    assert str(position) == position.words(position.to_move)
    assert len(str(position).splitlines()) > 3


def test_what_a_programmer_reads() -> None:
    game = ludoteca.load("cadena", players=3)
    assert repr(game) == "<Game cadena (players=3), 3 seats>"
    position = game.start(seed=1)
    assert repr(position) == "<Position of cadena (players=3): seat 0 to move>"
    assert repr(position.play("keep 0")) == "<Position of cadena (players=3): chance to move>"
    match = ludoteca.Match(ludoteca.load("sendas"), 1)
    assert repr(match) == "<Match of sendas: 0 events, to move: 0>"
    match.play("pass")
    match.play("pass")
    assert repr(match) == "<Match of sendas: 2 events, over, both_passed>"
    assert repr(match.position).startswith("<Position of sendas: over, both_passed, returns (0.5")
    assert repr(ludoteca.Batch(game, 3)) == "<Batch of 3 games of cadena (players=3)>"
