"""The command that reviews a record."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.replay import record_text, viewer_of
from ludoteca.cli.shared import (
    STOPPED,
    compile_games,
    in_file,
    json_option,
    lang_option,
    progress,
    write_file,
)
from ludoteca.search.defaults import REVIEW_LEVEL

if TYPE_CHECKING:
    from ludoteca.reviewing import Review, ReviewRun


@click.command()
@click.argument("record")
@click.option("-l", "--level", type=click.IntRange(1, 8))
@click.option("-b", "--budget")
@click.option("-s", "--seat", type=int)
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path))
@json_option
@lang_option
@click.pass_context
def review(
    ctx: click.Context,
    record: str,
    level: int | None,
    budget: str | None,
    seat: int | None,
    html: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Separate luck from decisions in a record, move by move."""
    from ludoteca.match import read_match
    from ludoteca.reviewing import start_review

    path, text = record_text(record, lang)
    with in_file(path, lang):
        match = read_match(text)
    viewer = viewer_of(seat, match.game)
    given = budget if budget is not None else level or REVIEW_LEVEL
    run = start_review(match, given, seat=viewer, workers=min(8, os.cpu_count() or 1))
    compile_games([match.game.name])
    complete = _make(run, lang)
    made = run.review()
    if html is not None:
        write_file(html, made.to_html(lang), lang)
    if as_json:
        click.echo(made.to_json())
    elif html is None:
        _print(made, lang)
    if not complete:
        click.echo(say("stopped", lang), err=True)
        ctx.exit(STOPPED)


def _make(run: "ReviewRun", lang: str) -> bool:
    """Make the rows of a review; Ctrl-C ends it with those made so far, not complete."""
    with progress() as bar:
        task = bar.add_task(say("judging", lang), total=run.total)
        try:
            for row in run:
                bar.update(task, completed=row.ply)
        except KeyboardInterrupt:
            run.stop.now()
            return False
    return True


def _print(made: "Review", lang: str) -> None:
    """Print the sums of the seats, what decided the match, and the mistakes."""
    from ludoteca.reviewing.judgement import BAD
    from ludoteca.reviewing.words import judgement, seat_name
    from ludoteca.reviewing.words import say as told

    for one in made.seats:
        sums = f"{one.result:.2f} - {one.start:.2f} = "
        sums += f"{one.luck:+.2f} {one.decisions:+.2f} {one.unknown:+.2f}"
        accuracy = "–" if one.accuracy is None else f"{one.accuracy:.0f}"
        click.echo(f"{seat_name(made, one.seat, lang)}: {made.text(one.seat, lang)}")
        click.echo(f"  {sums}; {told('columns.accuracy', lang)} {accuracy}")
    click.echo(told("notes.sums", lang))
    if made.partial:
        click.echo(told("notes.partial", lang))
    bad = [row for row in made.rows if row.judgement in BAD]
    for row in bad:
        who, named = seat_name(made, row.seat, lang), judgement(row, lang)
        cost = min(row.decision)
        click.echo(f"{row.ply}. {who}: {row.text}, {named} ({cost:+.2f}); {row.best}")
        if row.why is not None:
            click.echo(f"   {row.why.text(made.game, lang)}")
    if not bad:
        click.echo(told("notes.no_mistakes", lang))
