"""TOML of strangers: refused before it is parsed when it is long, deep or dotted."""

import tomllib
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.data import MAX_BYTES, MAX_REQUEST_BYTES, parse_toml, read_toml
from ludoteca.core.errors import InvalidData, InvalidNotation, InvalidOption, InvalidSeat

SOURCES = Path(ludoteca.__file__).parent
HUGE = 10**5000
REFUSED = {
    "dots": (b"a." * 4000 + b"a = 1", "toml_key_long"),
    "spaced dots": (b"a . " * 2000 + b"a = 1", "toml_key_long"),
    "quoted parts": (b'"a".' * 1600 + b"a = 1", "toml_key_long"),
    "a dotted header": (b"[" + b"a." * 3000 + b"a]", "toml_key_long"),
    "nothing but dots": (b"." * 8000, "toml_key_long"),
    "arrays": (b"a = " + b"[" * 8000, "toml_deep"),
    "inline tables": (b"a = " + b"{a = " * 1500, "toml_deep"),
    "digits": (b"a = " + b"9" * 5000, "number_long"),
    "signed digits": (b"a = -" + b"9" * 5000, "number_long"),
    "hexadecimal digits": (b"a = 0x" + b"f" * 5000, "number_long"),
    "parted digits": (b"a = " + b"1_" * 2500 + b"1", "number_long"),
    "size": (b"#" * (MAX_REQUEST_BYTES + 1), "file_too_long"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_costly_never_reaches_the_parser(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, reason = REFUSED[name]
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("parsed"))
    with pytest.raises(InvalidData) as refused:
        parse_toml(raw, file="x.toml", most=MAX_REQUEST_BYTES)
    assert refused.value.reason == reason
    assert refused.value.text("es") != refused.value.text("en")


@pytest.mark.parametrize(
    "raw",
    [
        b"a.b.c.d.e.f.g.h = 1",
        b"a = [" + b"0.5, " * 1000 + b"1.0]",
        b'a = "' + b"a." * 3000 + b'"',
        b"a = '" + b"[" * 3000 + b"'",
        b'a = """\n' + b"[a.b.c.d.e.f.g.h.i.j]\n" * 300 + b'"""',
        b"# " + b"a." * 3000,
        b"a = " + b"[" * 15 + b"]" * 15,
        b"a = '" + b"9" * 5000 + b"'",
        b"a = 2026-01-01T00:00:00.123456+01:00",
        b'a = "\\"a.a.a.a.a.a.a.a.a.a.a.a" # "',
    ],
)
def test_harmless_documents_are_read_as_ever(raw: bytes) -> None:
    assert parse_toml(raw, file="x.toml") == tomllib.loads(raw.decode())


@pytest.mark.parametrize("raw", [b"\xff", b"a = ", b'"""', b"'''", b'a = "', b"]" * 50])
def test_what_is_no_toml_is_a_named_error(raw: bytes) -> None:
    with pytest.raises(InvalidData) as refused:
        parse_toml(raw, file="x.toml")
    assert refused.value.reason == "file_not_toml"


def test_a_long_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(InvalidData) as refused:
        read_toml(path)
    assert refused.value.reason == "file_too_long"


def test_one_function_parses_all_toml_but_the_texts() -> None:
    found = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if "tomllib" in path.read_text(encoding="utf-8")
    }
    assert found == {"core/data.py", "core/texts.py"}


@pytest.mark.parametrize("game", ludoteca.games())
def test_endless_numbers_are_named_errors(game: str) -> None:
    position = ludoteca.load(game).start(0)
    for option in position.game.definition.options:
        for value in (HUGE, [HUGE], {"x": HUGE}):
            with pytest.raises((InvalidOption, InvalidData)) as refused:
                ludoteca.load(game, **{option.name: value})
            assert refused.value.text("es")
    with pytest.raises(InvalidSeat):
        position.view(HUGE)
    with pytest.raises(InvalidNotation):
        position.play(HUGE)  # type: ignore[arg-type]
    with pytest.raises(ludoteca.LudotecaError):
        position.play("9" * 5000)
