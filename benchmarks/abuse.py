"""Abuse each door of a server as fast as one client can, and time an ordinary player meanwhile.

    python benchmarks/abuse.py                          all doors, 5 seconds each
    python benchmarks/abuse.py --door hints             one door (again for more)
    python benchmarks/abuse.py --games 2000             bot games in a row: memory and open files
    python benchmarks/abuse.py --games 2000 --lanes 8   the same, eight at a time

The server runs in a process of its own with its default settings and a store on the disk, one
fresh server a door. The abuser runs in another process, at a lower priority, from 127.0.0.2; the
player plays from 127.0.0.1. Limits: a move is stored within 50 ms (p99), a state is drawn within
100 ms (p99), a bot of level 1 answers within 300 ms (p99), the server stays below 1 GB, refuses
the player nothing, never answers 500 and logs no traceback. `late` is how late the player itself
woke up (p99): the noise of the machine, which is part of all other times; `after` is for how many
seconds the server went on working once the abuse had ended (30 at most).
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import abuse_connections
import abuse_matches
import abuse_requests
import abuser
from abuse_games import play_games
from abuse_player import Player
from abuser import DOORS, Door
from served import Server, command_line, free_port, percentile, raise_file_limit

# The imports register the doors.
DOOR_MODULES = (abuse_requests, abuse_connections, abuse_matches)
MOVE_MS, DRAWN_MS, REPLY_MS, MEMORY_MB = 50, 100, 300, 1_000
KILL_BYTES = 6_000_000_000
ABUSER_PRIORITY = 5
ABUSER_SECONDS = 200
WARM_SECONDS = 1.5
HEAD = (
    f"{'door':17} {'move p50':>8} {'p99':>7} {'drawn p99':>9} {'bot p99':>8} {'late':>6}"
    f" {'MB':>6} {'files':>6} {'after':>5} {'load':>5}  result"
)


@dataclass(frozen=True)
class Row:
    """What was measured at one door; times in milliseconds, memory in megabytes."""

    door: str
    move_p50: float
    move_p99: float
    drawn_p99: float
    reply_p99: float
    late_p99: float
    memory: int
    files: int
    after: float
    load: float
    troubles: dict[str, int]
    answers: dict[str, int]
    first_answer: float | None
    middle_answer: float | None
    tracebacks: int

    @property
    def failures(self) -> list[str]:
        """Return the figures beyond their limits."""
        limits = {
            "move": (self.move_p99, MOVE_MS),
            "drawn": (self.drawn_p99, DRAWN_MS),
            "bot": (self.reply_p99, REPLY_MS),
            "memory": (self.memory, MEMORY_MB),
            "refused": (sum(self.troubles.values()), 1),
            "500": (self.answers.get("500", 0), 1),
            "traceback": (self.tracebacks, 1),
        }
        return [name for name, (found, limit) in limits.items() if found >= limit]

    def line(self) -> str:
        """Return the row of the table."""
        result = f"FAIL {' '.join(self.failures)}" if self.failures else "pass"
        notes = [_counted("player", self.troubles), _counted("abuser", self.answers)]
        if self.first_answer is not None and self.middle_answer is not None:
            notes.append(f"[answered first {self.first_answer:.0f}, p50 {self.middle_answer:.0f}]")
        return (
            f"{self.door:17} {self.move_p50:8.1f} {self.move_p99:7.1f} {self.drawn_p99:9.1f}"
            f" {self.reply_p99:8.1f} {self.late_p99:6.1f} {self.memory:6d} {self.files:6d}"
            f" {self.after:5.1f} {self.load:5.1f}  {' '.join([result, *filter(None, notes)])}"
        )


def _counted(whose: str, counts: dict[str, int]) -> str:
    parts = ", ".join(f"{count} x {name}" for name, count in counts.items())
    return f"[{whose}: {parts}]" if parts else ""


class Watch:
    """The peaks of a server's memory and open files; a server that grows too large is killed."""

    def __init__(self, server: Server) -> None:
        self.server, self.files, self.memory, self.after = server, 0, 0, 0.0

    async def run(self) -> None:
        """Measure until cancelled or until the server has ended."""
        with suppress(OSError, StopIteration):
            while True:
                self.files = max(self.files, self.server.open_files())
                self.memory = max(self.memory, self.server.peak_memory())
                if self.server.memory() > KILL_BYTES:
                    self.server.process.kill()
                await asyncio.sleep(0.1)


def _start_abuser(
    door: Door, port: int, match: str, options: argparse.Namespace
) -> subprocess.Popen[str]:
    command = ["nice", "-n", str(ABUSER_PRIORITY), sys.executable, __file__]
    command += ["--abuse", door.name, "--port", str(port), "--match", match]
    command += ["--seconds", str(options.seconds)]
    if options.clients:
        command += ["--clients", str(options.clients)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


async def _measure(door: Door, server: Server, options: argparse.Namespace) -> Row:
    """Let the abuser prepare, then abuse while the player plays."""
    player = Player(server.port)
    await player.open()
    process = _start_abuser(door, server.port, player.board.match, options)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if (await asyncio.to_thread(process.stdout.readline)).strip() != "ready":
            raise SystemExit(f"{door.name}: the abuser could not prepare")
        if door.restart:
            player.hang_up()
            server.stop()
            server.start()
        server.settle()
        await player.play(WARM_SECONDS)
        player.forget()
        server.forget_peak()
        watch = Watch(server)
        watching = asyncio.create_task(watch.run())
        print("go", file=process.stdin, flush=True)
        await player.play(options.seconds)
        told, _ = await asyncio.to_thread(process.communicate, timeout=ABUSER_SECONDS)
        watch.after = await asyncio.to_thread(server.settle)
        watching.cancel()
    finally:
        process.kill()
        player.hang_up()
    return _row(door.name, player, watch, json.loads(told.splitlines()[-1]))


def _row(door: str, player: Player, watch: Watch, abused: dict[str, Any]) -> Row:
    return Row(
        door=door,
        move_p50=percentile(player.moves, 0.5),
        move_p99=percentile(player.moves, 0.99),
        drawn_p99=percentile(player.drawn, 0.99),
        reply_p99=percentile(player.replies, 0.99),
        late_p99=percentile(player.late, 0.99),
        memory=watch.memory // 1_000_000,
        files=watch.files,
        after=watch.after,
        load=os.getloadavg()[0],
        troubles=dict(player.troubles),
        answers=abused["answers"],
        first_answer=abused["first"],
        middle_answer=abused["middle"],
        tracebacks=watch.server.tracebacks(),
    )


def try_door(door: Door, options: argparse.Namespace) -> Row:
    """Abuse a door of a fresh server."""
    with tempfile.TemporaryDirectory(prefix="abuse-", ignore_cleanup_errors=True) as made:
        port, log = free_port(), (options.logs or Path(made)) / f"{door.name}.log"
        log.unlink(missing_ok=True)
        with Server(command_line(Path(made), port), port, log) as server:
            server.settle()
            return asyncio.run(_measure(door, server, options))


def try_doors(doors: Sequence[Door], options: argparse.Namespace) -> list[Row]:
    """Try doors one after the other, a door that fails up to some times, and print the table."""
    print(HEAD, flush=True)
    rows = []
    for door in doors:
        for left in reversed(range(options.tries)):
            row = try_door(door, options)
            print(row.line(), "(tried again)" if row.failures and left else "", flush=True)
            if not row.failures:
                break
        rows.append(row)
    return rows


def report(rows: list[Row], file: Path | None) -> int:
    """Write the rows as JSON if asked for; return the exit code."""
    failed = [row.door for row in rows if row.failures]
    print(f"{len(rows) - len(failed)} of {len(rows)} doors pass; fails: {', '.join(failed) or '-'}")
    if file is not None:
        found = [asdict(row) | {"failures": row.failures} for row in rows]
        file.write_text(json.dumps(found, indent=1) + "\n")
    return 1 if failed else 0


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--door", action="append", choices=sorted(DOORS), metavar="NAME")
    parser.add_argument("--list", action="store_true", help="print the doors and stop")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--tries", type=int, default=1, help="for each door; machines are noisy")
    parser.add_argument("--clients", type=int, help="connections of the abuser at once")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="keep what the servers write")
    parser.add_argument("--games", type=int, metavar="N", help="play N bot games in a row instead")
    parser.add_argument("--lanes", type=int, default=1, help="bot games at a time")
    for hidden in ("--abuse", "--match", "--port"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    """Try the doors, or play games in a row."""
    options = read_options()
    # Being asked to end must end the processes that were started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    raise_file_limit()
    if options.abuse:
        port = int(options.port)
        abuser.run(options.abuse, port, options.match, options.seconds, options.clients)
    elif options.list:
        print("\n".join(f"{door.name:17} {door.about}" for door in DOORS.values()))
    elif options.games:
        sys.exit(play_games(options.games, options.lanes))
    else:
        chosen = [DOORS[name] for name in options.door or DOORS]
        sys.exit(report(try_doors(chosen, options), options.json))


if __name__ == "__main__":
    main()
