"""Commands that check and measure."""

from pathlib import Path
from typing import Any

import click

from ludoteca.cli.shared import (
    compile_games,
    echo_json,
    game_argument,
    game_options,
    json_option,
    lang_option,
    load_game,
    progress,
    read_text,
)
from ludoteca.cli.speech import say

ROUNDS = 3


@click.command()
@game_argument
@click.argument("depth", type=click.IntRange(0, 12))
@click.option("--divide", is_flag=True)
@click.option("--seed", type=int, default=0)
@game_options
@json_option
@lang_option
def perft(
    game: str, depth: int, divide: bool, seed: int, as_json: bool, lang: str, **given: Any
) -> None:
    """Counts the sequences of so many plies from the start of a game."""
    from ludoteca.search import perft as counting

    position = load_game(game, given).start(seed)
    parts = counting.divide(position, depth) if divide and depth > 0 else {}
    total = counting.perft(position, depth)
    if as_json:
        echo_json({"game": game, "depth": depth, "count": total, "divide": parts})
        return
    for move, count in parts.items():
        click.echo(f"{move}: {count}")
    click.echo(str(total))


@click.command()
@lang_option
def warm(lang: str) -> None:
    """Compiles everything now, so that nothing waits later."""
    from ludoteca.core import registry

    compile_games(list(registry.games()), lang=lang)
    click.echo(say("warm", lang))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
@lang_option
def verify(file: Path, as_json: bool, lang: str) -> None:
    """Replays a record and computes every roll and deal again from its seed."""
    from ludoteca.core import registry
    from ludoteca.record import verify as check

    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    result = check(read_text(file, lang))
    if as_json:
        told = {"moves": result.moves, "chances": result.chances, "seed_known": result.seed_known}
        echo_json({"sound": True} | told)
        return
    click.echo(say("verified", lang, moves=result.moves, chances=result.chances))
    if not result.seed_known:
        click.echo(say("seed_hidden", lang))


@click.command()
@json_option
@click.option("--seconds", type=click.FloatRange(min=0.001), default=1.0)
@lang_option
def bench(as_json: bool, seconds: float, lang: str) -> None:
    """Measures how fast the rules run, with ratios taken in one run."""
    from ludoteca import bench as benchmark
    from ludoteca.core import registry

    compile_games(list(registry.games()), lang=lang)
    report: dict[str, Any] = {}
    try:
        with progress() as bar:
            rivals = len(benchmark.OPENSPIEL_GAMES) if benchmark.has_openspiel() else 0
            task = bar.add_task("", total=ROUNDS * (len(registry.games()) + rivals))

            def before(what: str) -> None:
                bar.update(task, description=what, advance=1)

            for _ in range(ROUNDS):
                more = benchmark.measure(seconds=seconds, rounds=1, before=before)
                report = best_of(report, more) if report else more
    except KeyboardInterrupt:
        if not report:
            raise
        click.echo(say("stopped", lang), err=True)
    click.echo(benchmark.as_json(report) if as_json else benchmark.as_table(report))


def best_of(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Two reports as one: of every figure the better, with the ratio taken anew."""
    both: dict[str, Any] = {}
    for part, rows in second.items():
        both[part] = {}
        for name, row in rows.items():
            old = first[part][name]
            best = {k: max(v, old[k]) for k, v in row.items() if v is not None}
            both[part][name] = row | best
            slow = best.get("interpreted_per_s")
            if slow:
                both[part][name]["ratio_to_interpreted"] = best["decisions_per_s"] / slow
    return both
