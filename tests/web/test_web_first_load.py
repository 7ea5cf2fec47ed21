"""What the first visit of the home page costs: bytes, and what is kept for the next one."""

import re
from collections.abc import Callable
from typing import Any

MOST = 120_000  # bytes over the wire, headers included
SIZES = """() => performance.getEntriesByType("navigation")
    .concat(performance.getEntriesByType("resource"))
    .map(entry => [entry.name, entry.transferSize])"""


def test_the_first_load_is_small_and_assets_are_kept(visit: Callable[..., Any]) -> None:
    page = visit("/")
    page.wait_for_load_state("networkidle")
    sizes = dict(page.evaluate(SIZES))
    headers = {url: page.request.get(url).headers for url in sizes}
    pictures = [url for url in sizes if "picture.svg" in url]
    assert len(pictures) >= 5
    assert all(headers[url]["content-encoding"] == "gzip" for url in pictures)
    print(sum(sizes.values()), "bytes")
    assert sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda item: -item[1])
    assets = [url for url in sizes if "/assets/" in url]
    assert assets
    for url in assets:
        assert re.search(r"-[\w-]{8}\.\w+$", url), url
        assert "immutable" in headers[url]["cache-control"]
