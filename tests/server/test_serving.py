"""The command that opens the web table."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from ludoteca.cli import main
from ludoteca.cli.serve import serve
from ludoteca.server import serve as serving
from tests.server.web_client import PATIENCE

COMMAND = "from ludoteca.cli.serve import serve; serve()"


@contextmanager
def started(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and the address that it names."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "--no-open", "--lang", "en", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.wait(PATIENCE)
        process.stdout.close()


def test_it_names_its_address_and_stops_on_request(tmp_path: Path) -> None:
    with started("--data", str(tmp_path / "new"), "--port", "0") as (process, address):
        for _ in range(100):
            try:
                assert httpx.get(f"{address}/healthz").json() == {"status": "ready"}
                break
            except httpx.ConnectError:
                pass
        assert (tmp_path / "new" / serving.FILE).exists()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind((serving.LOCAL, 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        options = ["--port", port, "--data", str(tmp_path), "--lang", "es"]
        result = CliRunner().invoke(serve, options)
    assert result.exit_code == 1
    assert f"El puerto {port} no se puede usar" in result.output


def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(
        serve, ["--data", str(tmp_path / "file" / "deeper"), "--lang", "en"]
    )
    assert result.exit_code == 1
    assert "cannot be opened" in result.output


def test_a_free_port_is_found_beside_a_taken_one() -> None:
    first = serving.listen(serving.LOCAL, None)
    second = serving.listen(serving.LOCAL, None)
    assert first.getsockname()[1] != second.getsockname()[1]
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("::", False)],
)
def test_only_this_computer_is_local(host: str, local: bool) -> None:
    assert serving.is_local(host) == local


def test_the_help_teaches_by_example() -> None:
    result = CliRunner().invoke(main, ["serve", "--help"])
    assert "ludoteca serve --host 0.0.0.0" in result.output
