"""Data that a user can replace: decks, boards and set-ups, as TOML files or plain tables."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteca.core.errors import InvalidData, InvalidOption

Data = Mapping[str, Any]
MAX_BYTES = 1_000_000


def read_toml(path: Path) -> Data:
    """The table in a TOML file, or InvalidData saying what is wrong with the file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InvalidData("file_unreadable", file=str(path), why=error.strerror) from None
    if len(raw) > MAX_BYTES:
        raise InvalidData("file_too_long", file=str(path), most=MAX_BYTES)
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidData("file_not_toml", file=str(path), why=str(error)) from None


def find_data(folder: Path, option: str, value: object) -> Data:
    """Return the table of an option: a built-in one by name, a given table, or a `Path`'s file.

    A string never reaches the file system: it comes from records and requests too. Only code that
    may open files of this computer makes a `Path` of it, as `registry.load` does.
    """
    if isinstance(value, Mapping):
        return value
    if isinstance(value, Path):
        return read_toml(value)
    if not isinstance(value, str):
        raise InvalidOption("bad_data_option", option=option, value=repr(value)[:40])
    built_in = {path.stem: path for path in sorted(folder.glob("*.toml"))}
    if value not in built_in:
        raise InvalidOption(
            "bad_value", option=option, value=value[:40], values=", ".join(built_in)
        )
    return read_toml(built_in[value])


def entry(data: Data, key: str, kind: type, *, where: str) -> Any:
    """The entry at a key, of the kind asked for, or InvalidData naming the place."""
    if key not in data:
        raise InvalidData("entry_missing", where=where, key=key)
    value = data[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InvalidData(
            "entry_kind", where=where, key=key, kind=kind.__name__, value=repr(value)[:60]
        )
    return value


def no_other_entries(data: Data, known: tuple[str, ...], *, where: str) -> None:
    """InvalidData if the table has an entry nobody reads, such as a misspelt one."""
    for key in data:
        if key not in known:
            raise InvalidData("entry_unknown", where=where, key=str(key), known=", ".join(known))
