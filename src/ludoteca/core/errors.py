"""What can go wrong, as a few named classes; the sentence is chosen by language."""

from ludoteca.core import texts


def quoted(value: object, most: int = 40) -> str:
    """Return a short repr of a value, even of a whole number too long to be written out."""
    try:
        return repr(value)[:most]
    except ValueError:
        return "…"


class LudotecaError(Exception):
    """The base of every error this package raises on purpose."""

    code = "error"

    def __init__(self, reason: str, *, owner: str = "core", **details: object) -> None:
        self.reason = reason
        self.owner = owner
        self.details = details
        super().__init__(reason)

    def text(self, lang: str = "en") -> str:
        """Return the error as a sentence in the reader's language."""
        key = f"refusals.{self.reason}"
        return texts.say(self.owner, key, lang, **self.details)

    def __str__(self) -> str:
        return self.text("en")


class UnknownGame(LudotecaError):
    """No game of that name."""

    code = "unknown_game"


class OtherRules(LudotecaError):
    """A version of a game's rules that this program does not have."""

    code = "other_rules"


class InvalidOption(LudotecaError):
    """An option that the game does not have, or a value that the option does not take."""

    code = "invalid_option"


class InvalidData(LudotecaError):
    """A deck, board, pattern or set-up with a mistake in it; `file` is the one it was read from."""

    code = "invalid_data"
    file: str | None = None

    def text(self, lang: str = "en") -> str:
        said = super().text(lang)
        return said if self.file is None or "file" in self.details else f"{self.file}: {said}"


class InvalidNotation(LudotecaError):
    """A text that is no move of this game at all."""

    code = "invalid_notation"


class IllegalMove(LudotecaError):
    """A move that the rules do not allow here."""

    code = "illegal_move"


class InvalidPosition(LudotecaError):
    """A text that is no position, or a position that cannot be."""

    code = "invalid_position"


class CannotThink(LudotecaError):
    """A view with nothing to decide, or one that no game can look like."""

    code = "cannot_think"


class InvalidRecord(LudotecaError):
    """A record that is broken, tampered with, or not one."""

    code = "invalid_record"

    def __init__(self, reason: str, *, line: int, owner: str = "core", **details: object) -> None:
        super().__init__(reason, owner=owner, **details)
        self.line = line

    def text(self, lang: str = "en") -> str:
        where = texts.say("core", "refusals.line", lang, line=self.line)
        return f"{where}: {super().text(lang)}"


class InvalidSeat(LudotecaError):
    """A seat that this game does not have."""

    code = "invalid_seat"
