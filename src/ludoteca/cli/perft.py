"""The command that counts sequences of moves, piece by piece."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.game_options import GameCommand
from ludoteca.cli.help_texts import say
from ludoteca.cli.shared import (
    STOPPED,
    echo_json,
    game_argument,
    json_option,
    lang_option,
    load_game,
    progress,
)

if TYPE_CHECKING:
    from ludoteca.core.position import Position

Piece = tuple[float, int]
AT_ONCE = 3
"""Plies that are counted without checking the clock or the keyboard: well under a second."""


def _next(position: "Position") -> Iterator["Position"]:
    """Yield what can come next: a position for every move, or for every single draw of chance."""
    import numpy as np

    from ludoteca.core.chance import Chance
    from ludoteca.core.position import Position
    from ludoteca.search.perft import options

    definition = position.game.definition
    out, weight = np.empty((2, definition.capacity), np.int64)
    for action in out[: options(position.state(), out, weight)].tolist():
        state = position.state()
        definition.kernels.apply(state, action)
        yield Position(position.game, state, Chance(seed=bytes(32)))


def pieces(position: "Position", depth: int, share: float = 1.0) -> Iterator[Piece]:
    """Count in pieces; yield the share of the work and the sequences of each."""
    from ludoteca.search.perft import perft as count

    if depth <= AT_ONCE:
        yield share, count(position, depth)
        return
    following = list(_next(position))
    for after in following:
        yield from pieces(after, depth - 1, share / len(following))


def _count(position: "Position", depth: int, lang: str) -> tuple[Counter[str], bool]:
    """Return the sequences after each first move, and whether all of them were counted."""
    counts: Counter[str] = Counter()
    try:
        with progress() as bar:
            task = bar.add_task(say("counting", lang), total=1.0)
            moves = position.moves()
            for move in moves:
                for share, count in pieces(position.step(move), depth - 1, 1 / len(moves)):
                    counts[move] += count
                    bar.advance(task, share)
    except KeyboardInterrupt:
        return counts, False
    return counts, True


@click.command(cls=GameCommand)
@game_argument
@click.argument("depth", type=click.IntRange(0, 12))
@click.option("-d", "--divide", is_flag=True)
@click.option("-s", "--seed", type=int, default=0)
@json_option
@lang_option
@click.pass_context
def perft(
    ctx: click.Context,
    /,
    game: str,
    depth: int,
    divide: bool,
    seed: int,
    as_json: bool,
    lang: str,
    **given: Any,
) -> None:
    """Count the sequences of moves of some length from the start of a game."""
    position = load_game(game, given).start(seed)
    counts, complete = _count(position, depth, lang) if depth else (Counter({"": 1}), True)
    parts = dict(counts) if divide and depth else {}
    if not complete:
        click.echo(say("stopped", lang), err=True)
    if as_json:
        told = {"game": game, "depth": depth, "count": counts.total(), "divide": parts}
        echo_json(told | {"complete": complete})
    else:
        for move, count in parts.items():
            click.echo(f"{move}: {count}")
        click.echo(str(counts.total()))
    if not complete:
        ctx.exit(STOPPED)
