"""The tour in docs/tour.ipynb: its cells run from top to bottom, its outputs stored."""

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"

Cell = dict[str, Any]
LONGEST_TEXT = 200
RICH = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def read(path: Path = TOUR) -> dict[str, Any]:
    """Return the notebook as plain data."""
    book: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return book


def run(book: dict[str, Any]) -> list[Cell]:
    """Run the code cells in one scope; return every cell with the outputs that came."""
    scope: dict[str, Any] = {}
    count, cells = 0, []
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _outputs("".join(cell["source"]), scope, count)
            cell = cell | {"outputs": outputs, "execution_count": count}
        cells.append(cell)
    return cells


def _outputs(source: str, scope: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run one cell as a notebook does: what is printed, then the value of its last expression."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        value = _run_cell(ast.parse(source), scope)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = _lines(printed.getvalue())
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        shown = {"output_type": "execute_result", "execution_count": count, "metadata": {}}
        outputs.append(shown | {"data": _data(value)})
    return outputs


def _run_cell(tree: ast.Module, scope: dict[str, Any]) -> Any:
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "tour", "exec"), scope)
        return None
    before = ast.Module(body=tree.body[:-1], type_ignores=[])
    exec(compile(before, "tour", "exec"), scope)
    return eval(compile(ast.Expression(last.value), "tour", "eval"), scope)


def _data(value: Any) -> dict[str, Any]:
    """Return a value in every form it has; one with a picture and a long text by its class."""
    rich = {kind: getattr(value, name)() for name, kind in RICH.items() if hasattr(value, name)}
    plain = repr(value)
    if rich and len(plain) > LONGEST_TEXT:
        plain = f"<{type(value).__name__}>"
    return {kind: _lines(text) for kind, text in ({"text/plain": plain} | rich).items()}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@click.command()
def main() -> None:
    """Run the tour in docs/tour.ipynb and store its outputs."""
    book = read()
    book["cells"] = run(book)
    TOUR.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
