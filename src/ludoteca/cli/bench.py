"""The command that measures speed."""

from typing import Any

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.shared import STOPPED, compile_games, json_option, lang_option, progress

ROUNDS = 3


@click.command()
@json_option
@click.option("-s", "--seconds", type=click.FloatRange(min=0.001), default=1.0)
@lang_option
@click.pass_context
def bench(ctx: click.Context, as_json: bool, seconds: float, lang: str) -> None:
    """Measure how fast the rules run, with ratios taken in one run."""
    from ludoteca import bench as benchmark
    from ludoteca.core import registry

    compile_games(list(registry.games()), lang=lang, more=True)
    report: dict[str, Any] = {}
    complete = False
    try:
        with progress() as bar:
            rivals = len(benchmark.OPENSPIEL_GAMES) if benchmark.has_openspiel() else 0
            task = bar.add_task("", total=ROUNDS * (len(registry.games()) + rivals))

            def before(what: str) -> None:
                bar.update(task, description=what, advance=1)

            for _ in range(ROUNDS):
                more = benchmark.measure(seconds=seconds, rounds=1, before=before)
                report = best_of(report, more) if report else more
        complete = True
    except KeyboardInterrupt:
        if not report:
            raise
        click.echo(say("stopped", lang), err=True)
    click.echo(benchmark.as_json(report) if as_json else benchmark.as_table(report))
    if not complete:
        ctx.exit(STOPPED)


def best_of(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Return two reports as one: the better of each figure, with the ratio computed again."""
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
