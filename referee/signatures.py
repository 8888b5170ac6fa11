"""Whether what a seat asks is signed by the key that it registered (docs/signatures.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_table import DiceProof
from ironclad.domain.match import signed
from ironclad.domain.match.signed import MATCH, Message, SeatKey, Signature, Signers
from ironclad.eventlog.errors import Unreadable
from ironclad.eventlog.ledger.notes import verifies
from ironclad.eventlog.records import Request
from ironclad.referee import request_limits
from ironclad.referee.open_games import OpenGame, OpenGames

_LINES_TRIED = 8  # when saying what a signature is of


@dataclass(frozen=True)
class Given:
    """The signatures that come with a request: its own, and a new key's where one takes another's place."""

    value: str | None = None
    new_key: str | None = None

    def check(self, id: str | None) -> None:
        """A request that is signed names its id, which is signed too. Raises Unreadable."""
        for what, text in (("signature", self.value), ("possession", self.new_key)):
            if text is not None:
                request_limits.text(text, what, request_limits.SIGNATURE_LIMIT)
        if id is None and (self.value is not None or self.new_key is not None):
            raise Unreadable("a signed request names its own id: the id is signed too")


UNSIGNED = Given()


def is_entry(game: str, seat: str, key: SeatKey, at: int, signature: str) -> bool:
    """Whether the holder of a seat's key asks, at a time, to be let into the seat. It stands in no log."""
    if not signed.is_hex(signature, signed.SIGNATURE_DIGITS):
        return False
    command = canonical({"type": "enter", "at": at})
    message = Message(key.log, game, MATCH, seat, "", 0, "", command)
    return verifies(bytes.fromhex(key.key), bytes.fromhex(signature), message.to_bytes())


class Signatures:
    """Holds requests to the keys of their seats."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games

    def origin(self) -> str:
        """The log that a key is registered for now; "" where nobody signs it."""
        return self._open_games.ledger.origin

    def of_command(
        self, live: OpenGame, line: str, seat: str, request: Request, stored: Mapping[str, Any]
    ) -> Signature | None:
        """The checked signature of a command on a timeline; None where nobody has to sign. Raises Refused."""
        given = Given(request.signature)
        if live.match.is_what_if(line):
            require(given.value is None, "signature/unasked", "what is done on a branch is not signed")
            return None
        return self._checked(
            live,
            Message(
                "",
                live.id,
                line,
                seat,
                request.decision or "",
                request.expected_version or 0,
                request.id,
                b"",
                b"" if request.link is None else signed.link_hash(request.link),
            ),
            stored,
            given,
        )

    def of_request(
        self, live: OpenGame, seat: str, id: str, stored: Mapping[str, Any], given: Given
    ) -> Signature | None:
        """The same for a request on the match; `id` as the log has it."""
        return self._checked(live, Message("", live.id, MATCH, seat, "", 0, id, b""), stored, given)

    def _checked(
        self, live: OpenGame, message: Message, stored: Mapping[str, Any], given: Given
    ) -> Signature | None:
        """`message` lacks what only its signers decide: the log, and the command."""
        seat = message.seat
        wanted = signed.signers(live.match.keys.in_force(seat), message.timeline, stored)
        if wanted is None:
            asks = given.value is None and given.new_key is None
            require(asks, "signature/unasked", f"no key of {seat} is asked here: send no signature")
            return None
        if stored.get("key") in (wanted.key, wanted.new_key):
            signed.check_key(str(stored["key"]))
        require(
            given.value is not None, "signature/missing", f"this has to be signed: {_whose(seat, wanted)}"
        )
        command = signed.command_bytes(message.timeline, stored)
        message = msgspec.structs.replace(message, log=wanted.log, command=command)
        self._hold(live, message, wanted, given.value)
        require(
            bool(wanted.new_key) or given.new_key is None,
            "signature/unasked",
            "a second signature is asked only where a key takes another's place",
        )
        if wanted.new_key:
            require(given.new_key is not None, "signature/missing", "the new key has to sign this too")
            new = Signers(wanted.new_key, wanted.number + 1, wanted.log)
            self._hold(live, message, new, given.new_key)
        return Signature(given.value or "", message.link.hex(), given.new_key or "")

    def _hold(self, live: OpenGame, message: Message, wanted: Signers, value: str | None) -> None:
        """Refuse a signature that is not this key's, of this message; and say what it is, where one can."""
        whose = _whose(message.seat, wanted)
        if not signed.is_hex(value, signed.SIGNATURE_DIGITS):
            form = f"a signature is {signed.SIGNATURE_DIGITS} hexadecimal digits in lower case; {whose}"
            raise Refused("signature/wrong", form)
        body = bytes.fromhex(str(value))
        if verifies(bytes.fromhex(wanted.key), body, message.to_bytes()):
            return
        found = self._what_else(live, message, wanted, body)
        raise Refused("signature/wrong", f"{found}; {whose}, for the log {wanted.log!r}")

    def _what_else(self, live: OpenGame, message: Message, wanted: Signers, body: bytes) -> str:
        keys = live.match.keys
        for seat, owned in keys.registered.items():
            for each in owned:
                asked = msgspec.structs.replace(message, seat=seat, log=each.log).to_bytes()
                if (each.key, seat) != (wanted.key, message.seat):
                    for text in (asked, message.to_bytes()):
                        if verifies(bytes.fromhex(each.key), body, text):
                            return f"this is signed by key {each.number} of {seat}"
        public = bytes.fromhex(wanted.key)
        for other, said in self._others(live, message):
            if verifies(public, body, other.to_bytes()):
                return f"this signature is of the same request {said}"
        return "this is no signature of this request by this key"

    def _others(self, live: OpenGame, message: Message) -> Iterator[tuple[Message, str]]:
        """Requests that a client may have signed by mistake."""
        changed = msgspec.structs.replace
        match = live.match
        seats = match.opened.seats if match.opened is not None else ()
        for seat in seats:
            yield changed(message, seat=seat), f"as of {seat}"
        for line in [MATCH, *list(match.timelines)[-_LINES_TRIED:]]:
            yield changed(message, timeline=line), f"on {line}"
        for log in ("", self.origin()):
            yield changed(message, log=log), f"for the log {log!r}"
        for version in (0, live.heads.get(message.timeline, 0)):
            yield changed(message, expected_version=version), f"with expected_version {version}"
        yield changed(message, decision=""), "without a decision"
        yield changed(message, link=b""), "without a link"


def _whose(seat: str, wanted: Signers) -> str:
    return f"key {wanted.number} of {seat} signs it"


def kept(
    signature: Signature | None, seat: str, link: str | None, proof: DiceProof | None
) -> Signature | None:
    """A command's signature as the log keeps it: a link that was revealed stands in the proof already.

    A seat that sends a link keeps its own chain, so what it revealed is what it sent.
    """
    if signature is None or link is None or proof is None or seat not in proof.revealed:
        return signature
    return msgspec.structs.replace(signature, link="")
