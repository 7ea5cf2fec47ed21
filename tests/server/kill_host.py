"""A process that has everything imported and forks a server whenever it is told to.

    python kill_host.py FOLDER PORT

Each line that it reads starts a server; it answers with the server's process id. The tests kill
that process, and the host forks the next one from the same warm state.
"""

import os
import sys
from pathlib import Path

import uvicorn

import ludoteca
from ludoteca.server import serve as serving
from ludoteca.server.app import create_app
from ludoteca.server.settings import Settings
from ludoteca.store import SqliteStore


def serve(folder: Path, port: int) -> None:
    """Runs a server until it is killed."""
    settings = Settings(
        post_burst=100_000,
        connection_burst=100_000,
        request_burst=100_000,
        work_burst=100_000,
        address_work_burst=100_000,
        message_burst=100_000,
        messages_per_second=100_000,
        address_message_burst=1_000_000,
    )
    app = create_app(SqliteStore(folder / serving.FILE), settings)
    listening = serving.listen(serving.LOCAL, port)
    uvicorn.Server(serving.config(app, settings)).run(sockets=[listening])


def main(folder: Path, port: int) -> None:
    """Forks a server for each line."""
    position = ludoteca.load("sendas").start(0)
    position.play(position.moves()[0]).view(0)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            serve(folder, port)
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
