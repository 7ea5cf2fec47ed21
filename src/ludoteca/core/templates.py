"""Templates for one's own decks, boards and set-ups: built-in data with every key explained.

They are files data/templates/OPTION.LANG.toml in a game's folder.
"""

from pathlib import Path

from ludoteca.core import registry
from ludoteca.core.errors import InvalidOption, quoted

FOLDER = Path("data") / "templates"


def template_options(name: str) -> tuple[str, ...]:
    """Return the options of a game that have a template."""
    definition = registry.definition(name)
    options = (option.name for option in definition.options)
    return tuple(option for option in options if _path(name, option, "en").exists())


def template(name: str, option: str, lang: str) -> str:
    """Return the template of an option as TOML; raise InvalidOption if it has none."""
    known = template_options(name)
    if option not in known:
        options = ", ".join(known) or "–"
        raise InvalidOption("no_template", game=name, option=quoted(option, 40), options=options)
    return _path(name, option, lang).read_text(encoding="utf-8")


def _path(name: str, option: str, lang: str) -> Path:
    return registry.definition(name).folder / FOLDER / f"{option}.{lang}.toml"
