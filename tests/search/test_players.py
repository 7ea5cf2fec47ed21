"""Players: levels that repeat themselves, slip plausibly, know nothing hidden, and stop at once."""

import json
import threading
import time
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import ludoteca
from ludoteca.core import jit
from ludoteca.core.errors import CannotThink, InvalidOption, UnknownGame
from ludoteca.core.position import Position
from ludoteca.core.rng import new_rng
from ludoteca.search.api import Analysis, Budget, Candidate, Stop
from ludoteca.search.players import LEVELS, PLAIN, levels, read_budget, slipped, strongest_search
from tests import trials
from tests.cases import (
    CASES,
    Case,
    case_name,
    effort,
    every_case,
    every_game,
    load,
    random_positions,
)

NAMES = ("1", "4", *PLAIN)
NODES = 200 if jit.COMPILED else 8


def decisions(case: Case, wanted: int, seed: int = 1) -> list[Position]:
    """Positions of random games in which somebody decides."""
    found: list[Position] = []
    source = Random(seed)
    while len(found) < wanted:
        game = random_positions(load(case), source.randrange(1 << 30), every=7)
        found += [position for position in game if position.to_move is not None]
    return found[:wanted]


def view_of(position: Position, *, memory: bool = True) -> dict[str, object]:
    """The view of the seat to move, as it arrives over a wire."""
    view: dict[str, object] = json.loads(json.dumps(position.view(position.to_move, memory=memory)))
    return view


def think(position: Position, *, memory: bool = True, **more: object) -> ludoteca.Analysis:
    options = {"budget": Budget(NODES), "seed": 3} | more
    return ludoteca.analyse(view_of(position, memory=memory), **options)  # type: ignore[arg-type]


@every_case
def test_an_analysis_values_every_legal_move_best_first(case: Case) -> None:
    for position in decisions(case, effort(20, interpreted=20)):
        analysis = think(position)
        assert sorted(c.move for c in analysis.candidates) == sorted(position.moves())
        assert all(0 <= c.value <= 1 and c.confidence >= 0 for c in analysis.candidates)
        assert analysis.best.value == max(c.value for c in analysis.candidates)
        assert all(c.line[0] == c.move for c in analysis.candidates)
        assert all(c.confidence == 0 for c in analysis.candidates if c.exact)


@every_game
def test_points_are_foreseen_where_a_game_has_them(name: str) -> None:
    candidate = think(decisions((name, ()), 1)[0]).best
    assert (candidate.margin is not None) == (name in ("phoenix", "rainbow", "colorito"))


@every_case
def test_a_view_without_memory_is_enough_to_think(case: Case) -> None:
    for position in decisions(case, effort(20, interpreted=20)):
        assert think(position, memory=False).best.move in position.moves()


@every_game
@pytest.mark.parametrize("name_of_player", NAMES)
def test_the_same_view_name_and_seed_give_the_same_move(name: str, name_of_player: str) -> None:
    player = ludoteca.player(name_of_player)
    for position in decisions((name, ()), effort(4, interpreted=4), seed=5):
        view = view_of(position)
        moves = {player.choose(position.game, view, seed=9) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(position.moves())


HIDDEN = [case for case in CASES if case[0] in ("phoenix", "rainbow")]


@pytest.mark.parametrize("case", HIDDEN, ids=case_name)
def test_what_a_seat_cannot_know_never_changes_its_bot_s_move(case: Case) -> None:
    changed = 0
    for number, position in enumerate(
        decisions(case, effort(120 if trials.LONG else 60, interpreted=30))
    ):
        state = position.state()
        position.game.definition.kernels.imagine(state, position.to_move, new_rng(number))
        other = Position(position.game, state, position._chance)
        changed += other != position
        assert think(other, seed=number) == think(position, seed=number)
        for name in ("2", "greedy", "random"):
            player = ludoteca.player(name)
            moves = [player.choose(p.game, view_of(p), seed=number) for p in (position, other)]
            assert moves[0] == moves[1]
    assert changed


@every_game
def test_without_lines_moves_and_values_are_the_same(name: str) -> None:
    position = decisions((name, ()), 3)[2]
    long, short = think(position), think(position, budget=Budget(NODES, lines=False))
    assert {c.move: c.value for c in short.candidates} == {c.move: c.value for c in long.candidates}
    assert all(len(c.line) == 1 for c in short.candidates[1:])
    assert short.best.move == long.best.move


def test_the_workers_of_a_budget_count_unless_others_are_given() -> None:
    position = decisions(("rainbow", ()), 1)[0]
    two = think(position, budget=Budget(NODES, workers=2))
    assert two == think(position, workers=2)
    assert two != think(position)
    assert think(position, budget=Budget(NODES, workers=2), workers=1) == think(position)


@every_game
def test_several_workers_agree_with_themselves(name: str) -> None:
    position = decisions((name, ()), 1)[0]
    first, second = (think(position, workers=2) for _ in range(2))
    assert first == second
    assert sorted(c.move for c in first.candidates) == sorted(position.moves())


@pytest.mark.skipif(not jit.COMPILED, reason="kernels look at the flag only when compiled")
@every_game
def test_a_stop_ends_the_thinking_at_once_with_the_best_so_far(name: str) -> None:
    position = decisions((name, ()), 1)[0]
    view, stop = view_of(position), Stop()
    ludoteca.analyse(view, budget=Budget(NODES))
    threading.Timer(0.2, stop.now).start()
    began = time.monotonic()
    analysis = ludoteca.analyse(view, budget=Budget(1 << 40, 60.0), stop=stop)
    assert time.monotonic() - began < 20
    assert analysis.best.move in position.moves()
    early = Stop()
    early.now()
    assert ludoteca.analyse(view, budget=1 << 30, stop=early).best.move in position.moves()


@pytest.mark.skipif(not jit.COMPILED, reason="too slow interpreted")
@every_game
def test_thinking_leaves_the_interpreter_to_others(name: str) -> None:
    position = decisions((name, ()), 1)[0]
    view, stop = view_of(position), Stop()
    ludoteca.analyse(view, budget=Budget(NODES))
    thread = threading.Thread(
        target=ludoteca.analyse, args=(view,), kwargs={"budget": 1 << 35, "stop": stop}
    )
    thread.start()
    turns, began = 0, time.monotonic()
    while time.monotonic() - began < 0.2 and thread.is_alive():
        turns += 1
    stop.now()
    thread.join()
    assert turns > 100


@every_game
def test_every_game_has_eight_levels_that_look_at_more_and_slip_less(name: str) -> None:
    table = levels(name)
    assert tuple(table) == LEVELS
    for lower, upper in pairwise(LEVELS):
        assert table[lower].nodes <= table[upper].nodes
        assert table[lower].slip >= table[upper].slip
        assert table[lower] != table[upper]
    assert table[8].slip == 0


def _analysis(*values: float, planned: bool = False) -> Analysis:
    candidates = tuple(Candidate(move=str(i), value=value) for i, value in enumerate(values))
    return Analysis(candidates=candidates, nodes=1, extra={"planned": planned})


def test_a_slip_is_never_absurd_and_the_less_likely_the_worse_it_is() -> None:
    analysis = _analysis(0.8, 0.75, 0.7, 0.4)
    chosen = [slipped(analysis, 0.05, ticket / 1000).move for ticket in range(1000)]
    counts = [chosen.count(c.move) for c in analysis.candidates]
    assert counts[0] > counts[1] > counts[2] > 0
    assert counts[3] == 0
    assert abs(counts[1] / counts[0] - 0.5) < 0.01


def test_nobody_overlooks_a_proved_win() -> None:
    analysis = _analysis(1.0, *[0.998] * 50)
    proved = replace(analysis.best, exact=True)
    analysis = replace(analysis, candidates=(proved, *analysis.candidates[1:]))
    chosen = {slipped(analysis, 0.15, ticket / 100).move for ticket in range(100)}
    assert chosen == {"0"}


def test_nobody_plays_a_move_proved_to_lose_while_there_are_others() -> None:
    analysis = _analysis(0.05, 0.04, *[0.0] * 50)
    lost = [replace(candidate, exact=True) for candidate in analysis.candidates[2:]]
    analysis = replace(analysis, candidates=(*analysis.candidates[:2], *lost))
    chosen = {slipped(analysis, 0.15, ticket / 100).move for ticket in range(100)}
    assert chosen == {"0", "1"}
    hopeless = replace(analysis, candidates=tuple(lost))
    assert slipped(hopeless, 0.15, 0.99).move == "2"


def test_without_slip_the_best_move_is_played() -> None:
    assert slipped(_analysis(0.6, 0.6, 0.5), 0.0, 0.999).move == "0"


def test_a_plan_is_mostly_kept_to_whatever_the_values_say() -> None:
    analysis = _analysis(0.6, *[0.6] * 50, planned=True)
    chosen = [slipped(analysis, 0.03, ticket / 1000).move for ticket in range(1000)]
    assert 700 < chosen.count("0") < 850


@pytest.mark.parametrize(
    "name", ["9", "0", "uct@", "uct@0s", "uct@0.5", "boss", "", "1@-1s", "8@s"]
)
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        ludoteca.player(name)
    assert caught.value.reason == "unknown_player"
    assert caught.value.text("es") != caught.value.text("en")


def test_a_time_can_be_given_to_a_player() -> None:
    assert ludoteca.player("uct@0.5s").seconds == 0.5
    assert ludoteca.player(8).kind == "8"


@pytest.mark.parametrize("budget", [0, -1, "", "soon", "0s", float("nan"), 1e9])
def test_a_budget_that_is_none_is_refused(budget: object) -> None:
    with pytest.raises(InvalidOption) as caught:
        read_budget(load(("sendas", ())), budget)  # type: ignore[arg-type]
    assert caught.value.reason == "bad_budget"


def test_a_budget_is_a_level_or_nodes_or_a_time() -> None:
    game = load(("sendas", ()))
    assert read_budget(game, 8) == Budget(levels("sendas")[8].nodes)
    assert read_budget(game, 5000) == Budget(5000)
    assert read_budget(game, "0.5s").seconds == read_budget(game, 0.5).seconds == 0.5


def test_a_view_with_nothing_to_decide_is_refused_by_name() -> None:
    game = load(("sendas", ()))
    start = game.start()
    over = start.play("pass").play("pass")
    search = strongest_search(game.definition)
    refused = {
        "view_over": over.view(0),
        "view_not_to_move": start.view(1),
        "view_of_other_game": load(("colorito", ())).start().view(0),
    }
    for reason, view in refused.items():
        with pytest.raises(CannotThink) as caught:
            search(game, view, Budget(10), 1, Stop())
        assert caught.value.reason == reason
    with pytest.raises(CannotThink):
        ludoteca.analyse(over.view(0))
    with pytest.raises(CannotThink):
        ludoteca.analyse(start.view(None))
    with pytest.raises(UnknownGame):
        ludoteca.analyse(start.view(0) | {"game": "chess"})
    with pytest.raises(CannotThink):
        ludoteca.analyse({})
    other_options = load(("sendas", (("setup", "clash"),))).start().view(0)
    with pytest.raises(CannotThink):
        search(game, other_options, Budget(10), 1, Stop())
