"""The same study on a Ray cluster, and what is said where there is none."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.study import cluster, study
from ludoteca.study.cluster import ClusterUnreachable

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs ludoteca[ray]")


@needs_ray
def test_a_cluster_gives_what_this_machine_gives(tmp_path: Path) -> None:
    """In a process of its own: Ray leaves threads and warnings behind."""
    command = ["study", "rainbow", "--games", "4", "--level", "random", "--json", "--out"]
    ran = subprocess.run(
        [sys.executable, "-m", "ludoteca", *command, str(tmp_path), "--ray", "local"],
        env=os.environ | {"LUDOTECA_LANG": "en", "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    alone = study("rainbow", games=4, players=["random"])
    assert json.loads(ran.stdout) == json.loads(json.dumps(alone.report()))
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 4


class _Broken:
    """A Ray whose machines cannot play."""

    class exceptions:  # noqa: N801
        """Its errors."""

        class RayError(Exception):
            """Any of them."""

    def remote(self, num_cpus: int) -> Any:
        return lambda function: SimpleNamespace(remote=lambda task: task)

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
    with pytest.raises(ClusterUnreachable, match=r"pip install \"ludoteca\[ray\]\""):
        study("rainbow", games=2, players=["random"], ray="local")


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
