"""A server in a process of its own, and light clients that talk to it over real sockets."""

import asyncio
import json
import os
import resource
import socket as sockets
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOCAL = "127.0.0.1"
READY_SECONDS = 600.0
JSON, TEXT = "application/json", "text/plain"


def raise_file_limit() -> None:
    """Let this process open as many sockets as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def percentile(values: list[float], share: float) -> float:
    """Return the value below which a share of all values lies, in milliseconds."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] * 1000


def free_port() -> int:
    """Return a loopback port that nobody listens on."""
    with sockets.socket() as probe:
        probe.bind((LOCAL, 0))
        port: int = probe.getsockname()[1]
        return port


def new_token(port: int) -> str:
    """Return a new token of a server."""
    request = urllib.request.Request(f"http://{LOCAL}:{port}/api/tokens", method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return str(json.load(answer)["token"])


def command_line(folder: Path, port: int) -> list[str]:
    """Return the command that serves a folder with the default settings."""
    run = [sys.executable, "-m", "ludoteca", "serve", "--no-open"]
    return [*run, "--data", str(folder), "--port", str(port)]


class Server:
    """A server process, from `with` to its end; its figures come from /proc."""

    def __init__(self, command: list[str], port: int, log: Path | None = None) -> None:
        self.command, self.port, self.log = command, port, log

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the process and wait until it answers."""
        self.process = self._popen()
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(OSError):
                urllib.request.urlopen(f"http://{LOCAL}:{self.port}/healthz", timeout=1).close()
                return
            time.sleep(0.05)
        self.stop()
        raise SystemExit("the server does not answer")

    def _popen(self) -> subprocess.Popen[bytes]:
        """Run the command; what it writes goes to the log if there is one."""
        if self.log is None:
            return subprocess.Popen(self.command)
        with self.log.open("ab") as log:
            return subprocess.Popen(self.command, stdout=log, stderr=log)

    def tracebacks(self) -> int:
        """Return how many tracebacks the log has."""
        return 0 if self.log is None else self.log.read_bytes().count(b"Traceback (most")

    def stop(self) -> None:
        """Ask the process to end, and kill it if it does not."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)

    def settle(self, seconds: float = 30.0) -> float:
        """Wait until the process hardly works, for some seconds at most; return how long it was."""
        began = time.monotonic()
        while (taken := time.monotonic() - began) < seconds and self.process.poll() is None:
            before = self.work()
            time.sleep(0.5)
            if self.work() - before < 0.05:
                return taken
        return taken

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        pages = self._read("statm").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def peak_memory(self) -> int:
        """Return the largest resident memory since the last `forget_peak`, in bytes."""
        lines = self._read("status").splitlines()
        peak = next(line for line in lines if line.startswith("VmHWM:"))
        return int(peak.split()[1]) * 1024

    def forget_peak(self) -> None:
        """Measure the peak of the memory from here on."""
        with suppress(OSError):
            Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def open_files(self) -> int:
        """Return how many files and sockets are open."""
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    def work(self) -> float:
        """Return the processor time used so far, in seconds."""
        fields = self._read("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _read(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text()


@dataclass(frozen=True)
class Answer:
    """A status and a body."""

    status: int
    body: bytes

    @property
    def message(self) -> Any:
        """Return the body read as JSON."""
        return json.loads(self.body)


class Client:
    """Requests of one holder from one loopback address, one after the other."""

    def __init__(self, port: int, token: str, source: str = LOCAL) -> None:
        self.port, self.token, self.source = port, token, source
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Answer:
        """Send a GET and return the answer."""
        return await self.ask(self.head("GET", path))

    async def post(self, path: str, message: Any) -> Answer:
        """Send a message as JSON and return the answer."""
        return await self.send(path, json.dumps(message).encode(), JSON)

    async def send(self, path: str, body: bytes, kind: str) -> Answer:
        """Send a body of some type and return the answer."""
        return await self.ask(self.head("POST", path, len(body), kind) + body)

    def head(self, method: str, path: str, size: int | None = None, kind: str = JSON) -> bytes:
        """Return the head of a request, with the blank line after it."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {LOCAL}:{self.port}",
            f"Authorization: Bearer {self.token}",
        ]
        if size is not None:
            lines += [f"Content-Type: {kind}", f"Content-Length: {size}"]
        return "\r\n".join([*lines, "", ""]).encode()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection that the caller closes."""
        return await asyncio.open_connection(LOCAL, self.port, local_addr=(self.source, 0))

    async def ask(self, request: bytes) -> Answer:
        """Send a whole request over the kept connection and return the answer."""
        try:
            if self._streams is None:
                self._streams = await self.connect()
            reader, writer = self._streams
            writer.write(request)
            return await self._answer(reader)
        except BaseException:
            self.close()
            raise

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if ": " in line)
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return Answer(int(head[0].split()[1]), body)

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    def live(self, match: str, query: str = "") -> dict[str, Any]:
        """Return the arguments with which `websockets` connects to a match."""
        return {
            "uri": f"ws://{LOCAL}:{self.port}/api/matches/{match}/live?{query}",
            "additional_headers": {"Authorization": f"Bearer {self.token}"},
            "local_addr": (self.source, 0),
            "compression": None,
            "max_size": None,
            "ping_interval": None,
            "open_timeout": 15,
            "close_timeout": 1,
            "proxy": None,
        }
