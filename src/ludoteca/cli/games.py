"""The command that lists the games, or those that the user has played."""

import json
import time
from typing import Any

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.shared import complete_kept, echo_json, json_option, lang_option
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

    return [
        {
            "name": kept.name,
            "game": kept.headers["game"],
            **_seats(kept.headers),
            "events": int(kept.headers["events"]),
            "moves": kept.moves.total(),
            "result": kept.headers["result"],
            "unfinished": kept.unfinished,
            "played": time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.when)),
            "file": str(kept.path),
        }
        for kept in kept_games()
    ]


def _seats(headers: dict[str, str]) -> Row:
    """Return the players (a bot's or a person's name, or `person`) and the seats of bots."""
    from ludoteca.match.seats import bots_of, seat_names

    try:
        seats = registry.definition(headers["game"]).seats(json.loads(headers["options"]))
    except (LudotecaError, ValueError):  # a game that is not installed here
        seats = sum(key.startswith(("player-", "seat-")) for key in headers)
    bots = bots_of(headers, seats)
    names = enumerate(seat_names(headers, seats))
    players = [bots.get(seat, name or PERSON) for seat, name in names]
    return {"players": players, "bots": sorted(bots)}


@click.command()
@click.option("-m", "--mine", is_flag=True)
@click.option("--delete", multiple=True, shell_complete=complete_kept)
@json_option
@lang_option
def games(mine: bool, delete: tuple[str, ...], as_json: bool, lang: str) -> None:
    """List the games, or the games that the user has played."""
    if delete:
        _delete(delete, lang)
        return
    rows = _kept() if mine else [_facts(name, lang) for name in registry.games()]
    if as_json:
        echo_json(rows)
    elif mine:
        _print_kept(rows, lang)
    else:
        _print_facts(rows, lang)


def _delete(names: tuple[str, ...], lang: str) -> None:
    """Delete games by name, all or none."""
    from ludoteca.terminal import journal

    for name in names:
        journal.find(name)
    for name in names:
        journal.delete(name)
        click.echo(say("deleted", lang, name=name))


def _print_kept(rows: list[Row], lang: str) -> None:
    """Print the user's games as a table with a head, the reason for an end below its game.

    A game's name says when it was begun and what is played.
    """
    if not rows:
        click.echo(say("no_games", lang))
        return
    columns = ("name", "players", "moves", "how")
    table = [[say(f"mine_{name}", lang) for name in columns]]
    table += [_cells(row, lang) for row in rows]
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row, cells in zip([None, *rows], table, strict=True):
        line = "  ".join(cell.ljust(width) for cell, width in zip(cells, wide, strict=True))
        click.echo(line.rstrip())
        if row is not None and (reason := _reason(row, lang)):
            click.echo(f"  {reason}")


def _cells(row: Row, lang: str) -> list[str]:
    """Return what the table says of a game."""
    players = " – ".join(_named(row, lang))
    return [row["name"], players, str(row["moves"]), _result(row, lang)]


def _named(row: Row, lang: str) -> list[str]:
    """Return the players of a game as the user calls them: the only person is the user."""
    return [_player(row, seat, name, lang) for seat, name in enumerate(row["players"])]


def _player(row: Row, seat: int, name: str, lang: str) -> str:
    if seat in row["bots"]:
        return texts.say("terminal", "play.bot", lang, level=name)
    if _mine(row) == seat:
        return say("you", lang)
    return texts.say("terminal", "play.seat", lang, number=seat + 1) if name == PERSON else name


def _mine(row: Row) -> int | None:
    """Return the seat of the only person, who is the user; None where several sat here."""
    people = [seat for seat in range(len(row["players"])) if seat not in row["bots"]]
    return people[0] if len(people) == 1 else None


def _result(row: Row, lang: str) -> str:
    """Return how a game ended, in words."""
    if row["unfinished"]:
        return say("mine_unfinished", lang)
    shares = row["result"].split(" ")[:-1]
    best = [seat for seat, share in enumerate(shares) if float(share) == max(map(float, shares))]
    if len(best) > 1:
        return say("mine_drawn", lang)
    if _mine(row) is not None:
        return say("mine_won" if best[0] == _mine(row) else "mine_lost", lang)
    return say("mine_winner", lang, who=_named(row, lang)[best[0]])


def _reason(row: Row, lang: str) -> str:
    """Return why a game ended, as a sentence; empty while it goes on."""
    reason = row["result"].split(" ")[-1]
    owners = [owner for owner in (row["game"], "core") if owner in (*registry.games(), "core")]
    reasons = (texts.find(owner, f"endings.{reason}", lang) for owner in owners)
    return next((said for said in reasons if said), "")


def _print_facts(rows: list[Row], lang: str) -> None:
    for row in rows:
        click.echo(f"{row['name']:10} {row['title']} – {row['promise']}")
        click.echo(f"{'':10} {say('facts', lang, players=row['players'], length=row['length'])}")
        for option, known in row["options"].items():
            named = [str(value) for value in known["values"] if value is not None]
            values = " | ".join([*named, "*.toml"] if known["file"] else named)
            click.echo(f"{'':10} --{option.replace('_', '-')} {values}")
