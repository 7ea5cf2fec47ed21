"""The command that lists the games, or those that the user has played."""

import json
import time
from typing import Any

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.shared import echo_json, json_option, lang_option
from ludoteca.core import registry, texts
from ludoteca.core.errors import LudotecaError

Row = dict[str, Any]
PERSON = "person"


def _facts(name: str, lang: str) -> Row:
    """Return what is known about a game before it is played."""
    options = {
        option.name: {
            "default": option.default,
            "values": list(option.values),
            "file": option.read is not None,
        }
        for option in registry.definition(name).options
    }
    told = {key: texts.say(name, key, lang) for key in ("title", "promise", "players", "length")}
    return {"name": name} | told | {"options": options}


def _kept() -> list[Row]:
    """Return the user's own games, the last first."""
    from ludoteca.terminal.journal import kept_games

    rows = []
    for kept in kept_games():
        head = kept.headers
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.when))
        row = {"name": kept.name, "game": head["game"], "players": _players(head)}
        rows.append(
            row
            | {
                "events": int(head["events"]),
                "result": head["result"],
                "unfinished": kept.unfinished,
                "played": when,
                "file": str(kept.path),
            }
        )
    return rows


def _players(headers: dict[str, str]) -> list[str]:
    """Return the players of a kept game: the name of each bot, a person's name, or `person`."""
    from ludoteca.match.seats import bots_of, seat_names

    try:
        seats = registry.definition(headers["game"]).seats(json.loads(headers["options"]))
    except (LudotecaError, ValueError):  # a game that is not installed here
        seats = sum(key.startswith(("player-", "seat-")) for key in headers)
    bots = bots_of(headers, seats)
    return [bots.get(seat, name or PERSON) for seat, name in enumerate(seat_names(headers, seats))]


@click.command()
@click.option("--mine", is_flag=True)
@json_option
@lang_option
def games(mine: bool, as_json: bool, lang: str) -> None:
    """List the games, or the games that the user has played."""
    rows = _kept() if mine else [_facts(name, lang) for name in registry.games()]
    if as_json:
        echo_json(rows)
    elif mine:
        _print_kept(rows, lang)
    else:
        _print_facts(rows, lang)


def _print_kept(rows: list[Row], lang: str) -> None:
    if not rows:
        click.echo(say("no_games", lang))
    for row in rows:
        result = say("unfinished", lang) if row["unfinished"] else row["result"]
        players = " – ".join(_player(name, lang) for name in row["players"])
        moves = say("events", lang, count=row["events"])
        click.echo(f"{row['name']}  {row['played']}  {players}  {moves}  {result}")


def _player(name: str, lang: str) -> str:
    if name == "person":
        return say("person", lang)
    return texts.say("terminal", "play.bot", lang, level=name)


def _print_facts(rows: list[Row], lang: str) -> None:
    for row in rows:
        click.echo(f"{row['name']:10} {row['title']} – {row['promise']}")
        click.echo(f"{'':10} {say('facts', lang, players=row['players'], length=row['length'])}")
        for option, known in row["options"].items():
            named = [str(value) for value in known["values"] if value is not None]
            values = " | ".join([*named, "*.toml"] if known["file"] else named)
            click.echo(f"{'':10} --{option} {values}")
