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
from ludoteca.search.defaults import HINT_LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ludoteca.search.api import Analysis, Candidate, Stop

MOST = 10


@click.command()
@click.argument("what")
@click.option("--at", type=click.IntRange(min=0))
@click.option("--budget", default=str(HINT_LEVEL))
@click.option("--moves", type=click.IntRange(min=1), default=MOST)
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
    """Judges the moves of a position as its player sees it."""
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
    """A progress bar of the time that a budget gives, or of the time that goes by."""
    with progress() as bar:
        task = bar.add_task(say("judging", lang), total=seconds)
        yield lambda: bar.update(task, completed=bar.tasks[0].elapsed or 0)


def _stoppable(
    work: "Callable[[Stop], Analysis]", tick: "Callable[[], None]"
) -> "tuple[Analysis, bool]":
    """Thinks beside the keyboard: Ctrl-C ends it with what it has so far, not complete."""
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


def _lead(row: dict[str, Any], lang: str) -> str:
    """The points by which a move is expected to lead, nothing in a game without points."""
    if row["margin"] is None:
        return ""
    said = say("lead", lang, margin=f"{row['margin']:+.1f}")
    return f"{said:14}  "


def _extra(candidate: "Candidate", lang: str) -> str:
    """Return in words what only this game's search says of a move."""
    return "".join(f"{fact.summary(lang):14}  " for fact in candidate.extra.values())


def _print(rows: list[dict[str, Any]], analysis: "Analysis", lang: str) -> None:
    wide = max(len(row["move"]) for row in rows)
    for row, candidate in zip(rows, analysis.candidates, strict=False):
        sure = say("proved", lang) if row["exact"] else f"± {100 * row['confidence']:.1f}"
        line = " ".join(row["line"][1:6])
        judged = f"{row['move']:{wide}}  {100 * row['value']:5.1f} %  {sure:10}  "
        click.echo(f"{judged}{_lead(row, lang)}{_extra(candidate, lang)}{line}".rstrip())
    click.echo(say("looked", lang, nodes=f"{analysis.nodes:,}", depth=analysis.depth))
