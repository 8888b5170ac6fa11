"""The salts that a seat picks for the hidden fields of a command that it signs (docs/signatures.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from ironclad.domain.match.closed import closed_fields
from ironclad.domain.match.signed import Signature, is_hex
from ironclad.eventlog.errors import BadSalts
from ironclad.eventlog.sealing import SALT_BYTES, pointer_step
from ironclad.referee.asked import Ask
from ironclad.referee.open_games import OpenGame


def salts_of(given: Mapping[str, str] | None, fields: Sequence[str], seat: str) -> dict[str, bytes]:
    """The salts by field, of a command that `seat` signs and that has these hidden fields.

    `given` has them in hex by JSON pointer. Raises BadSalts where one is missing, has another form, comes
    twice, or belongs to no hidden field.
    """
    pointers = {f"/{pointer_step(field)}": field for field in fields}
    said = given or {}
    if lacking := [pointer for pointer in pointers if pointer not in said]:
        raise BadSalts(f"{seat} signs a salt for each hidden field: {', '.join(lacking)} has none")
    if extra := sorted(pointer for pointer in said if pointer not in pointers):
        raise BadSalts(f"a salt is for a hidden field of the command: {extra[0]!r} is none")
    for pointer, salt in said.items():
        if not is_hex(salt, 2 * SALT_BYTES):
            raise BadSalts(f"a salt is {2 * SALT_BYTES} hexadecimal digits in lower case: that of {pointer}")
    if len(set(said.values())) < len(said):
        raise BadSalts("each hidden field has a salt of its own: one comes twice")
    return {pointers[pointer]: bytes.fromhex(salt) for pointer, salt in said.items()}


def check_none(given: Mapping[str, str] | None, seat: str) -> None:
    """Check that a command which `seat` does not sign has no salts. Raises BadSalts."""
    if given:
        raise BadSalts(f"no key of {seat} signs this: the service picks the salts")


def hidden_fields(live: OpenGame, command: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of a command, given as plain data, that are sealed in its game's log with their values."""
    if live.seal is None:
        return ()
    secret, closed = live.ruleset.storage.commands.secret_fields(command), closed_fields(command)
    return tuple(field for field in secret if field in command and field not in closed)


def chosen(live: OpenGame, ask: Ask, signature: Signature | None) -> dict[str, bytes]:
    """The salts by field that a seat picked for its command; none where it does not sign."""
    if signature is None:
        return {}
    return salts_of(ask.request.salts, hidden_fields(live, ask.data), ask.seat)
