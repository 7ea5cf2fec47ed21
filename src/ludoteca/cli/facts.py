"""Commands that tell about the games."""

import json
from typing import Any

import click

from ludoteca.cli.shared import game_argument, json_option, lang_option, say
from ludoteca.core import registry, texts


@click.command()
@json_option
@lang_option
def games(as_json: bool, lang: str) -> None:
    """List the games with their options.

    Example: ludoteca games --json
    """
    rows: list[dict[str, Any]] = []
    for name in registry.games():
        definition = registry.definition(name)
        options = {
            option.name: {
                "default": option.default,
                "values": list(option.values),
                "file": option.read is not None,
            }
            for option in definition.options
        }
        facts: dict[str, Any] = {
            key: texts.say(name, key, lang) for key in ("title", "promise", "players", "length")
        }
        rows.append({"name": name} | facts | {"options": options})
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        click.echo(f"{row['name']:10} {row['title']} – {row['promise']}")
        click.echo(f"{'':10} {say('facts', lang, players=row['players'], length=row['length'])}")
        for option, known in row["options"].items():
            named = [str(value) for value in known["values"] if value is not None]
            values = " | ".join([*named, "FILE.toml"] if known["file"] else named)
            click.echo(f"{'':10} --{option} {values}")


@click.command()
@game_argument
@lang_option
def rules(game: str, lang: str) -> None:
    """Print the rules of a game.

    Example: ludoteca rules cadena --lang es
    """
    registry.definition(game)
    click.echo(texts.document(game, "rules", lang))
