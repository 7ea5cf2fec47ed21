"""Finds in the package's source every place that names a text: errors, refusals, endings."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import ludoteca
from ludoteca.core import errors

PACKAGE = Path(ludoteca.__file__).parent
ERRORS = {
    name
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, errors.LudotecaError)
}


@dataclass(frozen=True)
class Use:
    """One text that the source names: whose it is, its key, what is filled in, and where.

    The key is a pattern with * where part of it is computed; `given` is None where it is unknown.
    """

    owner: str
    key: str
    given: frozenset[str] | None
    place: str


@dataclass(frozen=True)
class Helper:
    """A function that hands one of its parameters on as the reason of an error."""

    parameter: str
    index: int
    owner: str
    adds: frozenset[str]


def patterns(node: ast.expr | None) -> list[str]:
    """The strings that an expression can be, as far as they stand in the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return patterns(node.body) + patterns(node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = [
            patterns(part)[0] if isinstance(part, ast.Constant) else "*" for part in node.values
        ]
        return ["".join(parts)]
    return []


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def named(call: ast.Call, name: str) -> ast.expr | None:
    """The argument under a name."""
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def argument(call: ast.Call, index: int, name: str) -> ast.expr | None:
    """The argument at a place or under a name."""
    return call.args[index] if index < len(call.args) else named(call, name)


def given(call: ast.Call) -> frozenset[str] | None:
    """The names of what a call fills in, or None where it hands on a table."""
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name)


def folder_of(path: Path) -> str:
    """The game or the part of the package that a module belongs to."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "rulebooks" and len(parts) > 2 else "core"


class Module:
    """One source file and the texts that it names."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = folder_of(path)
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        self.helpers = dict(self._helpers())

    def _owner(self, call: ast.Call) -> str | None:
        """Whose reason an error carries; None where the source does not say."""
        if called(call) == "refusal":
            return self.folder
        owners = patterns(named(call, "owner"))
        if owners:
            return owners[0]
        return None if named(call, "owner") is not None or given(call) is None else "core"

    def _helpers(self) -> Iterator[tuple[str, Helper]]:
        functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            names = [parameter.arg for parameter in function.args.args]
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                reason = argument(call, 0, "reason")
                if called(call) not in ERRORS or not isinstance(reason, ast.Name):
                    continue
                if reason.id in names:
                    owner = patterns(named(call, "owner"))
                    index = names.index(reason.id) - (names[0] == "self")
                    adds = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
                    name = owner[0] if owner else "core"
                    yield function.name, Helper(reason.id, index, name, adds)

    def _use(self, call: ast.Call, owner: str, key: str, *, told: frozenset[str] | None) -> Use:
        place = f"{self.path.relative_to(PACKAGE)}:{call.lineno}"
        return Use(owner, key, told, place)

    def uses(self) -> Iterator[Use]:
        """Every text that this file names outright."""
        for call in self.calls:
            name, told = called(call), given(call)
            if name in ERRORS or name == "refusal":
                more = told if told is None or name != "refusal" else told | {"move"}
                if owner := self._owner(call):
                    for key in patterns(argument(call, 0, "reason")):
                        yield self._use(call, owner, f"refusals.{key}", told=more)
            elif name in self.helpers:
                helper = self.helpers[name]
                told = None if told is None else told | helper.adds
                for key in patterns(argument(call, helper.index, helper.parameter)):
                    yield self._use(call, helper.owner, f"refusals.{key}", told=told)
            elif name == "Ending":
                for key in patterns(argument(call, 0, "reason")):
                    yield self._use(call, self.folder, f"endings.{key}", told=frozenset())
            elif name == "say" and len(call.args) >= 2:
                for owner in patterns(call.args[0]):
                    for key in patterns(call.args[1]):
                        yield self._use(call, owner, key, told=told)


def all_uses() -> list[Use]:
    """Every text that the package's source names outright."""
    modules = [Module(path) for path in sorted(PACKAGE.rglob("*.py"))]
    return [use for module in modules for use in module.uses()]
