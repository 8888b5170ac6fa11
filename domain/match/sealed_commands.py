"""What a seat signs of a command with hidden fields: the digest of each in its place (docs/signatures.md).

The seat picks a salt for each hidden field, and so can prove later what it signed without showing it now.
Anyone who has the stored command, with its values sealed, can check the signature.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.sight import SEALED, digest_alone, is_sealed, looks_sealed
from ironclad.domain.match.signed import is_hex

DIGEST_DIGITS = 64


def digest_of(salt: bytes, value: Any) -> str:
    """The digest in hex of a hidden value: SHA-256 of its salt and its canonical JSON."""
    return sha256(salt + canonical(value)).hexdigest()


def with_digests(command: Mapping[str, Any], salts: Mapping[str, bytes]) -> dict[str, Any]:
    """A command as it is given, with digests in place of its hidden fields, each under its salt."""
    return {
        name: _form(digest_of(salts[name], value)) if name in salts else value
        for name, value in command.items()
    }


def as_signed(seat: str, stored: Mapping[str, Any], closed: bool = False) -> dict[str, Any]:
    """A command as it is stored, with its hidden values sealed, as its seat signed it.

    `closed`: hidden fields are committed to by their digests alone (domain/match/closed.py). Raises Refused
    ("signature/command") where something else has the name of a sealed value, or one is not sealed for its
    seat alone.
    """
    return {name: _signed(seat, name, value, closed) for name, value in stored.items()}


def _signed(seat: str, name: str, value: Any, closed: bool) -> Any:
    if closed and is_hex(digest_alone(value), DIGEST_DIGITS):
        return value
    sealed = is_sealed(value)
    if sealed and not closed and value[SEALED]["for"] == [seat]:
        return _form(value[SEALED]["digest"])
    if sealed or name == SEALED or looks_sealed(value):
        raise Refused("signature/command", f"what {seat} gave is not sealed as it must be")
    return value


def _form(digest: Any) -> dict[str, Any]:
    return {SEALED: {"digest": digest}}
