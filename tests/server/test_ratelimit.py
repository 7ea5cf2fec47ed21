"""Token buckets and counts, against a clock that the tests turn."""

import pytest

from ludoteca.server.ratelimit import (
    ConnectionCounter,
    Limits,
    RateLimiter,
    TokenBucket,
    charged_address,
)
from ludoteca.server.scheduler import Client
from ludoteca.server.settings import Settings


class Clock:
    """A clock that stands still until it is turned."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Clock()
    bucket = TokenBucket(3, 2.0, clock)
    assert [bucket.spend() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == 0.5
    clock.now = 0.5
    assert [bucket.spend(), bucket.spend()] == [True, False]
    clock.now = 100.0
    assert bucket.spend(3)
    assert bucket.wait(50) == 1.5
    clock.now = 101.5
    assert bucket.spend(50)


def test_each_key_has_its_own_bucket_and_few_are_kept() -> None:
    limiter = RateLimiter(1, 0.001, Clock())
    assert limiter.spend("one")
    assert not limiter.spend("one")
    assert limiter.spend("two")
    for number in range(20_000):
        assert limiter.spend(number)
    assert len(limiter._buckets) == 10_000
    assert limiter.spend("one")


def test_work_is_limited_by_token_and_by_address() -> None:
    settings = Settings(work_burst=2, address_work_burst=3)
    limits = Limits(settings, Clock())
    ana, eva = Client("1", b"ana"), Client("1", b"eva")
    assert [limits.spend_work(ana, 1) for _ in range(3)] == [True, True, False]
    assert [limits.spend_work(eva, 1) for _ in range(2)] == [True, False]
    assert limits.spend_work(Client("2", b"eva"), 1)


def test_changes_are_limited_apart_from_reading() -> None:
    limits = Limits(Settings(request_burst=5, post_burst=2), Clock())
    asked = [limits.spend_request("1", changes=True) for _ in range(3)]
    assert asked == [True, True, False]
    assert [limits.spend_request("1", changes=False) for _ in range(3)] == [True, True, False]
    assert limits.spend_request("2", changes=True)


def test_connections_are_counted_in_all_and_by_address() -> None:
    counter = ConnectionCounter(most=3, per_address=2)
    assert [counter.add("1") for _ in range(3)] == [True, True, False]
    assert [counter.add("2"), counter.add("3")] == [True, False]
    counter.remove("1")
    assert counter.add("3")
    for address in ("1", "2", "3"):
        counter.remove(address)
    assert (counter.total, counter._open) == (0, {})


@pytest.mark.parametrize(
    ("address", "charged"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::1", "::1"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::99", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_has_one_account_for_all_its_addresses(address: str, charged: str) -> None:
    assert charged_address(address) == charged
