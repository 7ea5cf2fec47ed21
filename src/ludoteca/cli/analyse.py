"""The command that judges a position."""

from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.help_texts import UsageProblem, say
from ludoteca.cli.shared import (
    STOPPED,
    compile_games,
    echo_json,
    json_option,
    lang_option,
    progress,
)
from ludoteca.cli.show import find_position
from ludoteca.core import texts
from ludoteca.search.defaults import HINT_LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ludoteca.search.api import Analysis, Candidate, Stop

MOST = 10


@click.command()
@click.argument("what")
@click.option("-a", "--at", type=click.IntRange(min=0))
@click.option("-b", "--budget", default=str(HINT_LEVEL))
@click.option("-n", "--moves", type=click.IntRange(min=1), default=MOST)
@json_option
@lang_option
@click.pass_context
def analyse(
    ctx: click.Context,
    what: str,
    at: int | None,
    budget: str,
    moves: int,
    as_json: bool,
    lang: str,
) -> None:
    """Judge the moves of a position as its player sees it."""
    from ludoteca.core.kernels import CHANCE
    from ludoteca.search.players import analyse as judge
    from ludoteca.search.players import read_budget

    position = find_position(what, at, lang)
    if position.to_move in (None, CHANCE):
        raise UsageProblem("nothing_to_decide", owner="terminal")
    given = read_budget(position.game, budget)
    compile_games([position.game.name])
    view = position.view(position.to_move, memory=True)
    with _clock(given.seconds, lang) as tick:
        analysis, complete = _stoppable(lambda stop: judge(view, budget=given, stop=stop), tick)
    if not complete:
        click.echo(say("stopped", lang), err=True)
    rows = [_row(candidate) for candidate in analysis.candidates[:moves]]
    if as_json:
        echo_json({"nodes": analysis.nodes, "depth": analysis.depth, "moves": rows})
    else:
        _print(rows, analysis, lang)
    if not complete:
        ctx.exit(STOPPED)


@contextmanager
def _clock(seconds: float | None, lang: str) -> "Iterator[Callable[[], None]]":
    """Yield a progress bar of the time that a budget gives, or of the time that goes by."""
    with progress() as bar:
        task = bar.add_task(say("judging", lang), total=seconds)
        yield lambda: bar.update(task, completed=bar.tasks[0].elapsed or 0)


def _stoppable(
    work: "Callable[[Stop], Analysis]", tick: "Callable[[], None]"
) -> "tuple[Analysis, bool]":
    """Think beside the keyboard: Ctrl-C ends it with what it has so far, not complete."""
    from concurrent.futures import ThreadPoolExecutor
    from concurrent.futures import TimeoutError as NotYet

    from ludoteca.search import api

    stop, complete = api.Stop(), True
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(work, stop)
        while True:
            try:
                return answer.result(timeout=0.2), complete
            except NotYet:
                tick()
            except KeyboardInterrupt:
                stop.now()
                complete = False


def _row(candidate: "Candidate") -> dict[str, Any]:
    extra: dict[str, Any] = dict(candidate.extra)
    return {
        "move": candidate.move,
        "value": round(candidate.value, 4),
        "confidence": round(candidate.confidence, 4),
        "exact": candidate.exact,
        "margin": candidate.margin,
        "line": list(candidate.line),
        "turn": None,
        **{name: asdict(fact) for name, fact in extra.items()},
    }


def _cells(row: dict[str, Any], candidate: "Candidate", lang: str) -> list[str]:
    """Return what a table says of a move, column by column."""
    sure = say("proved", lang) if row["exact"] else f"± {100 * row['confidence']:.1f}"
    lead = [] if row["margin"] is None else [f"{row['margin']:+.1f}"]
    extra = [fact.summary(lang) for fact in candidate.extra.values()]
    judged = [row["move"], f"{100 * row['value']:5.1f} %", sure, *lead, *extra]
    return [*judged, " · ".join(row["line"][1:6])]


def _print(rows: list[dict[str, Any]], analysis: "Analysis", lang: str) -> None:
    """Print a table with a head, then what its columns mean."""
    moves = zip(rows, analysis.candidates, strict=False)
    table = [_cells(row, candidate, lang) for row, candidate in moves]
    names = ["move", "value", "sure", *["lead"][: rows[0]["margin"] is not None]]
    names += [""] * (len(table[0]) - len(names) - 1) + ["line"]
    table.insert(0, [say(f"column_{name}", lang) if name else "" for name in names])
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells in table:
        line = "  ".join(cell.ljust(width) for cell, width in zip(cells, wide, strict=True))
        click.echo(line.rstrip())
    click.echo()
    click.echo(say("columns", lang))
    if rows[0]["margin"] is not None:
        click.echo(say("columns_lead", lang))
    click.echo(say("looked", lang, nodes=texts.number(analysis.nodes, lang), depth=analysis.depth))
