"""The same study on a Ray cluster, and what is said where there is none."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.lab import cluster
from ludoteca.lab.cluster import ClusterUnreachable
from ludoteca.lab.rows import plain
from ludoteca.lab.study import study

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs ludoteca[ray]")


# Workers of Ray would wait for all else on the machine, and its head give up on slow starts.
QUIET = {
    "LUDOTECA_LANG": "en",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "240",
}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def cluster_here() -> Iterator[tuple[str, str]]:
    """The addresses of a cluster that somebody has started on this machine."""
    port, client = free_port(), free_port()
    command = ["start", "--head", "--block", f"--port={port}", "--include-dashboard=false"]
    command.append(f"--ray-client-server-port={client}")
    ray = Path(sys.executable).with_name("ray")
    with subprocess.Popen([ray, *command], env=os.environ | QUIET, stdout=subprocess.PIPE) as head:
        assert head.stdout is not None
        assert any(b"Ray runtime started" in line for line in head.stdout)
        yield f"127.0.0.1:{port}", f"ray://127.0.0.1:{client}"
        head.terminate()
        head.communicate(timeout=60)


def compare(address: str, folder: Path) -> None:
    """Compares a study there with one here; in a process of its own, as Ray leaves much behind."""
    command = ["study", "rainbow", "--games", "4", "--level", "random", "--json", "--out"]
    ran = subprocess.run(
        [sys.executable, "-m", "ludoteca", *command, str(folder), "--ray", address],
        env=os.environ | QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    alone = study("rainbow", games=4, players=["random"])
    assert json.loads(ran.stdout) == plain(alone.report())
    assert len((folder / "games.jsonl").read_text().splitlines()) == 4


@needs_ray
def test_a_cluster_of_its_own_gives_what_this_machine_gives(tmp_path: Path) -> None:
    compare("local", tmp_path)


@needs_ray
@pytest.mark.parametrize("door", [0, 1], ids=["node", "client"])
def test_a_cluster_that_is_there_gives_the_same(
    cluster_here: tuple[str, str], door: int, tmp_path: Path
) -> None:
    compare(cluster_here[door], tmp_path)


class _Broken:
    """A Ray whose machines cannot play."""

    class exceptions:  # noqa: N801
        """Its errors."""

        class RayError(Exception):
            """Any of them."""

    def remote(self, num_cpus: int) -> Any:
        return lambda function: SimpleNamespace(remote=lambda *task: task)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def wait(self, running: list[Any]) -> tuple[list[Any], list[Any]]:
        return running[:1], running[1:]

    def get(self, done: list[Any]) -> list[Any]:
        raise self.exceptions.RayError(
            "Traceback …\nModuleNotFoundError: No module named 'ludoteca'"
        )

    def shutdown(self) -> None:
        pass


def test_a_cluster_that_cannot_play_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_join", lambda address: _Broken())
    with pytest.raises(ClusterUnreachable, match=r"No module named 'ludoteca'.*needs this version"):
        study("rainbow", games=2, players=["random"], ray="auto")


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Any:
        return None

    monkeypatch.setattr(cluster, "find_spec", nothing)
    with pytest.raises(ClusterUnreachable, match=r"pip install \"\.\[ray\]\""):
        study("rainbow", games=2, players=["random"], ray="local")


@needs_ray
@pytest.mark.parametrize("failures", [2, 3])
def test_a_busy_head_is_asked_three_times(failures: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray's head gives up on a client's server that takes half a minute to start."""
    import ray

    asked = []

    def init(**how: Any) -> None:
        asked.append(how["address"])
        if len(asked) <= failures:
            raise ConnectionAbortedError("Initialization failure from server:\nRuntimeError: busy")

    monkeypatch.setattr(cluster, "_knock", lambda address: False)
    monkeypatch.setattr(ray, "init", init)
    if failures == 2:
        assert cluster._join("ray://127.0.0.1:1") is ray
    else:
        with pytest.raises(ClusterUnreachable, match="RuntimeError: busy"):
            cluster._join("ray://127.0.0.1:1")
    assert len(asked) == 3


@needs_ray
def test_a_cluster_that_does_not_answer_is_named() -> None:
    with pytest.raises(ClusterUnreachable, match=r"127\.0\.0\.1:1 .*ray start --head"):
        study("rainbow", games=2, players=["random"], ray="127.0.0.1:1")


@needs_ray
@pytest.mark.parametrize("address", ["nowhere", "host:", ":6379", "host:99999", "ray://host"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ClusterUnreachable) as caught:
        study("rainbow", games=2, players=["random"], ray=address)
    assert caught.value.reason == "bad_address"


@needs_ray
@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_for_a_client_its_part_of_ray_must_be_there(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None if name == "grpc" else name)
    with pytest.raises(ClusterUnreachable) as caught:
        study("rainbow", games=2, players=["random"], ray=f"{scheme}127.0.0.1:1")
    assert caught.value.reason == ("no_client" if scheme else "unreachable")


@needs_ray
@pytest.mark.parametrize("scheme", ["", "ray://"])
@pytest.mark.parametrize("said", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH\r\n"])
def test_what_answers_otherwise_than_ray_is_named_soon(
    scheme: str, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}127.0.0.1:{server.getsockname()[1]}"

        def answer() -> None:
            door, _ = server.accept()
            door.sendall(said)
            ended.wait()
            door.close()

        ended = threading.Event()
        answering = threading.Thread(target=answer)
        answering.start()
        with pytest.raises(ClusterUnreachable, match=rf"{address}.*leave --ray out"):
            study("rainbow", games=2, players=["random"], ray=address)
        ended.set()
        answering.join()
