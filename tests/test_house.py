"""The house: a game's id on one line outside its folder, and imports that go one way only."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ludoteca
import tasks
from tests.cases import every_game

ROOT = Path(__file__).parent.parent
PACKAGE = Path(ludoteca.__file__).parent
DRAWN = PACKAGE / "server" / "static"
REGISTRY = "ludoteca.core.registry"  # the one module that lists the games, as strings


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


def mentions(name: str) -> list[str]:
    """Return where an id stands in the package outside its game's folder: file and line."""
    own = PACKAGE / "rulebooks" / name
    paths = (path for ending in ("py", "toml", "md") for path in files(ending))
    return places(name, (path for path in paths if own not in path.parents), PACKAGE)


def places(name: str, paths: Iterable[Path], root: Path) -> list[str]:
    """Return the lines of some files that have an id as a word, or as a part of one."""
    word = re.compile(rf"(?<![^\W_]){name}(?![^\W_])", re.IGNORECASE)
    return [
        f"{path.relative_to(root)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if word.search(line)
    ]


def around_the_package() -> Iterator[Path]:
    """Yield the sources of the client and of the tools; what they need of a game it brings."""
    yield from (ROOT / "tasks.py", ROOT / "hatch_build.py")
    yield from sorted((ROOT / "tools").rglob("*.py"))
    for ending in ("py", "ts", "svelte", "css", "html", "toml", "json"):
        for path in sorted((ROOT / "web").rglob(f"*.{ending}")):
            if not {"node_modules", "tests"} & {*path.parts}:
                yield path


@every_game
def test_a_games_id_stands_on_one_line_outside_its_folder(name: str) -> None:
    (place,) = mentions(name)
    assert place.startswith("core/registry.py:")
    assert places(name, around_the_package(), ROOT) == []


def test_a_mention_is_found_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text(
        '"""Chess in words."""\nx = {"chess": 1}  # chess\nchessmen = 2\n'
    )
    (tmp_path / "rulebooks" / "chess").mkdir(parents=True)
    (tmp_path / "rulebooks" / "chess" / "rules.py").write_text("import chess\n")
    texts = tmp_path / "terminal" / "texts"
    texts.mkdir(parents=True)
    (texts / "en.toml").write_text('[help]\nmain = """Games.\n\n  play chess"""\n')
    monkeypatch.setattr("tests.test_house.PACKAGE", tmp_path)
    assert mentions("chess") == ["a.py:1", "a.py:2", "terminal/texts/en.toml:4"]


def test_a_mention_in_the_client_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text("if (game === 'chess') a()\nconst chess_box = 1\nlet chessmen\n")
    assert places("chess", [tmp_path / "a.ts"], tmp_path) == ["a.ts:1", "a.ts:2"]


def test_the_client_and_the_tools_are_among_what_is_read() -> None:
    read = {path.relative_to(ROOT).as_posix() for path in around_the_package()}
    assert {"tasks.py", "tools/studies.py", "web/client.py"} <= read
    assert {"web/src/main.ts", "web/src/App.svelte", "web/src/wire.gen.ts"} <= read


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


SOURCES = ("src", "tests", "tools", "benchmarks", "examples", "web")
OWN_PACKAGES = ("ludoteca", "tests", "tools", "benchmarks", "nim", "selfplay", "*")
MOST_LINES = 400  # of a module
MOST_BODY = 50  # lines of a function, its signature and docstring left out


def project_files() -> Iterator[Path]:
    """Yield the Python files of the project, those of its tools and tests included."""
    yield from sorted(ROOT.glob("*.py"))
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "node_modules" not in path.parts and DRAWN not in path.parents:
                yield path


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a module, those within others included."""
    for node in parsed(path, path.stat().st_size)[0]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many lines a function has after its docstring."""
    statements = function.body[1:] if ast.get_docstring(function) else function.body
    return 0 if not statements else (function.end_lineno or 0) - statements[0].lineno + 1


def too_long(paths: Iterator[Path]) -> Iterator[str]:
    """Yield the modules and functions that are over their limits."""
    for path in paths:
        if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES:
            yield path.name
        for function in functions(path):
            if body_lines(function) > MOST_BODY:
                yield f"{path.name}:{function.name}"


def test_no_module_and_no_function_is_too_long() -> None:
    assert list(too_long(project_files())) == []


def test_what_is_too_long_is_found(tmp_path: Path) -> None:
    body = "    pass\n" * MOST_BODY
    (tmp_path / "fine.py").write_text(f'def a():\n    """Return."""\n{body}')
    (tmp_path / "long.py").write_text(f"def b():\n    pass\n{body}")
    (tmp_path / "longer.py").write_text("# a line\n" * (MOST_LINES + 1))
    assert list(too_long(iter(sorted(tmp_path.iterdir())))) == ["long.py:b", "longer.py"]


def mypy_settings() -> dict[str, Any]:
    """Return mypy's settings of the project."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = settings["tool"]["mypy"]
    return found


def test_mypy_is_strict_everywhere() -> None:
    settings = mypy_settings()
    own = tuple(path.stem for path in project_files() if path.parent == ROOT) + OWN_PACKAGES
    for others in settings.pop("overrides"):
        assert not any(name.startswith(own) for name in others["module"])
        assert all("import" in key for key in others.keys() - {"module"})
    assert settings.pop("strict") is True
    checked = [ROOT / name for name in settings.pop("files")]
    assert settings.keys() == {"mypy_path", "explicit_package_bases"}
    for path in project_files():
        assert any(path == part or part in path.parents for part in checked), path


def test_no_file_is_left_out_of_the_types() -> None:
    left_out = re.compile(r"#\s*(mypy:|type:\s*ignore(?!\[))")
    for path in project_files():
        assert not left_out.search(path.read_text(encoding="utf-8")), path


def test_the_tests_are_a_package_that_changes_no_path() -> None:
    here = ROOT / "tests"
    for path in sorted(here.rglob("*.py")):
        assert (path.parent / "__init__.py").exists(), path
        changes = [
            node.lineno
            for node in nodes(path)
            if isinstance(node, ast.Call)
            and ast.unparse(node.func).startswith(("sys.path.", "site.addsitedir"))
        ]
        assert changes == [], path


def test_markers_choose_the_modes_of_the_jit() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = {text.split(":")[0] for text in settings["tool"]["pytest"]["ini_options"]["markers"]}
    used = set(re.findall(r"\w+", " ".join(tasks.MARKERS.values()))) - {"or"}
    assert used <= declared
    modes = (ROOT / "tasks.py").read_text(encoding="utf-8")
    assert not re.search(r"tests/\w|test_\w+\.py", modes), "a list of test files in tasks.py"


CHECKS = PACKAGE / "lab" / "conformance.py"  # its functions are tests: their docstrings are facts
NO_VERB = re.compile(
    r"(A|An|The|What|Whether|How|Where|Why|Which|Who|Whose|All|Every|Each|One|Two|Both|For|In|So)\b"
    r"|(Illegal|Invalid)\w+|(?!Pass|Press|Discuss|Guess|Toss|Cross|Access|Address)[A-Z]\w*[^s]s\b"
)
DIALECT = re.compile(
    r"\bso (many|often)\b(?! (as|that))|\banew\b|\b(is|are|was|were) told\b|\bwhat is no\b"
    r"|\bwho (asks|sends|looks|waits|comes)\b|\bthat (is|are) none\b|\blook(s|ed|ing)? ahead\b",
    re.IGNORECASE,
)


def documented(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the functions of a module that have a docstring, tests left out, with its text."""
    for function in functions(path):
        text = ast.get_docstring(function)
        if text and not function.name.startswith("test_"):
            yield f"{path.name}:{function.lineno}", text


def of_the_product() -> Iterator[Path]:
    """Yield the Python files of the project that are no tests."""
    return (path for path in project_files() if ROOT / "tests" not in path.parents)


def test_docstrings_begin_with_a_verb() -> None:
    found = [
        f"{place} {text.splitlines()[0]}"
        for path in of_the_product()
        if path != CHECKS
        for place, text in documented(path)
        if NO_VERB.match(text)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["The points.", "Returns it.", "Whether it is.", "InvalidSeat if"])
def test_a_docstring_without_a_verb_is_found(text: str) -> None:
    assert NO_VERB.match(text)
    assert not NO_VERB.match(f"Return {text.lower()}")


def test_docstrings_and_comments_are_in_plain_english() -> None:
    found = []
    for path in of_the_product():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if DIALECT.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number} {line.strip()}")
    assert found == []
