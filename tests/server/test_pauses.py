"""The server never stops for long to tidy its memory."""

import gc
import sys
from collections.abc import Iterator

import pytest

from ludoteca.server import app
from ludoteca.server.http import catalog


@pytest.fixture
def own_memory() -> Iterator[None]:
    """Memory is tidied as before when the test is over."""
    before, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    sys.setswitchinterval(interval)
    gc.unfreeze()
    gc.set_threshold(*before)


def test_a_server_that_is_ready_never_goes_through_all_of_its_memory_by_itself(
    own_memory: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "warm_up", lambda: None)
    app.get_ready()
    assert gc.get_freeze_count() > 10_000
    assert sys.getswitchinterval() == pytest.approx(app.SWITCH_SECONDS)
    full = gc.get_stats()[2]["collections"]
    kept = [[number] for number in range(200_000)]
    assert len(kept) == 200_000
    assert gc.get_stats()[2]["collections"] == full
    assert gc.get_stats()[1]["collections"] > 0
