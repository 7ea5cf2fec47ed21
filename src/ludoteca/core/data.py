"""Data that a user can replace: decks, boards and set-ups, as TOML files or plain tables."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteca.core.errors import InvalidData, InvalidOption, quoted

Data = Mapping[str, Any]
MAX_BYTES = 1_000_000
MAX_REQUEST_BYTES = 8_192
MAX_KEY_PARTS = 8
MAX_NESTING = 16
MAX_DIGITS = 100
# An unterminated string or comment matches up to the end, so that the scan stays linear.
_OPAQUE = re.compile(
    r'''"""(?:\\.|[^\\])*?(?:"""|\Z)'''
    r"""|'{3}.*?(?:'{3}|\Z)"""
    r"""|"(?:\\.|[^"\\\n])*"?"""
    r"""|'[^'\n]*'?|\#[^\n]*""",
    re.DOTALL,
)
_RUN = re.compile(r"[\w\-+: \t.]+")
_DIGITS = re.compile(rf"(?<![\w\-])[+-]?\d[\w.+\-]{{{MAX_DIGITS}}}")


def parse_toml(raw: bytes, *, file: str, most: int = MAX_BYTES) -> Data:
    """Parse a TOML document; raise InvalidData if it is too long, too deep or no TOML.

    `tomllib` needs time and memory quadratic in the parts of a dotted key, so size, dots, nesting
    and digits are checked by a linear scan before it sees the text.
    """
    if len(raw) > most:
        raise InvalidData("file_too_long", file=file, most=most)
    try:
        text = raw.decode("utf-8")
        _check_shape(text, file)
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidData("file_not_toml", file=file, why=str(error)[:200]) from None


def _check_shape(text: str, file: str) -> None:
    """Raise InvalidData for long dotted keys, deep nesting or long numbers outside strings."""
    bare = _OPAQUE.sub(lambda found: "" if found[0][0] == "#" else "s", text)
    if any(found[0].count(".") >= MAX_KEY_PARTS for found in _RUN.finditer(bare)):
        raise InvalidData("toml_key_long", file=file, most=MAX_KEY_PARTS)
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_NESTING:
            raise InvalidData("toml_deep", file=file, most=MAX_NESTING)
    if _DIGITS.search(bare):
        raise InvalidData("number_long", file=file, most=MAX_DIGITS)


def _check_values(value: object, option: str, depth: int = 0) -> None:
    """Raise InvalidData for deep nesting, or for numbers too long to compute with or to write."""
    if depth > MAX_NESTING:
        raise InvalidData("toml_deep", file=option, most=MAX_NESTING)
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            _check_values(item, option, depth + 1)
    elif isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        raise InvalidData("number_long", file=option, most=MAX_DIGITS)


def read_toml(path: Path) -> Data:
    """Read the table in a TOML file; raise InvalidData with the fault."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InvalidData("file_unreadable", file=str(path), why=error.strerror) from None
    return parse_toml(raw, file=str(path))


def find_data(folder: Path, option: str, value: object) -> Data:
    """Return the table of an option: a built-in one by name, a given table, or a `Path`'s file.

    A string never reaches the file system: it comes from records and requests too. Only code that
    may open files of this computer makes a `Path` of it, as `registry.load` does.
    """
    if isinstance(value, Mapping):
        _check_values(value, option)
        return value
    if isinstance(value, Path):
        return read_toml(value)
    if not isinstance(value, str):
        raise InvalidOption("bad_data_option", option=option, value=quoted(value))
    built_in = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    if value not in built_in:
        raise InvalidOption(
            "bad_value", option=option, value=value[:40], values=", ".join(built_in)
        )
    return read_toml(built_in[value])


def entry(data: Data, key: str, kind: type, *, where: str) -> Any:
    """Return the entry at a key; raise InvalidData if it is missing or of another kind."""
    if key not in data:
        raise InvalidData("entry_missing", where=where, key=key)
    value = data[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InvalidData(
            "entry_kind", where=where, key=key, kind=kind.__name__, value=quoted(value, 60)
        )
    return value


def no_other_entries(data: Data, known: tuple[str, ...], *, where: str) -> None:
    """Raise InvalidData if the table has an unknown entry, such as a misspelt one."""
    for key in data:
        if key not in known:
            raise InvalidData("entry_unknown", where=where, key=str(key), known=", ".join(known))
