"""The last drawings of all matches: each made once for all viewers who see the same."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable, Mapping
from typing import Any

Drawn = Mapping[str, Any]


class Drawings:
    """Drawings under way and made, of all rooms together; the longest unused are forgotten."""

    def __init__(self, *, kept: int) -> None:
        self._most = kept
        self._made: OrderedDict[Hashable, asyncio.Future[Drawn]] = OrderedDict()

    async def get(self, key: Hashable, draw: Callable[[], Coroutine[Any, Any, Drawn]]) -> Drawn:
        """Return a drawing, which depends on nothing but `key`."""
        if key not in self._made:
            self._made[key] = asyncio.ensure_future(draw())
            if len(self._made) > self._most:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        drawing = self._made[key]
        try:
            return await asyncio.shield(drawing)
        except Exception:
            if self._made.get(key) is drawing:
                del self._made[key]
            raise

    def clear(self) -> None:
        """Forget all drawings."""
        self._made.clear()
