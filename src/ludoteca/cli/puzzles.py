"""The command that finds puzzles in games, and asks them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.game_options import GameCommand
from ludoteca.cli.help_texts import UsageProblem, say
from ludoteca.cli.play import ask_line
from ludoteca.cli.replay import record_text, viewer_of
from ludoteca.cli.shared import (
    STOPPED,
    complete_game,
    echo_json,
    in_file,
    json_option,
    lang_option,
    load_game,
    progress,
)
from ludoteca.core.game import Game

if TYPE_CHECKING:
    from ludoteca.puzzling import Puzzle
    from ludoteca.puzzling.mining import Mine

BANDS = ("easy", "medium", "hard")


def default_file(game: Game, seed: int) -> Path:
    """Return where a run is kept, to go on from: a file for each game, its options and a seed."""
    from ludoteca.lab.fingerprint import fingerprint
    from ludoteca.search.players import LEVELS
    from ludoteca.terminal import journal

    mark = fingerprint(game, [*map(str, LEVELS)], seed)
    return journal.folder().parent / "puzzles" / f"{game.name}-{mark}.jsonl"


@click.command(cls=GameCommand)
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("-p", "--play", "playing", is_flag=True)
@click.option("-d", "--daily", is_flag=True)
@click.option("--difficulty", type=click.Choice(BANDS))
@click.option("-k", "--kind")
@click.option("-f", "--from", "records", multiple=True)
@click.option("-s", "--seat", type=int)
@click.option("-n", "--games", "count", type=click.IntRange(1, 1_000_000), default=20)
@click.option("--seed", type=int, default=0)
@click.option("-w", "--workers", type=click.IntRange(1, 256), default=1)
@click.option("-o", "--save", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--fresh", is_flag=True)
@json_option
@lang_option
@click.pass_context
def puzzles(
    ctx: click.Context, /, game: str | None, playing: bool, as_json: bool, lang: str, **given: Any
) -> None:
    """Find puzzles in games of bots or your own, or solve those that come with a game."""
    from ludoteca.puzzling import collection

    complete = True
    if given["daily"]:
        found, playing = [collection.daily(collection.today(), [game] if game else None)], True
    elif given["records"]:
        found = list(_from_records(game, given["records"], given["seat"], lang))
    elif game is None:
        raise UsageProblem("missing", owner="terminal", name="GAME")
    elif playing:
        kind, difficulty = given["kind"], given["difficulty"]
        found = list(collection.puzzles(game, kind=kind, difficulty=difficulty))
    else:
        run, complete = _mine(load_game(game, given), given, lang)
        found = run.puzzles
    _show(found, playing=playing, as_json=as_json, lang=lang)
    if not complete:
        click.echo(say("stopped", lang), err=True)
        ctx.exit(STOPPED)


def _from_records(
    game: str | None, names: tuple[str, ...], seat: int | None, lang: str
) -> "Iterator[Puzzle]":
    """Yield the puzzles in the mistakes of records; FILE#17 is game 17 of the arena or a study."""
    from ludoteca.cli.shared import compile_games
    from ludoteca.match import read_match
    from ludoteca.puzzling.own import from_match

    for name in names:
        path, text = record_text(name, lang)
        with in_file(path, lang):
            match = read_match(text)
        if game is not None and match.game.name != game:
            continue
        viewer = viewer_of(seat, match.game)
        compile_games([match.game.name])
        with progress() as bar:
            task = bar.add_task(say("judging", lang), total=len(match.events))

            def after(done: int, total: int, task: Any = task, bar: Any = bar) -> None:
                bar.update(task, completed=done)

            yield from from_match(match, seat=viewer, progress=after)


def _mine(game: Game, given: dict[str, Any], lang: str) -> "tuple[Mine, bool]":
    """Mine games that bots play; Ctrl-C ends it with what there is, and not complete."""
    from ludoteca.puzzling.mining import Mine

    kind, seed = given["kind"], given["seed"]
    run = Mine(
        game,
        given["count"],
        seed,
        kinds=(kind,) if kind else (),
        workers=given["workers"],
        save=given["save"] or default_file(game, seed),
        fresh=given["fresh"],
    )
    with progress() as bar:
        task = bar.add_task(_say("mining", lang, count=0), total=run.games)
        try:
            for _ in run:
                told = _say("mining", lang, count=len(run.puzzles))
                bar.update(task, completed=run.done, description=told)
        except KeyboardInterrupt:
            return run, False
    return run, True


def _say(key: str, lang: str, **values: object) -> str:
    from ludoteca.core import texts

    return texts.say("terminal", f"puzzles.{key}", lang, **values)


def _show(found: "list[Puzzle]", *, playing: bool, as_json: bool, lang: str) -> None:
    """Ask the puzzles, or print them."""
    from ludoteca.puzzling import words

    if as_json:
        echo_json([one.as_dict() for one in found])
    elif not found:
        click.echo(_say("none", lang))
    elif playing:
        _ask(found, lang)
    else:
        for one in found:
            kind, band = words.kind_title(one, lang), words.difficulty(one, lang)
            click.echo(f"{one.id}  {kind}, {band}: {words.task(one, lang)}")
            click.echo(one.asked.words(one.seat, lang))
            click.echo(f"  {words.solution(one, lang)}")


def _ask(found: "list[Puzzle]", lang: str) -> None:
    """Ask the puzzles one after the other, until the input ends."""
    from ludoteca.terminal.plain import Console
    from ludoteca.terminal.solving import Solver

    console = Console(
        ask=lambda question: ask_line(f"{question} "), show=click.echo, clear=click.clear
    )
    try:
        Solver(console, lang=lang).run(found)
    except EOFError:
        click.echo()
