"""The options of games on the command line, taken from the games' definitions."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import click

from ludoteca.cli.help_texts import language_of
from ludoteca.core import texts

if TYPE_CHECKING:
    from ludoteca.core.definition import Option


def _declared() -> dict[str, "dict[str, Option]"]:
    """Return for each option's name the games that have it, with the option."""
    from ludoteca.core import registry

    found: dict[str, dict[str, Option]] = {}
    for game in registry.games():
        for option in registry.definition(game).options:
            found.setdefault(option.name, {})[game] = option
    return found


_ABOUT = ("title", "help", "explained", "none")
"""What the texts of an option say beside the titles of its values."""


def complete_value(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the values that the game's option can have, for the shell."""
    from ludoteca.core import registry

    known = registry.games()
    # Click leaves the arguments in `args` while the option before them still wants its value.
    game = next((word for word in (ctx.params.get("game"), *ctx.args) if word in known), None)
    found = [_values(name, str(parameter.name)) for name in ((game,) if game else known)]
    values = dict.fromkeys(value for values in found for value in values)
    return [value for value in values if value.startswith(incomplete)]


def _values(game: str, option: str) -> list[str]:
    """Return the values of a game's option: those its texts have a title for, else the rules'."""
    from ludoteca.core import registry

    registry.find_texts(game)
    told = texts.find(game, f"options.{option}", "en") or {}
    titled = [value for value in told if value not in _ABOUT]
    if titled or not told:
        return titled
    options = (each for each in registry.definition(game).options if each.name == option)
    return [str(value) for each in options for value in each.values if value is not None]


def _help(name: str, games: "dict[str, Option]", lang: str) -> str:
    """Return what an option means, game by game; games that say the same are listed together."""
    from ludoteca.core.option_texts import explanation

    said: dict[str, list[str]] = {}
    for game, option in games.items():
        words = texts.find(game, f"options.{name}", lang) or {}
        values = ", ".join(str(value) for value in option.values if value is not None)
        told = explanation(game, option, lang)
        meaning = f"{words.get('help') or f'{values}.'} {told}".strip()
        said.setdefault(meaning, []).append(texts.say(game, "title", lang))
    return " ".join(f"{', '.join(titles)}: {meaning}" for meaning, titles in said.items())


def _is_number(option: "Option") -> bool:
    return isinstance(option.default, int) and option.read is None


@lru_cache(maxsize=8)
def _options(names: tuple[str, ...], lang: str) -> tuple[click.Option, ...]:
    """Return the options of the registered games, which `names` lists."""
    made = []
    for name, games in _declared().items():
        kind: Any = int if all(map(_is_number, games.values())) else str
        data = any(option.read is not None for option in games.values())
        stand_in = "number" if kind is int else "value_or_file" if data else "value"
        option = click.Option(
            [f"--{name.replace('_', '-')}", name],
            type=kind,
            metavar=texts.say("terminal", f"metavars.{stand_in}", lang),
            shell_complete=complete_value,
            help=_help(name, games, lang),
        )
        made.append(option)
    return tuple(made)


@lru_cache(maxsize=8)
def _named_options(names: tuple[str, ...], lang: str) -> tuple[click.Option, ...]:
    """Return the options that the games' texts name: enough for a shell, without the rules."""
    from ludoteca.core import registry

    found: dict[str, None] = {}
    for game in names:
        registry.find_texts(game)
        found |= dict.fromkeys(texts.find(game, "options", lang) or ())
    return tuple(
        click.Option([f"--{name.replace('_', '-')}", name], shell_complete=complete_value)
        for name in found
    )


class GameCommand(click.Command):
    """A command that takes the options of every registered game, read when it is used.

    An option that the command has itself hides a game's of the same name.
    """

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the arguments, the options of the games, then the command's own options."""
        from ludoteca.core import registry

        own = super().get_params(ctx)
        taken = {parameter.name for parameter in own}
        known = _named_options if ctx.resilient_parsing else _options
        options = known(registry.games(), language_of(ctx))
        added = [option for option in options if option.name not in taken]
        arguments = [one for one in own if isinstance(one, click.Argument)]
        return [*arguments, *added, *(one for one in own if one not in arguments)]


def given_options(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of games among the values given to a command."""
    known = {*_declared()} - _own_names()
    return {key: value for key, value in given.items() if key in known and value is not None}


def _own_names() -> set[str]:
    """Return the names of the parameters that the running command has itself."""
    ctx = click.get_current_context(silent=True)
    return set() if ctx is None else {str(parameter.name) for parameter in ctx.command.params}
