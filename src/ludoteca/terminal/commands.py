"""Words that are no moves but ask the table for something, in every language."""

from ludoteca.core import texts


def command_of(line: str) -> tuple[str, str] | None:
    """Return what a line asks for, and the rest of the line; None if it is no such word."""
    word, _, rest = line.strip().partition(" ")
    for lang in texts.LANGUAGES:
        for action, names in texts.catalogue("terminal", lang)["commands"].items():
            if word.lower() in names.split():
                return action, rest.strip()
    return None
