"""The command to play at this terminal."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.game_options import GameCommand, given_options
from ludoteca.cli.help_texts import UsageProblem, say
from ludoteca.cli.shared import (
    compile_beside,
    complete_game,
    lang_option,
    write_file,
)

if TYPE_CHECKING:
    from ludoteca.terminal.session import Session


def ask_line(prompt: str) -> str:
    """A line that the user types after a prompt; EOFError if there are no more."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def ask_game(lang: str) -> str | None:
    """The game that the user chooses by its number; None if there are no more lines."""
    from ludoteca.core import registry, texts

    names = registry.games()
    for number, name in enumerate(names, 1):
        registry.definition(name)
        title, promise = (texts.say(name, key, lang) for key in ("title", "promise"))
        click.echo(f"  {number}  {title}")
        click.echo(click.wrap_text(promise, 76, "     ", "     "))
    while True:
        try:
            line = ask_line(f"{say('which', lang)} (1–{len(names)}): ").strip()
        except EOFError:
            click.echo()
            return None
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(names):
            return names[int(line) - 1]
        click.echo(say("not_a_number", lang, most=len(names)))


def is_plain() -> bool:
    """Whether lines suit this terminal better than a full screen."""
    return not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb"


def complete_kept(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The unfinished games whose names begin so, for the shell."""
    from ludoteca.terminal.journal import kept_games

    names = [kept.name for kept in kept_games() if kept.unfinished]
    return [name for name in names if name.startswith(incomplete)]


@click.command(cls=GameCommand)
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--bot", metavar="LEVEL")
@click.option("--two", is_flag=True)
@click.option("--seat", type=int)
@click.option("--seed", type=int)
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[NAME]", shell_complete=complete_kept
)
@click.option("--plain", is_flag=True)
@click.option("--record", type=click.Path(path_type=Path))
@lang_option
def play(game: str | None, lang: str, plain: bool, record: Path | None, **given: Any) -> None:
    """Plays a game at this terminal."""
    if given["resume"] is not None:
        session = _resumed(given["resume"], game, lang)
    else:
        game = game or ask_game(lang)
        if game is None:
            return
        session = _begun(game, given)
    session = _sit(session, lang, plain=plain or is_plain())
    _leave(session, lang)
    if record is not None:
        from ludoteca.match import write_match

        write_file(record, write_match(session.match), lang)


def _begun(name: str, given: dict[str, Any]) -> "Session":
    """A new game with the players asked for."""
    from ludoteca.core import registry
    from ludoteca.search.defaults import DEFAULT_LEVEL
    from ludoteca.search.players import player
    from ludoteca.terminal.journal import Journal
    from ludoteca.terminal.session import Session, new_match

    registry.definition(name)
    compile_beside([name])
    game = registry.load(name, **given_options(given))
    if given["two"] and given["bot"]:
        raise UsageProblem("two_or_bot", owner="terminal")
    level = player(given["bot"] or DEFAULT_LEVEL).name
    seat = 0 if given["seat"] is None else given["seat"] - 1
    if seat not in range(game.seats):
        raise UsageProblem("no_seat", owner="terminal", seat=seat + 1, seats=game.seats)
    others = () if given["two"] else (other for other in range(game.seats) if other != seat)
    bots = dict.fromkeys(others, level)
    return Session(new_match(game, bots, given["seed"]), bots=bots, journal=Journal())


def _resumed(name: str, game: str | None, lang: str) -> "Session":
    """The kept game that is meant: by name, by file, or the last unfinished one (of a game)."""
    from ludoteca.core import registry
    from ludoteca.terminal import journal
    from ludoteca.terminal.session import Session, bots_of

    if name in registry.games():
        name, game = "", name
    path = journal.find(name, game)
    compile_beside([kept.headers["game"] for kept in journal.kept_games() if kept.path == path])
    match, kept_in = journal.reopen(path)
    bots = bots_of(match)
    if len(bots) == match.game.seats:  # somebody has to sit here
        del bots[0]
    return Session(match, bots=bots, journal=kept_in)


def _sit(session: "Session", lang: str, *, plain: bool) -> "Session":
    """Plays until the user leaves or the game ends; the session that was played last."""
    if plain:
        from ludoteca.terminal.plain import Console, PlainTable, Quit

        console = Console(ask=ask_line, show=click.echo, clear=click.clear)
        try:
            PlainTable(session, console, lang=lang).run()
        except (Quit, EOFError, KeyboardInterrupt):
            click.echo(say("left", lang))
        return session
    from ludoteca.terminal.table import Table

    table = Table(session, lang=lang)
    table.run()
    return table.session


def _leave(session: "Session", lang: str) -> None:
    """Says how to go on with a game that was left."""
    kept = session.journal.path if session.journal is not None else None
    if session.match.outcome is None and kept is not None:
        click.echo(say("kept", lang, name=kept.stem))
