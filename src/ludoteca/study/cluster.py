"""The same work on a Ray cluster, for those who installed `ludoteca[ray]`."""

import logging
import socket
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, TypeVar

from ludoteca.core.errors import LudotecaError

T = TypeVar("T")
R = TypeVar("R")

LOCAL, AUTO = "local", "auto"
PATIENCE = 5.0
"""Seconds in which a cluster must answer."""
AHEAD = 4
"""Tasks under way for each core of the cluster."""


class ClusterUnreachable(LudotecaError):
    """The package is not installed, no cluster answers at the address, or it fails midway."""

    code = "cluster_unreachable"


def work_on_ray(function: Callable[[T], R], tasks: Iterator[T], address: str) -> Iterator[R]:
    """The results as they come; `local` starts a Ray of its own on this machine."""
    ray = _join(address)
    try:
        remote = ray.remote(num_cpus=1)(function)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        while True:
            while len(running) < most and (task := next(tasks, None)) is not None:
                running.append(remote.remote(task))
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    except ray.exceptions.RayError as error:
        raise ClusterUnreachable("lost", owner="study", why=_last_line(error)) from None
    finally:
        ray.shutdown()


def _last_line(error: Exception) -> str:
    """What an error comes down to: errors from a cluster carry the traceback of its machine."""
    return str(error).strip().split("\n")[-1][:100]


def _join(address: str) -> Any:
    """Ray, connected to the cluster at an address; ClusterUnreachable says what to do."""
    if find_spec("ray") is None:
        raise ClusterUnreachable("no_ray", owner="study")
    if address not in (LOCAL, AUTO):
        _knock(address)
    import ray

    try:
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        why = str(error).strip().split("\n")[0][:100]
        raise ClusterUnreachable("unreachable", owner="study", address=address, why=why) from None
    return ray


def _knock(address: str) -> None:
    """Tries the door: Ray itself waits for minutes where nobody is."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ClusterUnreachable("bad_address", owner="study", address=address[:60])
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ClusterUnreachable("unreachable", owner="study", address=address, why=why) from None
