"""Parts of pages that are dear to make and never change: what a game was at a version of a line."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from zlib import compress, decompress

KEPT_BYTES = 16 * 1024 * 1024


class KeptParts:
    """Texts by key, compressed; those that were asked for longest ago are dropped past so many bytes."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most, self._bytes = most, 0
        self._parts: OrderedDict[Hashable, bytes] = OrderedDict()
        self._mutex = Lock()

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        """The text of a key, made if it is not kept."""
        with self._mutex:
            found = self._parts.get(key)
            if found is not None:
                self._parts.move_to_end(key)
        if found is not None:
            return decompress(found).decode()
        made = make()
        self._keep(key, compress(made.encode(), 1))
        return made

    def _keep(self, key: Hashable, part: bytes) -> None:
        with self._mutex:
            self._bytes += len(part) - len(self._parts.pop(key, b""))
            self._parts[key] = part
            while self._bytes > self._most:
                self._bytes -= len(self._parts.popitem(last=False)[1])
