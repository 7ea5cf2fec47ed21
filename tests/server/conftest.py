"""A real server on a free port for each test module that asks for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.server.settings import Settings
from tests.server.web_client import UNLIMITED, Browser, Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that many tests share; each uses matches of its own."""
    folder: Path = tmp_path_factory.mktemp("matches")
    settings = Settings(**(UNLIMITED | {"message_burst": 1_000, "help_seconds": 5}))
    with Served(folder, settings) as server:
        yield server


@pytest.fixture
def ana(served: Served) -> Iterator[Browser]:
    """Somebody with a browser."""
    with served.browser() as browser:
        yield browser


@pytest.fixture
def bea(served: Served) -> Iterator[Browser]:
    """Somebody else with another browser."""
    with served.browser() as browser:
        yield browser
