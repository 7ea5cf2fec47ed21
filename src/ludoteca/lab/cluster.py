"""Tasks on a Ray cluster; needs `ludoteca[ray]`."""

import logging
import os
import socket
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from ludoteca.core import registry
from ludoteca.core.errors import LudotecaError

T = TypeVar("T")
R = TypeVar("R")

LOCAL, AUTO, CLIENT = "local", "auto", "ray://"
PATIENCE = 5.0
"""Seconds in which a cluster must answer."""
ATTEMPTS = 3
"""How often a client asks the head of a cluster for a server of its own: a busy head gives up on
one that takes half a minute to start."""
NO_SERVER = "Initialization failure from server"
"""How Ray's error begins when the head could not start a client's server."""
FRAME_TYPE = 3
SETTINGS = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SETTINGS
"""How both sides of HTTP/2 begin: with a frame of settings, here without any."""
AHEAD = 4
"""Tasks under way for each core of the cluster."""


class ClusterUnreachable(LudotecaError):
    """The package is not installed, no cluster answers at the address, or it fails midway."""

    code = "cluster_unreachable"


def work_on_ray(function: Callable[[T], R], tasks: Iterator[T], address: str) -> Iterator[R]:
    """Yield the results as they come; `local` starts a Ray of its own on this machine."""
    ray = _join(address)
    try:
        remote = ray.remote(num_cpus=1)(_with_games)
        games = registry.modules()
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        while True:
            while len(running) < most and (task := next(tasks, None)) is not None:
                running.append(remote.remote(games, function, task))
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    except ray.exceptions.RayError as error:
        raise ClusterUnreachable("lost", owner="study", why=_last_line(error)) from None
    finally:
        ray.shutdown()


def _with_games(games: dict[str, str], function: Callable[[T], R], task: T) -> R:
    """Do a task in a process of the cluster, which learns the same games."""
    for name, module in games.items():
        registry.add_game(name, module)
    return function(task)


def _last_line(error: Exception) -> str:
    """Return the last line of an error: errors from a cluster carry the traceback of their
    machine.
    """
    return str(error).strip().split("\n")[-1][:100]


def _join(address: str) -> Any:
    """Return Ray, connected to the cluster at an address; ClusterUnreachable says what to do."""
    if find_spec("ray") is None:
        raise ClusterUnreachable("no_ray", owner="study")
    if address.startswith(CLIENT) and find_spec("grpc") is None:
        raise ClusterUnreachable("no_client", owner="study")
    if address not in (LOCAL, AUTO) and _knock(address) and _has_token():
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    import ray

    unwilling = (ConnectionError, RuntimeError, ValueError, TimeoutError, ray.exceptions.RayError)
    for left in reversed(range(ATTEMPTS if address.startswith(CLIENT) else 1)):
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except unwilling as error:
            if left and NO_SERVER in str(error):
                continue
            raise ClusterUnreachable(
                "unreachable", owner="study", address=address, why=_reason(error)
            ) from None
        break
    return ray


def _reason(error: Exception) -> str:
    """Return why Ray cannot be joined: the head node's message if it could not start a server."""
    if NO_SERVER in str(error):
        return _last_line(error)
    return str(error).strip().split("\n")[0][:100]


def _has_token() -> bool:
    """Return whether there is a token to show: Ray shows it unasked only where it finds a cluster
    itself.

    It is sent to clusters on this machine only; the user allows others with
    RAY_AUTH_MODE=token.
    """
    named = {"RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"} & os.environ.keys()
    return bool(named) or (Path.home() / ".ray" / "auth_token").exists()


def _knock(address: str) -> bool:
    """Return whether an address is on this machine; raise ClusterUnreachable if Ray does not answer
    there.

    Ray itself would wait for minutes.
    """
    host, _, port = address.removeprefix(CLIENT).rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise ClusterUnreachable("bad_address", owner="study", address=address[:60])
    try:
        with socket.create_connection((host, int(port)), PATIENCE) as door:
            if not _speaks_ray(door):
                raise ClusterUnreachable("no_cluster", owner="study", address=address)
            return bool(door.getpeername()[0] == door.getsockname()[0])
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ClusterUnreachable("unreachable", owner="study", address=address, why=why) from None


def _speaks_ray(door: socket.socket) -> bool:
    """Return whether a port answers with the HTTP/2 preface of Ray's gRPC server.

    With TLS the preface cannot be checked, so Ray has to try.
    """
    if os.environ.get("RAY_USE_TLS", "0").lower() not in ("0", "false"):
        return True
    door.settimeout(PATIENCE)
    door.sendall(GREETING)
    with door.makefile("rb") as heard:
        answer = heard.read(len(SETTINGS))
    return len(answer) == len(SETTINGS) and answer[FRAME_TYPE] == SETTINGS[FRAME_TYPE]
