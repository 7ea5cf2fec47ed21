"""The command to play at this terminal."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ludoteca.cli.game_options import GameCommand, given_options
from ludoteca.cli.help_texts import UsageProblem, say
from ludoteca.cli.shared import (
    STOPPED,
    compile_beside,
    complete_game,
    complete_kept,
    lang_option,
    write_file,
)

if TYPE_CHECKING:
    from ludoteca.terminal.session import Session


STILL_OPEN = ("resume", "plain", "record", "lang")
"""The options that a game which goes on can take."""


def ask_line(prompt: str) -> str:
    """Return a line that the user types after a prompt; EOFError if there are no more."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def ask_game(lang: str) -> str | None:
    """Return the game that the user chooses by its number; None if there are no more lines."""
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
    """Return whether lines suit this terminal better than a full screen."""
    return not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb"


@click.command(cls=GameCommand)
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("-b", "--bot", metavar="LEVEL")
@click.option("-t", "--two", is_flag=True)
@click.option("-n", "--names", "people")
@click.option("-s", "--seat", type=int)
@click.option("--seed", type=int)
@click.option(
    "-r", "--resume", is_flag=False, flag_value="", metavar="[NAME]", shell_complete=complete_kept
)
@click.option("-p", "--plain", is_flag=True)
@click.option("-o", "--record", type=click.Path(path_type=Path))
@lang_option
@click.pass_context
def play(
    ctx: click.Context,
    /,
    game: str | None,
    lang: str,
    plain: bool,
    record: Path | None,
    **given: Any,
) -> None:
    """Play a game at this terminal."""
    if given["resume"] is not None:
        _refuse_with_resume(ctx)
        session = _resumed(given["resume"], game, lang)
    else:
        game = game or ask_game(lang)
        if game is None:
            return
        session = _begun(game, given)
        _name_people(session, given["people"], lang)
    session, stopped = _sit(session, lang, plain=plain or is_plain())
    _leave(session, lang)
    if record is not None:
        from ludoteca.match import write_match

        write_file(record, write_match(session.match), lang)
    if stopped:
        ctx.exit(STOPPED)


def _refuse_with_resume(ctx: click.Context) -> None:
    """Refuse the options that a game which goes on cannot take any more."""
    names = [
        parameter.opts[-1]
        for parameter in ctx.command.get_params(ctx)
        if isinstance(parameter, click.Option)
        and parameter.name not in STILL_OPEN
        and ctx.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    ]
    if names:
        raise UsageProblem("resume_keeps", owner="terminal", names=", ".join(names))


def _name_people(session: "Session", given: str | None, lang: str) -> None:
    """Give the people their names; where several play here, ask for those not given."""
    people = sorted(session.people)
    names = [name.strip() for name in given.split(",")] if given else []
    if len(names) > len(people):
        count = len(names)
        raise UsageProblem("names_count", owner="terminal", count=count, people=len(people))
    asked = len(people) > 1 and not given and sys.stdin.isatty()
    if asked:
        names = [_ask_name(session, seat, lang) for seat in people]
    session.name_people(dict(zip(people, names, strict=False)))


def _ask_name(session: "Session", seat: int, lang: str) -> str:
    """Return what a person answers; Enter and the end of the input keep the usual name."""
    usual = session.seat_name(seat, lang)
    try:
        return ask_line(say("name_of", lang, number=seat + 1, default=usual)).strip()
    except EOFError:
        return ""


def _begun(name: str, given: dict[str, Any]) -> "Session":
    """Return a new game with the players asked for."""
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
    """Return the kept game that is meant: by name, by file, or the last unfinished one
    (of a game).
    """
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


def _sit(session: "Session", lang: str, *, plain: bool) -> "tuple[Session, bool]":
    """Play until the user leaves; return the last session, and whether Ctrl-C ended it."""
    if plain:
        from ludoteca.terminal.plain import Console, PlainTable, Quit

        console = Console(ask=ask_line, show=click.echo, clear=click.clear)
        stopped = False
        try:
            PlainTable(session, console, lang=lang).run()
        except (Quit, EOFError):
            click.echo(say("left", lang))
        except KeyboardInterrupt:
            stopped = True
            click.echo(f"\n{say('left', lang)}")
        return session, stopped
    from ludoteca.terminal.table import Table

    table = Table(session, lang=lang)
    table.run()
    return table.session, table.return_code == STOPPED


def _leave(session: "Session", lang: str) -> None:
    """Say how to go on with a game that was left; one without a move of a person is not kept."""
    if session.journal is not None:
        session.journal.forget_empty()
    kept = session.journal.path if session.journal is not None else None
    if session.match.outcome is None and kept is not None:
        click.echo(say("kept", lang, name=kept.stem))
