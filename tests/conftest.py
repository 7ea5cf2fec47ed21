"""Fixtures for every test, and how many examples properties are tried with.

Markers say in which modes of the JIT a test runs (`python3 tasks.py test` runs all three):
without a marker it runs compiled only; `bounds` adds bounds checks, `kernels` adds interpreted too.
The tests of a game are `kernels` unless they are marked `plain` (drawings, texts) or `searches`.
"""

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import ludoteca
from ludoteca.core import native, registry
from tests import trials
from tests.cases import load

# Keep the games that tests play apart from the user's own.
os.environ["LUDOTECA_DATA"] = tempfile.mkdtemp(prefix="ludoteca-tests-")

# Compiled code is what is tested; the tests of plain code before it start processes of their own.
native.always()

settings.register_profile(
    "ludoteca",
    deadline=None,
    print_blob=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ludoteca")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that `python3 tasks.py test --all` runs the tests with."""
    parser.addoption(
        "--long", action="store_true", help="run the long trials, for hours if need be"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Note how much is tried, before modules of tests are imported."""
    trials.LONG = config.getoption("long")


@pytest.fixture
def nim() -> Iterator[None]:
    """Add the sample game for one test."""
    ludoteca.add_game("nim", "nim")
    yield
    del registry._MODULES["nim"]
    load.cache_clear()
