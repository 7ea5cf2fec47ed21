"""The line that moves are typed on, with what they may become."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from ludoteca.core import texts
from ludoteca.terminal.walk import common_start, completions

SHOWN, OFFERED = 8, 20


@dataclass
class Prompt:
    """What is typed so far, and the moves that begin with it."""

    typed: str = ""
    found: tuple[str, ...] = ()

    def add(self, text: str) -> None:
        """Type something."""
        self.typed = (self.typed + text)[:200]

    def shorten(self) -> None:
        """Take the last character back."""
        self.typed = self.typed[:-1]

    def clear(self) -> None:
        """Forget what is typed."""
        self.typed, self.found = "", ()

    def match(self, moves: Sequence[str]) -> None:
        """Look for the moves that begin with what is typed."""
        self.found = tuple(completions(self.typed, moves)) if self.typed else ()

    def complete(self, moves: Sequence[str]) -> None:
        """Type on as far as there is only one way."""
        self.match(moves)
        self.typed = common_start(self.found) or self.typed

    def take(self, moves: Sequence[str]) -> str:
        """Return the line as it is entered: itself, or the only move that it can become."""
        self.match(moves)
        line = self.typed.strip()
        if line not in moves and len(self.found) == 1:
            line = self.found[0]
        self.clear()
        return line

    def line(self, invitation: str) -> Text:
        """Return the line as it is shown."""
        text = Text("> ", no_wrap=True, overflow="ellipsis")
        if not self.typed:
            return text.append(invitation, "dim")
        text.append(self.typed, "bold")
        rest = common_start(self.found)[len(self.typed) :]
        text.append(rest, "dim")
        text.append("▏")
        more = " …" if len(self.found) > SHOWN else ""
        return text.append(f"   {'  '.join(self.found[:SHOWN])}{more}", "dim")


def offer(moves: Sequence[str], lang: str) -> str:
    """Return a sentence with the moves that an unfinished text may become."""
    more = " …" if len(moves) > OFFERED else ""
    return texts.say("terminal", "play.offer", lang, moves=f"{'  '.join(moves[:OFFERED])}{more}")
