"""Words that are no moves but ask the table for something, in every language."""

from ludoteca.core import texts
from ludoteca.match.takeback import allows_takebacks
from ludoteca.terminal.session import Session


def command_of(line: str) -> tuple[str, str] | None:
    """Return what a line asks for, and the rest of the line; None if it is no such word."""
    word, _, rest = line.strip().partition(" ")
    for lang in texts.LANGUAGES:
        for action, names in texts.catalogue("terminal", lang)["commands"].items():
            if word.lower() in names.split():
                return action, rest.strip()
    return None


def help_lines(session: Session, lang: str, *without: str) -> list[tuple[str, str]]:
    """Return the words that do something at this table, each with what it does."""
    words = texts.catalogue("terminal", lang)["commands"]
    missing = {*without} if session.bots else {*without, "level"}
    if not allows_takebacks(session.match.game):
        missing.add("undo")
    return [
        (names.split()[0], texts.say("terminal", f"help_of.{action}", lang))
        for action, names in words.items()
        if action not in missing
    ]
