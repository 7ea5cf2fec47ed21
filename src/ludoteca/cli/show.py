"""The command that draws a position or a record."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.help_texts import UsageProblem, say
from ludoteca.cli.replay import record_text, viewer_of
from ludoteca.cli.shared import in_file, lang_option, progress, write_file

if TYPE_CHECKING:
    from ludoteca.core.position import Position
    from ludoteca.match import Match

THEMES = ("light", "dark")


def find_match(what: str, lang: str) -> "Match | None":
    """Return the record that is meant; None if the argument is no file and no kept game."""
    from ludoteca.match import read_match
    from ludoteca.match.text import FIRST_LINE
    from ludoteca.terminal.journal import CannotResume

    try:
        path, text = record_text(what, lang)
    except CannotResume:
        return None
    if not text.startswith(FIRST_LINE):
        raise UsageProblem("no_record", owner="terminal", file=path)
    with in_file(path, lang):
        return read_match(text)


def find_position(what: str, at: int | None, lang: str) -> "Position":
    """Return the position that is meant: its text, or a record after some of its events."""
    import json

    from ludoteca.core import registry
    from ludoteca.match.replay import up_to

    match = find_match(what, lang)
    if match is not None:
        count = len(match.events) if at is None else at
        if not 0 <= count <= len(match.events):
            raise UsageProblem("no_event", owner="terminal", number=at, count=len(match.events))
        return up_to(match, count).position
    name, _, rest = what.strip().partition(" ")
    options = rest.partition(" ")[0] or "{}"
    try:
        table = json.loads(options)
    except ValueError:
        table = None
    if name not in registry.games() or not isinstance(table, dict):
        raise UsageProblem("not_shown", owner="terminal", text=what[:60])
    game = registry.load_closed(name, table)
    return game.parse(what.strip()) if rest else game.start(0)


@click.command()
@click.argument("what")
@click.option("-o", "--output", type=click.Path(path_type=Path))
@click.option("-a", "--at", type=click.IntRange(min=0))
@click.option("-s", "--seat", type=int)
@click.option("-t", "--theme", type=click.Choice(THEMES), default="light")
@click.option("-w", "--width", type=click.IntRange(64, 4000), default=640)
@lang_option
def show(
    what: str,
    output: Path | None,
    at: int | None,
    seat: int | None,
    theme: str,
    width: int,
    lang: str,
) -> None:
    """Draw a position or a record as text, SVG, PNG or animated GIF."""
    from ludoteca.drawing import export

    kind = ".txt" if output is None else output.suffix.lower()
    if kind not in (".txt", *export.KINDS):
        raise UsageProblem("bad_format", owner="terminal", file=output)
    try:
        if kind == ".gif":
            content = _animated(what, seat, lang, theme=theme, width=width)
        else:
            position = find_position(what, at, lang)
            viewer = viewer_of(seat, position.game)
            content = _drawn(position, viewer, lang, kind=kind, theme=theme, width=width)
    except export.CannotDraw as error:
        raise click.ClickException(error.text(lang)) from None
    if output is None:
        click.echo(content, nl=False)
    else:
        write_file(output, content, lang)


def _animated(what: str, seat: int | None, lang: str, *, theme: str, width: int) -> str | bytes:
    """Return a record as an animated GIF, with a progress bar.

    Ctrl-C ends it with what it has so far.
    """
    from ludoteca.drawing import export
    from ludoteca.match.replay import positions

    match = find_match(what, lang)
    if match is None:
        raise UsageProblem("only_records_move", owner="terminal")
    viewer = viewer_of(seat, match.game)
    frames = export.frames(positions(match), viewer, lang=lang, theme=theme)
    shown: list[Any] = []
    try:
        with progress() as bar:
            for frame in bar.track(frames, total=len(match.events) + 1, description="GIF"):
                shown.append(export.gif_frame(frame, width=width))
    except KeyboardInterrupt:
        if not shown:
            raise
        click.echo(say("stopped", lang), err=True)
    return export.gif(shown)


def _drawn(
    position: "Position", viewer: int | None, lang: str, *, kind: str, theme: str, width: int
) -> str | bytes:
    """Return a position as text or as a picture of some kind."""
    from ludoteca.drawing import export

    if kind == ".txt":
        return f"{position.words(viewer, lang)}\n"
    picture = export.draw(position, viewer, lang=lang, theme=theme)
    return picture if kind == ".svg" else export.png(picture, width=width)
