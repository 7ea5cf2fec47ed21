"""Rates and counts: token buckets, limits by key, and connections by address."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from ludoteca.server.scheduler import Client
from ludoteca.server.settings import Settings

MOST_BUCKETS = 10_000
Clock = Callable[[], float]


@lru_cache(maxsize=4_096)
def charged_address(address: str) -> str:
    """Return the key that an address is limited by: for IPv6 the /64 network of a client."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address) or known.is_loopback:
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Address(int(known) >> 64 << 64)) + "/64"


class TokenBucket:
    """Credits that are spent at once and refilled at a steady rate."""

    __slots__ = ("_burst", "_clock", "_credits", "_rate", "_then")

    def __init__(self, burst: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, per_second, clock
        self._credits, self._then = burst, clock()

    def spend(self, cost: float = 1.0) -> bool:
        """Take credits; return False, taking nothing, if there are too few."""
        if self.wait(cost) > 0:
            return False
        self._credits -= cost
        return True

    def owe(self, cost: float) -> float:
        """Take credits even if there are too few; return the seconds until none are owed."""
        self._refill()
        self._credits -= cost
        return max(0.0, -self._credits / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._credits = min(self._burst, self._credits + (now - self._then) * self._rate)
        self._then = now

    def wait(self, cost: float = 1.0) -> float:
        """Return the seconds until there are enough credits."""
        self._refill()
        # A cost above the burst is due once the bucket is full.
        return max(0.0, (min(cost, self._burst) - self._credits) / self._rate)


class RateLimiter:
    """A token bucket for each key; those unused for longest are forgotten."""

    def __init__(self, burst: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, per_second, clock
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def bucket(self, key: Hashable) -> TokenBucket:
        """Return the bucket of a key."""
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._burst, self._rate, self._clock)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return self._buckets[key]

    def spend(self, key: Hashable, cost: float = 1.0) -> bool:
        """Take credits of a key; return False if there are too few."""
        return self.bucket(key).spend(cost)


class ConnectionCounter:
    """Open connections, in all and by address."""

    def __init__(self, *, most: int, per_address: int) -> None:
        self._most, self._per_address = most, per_address
        self._open: Counter[str] = Counter()
        self.total = 0

    def add(self, address: str) -> bool:
        """Count a new connection; return False, counting nothing, if there are too many."""
        if self.total >= self._most or self._open[address] >= self._per_address:
            return False
        self._open[address] += 1
        self.total += 1
        return True

    def remove(self, address: str) -> None:
        """Forget a connection that was counted."""
        self._open[address] -= 1
        self.total -= 1
        if not self._open[address]:
            del self._open[address]


class Limits:
    """The rates of all clients of a server."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self._requests = RateLimiter(settings.request_burst, settings.requests_per_second, clock)
        self._posts = RateLimiter(settings.post_burst, settings.posts_per_second, clock)
        self._work = RateLimiter(settings.work_burst, settings.work_per_second, clock)
        self._address_work = RateLimiter(
            settings.address_work_burst, settings.address_work_per_second, clock
        )
        self._messages = RateLimiter(
            settings.address_message_burst, settings.address_messages_per_second, clock
        )

    def spend_request(self, address: str, *, changes: bool) -> bool:
        """Charge an address for a request, and once more for one that changes something."""
        return self._requests.spend(address) and (not changes or self._posts.spend(address))

    def spend_work(self, client: Client, cost: float) -> bool:
        """Charge a client and its address for a request that computes."""
        return self._work.spend(client, cost) and self._address_work.spend(client.address, cost)

    def messages(self, address: str) -> TokenBucket:
        """Return the credits for messages of all live connections of an address."""
        return self._messages.bucket(address)
