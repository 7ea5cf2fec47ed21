"""Templates for one's own decks, boards and set-ups."""

import tomllib
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core import templates
from ludoteca.core.errors import InvalidOption
from ludoteca.core.registry import definition
from tests.cases import every_game
from tests.commands import run


@every_game
def test_every_option_that_takes_a_file_has_a_template_in_both_languages(name: str) -> None:
    readable = [option.name for option in definition(name).options if option.read is not None]
    assert list(templates.template_options(name)) == readable
    for option in readable:
        english, spanish = (templates.template(name, option, lang) for lang in ("en", "es"))
        assert tomllib.loads(english) == tomllib.loads(spanish)
        assert english.startswith("# A")
        assert spanish.startswith("# Un")


@every_game
def test_a_template_plays_as_it_is_and_explains_every_key(name: str, tmp_path: Path) -> None:
    for option in templates.template_options(name):
        text = templates.template(name, option, "en")
        (tmp_path / "my.toml").write_text(text)
        mine = ludoteca.load(name, **{option: str(tmp_path / "my.toml")})
        assert mine.start(seed=1).moves() == ludoteca.load(name).start(seed=1).moves()
        blocks = text.strip().split("\n\n")[1:]
        assert blocks
        assert all(block.startswith("#") for block in blocks), "each block begins with words"


def test_the_command_writes_a_template_or_names_those_there_are() -> None:
    assert run("template", "cadena", "board").stdout == templates.template("cadena", "board", "en")
    refused = run("template", "cadena", "deck", "--lang", "es")
    assert refused.exit_code == 2
    assert "board" in refused.stderr
    assert "OPTION is missing" in run("template", "cadena").stderr
    with pytest.raises(InvalidOption):
        templates.template("sendas", "../../x", "en")
