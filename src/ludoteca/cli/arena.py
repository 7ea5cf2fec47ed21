"""The command that lets players meet."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import click
import platformdirs

from ludoteca.cli.shared import game_argument, json_option, lang_option, load_game, progress
from ludoteca.core import jit, texts
from ludoteca.core.game import Game

HEADS = ("player", "elo", "interval", "score", "games", "seconds")


def _say(key: str, lang: str, **values: object) -> str:
    """A sentence of the arena."""
    return texts.say("arena", f"report.{key}", lang, **values)


def default_file(game: Game) -> Path:
    """Where the games of a run are kept: a file for each game, its options and what bots are."""
    from ludoteca.search.players import levels

    bots = f"{jit.sources_hash()} {sorted(levels(game.name).items())}"
    mark = hashlib.sha256(f"{game.options_text()} {bots}".encode()).hexdigest()[:10]
    return Path(platformdirs.user_data_dir("ludoteca")) / "arena" / f"{game.name}-{mark}.jsonl"


@click.command()
@game_argument
@click.option("--players", "names", default="8,4,greedy,random", show_default=True)
@click.option("--games", "count", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), default=os.cpu_count() or 1)
@click.option("--until-decided", is_flag=True)
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--fresh", is_flag=True)
@click.option("--variant")
@click.option("--setup")
@click.option("--pin")
@click.option("--deck")
@click.option("--board")
@json_option
@lang_option
def arena(game: str, names: str, count: int, lang: str, as_json: bool, **given: Any) -> None:
    """Let players meet, sides swapped, with the same deals for both sides.

    Players are the levels 1 to 8, random, greedy and uct; uct@0.5s thinks half a second a move.
    Each pair plays so many games. Every game is saved, and the same command goes on after a stop.

    \b
    Examples:
      ludoteca arena sendas --players 8,6,greedy,random --games 400
      ludoteca arena phoenix --players 8,uct@0.1s --games 400 --until-decided --json
    """
    from ludoteca.arena import hall
    from ludoteca.arena.report import as_text

    loaded = load_game(game, given)
    save = given["save"] or default_file(loaded)
    if given["fresh"]:
        save.unlink(missing_ok=True)
    players = [name.strip() for name in names.split(",")]
    total = count * len(players) * (len(players) - 1) // 2
    with progress() as bar:
        task = bar.add_task(_say("playing", lang), total=total)

        def after(standing: hall.Standing) -> None:
            bar.update(task, completed=len(standing.rows))

        standing = hall.run(
            loaded,
            players,
            count,
            save=save,
            workers=given["workers"],
            until_decided=given["until_decided"],
            after=after,
        )
    if as_json:
        click.echo(json.dumps(standing.report(), indent=1))
        return
    heads = tuple(_say(head, lang) for head in HEADS)
    click.echo(as_text(standing, heads))
    facts = standing.report()
    first, length = f"{facts['first_seat_score']:.1%}", facts["decisions"]
    click.echo(_say("facts", lang, first=first, length=length))
    click.echo(_say("saved", lang, file=save), err=True)
