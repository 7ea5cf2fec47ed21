"""Commands that check and measure."""

from pathlib import Path
from typing import Any

import click

from ludoteca.cli.shared import (
    compile_games,
    game_argument,
    game_options,
    json_option,
    lang_option,
    load_game,
    progress,
    say,
)
from ludoteca.core import registry
from ludoteca.record import verify


@click.command()
@game_argument
@click.argument("depth", type=click.IntRange(0, 12))
@click.option("--divide", is_flag=True, help="Count after each first move.")
@click.option("--seed", type=int, default=0, show_default=True, help="For games with a deal.")
@game_options
@lang_option
def perft(game: str, depth: int, divide: bool, seed: int, lang: str, **given: Any) -> None:
    """Count the sequences of DEPTH plies from the start of a game.

    Example: ludoteca perft sendas 2 --setup clash --divide
    """
    from ludoteca.search import perft as counting

    position = load_game(game, given).start(seed)
    if divide and depth > 0:
        for move, count in counting.divide(position, depth).items():
            click.echo(f"{move}: {count}")
    click.echo(str(counting.perft(position, depth)))


@click.command("warm")
@lang_option
def warm_command(lang: str) -> None:
    """Compile everything now, so that nothing waits later."""
    compile_games(list(registry.games()), lang=lang)
    click.echo(say("warm", lang))


@click.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@lang_option
def verify_command(file: Path, lang: str) -> None:
    """Replay a record and recompute every roll and deal from its seed.

    Example: ludoteca verify game.txt
    """
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise click.ClickException(say("not_text", lang, file=file)) from None
    registry.announce = lambda name: click.echo(say("compiling", lang, games=name), err=True)
    result = verify(text)
    click.echo(say("verified", lang, moves=result.moves, chances=result.chances))
    if not result.seed_known:
        click.echo(say("seed_hidden", lang))


@click.command()
@json_option
@click.option("--seconds", type=float, default=1.0, show_default=True, help="Per figure and round.")
@lang_option
def bench(as_json: bool, seconds: float, lang: str) -> None:
    """Measure how fast the rules run, with ratios taken in one run.

    Example: ludoteca bench --json
    """
    from ludoteca import bench as benchmark

    compile_games(list(registry.games()), lang=lang)
    with progress() as bar:
        task = bar.add_task("", total=None)
        report = benchmark.measure(
            seconds=seconds, before=lambda what: bar.update(task, description=what)
        )
    click.echo(benchmark.as_json(report) if as_json else benchmark.as_table(report))
