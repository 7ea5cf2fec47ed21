"""What every game must do, whatever its rules."""

import json
from random import Random

import numpy as np
import pytest

import ludoteca
from ludoteca.core import jit, storage
from ludoteca.core.choices import choose
from ludoteca.core.kernels import CHANCE
from ludoteca.search.batch import Batch
from tests.cases import CASES, LONG, Case, case_name, effort, every_case, load, random_positions

pytestmark = pytest.mark.kernels

GAMES = effort(4)
some_seeds = range(GAMES)


@every_case
def test_actions_are_sorted_and_unique_and_written_distinctly(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 1):
        actions = position.actions()
        assert actions == sorted(set(actions))
        moves = position.moves()
        assert len(set(moves)) == len(moves) == len(actions)
        assert bool(moves) == (position.outcome is None)


@every_case
def test_moves_read_back_to_their_actions(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 2, every=5):
        state = position.state()
        for action in position.actions():
            text = game.definition.write(state, action)
            assert game.definition.read(state, text) == action


@every_case
def test_every_legal_move_is_reached_by_its_path_and_back(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 3, every=7):
        if position.outcome is not None:
            assert position.choices(0) == {}
            continue
        tree = position.choices(position.to_move)
        state, reached = position.state(), set()
        for action in position.actions():
            path = game.definition.path(state, action)
            reached.add(choose(tree, path).move)
            assert choose(tree, path).move == game.definition.write(state, action)
            for length in range(len(path)):
                partial = choose(tree, path[:length])
                assert partial.status == "incomplete"
                assert path[length] in partial.next
            assert choose(tree, (*path, "more")).status == "invalid"
        assert reached == set(position.moves())
        move = position.moves()[-1]
        assert position.choose(position.path(move)).move == move
        assert position.choose(("no such thing",)).status == "invalid"


@every_case
def test_what_changes_places_may_be_picked_in_either_order(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 3, every=7):
        state = position.state()
        for action in position.actions():
            *begin, first, second = "", *game.definition.path(state, action)
            reverse = position.choose([*begin[1:], second, first])
            if game.definition.either_order(state, action):
                assert reverse.move == game.definition.write(state, action)
            else:
                assert reverse.move != game.definition.write(state, action)


@every_case
def test_only_the_seat_to_move_has_choices(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 4, every=9):
        for seat in range(game.seats):
            assert bool(position.choices(seat)) == (seat == position.to_move)
        assert position.choices(None) == {}


@every_case
def test_playing_leaves_the_position_as_it_was(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 5, every=6):
        before = position.state().tobytes()
        for move in position.moves()[:3]:
            assert position.play(move) != position
        assert position.state().tobytes() == before


@every_case
def test_text_goes_there_and_back(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 6, every=3):
        text = position.text()
        assert "\n" not in text
        again = game.parse(text)
        assert again == position
        assert again.text() == text
        assert hash(again) == hash(position)


@every_case
def test_a_parsed_position_plays_on_like_the_original(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 7, every=8):
        again = game.parse(position.text())
        assert again.moves() == position.moves()
        for move in position.moves()[:2]:
            after, other = position.play(move), again.play(move)
            assert after.text() == other.text()
            if after.to_move == CHANCE:
                assert after.roll() == other.roll()


@every_case
def test_finished_games_have_an_outcome(case: Case) -> None:
    game = load(case)
    for seed in some_seeds:
        *_, last = random_positions(game, seed, to_the_end=True)
        outcome = last.outcome
        assert outcome is not None
        assert last.to_move is None
        assert len(outcome.returns) == game.seats
        assert sum(outcome.returns) == pytest.approx(1)
        assert last.moves() == []
        for lang in ("en", "es"):
            assert last.reason(lang)
        with pytest.raises(ludoteca.IllegalMove):
            last.play("pass")


@every_case
def test_views_are_plain_data(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 8, every=4):
        for seat in [None, *range(game.seats)]:
            for memory in (False, True):
                view = position.view(seat, memory=memory)
                assert json.loads(json.dumps(view)) == view
        assert json.loads(json.dumps(position.reveal())) == position.reveal()
        assert position.reveal()["to_move"] == position.to_move


@every_case
def test_every_view_can_be_drawn_and_told(case: Case) -> None:
    game = load(case)
    for position in random_positions(game, 9, every=11):
        for seat in [None, *range(game.seats)]:
            for lang in ("en", "es"):
                scene = position.scene(seat, lang=lang)
                ids = [element.id for element in scene.elements]
                assert len(set(ids)) == len(ids)
                assert game.words(position.view(seat), lang).strip()
        assert position._repr_svg_().startswith("<svg")


@every_case
def test_every_pick_is_a_thing_in_the_scene(case: Case) -> None:
    """Whatever a path names can be pointed at, or is one of the spoken buttons beside the board."""
    game = load(case)
    for position in random_positions(game, 10, every=11):
        if position.to_move is None:
            continue
        scene = position.scene(position.to_move)
        things = {element.choice for element in scene.elements} | set(game.definition.buttons)
        for action in position.actions():
            for pick in game.definition.path(position.state(), action):
                assert pick in things, pick


@every_case
def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    game = load(case)
    first, second = game.start(seed=11), game.start(seed=11)
    source = Random(11)
    for _ in range(LONG[jit.MODE]):
        assert first == second
        if first.to_move is None:
            return
        if first.to_move == CHANCE:
            first, second = first.roll(), second.roll()
        else:
            move = source.choice(first.moves())
            first, second = first.play(move), second.play(move)


@every_case
def test_chance_draws_are_sorted_unique_and_weighted(case: Case) -> None:
    game = load(case)
    kernels, capacity = game.definition.kernels, game.definition.capacity
    out, weight = np.empty((2, capacity), np.int64)
    state, source = game.state(), Random(12)
    for _ in range(effort(3000)):
        if state.to_move < CHANCE:
            break
        if state.to_move == CHANCE:
            count = kernels.outcomes(state, out, weight)
            draws = out[:count].tolist()
            assert draws == sorted(set(draws))
            assert (weight[:count] > 0).all()
        else:
            count = kernels.legal(state, out)
        kernels.apply(state, int(out[source.randrange(count)]))


@every_case
def test_a_batch_plays_like_single_games(case: Case) -> None:
    game = load(case)
    batch = Batch(game, 5, seed=3, workers=2)
    singles = [storage.copy_state(state) for state in batch.states]
    source = Random(13)
    for _ in range(effort(200)):
        actions, counts = batch.legal()
        chosen = np.zeros(len(batch), np.int64)
        for index, state in enumerate(singles):
            assert state.tobytes() == batch.states[index].tobytes()
            if state.to_move < 0:
                assert counts[index] == 0
                continue
            chosen[index] = actions[index, source.randrange(counts[index])]
            game.definition.kernels.apply(state, int(chosen[index]))
        batch.step(chosen)
        for index, state in enumerate(singles):
            if state.to_move == CHANCE:
                state = singles[index] = storage.copy_state(batch.states[index])
            assert state.tobytes() == batch.states[index].tobytes()


@pytest.mark.skipif(not jit.COMPILED, reason="there is one thread interpreted")
@every_case
def test_batches_do_not_depend_on_the_number_of_threads(case: Case) -> None:
    game = load(case)
    results = []
    for workers in (1, 2, 3):
        batch = Batch(game, max(1, effort(50)), seed=5, workers=workers)
        decisions = batch.play_random()
        assert batch.over.all()
        assert np.allclose(batch.returns().sum(axis=1), 1)
        results.append((decisions.tolist(), batch.states.tobytes()))
    assert results[0] == results[1] == results[2]


def test_an_illegal_action_stops_a_batch_before_it_plays() -> None:
    batch = Batch(load(("sendas", ())), 3)
    before = batch.states.tobytes()
    actions, _ = batch.legal()
    chosen = actions[:, 0].copy()
    chosen[1] = 5
    with pytest.raises(ludoteca.IllegalMove, match="game 1"):
        batch.step(chosen)
    with pytest.raises(ludoteca.InvalidOption):
        batch.step(chosen[:2])
    with pytest.raises(ludoteca.InvalidOption):
        Batch(load(("sendas", ())), 0)
    assert batch.states.tobytes() == before
    assert np.isnan(batch.returns()).all()


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_wrong_seats_and_moves_are_named(case: Case) -> None:
    game = load(case)
    position = game.start(1)
    for seat in (-1, game.seats, True, "0", 1.5):
        with pytest.raises(ludoteca.InvalidSeat):
            position.view(seat)  # type: ignore[arg-type]
    for move in ("", "xyzzy", 7, None, "e3-e5[NES] ", "0" * 3000):
        with pytest.raises(ludoteca.InvalidNotation):
            position.play(move)  # type: ignore[arg-type]
