"""Set everything up on a fresh machine and run it.

python3 tasks.py play                open the web table
python3 tasks.py play GAME …         play at this terminal, with the options of `ludoteca play`
python3 tasks.py run COMMAND …       run any other command of `ludoteca`
python3 tasks.py test                run every check; --quick: those that take a minute or so;
                                     --all: the long trials too; other options are pytest's
python3 tasks.py wheel               build a wheel with native code into build/wheel
python3 tasks.py docs                build the documentation into build/docs
"""

import os
import shutil
import subprocess
import sys
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
HOME = ROOT / ".venv"
BIN = HOME / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

QUICK, ALL = "--quick", "--all"
MARKERS = {"off": "kernels", "check": "kernels or bounds"}
"""The tests that run in each mode of the JIT beside the compiled one, which runs all."""
SETTINGS = {"check": {"NUMBA_OPT": "1"}}
"""Checks of bounds find the same in code that was made with less care, in less time."""
LONG = ("--long", "--timeout", "36000")
PARALLEL = ("-m", "pytest", "-n", "3", "--dist", "worksteal")


notes = sys.stdout
"""Where the steps are shown; on standard error once standard output is a command's own."""


def run(*command: str | Path, **environment: str) -> None:
    """Run a command from the project's root; stop everything if it fails."""
    shown = (Path(part).name if i == 0 else part for i, part in enumerate(command))
    print("$", *shown, file=notes, flush=True)
    words = [str(part) for part in command]
    subprocess.run(words, cwd=ROOT, check=True, env=os.environ | environment, stdout=notes)


def install(*extras: str) -> None:
    """Make the environment, or update it when what it is made from has changed."""
    wanted = (ROOT / "pyproject.toml").read_text() + (ROOT / "constraints.txt").read_text()
    wanted += f"{sys.version_info[:2]} {sorted(extras)}"
    stamp = HOME / f"installed-{'-'.join(sorted(extras)) or 'plain'}"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    target = f".[{','.join(extras)}]" if extras else "."
    quiet = ("--quiet", "--disable-pip-version-check")
    # A player's first start should not wait for it; of what tests bring, most is never imported.
    bytecode = ("--no-compile",) if extras else ()
    constraints = ("-c", "constraints.txt")
    run(PYTHON, "-m", "pip", "install", *quiet, *bytecode, *constraints, "-e", target)
    stamp.write_text(wanted)


def build_client() -> None:
    """Build the browser client if its sources have changed."""
    run(PYTHON, "web/client.py", "build")


OTHERS = ("games", "rules", "replay", "show", "verify", "analyse", "arena", "study", "serve")
"""Commands of `ludoteca` that one may also type after `play`; no game has such a name."""


def play_arguments(arguments: list[str]) -> list[str]:
    """Return the arguments of `ludoteca` for a game, or those that open the web table."""
    web_only = all(argument in ("--lang", "es", "en") for argument in arguments)
    as_given = web_only or arguments[0] in OTHERS
    return arguments if as_given else ["play", *arguments]


def play(arguments: list[str]) -> None:
    """Open the web table, or a game at this terminal if one or an option is named."""
    run_ludoteca(play_arguments(arguments))


def run_ludoteca(arguments: list[str]) -> None:
    """Run a command of `ludoteca`; nothing else is written on standard output."""
    global notes
    notes = sys.stderr
    install()
    build_client()
    sys.exit(subprocess.run([str(BIN / "ludoteca"), *arguments], check=False).returncode)


def wheel(arguments: list[str]) -> None:
    """Build a wheel that carries what players of each game run, compiled for x86-64-v3."""
    install("dev")
    kernels = ROOT / "build" / "kernels"
    shutil.rmtree(kernels, ignore_errors=True)
    run(PYTHON, "-m", "tools", "kernels", kernels, *arguments)
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps")
    settings = {"LUDOTECA_WHEEL_KERNELS": str(kernels)}
    run(PYTHON, "-m", "pip", "wheel", *quiet, "-w", "build/wheel", ".", **settings)


def docs(arguments: list[str]) -> None:
    """Build the documentation; warnings are errors."""
    install("dev")
    run(PYTHON, "-m", "mkdocs", "build", "--strict", *arguments)


def test(arguments: list[str]) -> None:
    """Run the checks: style, types, then the tests compiled, bounds-checked and interpreted."""
    quick, everything = QUICK in arguments, ALL in arguments
    arguments = [argument for argument in arguments if argument not in (QUICK, ALL)]
    install("dev")
    began = time.monotonic()
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    run(PYTHON, "-m", "ruff", "check", ".")
    if quick:
        test_quickly(arguments)
    else:
        test_in_all_modes(arguments, long=everything)
    print(f"All checks passed in {(time.monotonic() - began) / 60:.1f} minutes.")


def test_quickly(arguments: list[str]) -> None:
    """Run types and the tests that are not slow, compiled only."""
    build_client()
    run(PYTHON, "-m", "mypy")
    run(BIN / "ludoteca", "warm")
    run(PYTHON, *PARALLEL, "-m", "not slow", *arguments)


def test_in_all_modes(arguments: list[str], *, long: bool) -> None:
    """Run all tests compiled; those of kernels interpreted, with coverage, and bounds-checked."""
    arguments = [*arguments, *(LONG if long else ())]
    # One core runs the other modes, one after the other, while all else goes on beside it.
    coverage = ("-m", "coverage", "run", "-m", "pytest", "-m", MARKERS["off"])
    interpreted = Mode("off", PYTHON, *coverage, *arguments)
    bounds = MARKERS["check"] + (" or searches" if long else "")
    checked = Mode("check", PYTHON, "-m", "pytest", "-m", bounds, *arguments)
    with ThreadPoolExecutor(1) as pool:
        others = [(mode, pool.submit(mode.run)) for mode in (interpreted, checked)]
        try:
            build_client()
            run(PYTHON, "web/client.py", "check")
            run(PYTHON, "-m", "mypy")
            run(BIN / "ludoteca", "warm")
            run(PYTHON, *PARALLEL, *arguments)
            for mode, code in others:
                mode.report(code.result())
        finally:
            for mode, code in others:
                code.cancel()
                mode.end()
    run(PYTHON, "-m", "coverage", "report")


class Mode:
    """Tests that run in the background in one mode, their output going to a file."""

    def __init__(self, name: str, *command: str | Path) -> None:
        self.name = name
        self.command = [str(part) for part in command]
        self.log = HOME / f"tests-{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        """Run the tests to their end."""
        with self.log.open("w") as log:
            environment = os.environ | {"LUDOTECA_JIT": self.name} | SETTINGS.get(self.name, {})
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=environment, stdout=log, stderr=log
            )
            return self.process.wait()

    def report(self, code: int) -> None:
        """Print the output of the tests; stop everything if they failed."""
        print(f"$ LUDOTECA_JIT={self.name} pytest", self.log.read_text(), sep="\n", flush=True)
        if code:
            sys.exit(1)

    def end(self) -> None:
        """End the tests if they still run."""
        if self.process is not None:
            self.process.kill()


COMMANDS = {"play": play, "run": run_ludoteca, "test": test, "wheel": wheel, "docs": docs}

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 — somebody may well try
        sys.exit("Ludoteca needs Python 3.11 or newer.")
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    try:
        COMMANDS[sys.argv[1]](sys.argv[2:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
