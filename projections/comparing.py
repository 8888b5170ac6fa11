"""Two positions, difference by difference: path by path for any ruleset, in words where it has them."""

from itertools import islice
from typing import Any

from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.telling.comparison import SideBySide
from ironclad.domain.kernel.telling.paths import differences
from ironclad.eventlog.records import Compared


def compared(ruleset: Ruleset[Any], a: Any, b: Any, limit: int) -> Compared:
    """How two positions of a ruleset differ: at most `limit` paths, and every change in words."""
    found = differences(ruleset.storage.to_document(a), ruleset.storage.to_document(b))
    shown = tuple(islice(found, limit))
    more = sum(1 for _ in found)
    words = SideBySide((), ()) if ruleset.show.compare is None else ruleset.show.compare(a, b)
    return Compared(words.changes, words.told, shown, more)
