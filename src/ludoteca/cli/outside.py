"""Games from outside this package, named on the command line by their modules or folders."""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from ludoteca.cli.help_texts import UsageProblem
from ludoteca.core import registry

MODULE = "--game-module"


def take_modules(arguments: Sequence[str]) -> list[str]:
    """Add the games that the option names, anywhere on a command line; return the rest of it.

    It is read before everything else, since the games' own options are among what follows.
    """
    rest: list[str] = []
    given = iter(arguments)
    for argument in given:
        name, equals, value = argument.partition("=")
        if argument == "--":
            rest += [argument, *given]
        elif name != MODULE:
            rest.append(argument)
        else:
            found = value if equals else next(given, "")
            if not found:
                raise UsageProblem("no_module", owner="terminal", name=MODULE)
            add_module(found)
    return rest


def add_module(text: str) -> str:
    """Add the game of a module, or of a folder that is a package; return the game's name."""
    module = _from_folder(text) or text
    try:
        definition = import_module(module).DEFINITION
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageProblem("bad_module", owner="terminal", text=text[:80], why=error) from None
    registry.add_game(definition.name, module)
    return str(definition.name)


def _from_folder(text: str) -> str | None:
    """Return the module that a folder is, once Python can find it; None if it is no package."""
    folder = Path(text).resolve()
    if not (folder / "__init__.py").is_file():
        return None
    top = folder
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    if str(top.parent) not in sys.path:
        sys.path.insert(0, str(top.parent))
    return ".".join(folder.relative_to(top.parent).parts)
