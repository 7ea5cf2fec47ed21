"""The command that lets players meet."""

import os
from pathlib import Path
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
from ludoteca.core import texts
from ludoteca.core.game import Game

if TYPE_CHECKING:
    from ludoteca.lab import tournament


def _say(key: str, lang: str, **values: object) -> str:
    """Return a sentence of the arena."""
    return texts.say("arena", f"report.{key}", lang, **values)


def default_file(game: Game) -> Path:
    """Return where the games of a run are kept: a file for each game, its options and what bots
    are.
    """
    from ludoteca.lab.external_players import GUESTS
    from ludoteca.lab.fingerprint import fingerprint
    from ludoteca.search.players import LEVELS
    from ludoteca.terminal import journal

    bots = fingerprint(game, [*map(str, LEVELS), *GUESTS])
    return journal.folder().parent / "arena" / f"{game.name}-{bots}.jsonl"


@click.command(cls=GameCommand)
@game_argument
@click.option("-p", "--players", "names", default="8,4,greedy,random")
@click.option("-n", "--games", "count", type=click.IntRange(1, 1_000_000), default=100)
@click.option("-w", "--workers", type=click.IntRange(1, 256), default=os.cpu_count() or 1)
@click.option("--until-decided", is_flag=True)
@click.option("-o", "--save", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--fresh", is_flag=True)
@json_option
@lang_option
@click.pass_context
def arena(
    ctx: click.Context, /, game: str, names: str, count: int, lang: str, as_json: bool, **given: Any
) -> None:
    """Let players meet, sides swapped, with the same deals for both sides."""
    from ludoteca.lab import tournament
    from ludoteca.lab.rows import plain

    loaded = load_game(game, given)
    save = given["save"] or default_file(loaded)
    players = tournament.check_players(loaded, [name.strip() for name in names.split(",")])
    games = tournament.whole(count)
    total = games * len(players) * (len(players) - 1) // 2
    with progress() as bar:
        task = bar.add_task(_say("playing", lang), total=total)

        def after(standing: tournament.Standing) -> None:
            bar.update(task, completed=len(standing.rows))

        standing = tournament.run(
            loaded,
            players,
            games,
            save=save,
            fresh=given["fresh"],
            workers=given["workers"],
            until_decided=given["until_decided"],
            after=after,
        )
    if games != count:
        click.echo(_say("rounded", lang, count=count, games=games), err=True)
    if standing.stopped:
        click.echo(say("stopped", lang), err=True)
    if as_json:
        echo_json(plain(standing.report()))
    else:
        _print(standing, lang)
        click.echo(_say("saved", lang, file=save), err=True)
    if standing.stopped:
        ctx.exit(STOPPED)


def _print(standing: "tournament.Standing", lang: str) -> None:
    """Print the table of a run, and what else is to be known of it."""
    from ludoteca.lab.ratings import zero_of
    from ludoteca.lab.tournament_report import as_text

    click.echo(as_text(standing, lang))
    facts = standing.report()
    first, length = f"{facts.first_seat_score:.1%}", facts.decisions
    click.echo(_say("facts", lang, first=first, length=length))
    click.echo(_say("zero", lang, name=zero_of(standing.players)))
