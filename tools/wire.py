"""The types of the server's messages for the browser client."""

import subprocess
import sys
from pathlib import Path

import click

CLIENT = Path(__file__).parent.parent / "web" / "client.py"


@click.command()
def main() -> None:
    """Write web/src/wire.gen.ts from the OpenAPI document."""
    subprocess.run([sys.executable, str(CLIENT), "wire"], check=True)
