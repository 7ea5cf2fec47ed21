"""Mark the tests of this folder: the rules run in every mode of the JIT, the rest does not."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test below this folder that is not marked as one of searches or plain."""
    for item in items:
        others = any(map(item.get_closest_marker, ("searches", "plain")))
        if item.path.is_relative_to(HERE) and not others:
            item.add_marker(pytest.mark.kernels)
