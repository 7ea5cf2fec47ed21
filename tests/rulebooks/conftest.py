"""Mark the tests of this folder: the rules run in every mode of the JIT, searches do not."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test below this folder that is not marked as one of searches."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("searches") is None:
            item.add_marker(pytest.mark.kernels)
