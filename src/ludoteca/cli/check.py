"""The command that runs the conformance suite on a game."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ludoteca.cli.help_texts import say
from ludoteca.cli.outside import add_module
from ludoteca.cli.shared import (
    FAILED,
    compile_games,
    echo_json,
    game_argument,
    json_option,
    lang_option,
)
from ludoteca.core import texts

if TYPE_CHECKING:
    from ludoteca.lab.conformance import Finding


@click.command()
@game_argument
@json_option
@lang_option
@click.pass_context
def check(ctx: click.Context, game: str, as_json: bool, lang: str) -> None:
    """Put a game through the checks that every game must pass."""
    from ludoteca.core import registry
    from ludoteca.lab import conformance

    name = game if game in registry.games() else add_module(game)
    registry.definition(name)
    compile_games([name])
    found = []
    for finding in conformance.run(name):
        found.append(finding)
        if not as_json:
            _print(finding, lang)
    problems = [finding for finding in found if finding.problem]
    if as_json:
        echo_json({"game": name, "sound": not problems, "checks": [asdict(each) for each in found]})
    else:
        key = "check_failed" if problems else "check_passed"
        click.echo(say(key, lang, game=name, count=len(found), problems=len(problems)))
    if problems:
        ctx.exit(FAILED)


def _print(finding: "Finding", lang: str) -> None:
    """Print a check as a line, and what is wrong on another."""
    sign = "✗" if finding.problem else "✓"
    options = f" [{finding.options}]" if finding.options else ""
    said = texts.say("terminal", f"checks.{finding.check}", lang)
    click.echo(f"{sign} {said}{options}")
    if finding.problem:
        click.echo(f"    {finding.where}: {finding.problem}")
