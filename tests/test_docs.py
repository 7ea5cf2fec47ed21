"""What the documents claim."""

import re
from pathlib import Path

import pytest

import ludoteca
from tests.cases import every_game
from tools.pictures import FOLDER, draw

ROOT = Path(__file__).parent.parent


@every_game
def test_the_pictures_are_drawn_by_the_program_as_it_is(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == draw(name)


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
