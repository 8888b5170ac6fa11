"""What a seat signs: `ironclad-command/v2`, and v1 of older keys (docs/signatures.md states each byte).

A signature of v2 names what its seat had seen: a checkpoint of the log, and how far the timeline and the
match had come. Pure: the caller makes and checks Ed25519 signatures. Refusals name their rule as
`signature/…`.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.edwards import is_key
from ironclad.domain.kernel.fair.fair_dice import frame

SCHEME = "ironclad-command/v1"
SCHEME_2 = "ironclad-command/v2"
SCHEMES = ("", SCHEME_2)
"""What keys are registered with: v1 is not named."""

ONLY_V2 = frozenset({"ironclad-dice/v2"})
"""Dice of games in which every key signs v2, as a game's first event names them."""

MATCH = "match"
"""The name used instead of a timeline in a request on the match."""

SIGNATURE_DIGITS, KEY_DIGITS, HASH_DIGITS = 128, 64, 64
_HEX = re.compile("[0-9a-f]*")
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
    "propose_pause": ("pause",),
    "forgive_flag": ("round_closed",),
}
"""The fields of stored requests on a match that the service fills in: they are not signed."""

UNSIGNED = frozenset(
    {"open_game", "open_branch", "renew_dice", "void_intent", "refuse_intent"}
    | {"find_flag", "credit_outage", "open_sealed_move"}
)
"""Requests on a match that are never signed: no seat makes them as a player of the game."""

KEY_REQUESTS = frozenset({"take_seat", "register_key", "offer_key", "accept_key", "decline_key"})


class SeenCheckpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint of the log: its size, and its root in hex."""

    size: int
    root: str


class SeenLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A timeline at a version, with its running hash there in hex (`eventlog/ledger/running.py`)."""

    timeline: str
    version: int
    hash: str


class SeenMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match's stream at a version, with its running hash there in hex."""

    version: int
    hash: str


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat had seen when it signed: everything before, in its order."""

    checkpoint: SeenCheckpoint
    line: SeenLine
    match: SeenMatch

    def check_form(self) -> None:
        """Check that its numbers and hashes can be signed. Raises Refused ("signature/seen")."""
        numbers = (self.checkpoint.size, self.line.version, self.match.version)
        hashes = (self.checkpoint.root, self.line.hash, self.match.hash)
        if not all(0 <= each <= LARGEST for each in numbers):
            raise Refused("signature/seen", "sizes and versions are whole numbers from 0 to 2^53 - 1")
        if not all(is_hex(each, HASH_DIGITS) for each in hashes):
            raise Refused("signature/seen", f"a hash is {HASH_DIGITS} hexadecimal digits in lower case")

    def fields(self) -> tuple[str | bytes | int, ...]:
        """The last fields of a message: numbers, and hashes as 32 bytes. Its form has been checked."""
        checkpoint, line, match = self.checkpoint, self.line, self.match
        return (
            *(checkpoint.size, bytes.fromhex(checkpoint.root)),
            *(line.timeline, line.version, bytes.fromhex(line.hash)),
            *(match.version, bytes.fromhex(match.hash)),
        )


class Signature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's signature as the log keeps it: `value` is its 64 bytes in hex.

    `link` is the hash of a link that was sent and is not among the links that the command revealed. Where a
    key takes another's place, `new_key` is the new key's signature of the same message. `seen` is what the
    seat had seen; None where its key signs v1.
    """

    value: str
    link: str = ""
    new_key: str = ""
    seen: Seen | None = None


class SeatKey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A key of a seat's own: 64 hexadecimal digits, its number from 1, the log that it was registered for.

    `scheme` is how it signs: "" is v1.
    """

    key: str
    number: int
    log: str
    scheme: str = ""


class Signers(msgspec.Struct, frozen=True):
    """Who has to sign a request: a key (and its number), for a log; and `new_key`, if there is one.

    All that sign one request sign the same bytes, of one `scheme`: "" is v1.
    """

    key: str
    number: int
    log: str
    new_key: str = ""
    scheme: str = ""


class Message(msgspec.Struct, frozen=True):
    """All that a signature covers; `timeline` is "match" for a request on the match.

    With `seen` it is a message of v2, without of v1.
    """

    log: str
    game: str
    timeline: str
    seat: str
    decision: str
    expected_version: int
    id: str
    command: bytes
    link: bytes = b""
    seen: Seen | None = None

    def to_bytes(self) -> bytes:
        """The bytes that are signed."""
        scheme, more = (SCHEME, ()) if self.seen is None else (SCHEME_2, self.seen.fields())
        about = (self.log, self.game, self.timeline, self.seat, self.decision)
        return frame(scheme, *about, self.expected_version, self.id, self.command, self.link, *more)


def signers(held: SeatKey | None, timeline: str, command: Mapping[str, Any]) -> Signers | None:
    """Who signs a request of a seat whose key in force is `held`; None if nobody does.

    `command` is its stored form. A request that brings a key is signed by it; a token is not enough.
    """
    if timeline == MATCH:
        kind, brought = str(command.get("type")), str(command.get("key", ""))
        log, scheme = str(command.get("log", "")), str(command.get("key_scheme", ""))
        if kind in UNSIGNED:
            return None
        if kind == "take_seat":
            return Signers(brought, 1, log, scheme=scheme) if brought else None
        if kind == "register_key":
            if held is None:
                return Signers(brought, 1, log, scheme=scheme)
            return Signers(held.key, held.number, log, brought, scheme)
        if kind == "offer_key":
            return Signers(brought, held.number + 1 if held is not None else 1, log, scheme=scheme)
    return None if held is None else Signers(held.key, held.number, held.log, scheme=held.scheme)


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
            raise Refused("signature/command", "a signed command has whole numbers up to 2^53 - 1")
        if isinstance(value, Mapping):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return canonical(said)


REVEAL_LINK = "reveal_link"
"""The type of what is signed of a link that a command owes; no command of a ruleset has it."""


def link_request(committed: int, link: str) -> dict[str, Any]:
    """What is signed of a link that is revealed for a committed command, as the command of a message.

    `committed` is the version of the timeline at which the command was committed to. The message has the
    command's id, no decision, and 0 as its expected version; its own field for a link is empty.
    """
    return {"type": REVEAL_LINK, "committed": committed, "link": link}


def link_hash(link: str) -> bytes:
    """The field of a message for the link that is sent with a command."""
    return sha256(frame(f"{SCHEME}/link", link)).digest()


def is_hex(text: object, digits: int) -> bool:
    """Whether a text is a given number of lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == digits and _HEX.fullmatch(text) is not None


def check_scheme(scheme: str, held: SeatKey | None, log: str) -> None:
    """Check that a seat may have a key of a scheme, with `held` in force, for a log. Raises Refused.

    A seat that signs v2 does not return to v1. What a key of v2 signs rests on a log that is signed.
    """
    if scheme not in SCHEMES:
        raise Refused("signature/scheme", f"no key signs {scheme[:64]!r} here: {SCHEME_2}")
    if not scheme and held is not None and held.scheme:
        raise Refused("signature/scheme", f"the seat signs {held.scheme}: a new key signs that too")
    if scheme and not log:
        raise Refused("signature/log", f"nobody signs this log: {scheme} names its checkpoints")


def check_key(key: str) -> None:
    """Check that a key is possible: 32 bytes of a valid public key. Raises Refused."""
    if not is_hex(key, KEY_DIGITS):
        raise Refused("signature/key", "a key is 64 hexadecimal digits in lower case")
    if not is_key(bytes.fromhex(key)):
        raise Refused("signature/key", "these bytes are no Ed25519 public key that anybody can have made")
