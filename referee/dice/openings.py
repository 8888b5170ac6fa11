"""Opening what was committed to by digests: the values come with the link, and are held to the digests."""

from collections.abc import Mapping
from typing import Any

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.sight import looks_sealed
from ironclad.domain.match.committed import Commit
from ironclad.domain.match.sealed_commands import digest_of
from ironclad.eventlog.errors import Unreadable
from ironclad.eventlog.sealing import WHOLE, is_whole
from ironclad.referee import request_limits
from ironclad.referee.open_games import OpenGame
from ironclad.referee.sealing.salts import salts_of

OPENED = "signature/opened"


def opening(
    live: OpenGame, commit: Commit, given: Mapping[str, Any] | None, salts: Mapping[str, str] | None
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The values and the salts of a commit's closed fields; none where it has none.

    Raises Refused ("signature/opened") where a value is missing or is not what its digest binds, Unreadable,
    BadSalts.
    """
    seat, closed = commit.event.seat, commit.closed if live.seal is not None else {}
    if not closed:
        if given or salts:
            raise Unreadable("nothing of this command is opened: it was committed to with its values")
        return {}, {}
    values, _ = request_limits.stored_form(dict(given or {}), "what is opened")
    whole = f"{seat} opens {', '.join(closed)} of its command, and nothing else"
    require(values.keys() == closed.keys(), OPENED, whole)
    if looks_sealed(values) or not is_whole(values):
        raise Unreadable(f"the numbers in a hidden field are {WHOLE}, and no field is called sealed")
    found = salts_of(salts, tuple(closed), seat)
    for field, digest in closed.items():
        if digest_of(found[field], values[field]) != digest:
            raise Refused(OPENED, f"what is opened as {field} is not what {seat} committed to")
    return values, found
