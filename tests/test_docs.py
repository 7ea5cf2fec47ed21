"""What the documents claim."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.registry import definition
from ludoteca.server.http.catalog import MOMENTS_FILE
from tests.cases import every_game
from tools.pictures import FOLDER, draw, moments_toml

ROOT = Path(__file__).parent.parent


@every_game
def test_the_pictures_are_drawn_by_the_program_as_it_is(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == draw(name)


@every_game
def test_the_positions_of_the_home_page_are_those_of_the_sample_game(name: str) -> None:
    stored = (definition(name).folder / MOMENTS_FILE).read_text(encoding="utf-8")
    assert stored == moments_toml(name)


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target


def test_the_readme_shows_the_library_as_it_is() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert len(code) == 4
    scope: dict[str, object] = {}
    for block in code:
        exec(block.replace("10_000", "100").replace("4096", "16"), scope)
    position = scope["position"]
    assert isinstance(position, ludoteca.Position)
    assert position.to_move == 1


def test_the_pages_show_the_library_as_it_is() -> None:
    for page in ("library", "review", "agents", "vector"):
        text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        scope: dict[str, object] = {}
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        assert blocks, page
        for block in blocks:
            exec(block, scope)


def test_the_documentation_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert built.stderr == ""
    pages = [tmp_path / "reference" / f"{name}.html" for name in ("ludoteca", "match")]
    reference = "".join(page.read_text(encoding="utf-8") for page in pages)
    for name in ludoteca.__all__:
        assert re.search(rf'id="ludoteca\.(match\.verify\.)?{name}"', reference), name
