"""One server a data folder: a second one finds the first."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.cli import serve as serving
from ludoteca.server import instance

HOLD = """
import sys
from pathlib import Path
from ludoteca.server import instance
mine = instance.claim(Path(sys.argv[1]))
mine.publish("http://127.0.0.1:9")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_folder_is_claimed_once_and_released(tmp_path: Path) -> None:
    first = instance.claim(tmp_path / "data")
    assert isinstance(first, instance.Instance)
    assert instance.claim(tmp_path / "data", wait=0) == ""
    first.publish("http://127.0.0.1:1")
    first.publish("http://127.0.0.1:12345")
    assert instance.claim(tmp_path / "data") == "http://127.0.0.1:12345"
    if os.name != "nt":
        assert (tmp_path / "data" / instance.FILE).stat().st_mode & 0o777 == 0o600
    first.release()
    again = instance.claim(tmp_path / "data")
    assert isinstance(again, instance.Instance)
    again.release()


def test_a_second_server_opens_the_browser_at_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serving, "_open_browser", opened.append)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        answer = CliRunner().invoke(serving.serve, ["--data", str(tmp_path), "--lang", "es"])
        assert answer.exit_code == 0
        assert "ya están abiertas en http://127.0.0.1:9" in answer.output
        assert opened == ["http://127.0.0.1:9"]
        assert not (tmp_path / "matches.sqlite").exists()
        other.kill()
    claimed = instance.claim(tmp_path)
    assert isinstance(claimed, instance.Instance)
    claimed.release()
