"""Answers that both seats give at once, committed to by digests alone and opened when both are in the log.

In a round of dice of v2 (domain/match/committed.py) a command with hidden fields is *closed* where every seat
signs and keeps its own chain: in place of each hidden field it has a digest, and nobody but its seat has the
value. The value and its salt come with the link that the command owes (docs/signatures.md).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, Epoch
from ironclad.domain.kernel.sight import digest_alone
from ironclad.domain.match.keys import Keys
from ironclad.domain.match.sealed_commands import DIGEST_DIGITS
from ironclad.domain.match.signed import is_hex


def closes(keys: Keys, epoch: Epoch | None, seats: Iterable[str], command: str) -> bool:
    """Whether a command of a type is committed to closed, if it has hidden fields, on a line of an epoch."""
    if epoch is None or command not in epoch.terms.together:
        return False
    own = {chain.party for chain in epoch.chains if chain.custody == KEPT_BY_CLIENT}
    held = {seat: keys.in_force(seat) for seat in seats}
    return all(seat in own and key is not None and bool(key.scheme) for seat, key in held.items())


def closed_fields(command: Mapping[str, Any]) -> dict[str, str]:
    """The digests of a command's closed fields; empty for a command that is not closed."""
    found = {}
    for field, value in command.items():
        digest = digest_alone(value)
        if digest is not None and is_hex(digest, DIGEST_DIGITS):
            found[field] = digest
    return found


def opened_with(command: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A closed command with the values of its closed fields."""
    return {field: values.get(field, value) for field, value in command.items()}
