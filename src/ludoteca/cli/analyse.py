"""The command that judges a position."""

from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.shared import compile_games, echo_json, json_option, lang_option
from ludoteca.cli.show import find_position
from ludoteca.cli.speech import UsageProblem, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludoteca.search.thinking import Analysis, Stop

MOST = 10


@click.command()
@click.argument("what")
@click.option("--at", type=click.IntRange(min=0))
@click.option("--budget", default="6")
@click.option("--moves", type=click.IntRange(min=1), default=MOST)
@json_option
@lang_option
def analyse(what: str, at: int | None, budget: str, moves: int, as_json: bool, lang: str) -> None:
    """Judges the moves of a position as its player sees it."""
    from ludoteca.core.verbs import CHANCE
    from ludoteca.search.players import analyse as judge

    position = find_position(what, at, lang)
    if position.to_move in (None, CHANCE):
        raise UsageProblem("nothing_to_decide", owner="terminal")
    compile_games([position.game.name])
    view = position.view(position.to_move, memory=True)
    analysis = _stoppable(lambda stop: judge(view, budget=budget, stop=stop), lang)
    rows = [_row(candidate) for candidate in analysis.candidates[:moves]]
    if as_json:
        echo_json({"nodes": analysis.nodes, "depth": analysis.depth, "moves": rows})
    else:
        _print(rows, analysis, lang)


def _stoppable(work: "Callable[[Stop], Analysis]", lang: str) -> "Analysis":
    """Thinks beside the keyboard: Ctrl-C ends it with what it has so far."""
    from concurrent.futures import ThreadPoolExecutor
    from concurrent.futures import TimeoutError as NotYet

    from ludoteca.search import thinking

    stop = thinking.Stop()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(work, stop)
        while True:
            try:
                return answer.result(timeout=0.2)
            except NotYet:
                continue
            except KeyboardInterrupt:
                stop.now()
                click.echo(say("stopped", lang), err=True)


def _row(candidate: Any) -> dict[str, Any]:
    return {
        "move": candidate.move,
        "value": round(candidate.value, 4),
        "confidence": round(candidate.confidence, 4),
        "exact": candidate.exact,
        "margin": candidate.margin,
        "line": list(candidate.line),
    }


def _print(rows: list[dict[str, Any]], analysis: "Analysis", lang: str) -> None:
    wide = max(len(row["move"]) for row in rows)
    for row in rows:
        sure = say("proved", lang) if row["exact"] else f"± {100 * row['confidence']:.1f}"
        line = " ".join(row["line"][1:6])
        click.echo(f"{row['move']:{wide}}  {100 * row['value']:5.1f} %  {sure:9}  {line}".rstrip())
    click.echo(say("looked", lang, nodes=f"{analysis.nodes:,}", depth=analysis.depth))
