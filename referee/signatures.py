"""Whether what a seat asks is signed by the key that it registered (docs/signatures.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import sleep
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_table import DiceProof
from ironclad.domain.match import signed
from ironclad.domain.match.sealed_commands import with_digests
from ironclad.domain.match.seen import Bounds, check, check_anchored
from ironclad.domain.match.signed import MATCH, Message, SeatKey, Seen, Signature, Signers
from ironclad.domain.match.state import MAIN
from ironclad.eventlog import request_bounds
from ironclad.eventlog.errors import Unreadable
from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.notes import verifies
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.records import Request
from ironclad.referee import request_limits
from ironclad.referee.due_since import require_seen_due
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.pasts import GamePast
from ironclad.referee.sealing.salts import check_none, hidden_fields, salts_of

_LINES_TRIED = 8  # when saying what a signature is of
_LOOKS, _LOOK_SECONDS = 10, 0.01  # for a checkpoint that another process signs


@dataclass(frozen=True)
class Given:
    """The signatures that come with a request: its own, and a new key's where one takes another's place.

    `seen` is what its seat had seen, where the key signs v2.
    """

    value: str | None = None
    new_key: str | None = None
    seen: Seen | None = None

    def check(self, id: str | None) -> None:
        """A request that is signed names its id, which is signed too. Raises Unreadable."""
        for what, text in (("signature", self.value), ("possession", self.new_key)):
            if text is not None:
                request_limits.text(text, what, request_bounds.SIGNATURE_LIMIT)
        if id is None and self != UNSIGNED:
            raise Unreadable("a signed request names its own id: the id is signed too")


UNSIGNED = Given()


def is_entry(game: str, seat: str, key: SeatKey, at: int, signature: str) -> bool:
    """Whether the holder of a seat's key asks, at a time, to be let into the seat. It is in no log."""
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
        self, live: OpenGame, line: str, version: int, seat: str, request: Request, stored: Mapping[str, Any]
    ) -> Signature | None:
        """The checked signature of a command that is given after a version of a timeline.

        None where nobody has to sign. Raises Refused.
        """
        given = Given(request.signature, seen=request.seen)
        if live.match.is_what_if(line) or live.match.keys.in_force(seat) is None:
            check_none(request.salts, seat)
        else:
            stored = with_digests(stored, salts_of(request.salts, hidden_fields(live, stored), seat))
        if live.match.is_what_if(line):
            require(given == UNSIGNED, "signature/unasked", "what is done on a branch is not signed")
            return None
        decision, expected = request.decision or "", request.expected_version or 0
        link = b"" if request.link is None else signed.link_hash(request.link)
        message = Message("", live.id, line, seat, decision, expected, request.id, b"", link)
        signature = self._checked(live, message, stored, given)
        if signature is not None and signature.seen is not None:
            self._check_seen(live, (line, version), message, stored, signature.seen)
            if decision:
                require_seen_due(self._open_games, live, line, version, decision, signature.seen)
        return signature

    def of_link(
        self,
        live: OpenGame,
        head: tuple[str, int],
        seat: str,
        id: str,
        committed: int,
        link: str,
        given: Given,
    ) -> Signature | None:
        """The same for a link that a seat owes for its command `id`, committed to at a version of a timeline.

        `head` is that timeline with its last version.
        """
        message = Message("", live.id, head[0], seat, "", 0, id, b"")
        stored = signed.link_request(committed, link)
        signature = self._checked(live, message, stored, given)
        if signature is not None and signature.seen is not None:
            self._check_seen(live, head, message, stored, signature.seen)
        return signature

    def of_request(
        self, live: OpenGame, seat: str, id: str, stored: Mapping[str, Any], given: Given
    ) -> Signature | None:
        """The same for a request on the match; `id` as the log has it."""
        if stored.get("dice") and not self.origin() and self.only_v2(live):
            raise Refused("signature/log", "nobody signs this log: a seat's own chain rests on checkpoints")
        message = Message("", live.id, MATCH, seat, "", 0, id, b"")
        signature = self._checked(live, message, stored, given)
        if signature is not None and signature.seen is not None:
            self._check_seen(live, self._open_games.head(live, None), message, stored, signature.seen)
        return signature

    def _checked(
        self, live: OpenGame, message: Message, stored: Mapping[str, Any], given: Given
    ) -> Signature | None:
        """`message` lacks what only its signers decide: the log, the command, and what was seen."""
        seat = message.seat
        wanted = signed.signers(live.match.keys.in_force(seat), message.timeline, stored)
        if wanted is None:
            require(
                given == UNSIGNED, "signature/unasked", f"no key of {seat} is asked here: send no signature"
            )
            return None
        if stored.get("key") in (wanted.key, wanted.new_key):
            signed.check_key(str(stored["key"]))
            self._check_scheme(live, seat, stored)
        require(
            given.value is not None, "signature/missing", f"this has to be signed: {_whose(seat, wanted)}"
        )
        _check_has_seen(seat, wanted, given)
        command = signed.command_bytes(message.timeline, stored)
        message = msgspec.structs.replace(message, log=wanted.log, command=command, seen=given.seen)
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
        return Signature(given.value or "", message.link.hex(), given.new_key or "", given.seen)

    def _check_scheme(self, live: OpenGame, seat: str, stored: Mapping[str, Any]) -> None:
        """A key may be registered, or offered, for this scheme, log and game. Raises Refused."""
        scheme, log = str(stored.get("key_scheme", "")), str(stored.get("log", ""))
        held = live.match.keys.in_force(seat)
        if not scheme and self.only_v2(live):
            raise Refused("signature/scheme", f"the keys of this game sign {signed.SCHEME_2} (key_scheme)")
        signed.check_scheme(scheme, held, log)

    def only_v2(self, live: OpenGame) -> bool:
        """Whether every key of the game signs v2, as its first event says."""
        ((_, body),) = self._open_games.recorder.rows(stream_of(live.id, MAIN), 0, 1)
        return msgspec.json.decode(body, type=_Begun).dice in signed.ONLY_V2

    def _check_seen(
        self,
        live: OpenGame,
        head: tuple[str, int],
        message: Message,
        stored: Mapping[str, Any],
        seen: Seen,
    ) -> None:
        """What a request names was there, in a checkpoint that is signed, and is as new as it must be.

        `head` is the timeline that the game is on, or the command is for, with its version. Raises Refused.
        """
        open_games, (line, version) = self._open_games, head
        heads = {MATCH: live.match_version, line: version}
        past = open_games.pasts.of(live.id, live.match, heads)
        with past.lock:
            about = past.matters.line_of(message.timeline, stored)
            answers = past.matters.answered(message.timeline, stored, bool(message.link))
            there = version if about == line else past.hashes.last(about)
            most = self._signed_size(seen.checkpoint.size)
            bounds = Bounds(most, about, there, live.match_version, answers)
            check(seen, bounds, past.last.get(message.seat), _Past(open_games, past))
        if message.timeline == MATCH:
            check_anchored(stored, answers)

    def _signed_size(self, named: int) -> int:
        """The size of the last signed checkpoint, or the size that is named where it is no larger.

        0 before there is one. One that another process has signed is in the table a moment later: it is
        waited for a little.
        """
        ledger = self._open_games.ledger
        for _ in range(_LOOKS if named <= ledger.tiles.size() else 1):
            if ledger.covering(named) is not None:
                return named
            sleep(_LOOK_SECONDS)
        latest = ledger.published.latest()
        return 0 if latest is None else parse_checkpoint(latest.text).size

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
        yield changed(message, seen=None), f"as {signed.SCHEME} has it"


class _Begun(msgspec.Struct):
    """What is needed of a game's first event: where its dice come from."""

    dice: str = "server"


class _Past:
    """The past of a game and of its log, as the rules of a signature ask of it."""

    def __init__(self, open_games: OpenGames, past: GamePast) -> None:
        self._open_games, self._past = open_games, past

    def root(self, size: int) -> bytes | None:
        return self._open_games.pasts.root(size)

    def running(self, stream: str, version: int) -> bytes | None:
        return self._past.hashes.at(stream, version)


def _check_has_seen(seat: str, wanted: Signers, given: Given) -> None:
    """A request says what was seen just where the key signs v2. Raises Refused."""
    if not wanted.scheme:
        unasked = f"{_whose(seat, wanted)} as {signed.SCHEME}, which has no `seen`"
        require(given.seen is None, "signature/unasked", unasked)
    elif given.seen is None:
        raise Refused("signature/seen", f"{_whose(seat, wanted)} as {wanted.scheme}: say what was seen")
    else:
        given.seen.check_form()


def _whose(seat: str, wanted: Signers) -> str:
    return f"key {wanted.number} of {seat} signs it"


def kept(
    signature: Signature | None, seat: str, link: str | None, proof: DiceProof | None
) -> Signature | None:
    """A command's signature as the log keeps it: a link that was revealed is in the proof already.

    A seat that sends a link keeps its own chain, so what it revealed is what it sent.
    """
    if signature is None or link is None or proof is None or seat not in proof.revealed:
        return signature
    return msgspec.structs.replace(signature, link="")
