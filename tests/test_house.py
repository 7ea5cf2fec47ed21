"""The house: a game's id on one line outside its folder, and imports that go one way only."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from tests.cases import every_game

ROOT = Path(__file__).parent.parent
PACKAGE = Path(ludoteca.__file__).parent
DRAWN = PACKAGE / "server" / "static"
REGISTRY = "ludoteca.core.registry"  # the one module that lists the games, as strings
PAGES = {"help"}  # tables of texts that are help pages: their examples name games


def files(ending: str) -> Iterator[Path]:
    """Yield the source files of the package, without the built client."""
    for path in sorted(PACKAGE.rglob(f"*.{ending}")):
        if DRAWN not in path.parents:
            yield path


@cache
def parsed(path: Path, size: int) -> tuple[list[ast.AST], set[ast.Constant]]:
    """Return the nodes of a module, and those that are documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return list(ast.walk(tree)), docstrings(tree)


def nodes(path: Path) -> Iterator[ast.AST]:
    """Yield the nodes of a module, documentation left out."""
    found, documentation = parsed(path, path.stat().st_size)
    return (node for node in found if node not in documentation)


def docstrings(tree: ast.AST) -> set[ast.Constant]:
    """Return the strings of a module that are documentation: those that stand alone."""
    alone = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {value for value in alone if isinstance(value, ast.Constant)}


def code_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings, names and imports of a module with their lines, documentation left out."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, f"{node.module} {' '.join(name.name for name in node.names)}"
        elif isinstance(node, ast.Import):
            yield node.lineno, " ".join(name.name for name in node.names)


def leaves(table: Any) -> Iterator[str]:
    """Yield the keys and texts of a table, help pages left out."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield key
            if key not in PAGES:
                yield from leaves(value)
    elif isinstance(table, list):
        for value in table:
            yield from leaves(value)
    elif isinstance(table, str):
        yield table


def mentions(name: str) -> list[str]:
    """Return where an id stands in the package outside its game's folder: file and line."""
    word, own = re.compile(rf"\b{name}\b"), PACKAGE / "rulebooks" / name
    found = set()
    for path in files("py"):
        if own not in path.parents:
            for line, text in code_lines(path):
                if word.search(text):
                    found.add(f"{path.relative_to(PACKAGE)}:{line}")
    for path in files("toml"):
        if own not in path.parents:
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
            if any(word.search(text) for text in leaves(tables)):
                found.add(str(path.relative_to(PACKAGE)))
    return sorted(found)


@every_game
def test_a_games_id_stands_on_one_line_outside_its_folder(name: str) -> None:
    (place,) = mentions(name)
    assert place.startswith("core/registry.py:")


def test_a_mention_in_code_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        '"""Chess in words."""\nx = {"chess": 1}\nfrom a.chess import b\n'
    )
    (tmp_path / "b.toml").write_text('[help]\nmain = "play chess"\n[x]\ntext = "no such word"\n')
    monkeypatch.setattr("tests.test_house.PACKAGE", tmp_path)
    assert mentions("chess") == ["a.py:2", "a.py:3"]
    (tmp_path / "b.toml").write_text('[x.chess]\ntext = "…"\n')
    assert mentions("chess") == ["a.py:2", "a.py:3", "b.toml"]


def allowed() -> dict[str, set[str]]:
    """Return what each part may import, as the table in CONTRIBUTING says."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text[text.index("| folder |") :].split("\n\n")[0].splitlines()[2:]
    found: dict[str, set[str]] = {}
    for row in table:
        names, _, imports = (cell.strip() for cell in row.strip("|").split("|"))
        parts = [part.strip("`/ ") for part in names.split(",")]
        may = {part.strip("` ") for part in imports.split(",")} - {"–"}
        if "all of the above" in may:
            may = {*found, *parts}
        for part in parts:
            found[part] = {*may, part}
    return found


def part_of(module: str) -> str:
    """Return the part that a module of the package belongs to; the package itself is its API."""
    pieces = module.removesuffix(".__init__").split(".")
    if pieces[1:2] == ["rulebooks"] and pieces[3:] == ["bot", "search"]:
        return "rulebooks/*/bot/search"
    return pieces[1] if len(pieces) > 1 else "ludoteca"


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the modules of the package that a file names, in imports and in strings."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            base = node.module
            # `from ludoteca import envs` names a part, `from ludoteca import load` the API.
            for name in node.names:
                below = base == "ludoteca" and (PACKAGE / name.name).exists()
                yield node.lineno, f"{base}.{name.name}" if below else base
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _is_module(node.value):
                yield node.lineno, node.value


def _is_module(text: str) -> bool:
    """Whether a text is the dotted name of a module of the package."""
    if not re.fullmatch(r"ludoteca(\.\w+)+", text):
        return False
    path = PACKAGE.joinpath(*text.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").exists()


def edges(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the parts that a file joins: its own and one that it imports."""
    own = ".".join(["ludoteca", *path.relative_to(PACKAGE).with_suffix("").parts])
    for line, module in imports(path):
        listed = own == REGISTRY and module.startswith("ludoteca.rulebooks.")
        if module.split(".")[0] == "ludoteca" and not listed:
            yield line, part_of(own), part_of(module)


def against(table: dict[str, set[str]]) -> list[str]:
    """Return the imports that a table does not allow."""
    return [
        f"{path.relative_to(PACKAGE)}:{line} {own} → {other}"
        for path in files("py")
        for line, own, other in edges(path)
        if other not in table.get(own, set())
    ]


def test_imports_go_as_the_table_in_contributing_says() -> None:
    table = allowed()
    parts = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert parts <= table.keys()
    assert against(table) == []


def test_an_import_against_the_table_is_found() -> None:
    table = {part: may - {"core"} for part, may in allowed().items()}
    found = against(table)
    assert any(line.startswith("drawing/") for line in found)
    assert all(line.endswith("→ core") for line in found)
