"""Sets everything up on a fresh machine: `python3 tasks.py play` or `python3 tasks.py test`."""

import os
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import NamedTuple, TextIO

ROOT = Path(__file__).resolve().parent
HOME = ROOT / ".venv"
BIN = HOME / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def run(*command: str | Path, **environment: str) -> None:
    """Runs a command from the project's root and stops everything if it fails."""
    print("$", *(Path(part).name if i == 0 else part for i, part in enumerate(command)), flush=True)
    subprocess.run(
        [str(part) for part in command], cwd=ROOT, check=True, env=os.environ | environment
    )


def install(*extras: str) -> None:
    """Makes the environment, or brings it up to date when what it is made from has changed."""
    wanted = (ROOT / "pyproject.toml").read_text() + (ROOT / "constraints.txt").read_text()
    wanted += f"{sys.version_info[:2]} {sorted(extras)}"
    stamp = HOME / f"installed-{'-'.join(sorted(extras)) or 'plain'}"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    target = f".[{','.join(extras)}]" if extras else "."
    quiet = ("--quiet", "--disable-pip-version-check")
    run(PYTHON, "-m", "pip", "install", *quiet, "-c", "constraints.txt", "-e", target)
    stamp.write_text(wanted)


def build_client() -> None:
    """Builds the browser client anew if its sources have changed."""
    run(PYTHON, "web/client.py", "build")


def play(arguments: list[str]) -> None:
    """Opens the games."""
    install()
    build_client()
    sys.exit(subprocess.run([str(BIN / "ludoteca"), *arguments], check=False).returncode)


def test(arguments: list[str]) -> None:
    """Runs every check: style, types, then the tests compiled, bounds-checked and interpreted."""
    install("dev")
    began = time.monotonic()
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    run(PYTHON, "-m", "ruff", "check", ".")
    # One core is enough for each mode, and the interpreted one takes longest.
    interpreted = start("off", PYTHON, "-m", "coverage", "run", "-m", "pytest", *arguments)
    try:
        build_client()
        run(PYTHON, "web/client.py", "check")
        run(PYTHON, "-m", "mypy")
        run(BIN / "ludoteca", "warm")
        run(PYTHON, "-m", "pytest", "-n", "2", "--dist", "worksteal", *arguments)
        finish(start("check", PYTHON, "-m", "pytest", *arguments))
        finish(interpreted)
    finally:
        interpreted.process.kill()
    run(PYTHON, "-m", "coverage", "report")
    print(f"All checks passed in {(time.monotonic() - began) / 60:.1f} minutes.")


class Started(NamedTuple):
    """Tests that run in the background in one mode, their output going to a file."""

    mode: str
    log: TextIO
    process: subprocess.Popen[bytes]


def start(mode: str, *command: str | Path) -> Started:
    """Starts tests in a mode."""
    log = (HOME / f"tests-{mode}.log").open("w+")
    environment = os.environ | {"LUDOTECA_JIT": mode}
    arguments = [str(part) for part in command]
    process = subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=log, stderr=log)
    return Started(mode, log, process)


def finish(started: Started) -> None:
    """Waits for tests, prints what they said, and stops everything if they failed."""
    code = started.process.wait()
    started.log.seek(0)
    print(f"$ LUDOTECA_JIT={started.mode} pytest", started.log.read(), sep="\n", flush=True)
    if code:
        sys.exit(1)


COMMANDS = {"play": play, "test": test}

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 — somebody may well try
        sys.exit("Ludoteca needs Python 3.11 or newer.")
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"Usage: python3 tasks.py {' | '.join(COMMANDS)}")
    try:
        COMMANDS[sys.argv[1]](sys.argv[2:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
