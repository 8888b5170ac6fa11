"""What a seat signs: `ironclad-command/v1` (docs/signatures.md, which states each field and each byte).

Pure: the caller makes and checks Ed25519 signatures. Refusals name their rule as
`signature/…`.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.edwards import is_key
from ironclad.domain.kernel.fair.fair_dice import frame

SCHEME = "ironclad-command/v1"
MATCH = "match"
"""The name used instead of a timeline in a request on the match."""

SIGNATURE_DIGITS, KEY_DIGITS = 128, 64
LARGEST = 2**53 - 1
"""The largest integer that every JSON parser reads exactly."""

MADE: Mapping[str, tuple[str, ...]] = {
    "take_seat": ("player", "log"),
    "register_key": ("log",),
    "offer_key": ("log",),
    "propose_rewind": ("proposal",),
    "accept_rewind": ("head",),
    "anchor_dice": ("offer",),
    "make_intent": ("intent",),
    "offer_draw": ("offer",),
    "accept_draw": ("head",),
    "resign": ("head",),
    "move_rules": ("head",),
}
"""The fields of stored requests on a match that the service fills in: they are not signed."""

UNSIGNED = frozenset({"open_game", "open_branch", "renew_dice", "void_intent", "refuse_intent"})
"""Requests on a match that are never signed: no seat makes them as a player of the game."""

KEY_REQUESTS = frozenset({"take_seat", "register_key", "offer_key", "accept_key", "decline_key"})


class Signature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's signature as the log keeps it: `value` is its 64 bytes in hex.

    `link` is the hash of a link that was sent and is not among the links that the command revealed. Where a
    key takes another's place, `new_key` is the new key's signature of the same message.
    """

    value: str
    link: str = ""
    new_key: str = ""


class SeatKey(msgspec.Struct, frozen=True):
    """A key of a seat's own: 64 hexadecimal digits, its number from 1, the log that it was registered for."""

    key: str
    number: int
    log: str


class Signers(msgspec.Struct, frozen=True):
    """Who has to sign a request: a key (and its number), for a log; and `new_key`, if there is one."""

    key: str
    number: int
    log: str
    new_key: str = ""


class Message(msgspec.Struct, frozen=True):
    """All that a signature covers; `timeline` is "match" for a request on the match."""

    log: str
    game: str
    timeline: str
    seat: str
    decision: str
    expected_version: int
    id: str
    command: bytes
    link: bytes = b""

    def to_bytes(self) -> bytes:
        """The bytes that are signed."""
        about = (self.log, self.game, self.timeline, self.seat, self.decision)
        return frame(SCHEME, *about, self.expected_version, self.id, self.command, self.link)


def signers(held: SeatKey | None, timeline: str, command: Mapping[str, Any]) -> Signers | None:
    """Who signs a request of a seat whose key in force is `held`; None if nobody does.

    `command` is its stored form. A request that brings a key is signed by it; a token is not enough.
    """
    kind, brought = str(command.get("type")), str(command.get("key", ""))
    log = str(command.get("log", ""))
    if timeline == MATCH and kind in UNSIGNED:
        return None
    if timeline == MATCH and kind == "take_seat":
        return Signers(brought, 1, log) if brought else None
    if timeline == MATCH and kind == "register_key":
        if held is None:
            return Signers(brought, 1, log)
        return Signers(held.key, held.number, log, brought)
    if timeline == MATCH and kind == "offer_key":
        return Signers(brought, held.number + 1 if held is not None else 1, log)
    return None if held is None else Signers(held.key, held.number, held.log)


def command_bytes(timeline: str, command: Mapping[str, Any]) -> bytes:
    """A stored command as it is signed: canonical JSON without what the service filled in.

    Raises Refused for a number that not every reader of JSON writes alike.
    """
    made = MADE.get(str(command.get("type")), ()) if timeline == MATCH else ()
    said = {name: value for name, value in command.items() if name not in made}
    waiting: list[Any] = [said]
    while waiting:
        value = waiting.pop()
        if isinstance(value, float) or (isinstance(value, int) and abs(value) > LARGEST):
            raise Refused(
                "signature/command", f"a signed command has whole numbers up to 2^53 - 1, not {value!r:.40}"
            )
        if isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return canonical(said)


def link_hash(link: str) -> bytes:
    """The field of a message for the link that is sent with a command."""
    return sha256(frame(f"{SCHEME}/link", link)).digest()


def is_hex(text: object, digits: int) -> bool:
    """Whether a text is a given number of lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == digits and not set(text) - set("0123456789abcdef")


def check_key(key: str) -> None:
    """Check that a key is possible: 32 bytes of a valid public key. Raises Refused."""
    if not is_hex(key, KEY_DIGITS):
        raise Refused("signature/key", "a key is 64 hexadecimal digits in lower case")
    if not is_key(bytes.fromhex(key)):
        raise Refused("signature/key", "these bytes are no Ed25519 public key that anybody can have made")
