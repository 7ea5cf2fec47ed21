"""The command line."""

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from ludoteca import __version__
from ludoteca.cli.help_texts import (
    LANGUAGE,
    Context,
    UsageProblem,
    asked_language,
    explain,
    language_of,
    localise,
    say,
)
from ludoteca.cli.outside import MODULE, take_modules
from ludoteca.cli.shared import FAILED, REFUSED, STOPPED, close_output, forgive_narrow_output
from ludoteca.core import texts
from ludoteca.core.cache_folder import MODE as JIT_MODE
from ludoteca.core.errors import LudotecaError
from ludoteca.core.shipped import choose_level

COMMANDS = (
    "games",
    "rules",
    "template",
    "play",
    "replay",
    "show",
    "verify",
    "analyse",
    "review",
    "puzzles",
    "arena",
    "study",
    "perft",
    "bench",
    "check",
    "warm",
    "serve",
    "completion",
)
"""The commands; each is in the module of its name, imported when it is used."""


class Commands(click.Group):
    """The commands, their help in the user's language; errors are one line and an exit code."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands of this installation."""
        return [name for name in COMMANDS if find_spec(f"ludoteca.cli.{name}") is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = getattr(import_module(f"ludoteca.cli.{cmd_name}"), cmd_name)
        return localise(command, ctx, cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin with what is typed, none imported for it."""
        lang = language_of(ctx)
        commands = [
            CompletionItem(name, help=texts.say("terminal", f"short.{name}", lang))
            for name in self.list_commands(ctx)
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is meant; an unknown one is refused with the nearest names."""
        known = self.list_commands(ctx)
        if args[0] not in known and not args[0].startswith("-"):
            near = ", ".join(get_close_matches(args[0], known)) or ", ".join(known)
            raise UsageProblem("no_such_command", owner="terminal", name=args[0], names=near)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, without importing them."""
        lang = ctx.meta[LANGUAGE]
        rows = [
            (name, texts.say("terminal", f"short.{name}", lang)) for name in self.list_commands(ctx)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments once the language is known."""
        ctx.meta[LANGUAGE] = asked_language(args)
        localise(self, ctx, "main")
        self.epilog = texts.say("terminal", "help.codes", ctx.meta[LANGUAGE])
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; an output that nobody reads any more ends it in peace."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            close_output()
            ctx.exit(0)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run a command line; every problem is one line on standard error and an exit code."""
        given = list(sys.argv[1:] if args is None else args)
        forgive_narrow_output()
        use_shipped_code()
        lang = asked_language(given)
        extra["standalone_mode"] = False
        try:
            code = super().main(take_modules(given), *rest, **extra)
        except LudotecaError as error:
            _fail(error.text(lang), REFUSED)
        except click.UsageError as error:
            _fail(explain(error, lang), REFUSED)
        except click.ClickException as error:
            _fail(error.format_message(), FAILED)
        except (KeyboardInterrupt, click.Abort):
            _fail(say("interrupted", lang), STOPPED)
        except OSError as error:
            why = f"{error.strerror or error} {error.filename or ''}".strip()
            _fail(say("system", lang, why=why), FAILED)
        sys.exit(code if isinstance(code, int) else 0)


def use_shipped_code() -> None:
    """Use the native code that came with the package, unless Numba has chosen a level already."""
    if "numba" not in sys.modules:
        choose_level(JIT_MODE)


def _fail(text: str, code: int) -> NoReturn:
    click.echo(f"ludoteca: {text}", err=True)
    sys.exit(code)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version")
@click.option(MODULE, "game_module", multiple=True, metavar="MODULE")
@click.option("-L", "--lang", type=click.Choice(texts.LANGUAGES))
@click.pass_context
def main(ctx: click.Context, lang: str | None, game_module: tuple[str, ...]) -> None:
    """Open the web table where there is one, else ask which game to play here."""
    if ctx.invoked_subcommand is None:
        name = "serve" if "serve" in main.list_commands(ctx) else "play"
        command = main.get_command(ctx, name)
        assert command is not None
        ctx.invoke(command, lang=language_of(ctx))
