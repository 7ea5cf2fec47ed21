"""The command line in the user's language: help pages, headings, and what went wrong."""

import os
from collections.abc import Sequence
from contextlib import suppress

import click

from ludoteca.core import registry, texts
from ludoteca.core.errors import LudotecaError

LANGUAGE = "ludoteca.lang"


class UsageProblem(LudotecaError):
    """A command line that says something the program does not know."""

    code = "usage"


def system_language() -> str:
    """Return the language of the user's system, if we speak it, else English."""
    for name in ("LUDOTECA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "es" if value.lower().startswith("es") else "en"
    return "en"


def asked_language(arguments: Sequence[str]) -> str:
    """Return the language asked for anywhere on a command line, else the system's."""
    for before, argument in zip(["", *arguments], arguments, strict=False):
        named = before in ("-L", "--lang")
        asked = argument if named else argument.removeprefix("--lang=").removeprefix("-L")
        if asked in texts.LANGUAGES and (named or argument != asked):
            return asked
    return system_language()


def language_of(ctx: click.Context) -> str:
    """Return the language of this run."""
    return ctx.meta.get(LANGUAGE) or system_language()


def say(key: str, lang: str, /, **values: object) -> str:
    """Return a sentence of the command line."""
    return texts.say("terminal", f"cli.{key}", lang, **values)


def _heading(text: str) -> str:
    """Return one of Click's own headings in the language of the run."""
    ctx = click.get_current_context(silent=True)
    lang = language_of(ctx) if ctx is not None else system_language()
    found = texts.find("terminal", f"headings.{text.lower()}", lang)
    return found if isinstance(found, str) else text


class Formatter(click.HelpFormatter):
    """Writes help pages with headings in the user's language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{_heading('usage')}: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(_heading(heading))


class Context(click.Context):
    """A context whose help pages speak the user's language."""

    formatter_class = Formatter

    def get_help(self) -> str:
        """Return the help page; the games' texts are read for it, and only for it."""
        self.command.help = _page(str(self.command.name), language_of(self)) or self.command.help
        return super().get_help()


def _found(part: str, keys: Sequence[str], lang: str) -> str | None:
    """Return the first text of a part of the catalogue that is there."""
    texts_found = (texts.find("terminal", f"{part}.{key}", lang) for key in keys)
    return next((text for text in texts_found if text), None)


def _kind(parameter: click.Parameter) -> str:
    """Return what sort of value a parameter takes, as a key of the texts.

    The key is empty if the values are listed.
    """
    kind = parameter.type
    if isinstance(kind, click.Choice):
        return ""
    if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        return "number"
    if isinstance(kind, click.Path):
        return "any_file" if kind.file_okay else "any_folder"
    return "text"


def _name_value(parameter: click.Parameter, command: str, lang: str) -> None:
    """Name what stands for a parameter's value on help pages and in refusals."""
    listed = not _kind(parameter) or (isinstance(parameter, click.Option) and parameter.is_flag)
    if not listed:
        keys = (f"{command}_{parameter.name}", str(parameter.name), _kind(parameter))
        parameter.metavar = _found("metavars", keys, lang) or parameter.metavar


def _games(lang: str) -> list[str]:
    """Return the games whose texts can be read, their rules not imported."""
    found = []
    for game in registry.games():
        with suppress(ImportError, OSError):  # a package from outside may be broken
            registry.find_texts(game)
            texts.catalogue(game, lang)
            found.append(game)
    return found


def _page(name: str, lang: str) -> str | None:
    """Return the help page of a command, its examples filled in from the games' own texts."""
    page = texts.find("terminal", f"help.{name}", lang)
    if page is None:
        return None
    games = _games(lang)
    lines = (line for game in games for line in texts.find(game, f"help.{name}", lang) or ())
    return str(page).format(
        game=games[0],
        titles=", ".join(texts.find(game, "title", lang) or game for game in games),
        examples="".join(f"\n  ludoteca {line}" for line in lines),
    )


def localise(command: click.Command, ctx: click.Context, name: str) -> click.Command:
    """Give a command its texts in the language of the run; what has no text keeps its own."""
    lang = language_of(ctx)
    command.context_class = Context
    command.short_help = texts.find("terminal", f"short.{name}", lang) or command.short_help
    command.options_metavar = texts.say("terminal", "metavars.options", lang)
    if isinstance(command, click.Group):
        command.subcommand_metavar = texts.say("terminal", "metavars.command", lang)
    for parameter in command.params:
        _name_value(parameter, name, lang)
        if isinstance(parameter, click.Option):
            keys = (f"{name}_{parameter.name}", str(parameter.name))
            parameter.help = _found("options", keys, lang) or parameter.help
    shown = command.get_help_option(ctx)
    if shown is not None:
        shown.help = texts.say("terminal", "options.help", lang)
    return command


def _parameter(error: click.BadParameter) -> str:
    """Return what a parameter is called on the command line."""
    if error.param is None:
        return str(error.param_hint or "")
    if isinstance(error.param, click.Option):
        return error.param.opts[-1]
    return str(error.param.human_readable_name)


def _bad_value(error: click.BadParameter, lang: str) -> str:
    """Return what a parameter takes."""
    kind = error.param.type if error.param is not None else None
    name = _parameter(error)
    if isinstance(kind, click.Choice):
        return say("bad_choice", lang, name=name, values=", ".join(map(str, kind.choices)))
    if isinstance(kind, click.IntRange | click.FloatRange):
        low, high = kind.min, kind.max
        key = "bad_range" if high is not None else "bad_least"
        return say(key, lang, name=name, low=low, high=high)
    if isinstance(kind, click.Path):
        return say("bad_path", lang, name=name)
    if kind in (click.INT, click.FLOAT):
        return say("bad_number", lang, name=name)
    return say("bad_value", lang, name=name)


def explain(error: click.UsageError, lang: str) -> str:
    """Return what was wrong with a command line, as one sentence."""
    if isinstance(error, click.NoSuchOption):
        known = ", ".join(error.possibilities or ())
        text = say("no_such_option", lang, name=error.option_name)
        return f"{text} {say('perhaps', lang, names=known)}" if known else text
    if isinstance(error, click.MissingParameter):
        return say("missing", lang, name=_parameter(error))
    if isinstance(error, click.BadParameter):
        return _bad_value(error, lang)
    if isinstance(error, click.BadOptionUsage):
        return say("needs_value", lang, name=error.option_name)
    return say("too_many", lang)
