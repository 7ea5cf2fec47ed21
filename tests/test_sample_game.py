"""The sample game of CONTRIBUTING.md, really added: one folder, one line, and every door opens."""

import warnings
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludoteca
from ludoteca import envs
from ludoteca.cli import main
from ludoteca.core import registry
from ludoteca.core.texts import LANGUAGES
from ludoteca.drawing.canvas import Room
from ludoteca.lab import conformance, process_pool, tournament
from ludoteca.lab.report.files import write_report
from ludoteca.lab.study import study
from ludoteca.match import Match, read_match, verify, write_match
from ludoteca.search.perft import perft
from ludoteca.terminal import boards

pytestmark = pytest.mark.usefixtures("nim")


def test_it_is_listed_and_loaded() -> None:
    assert ludoteca.games()[-1] == "nim"
    position = ludoteca.load("nim", heaps="1-2-3").start()
    assert position.moves() == ["a1", "b1", "b2", "c1", "c2", "c3"]
    assert perft(position, 2) == 5 + 5 + 4 + 5 + 4 + 3


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_it_passes_the_conformance_suite(check: conformance.Check) -> None:
    check(ludoteca.load("nim"))


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


def run(*arguments: str, lines: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments, input=lines)
    return result.exit_code, result.output


def test_its_option_is_one_of_the_command_line() -> None:
    code, output = run("perft", "nim", "1", "--heaps", "1-2-3")
    assert (code, output.strip().splitlines()[-1]) == (0, "6")
    code, output = run("play", "nim", "--two", "--heaps", "1-2-3", lines="c3\nb2\na1\n")
    assert code == 0
    assert "The last match was taken." in output
    assert "heaps" in run("perft", "nim", "1", "--heaps", "9-9-9")[1]
    assert "'heaps'" in run("perft", "sendas", "1", "--heaps", "1-2-3")[1]
    assert "Nim: the heaps at the beginning" in run("play", "--help")[1]
    assert "Nim: los montones al empezar" in run("play", "--help", "--lang", "es")[1]


def test_it_has_a_board_of_characters() -> None:
    view = ludoteca.load("nim").start().play("b2").view(1)
    canvas = boards.draw(view, "en", Room(40, 10), ("c",))
    assert canvas.text().splitlines() == [
        " a  |   |   |",
        "",
        " b  |   |   |",
        "",
        " c  |   |   |   |   |   |   |",
    ]
    assert {spot.choice for spot in canvas.spots} > {"a", "a:3", "b:3", "c:7"}
    assert boards.name("c:4", view, "en") == "c4"


def test_bots_meet_in_the_arena() -> None:
    game = ludoteca.load("nim", heaps="1-2-3")
    standing = tournament.run(game, ["random", "greedy"], 4, workers=1)
    assert len(standing.counted()) == 4


def test_other_processes_know_it_too() -> None:
    tables = process_pool.work(partial(registry.table, path="lesson.toml"), iter(["nim"] * 2), 2)
    assert [len(table["steps"]) for table in tables] == [3, 3]


def test_it_is_studied(tmp_path: Path) -> None:
    made = study("nim", games=40, players=["random"], workers=1)
    report = write_report(made, tmp_path, "en")
    assert {"heaps", "taken", "balance"} <= report.lineups[0].moves.keys()
    (page,) = tmp_path.glob("*.html")
    assert "Matches taken" in page.read_text(encoding="utf-8")


def test_thousands_are_played_at_once() -> None:
    env = envs.vector("nim", n=8, seed=1, workers=1)
    step = env.reset()
    assert step.observation.tolist() == [[3, 5, 7, 1]] * 8
    assert step.action_mask.sum() == 8 * 15
    ended = 0
    for _ in range(30):
        step = env.step(env.sample())
        ended += int(step.ended.sum())
    assert ended >= 8
    env.close()


def test_pettingzoo_plays_it() -> None:
    from pettingzoo.test import api_test

    env = envs.aec("nim", heaps="1-2-3")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the test gives options to reset(), which takes none
        api_test(env, num_cycles=50)
    env.reset(seed=1)
    for action in (19, 10, 1):  # c3, b2, a1
        env.step(action)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_openspiel_plays_it() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from ludoteca.envs import openspiel

    openspiel.kind("nim")
    state = pyspiel.load_game("ludoteca_nim", {"heaps": "1-2-3"}).new_initial_state()
    for move in ("c3", "b2", "a1"):
        texts = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(texts[move])
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_it_is_played_at_the_web_table(tmp_path: Path) -> None:
    from tests.server.web_client import ME, Served

    with Served(tmp_path) as served, served.browser() as browser:
        for lang, title in zip(LANGUAGES, ("Heaps", "Montones"), strict=True):
            rows = browser.get(f"/api/games?lang={lang}")["games"]
            (row,) = (row for row in rows if row["name"] == "nim")
            assert row["lesson"]
            assert [option["title"] for option in row["options"]] == [title]
        lesson = browser.get("/api/games/nim/lesson")
        assert [step["move"] for step in lesson["steps"]] == ["a1", "a1", None]
        assert browser.client.get("/api/games/nim/picture.svg").text.startswith("<svg")
        match = browser.open("nim", ME, ME, options={"heaps": "1-2-3"})["id"]
        for move in ("c3", "b2", "a1"):
            browser.move(match, move)
        assert browser.state(match)["outcome"]["returns"] == [1.0, 0.0]


def test_a_game_that_gives_no_beats_has_one_for_each_move() -> None:
    position = ludoteca.load("nim").start()
    (beat,) = position.beats("c7", 1)
    assert beat.kind == "move"
    assert beat.text("en", ["Ana", "Bruno"], reader=1, game="nim") == "Ana: c7."


def test_it_is_played_at_the_full_screen_table() -> None:
    from textual.pilot import Pilot

    from ludoteca.terminal.table import Table
    from tests.terminal.terminal_pilot import enter, pick_by_keys, play, text_of, until
    from tests.terminal.terminal_tables import session_of

    async def script(table: Table, pilot: Pilot[None]) -> None:
        await pick_by_keys(table, pilot, "c3")
        assert table.session.match.position.view(0)["heaps"] == [1, 2, 0]
        await enter(table, "b2")
        await enter(table, "a1")
        await until(lambda: table.session.match.outcome is not None)
        assert text_of(table, "message")

    play(session_of("nim", heaps="1-2-3"), script)
