"""Checking that seats asked for what the log says they asked for: from keys and signatures alone.

`KeyChecker` takes a game's appends in log order and raises KeyFault at the first that does not hold. It asks
no rule but those of keys: a request that was signed may yet have been illegal.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event, UnknownName, Unreadable
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, KEPT_BY_SERVER, Chain, Epoch
from ironclad.domain.kernel.sight import SEALED, is_sealed
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match import keys as k
from ironclad.domain.match import seen as s
from ironclad.domain.match import signed
from ironclad.domain.match.closed import closed_fields, closes
from ironclad.domain.match.consents import Consents, Unasked
from ironclad.domain.match.disputes import commands as d
from ironclad.domain.match.fair_records import Placed
from ironclad.domain.match.sealed_commands import as_signed
from ironclad.domain.match.signed import MATCH, Message, Signature, Signers

Verifies = Callable[[bytes, bytes, bytes], bool]
"""Whether an Ed25519 signature is good: (public key, signature, message) -> bool."""

_DIGEST_DIGITS = 64
_ANY = 2**62  # a size or version that no log comes to: the past says what was there
_ORDERED = {KEPT_BY_SERVER: KEPT_BY_SERVER, KEPT_BY_CLIENT: ""}
"""What an official orders of a seat's chain: one of the service's; or its own, which is awaited."""
_Ask = tuple[c.OwnChain | None, str]
"""A chain that a seat asked for: one of its own, or with a custody the service's; neither: it continues."""


class KeyFault(Exception):
    """The first that does not hold: the log position, and what was found."""

    def __init__(self, position: int, detail: str) -> None:
        super().__init__(detail)
        self.position, self.detail = position, detail


class Asked(msgspec.Struct, frozen=True):
    """A request as its signature covers it; `revealed` is the link that it brought and revealed."""

    seat: str
    id: str
    command: Mapping[str, Any]
    decision: str | None
    expected_version: int | None
    signature: Signature | None
    revealed: str = ""

    @classmethod
    def of(cls, accepted: e.CommandAccepted | e.CommandCommitted, revealed: str = "") -> "Asked":
        """A command that was accepted or committed to, which revealed a link of its seat's own or none."""
        about = (accepted.decision, accepted.expected_version, accepted.signature)
        return cls(accepted.seat, accepted.id, accepted.command, *about, revealed)


class KeyChecker:
    """Checks one game. `origin` is that of the log that the record comes from.

    `past` is what was in the log and in the game's streams before the append that is taken. `named` are the
    sizes of the log that signatures name. Where `only_v2` is set, every key of the game signs v2.
    """

    def __init__(self, game: str, origin: str, verifies: Verifies, past: s.Past) -> None:
        self._game, self._origin, self._verifies, self._past = game, origin, verifies, past
        self.only_v2 = self._hides = False
        self.named: set[int] = set()
        self._seats: tuple[str, ...] = ()
        self._keys = k.Keys()
        self._matters = s.Matters()
        self._last: dict[str, s.Last] = {}
        self._epochs: dict[str, Epoch] = {}
        self._offers: dict[str, dict[str, e.DiceOffered]] = {}
        self._commits: dict[tuple[str, int], str] = {}
        self._closed: dict[str, set[str]] = {}
        self._signed: Counter[str] = Counter()
        self._firsts: Counter[str] = Counter()
        self._words: Counter[str] = Counter()
        self._agreements = 0
        self._unproved: list[str] = []
        self._consents = Consents()

    def take(self, append: Sequence[Placed]) -> None:
        """An append of the game: the command, then what it caused (the match's events are enough).

        Of a round it begins with a commit or a link. Raises KeyFault.
        """
        position, line, _, first = append[0]
        if not isinstance(first, e.CommandAccepted):
            self._take_round(append)
            return
        revealed = self._revealed(line or MATCH, first)
        self._check_signature(position, line or MATCH, Asked.of(first, revealed))
        self._check_keys(first, append)
        self._check_consents(append)
        for at, _, version, event in append[1:]:
            self._check_dice(at, line, first, event)
            self._take(version, event)

    def _take_round(self, append: Sequence[Placed]) -> None:
        """A commit or a link of a round, with the commands that are carried out then. Raises KeyFault."""
        position, line, version, first = append[0]
        match first:
            case e.CommandCommitted():
                self._commits[line, version] = first.id
                self._check_signature(position, line, Asked.of(first), self._closes(line, first))
                self._take_closed(position, line, first)
            case e.LinkRevealed():
                self._check_opened(position, line, first)
                self._check_signature(position, line, self._link_asked(position, line, first))
            case e.RoundMissed():
                pass
            case _:
                raise KeyFault(position, "no command caused this")
        self._check_consents(append)
        for at, of, version, event in append[1:]:
            if isinstance(event, e.CommandAccepted):
                if not event.committed or not of:
                    raise KeyFault(at, "no seat committed to this command")
                self._closed.pop(of, None)
            elif of or isinstance(event, (*k.KEY_EVENTS, e.DiceAnchored, e.DiceOffered)):
                raise KeyFault(at, "nobody asked for this")
            else:
                self._take(version, event)

    def _link_asked(self, position: int, line: str, event: e.LinkRevealed) -> Asked:
        """What a seat signs of a link: it has the id of the command that was committed to."""
        id = self._commits.get((line, event.committed))
        if id is None:
            raise KeyFault(position, f"nothing was committed to at {event.committed} of {line}")
        command = signed.link_request(event.committed, event.share.link)
        return Asked(event.seat, id, command, None, None, event.signature)

    def _take(self, version: int, event: Event) -> None:
        self._keys = self._keys.after(event)
        self._matters.take(version, event)
        match event:
            case e.GameOpened():
                self._seats = event.seats
            case e.SealSet():
                self._hides = self.only_v2 = True
            case e.DiceAnchored():
                self._epochs[event.timeline] = event.epoch
                self._offers.pop(event.timeline, None)
            case e.DiceOffered():
                self._offers.setdefault(event.timeline, {})[event.seat] = event
            case e.RewindDeclined() | e.RewindWithdrawn():
                self._offers.pop(event.proposal, None)

    def _check_consents(self, append: Sequence[Placed]) -> None:
        """What the append does to the match was asked for. Raises KeyFault."""
        try:
            self._consents.take(append)
        except Unasked as wrong:
            raise KeyFault(wrong.position, wrong.detail) from wrong

    # -- signatures

    def _closes(self, line: str, commit: e.CommandCommitted) -> bool:
        """Whether the hidden fields of a command are committed to by their digests alone."""
        type, epoch = str(commit.command.get("type")), self._epochs.get(line)
        return self._hides and closes(self._keys, epoch, self._seats, type)

    def _take_closed(self, position: int, line: str, commit: e.CommandCommitted) -> None:
        """No digest of a round is another's: who repeats one could open it with the other's value.

        Raises KeyFault.
        """
        if not self._closes(line, commit):
            return
        known, digests = self._closed.setdefault(line, set()), closed_fields(commit.command).values()
        if not known.isdisjoint(digests):
            raise KeyFault(position, f"{commit.seat} commits to a digest that is in another commit")
        known.update(digests)

    def _check_opened(self, position: int, line: str, link: e.LinkRevealed) -> None:
        """What was committed to by digests is opened sealed for its seat alone. Raises KeyFault."""
        if not self._closed.get(line) or not link.opened:
            return
        for field, value in link.opened.items():
            if not is_sealed(value) or value[SEALED]["for"] != [link.seat]:
                raise KeyFault(position, f"what {link.seat} opens as {field} is not sealed for it alone")

    def _check_signature(self, position: int, timeline: str, asked: Asked, closed: bool = False) -> None:
        """A request on a timeline, or on the match, is signed as it has to be. Raises KeyFault.

        `closed`: its hidden fields are committed to by their digests alone.
        """
        seat, given = asked.seat, asked.signature
        wanted = None
        if seat in self._seats and timeline not in self._matters.branches:
            wanted = signed.signers(self._keys.in_force(seat), timeline, asked.command)
            if wanted is None and str(asked.command.get("type")) not in signed.UNSIGNED:
                self._words[seat] += 1
        if wanted is None:
            if given is not None:
                raise KeyFault(position, f"a signature is here that no key of {seat!r} has to give")
            return
        if given is None:
            raise KeyFault(position, f"{seat} has key {wanted.number}, and did not sign this")
        if bool(wanted.new_key) != bool(given.new_key):
            raise KeyFault(position, "a new key signs just where it takes another's place")
        if (given.seen is not None) != bool(wanted.scheme):
            raise KeyFault(position, f"this is not signed as {wanted.scheme or signed.SCHEME} has it")
        self._check_seen(position, timeline, asked, given)
        stored = asked
        if self._hides and timeline != MATCH:
            stored = msgspec.structs.replace(asked, command=_as_signed(position, asked, closed))
        message = _message(self._game, position, timeline, stored, wanted).to_bytes()
        if not self._holds(wanted.key, given.value, message):
            raise KeyFault(position, f"this is not signed by {seat}'s key {wanted.number}")
        if wanted.new_key and not self._holds(wanted.new_key, given.new_key, message):
            raise KeyFault(position, f"this is not signed by {seat}'s new key")
        self._signed[seat] += 1

    def _check_seen(self, position: int, timeline: str, asked: Asked, given: Signature) -> None:
        """What a signature of v2 names was there before the request. Raises KeyFault."""
        seen, seat = given.seen, asked.seat
        if seen is None:
            self._firsts[seat] += 1
            return
        command, matters = asked.command, self._matters
        answers = matters.answered(timeline, command, bool(asked.revealed or given.link))
        bounds = s.Bounds(position - 1, matters.line_of(timeline, command), _ANY, _ANY, answers)
        try:
            s.check(seen, bounds, self._last.get(seat), self._past)
            if timeline == MATCH:
                s.check_anchored(command, answers)
        except Refused as refused:
            raise KeyFault(position, refused.reason) from refused
        self.named.add(seen.checkpoint.size)
        self._last[seat] = s.Last.of(seen, position)

    def _holds(self, key: str, value: str, message: bytes) -> bool:
        if not signed.is_hex(value, signed.SIGNATURE_DIGITS) or not signed.is_hex(key, signed.KEY_DIGITS):
            return False
        return self._verifies(bytes.fromhex(key), bytes.fromhex(value), message)

    def _revealed(self, timeline: str, accepted: e.CommandAccepted) -> str:
        """The link that the giver itself revealed with a command; "" where it did not."""
        proof = accepted.dice_proof
        if proof is None or accepted.seat not in proof.revealed:
            return ""
        chain = _chain(self._epochs.get(timeline), accepted.seat)
        if chain is None or chain.custody == KEPT_BY_SERVER:
            return ""
        return next((each.link for each in proof.shares if each.party == accepted.seat), "")

    # -- keys

    def _check_keys(self, accepted: e.CommandAccepted, append: Sequence[Placed]) -> None:
        """The keys change as the request asks, and not otherwise."""
        position, line = append[0][:2]
        found = [each for each in append[1:] if isinstance(each[3], k.KEY_EVENTS)]
        asked = not line and str(accepted.command.get("type")) in signed.KEY_REQUESTS
        if not found and not asked:
            return
        wanted: list[Event] = []
        if asked:
            try:
                command = c.COMMANDS.read(accepted.command)
                wanted = k.caused(self._keys, self._seats, accepted.seat, command)
            except Refused as wrong:
                raise KeyFault(position, f"no key changes so: {wrong.reason}") from wrong
            except (UnknownName, Unreadable) as wrong:
                raise KeyFault(position, "no key changes so: the request cannot be read") from wrong
        for (at, *_, event), due in zip(found, wanted, strict=False):
            if event != due:
                raise KeyFault(at, "the key is recorded in another way than it was asked for")
        if len(found) > len(wanted):
            raise KeyFault(found[len(wanted)][0], "nobody asked for this change of a key")
        if len(found) < len(wanted):
            raise KeyFault(position, "the change of a key that was asked for here is missing")
        for at, *_, event in found:
            if isinstance(event, e.KeyRegistered):
                self._check_registered(at, event)

    def _check_registered(self, position: int, event: e.KeyRegistered) -> None:
        whose = f"key {event.number} of {event.seat}"
        if self.only_v2 and event.scheme != signed.SCHEME_2:
            raise KeyFault(position, f"{whose} signs v1, in a game whose seats sign {signed.SCHEME_2}")
        if event.log not in ("", self._origin):
            raise KeyFault(position, f"{whose} was registered for the log {event.log!r}: this is another")
        if not event.log:
            self._unproved.append(f"{whose} was registered for no log: what it signs names none")
        if event.agreed and self._keys.in_force(event.agreed) is None:
            self._unproved.append(f"that {event.agreed} agreed to {whose} is the server's word")

    # -- chains of dice that seats agreed to

    def _check_dice(self, position: int, line: str, accepted: e.CommandAccepted, event: Event) -> None:
        if not isinstance(event, e.DiceAnchored | e.DiceOffered):
            return
        command = _read(accepted.command) if not line else None
        if isinstance(event, e.DiceOffered):
            if not isinstance(command, c.AnchorDice) or not _is_offered(event, accepted.seat, command):
                raise KeyFault(position, f"{event.seat} did not offer this chain")
            return
        asked = self._asked(accepted.seat, command, event.timeline)
        before = self._epochs.get(event.timeline)
        for chain in event.epoch.chains:
            agreed = chain.party in event.epoch.agreed
            goes_on = _goes_on(chain, _chain(before, chain.party))
            if (agreed or not goes_on) and not _fits(chain, asked.get(chain.party), goes_on):
                raise KeyFault(position, f"{chain.party} did not agree to this chain of {event.timeline}")
        if set(event.epoch.agreed) - {chain.party for chain in event.epoch.chains}:
            raise KeyFault(position, "somebody agreed who has no chain here")
        self._agreements += len(event.epoch.agreed)

    def _asked(self, seat: str, command: Any, timeline: str) -> dict[str, _Ask]:
        """Who asked for which chain, in this request or in an offer that it answers."""
        offers = self._offers.get(timeline, {})
        match command:
            case c.TakeSeat():
                return {seat: (command.dice, "")} if command.dice else {}
            case c.AcceptRewind():
                asked = {each.seat: _offered(each) for each in offers.values()}
                return {**asked, seat: (command.dice, "")} if command.dice else asked
            case d.OrderChains():
                return dict.fromkeys(command.seats, (None, _ORDERED[command.custody]))
            case d.VacateSeat():
                return {command.seat: (None, KEPT_BY_SERVER)}
            case c.AnchorDice():
                asked = {seat: (command.dice, command.custody)}
                if command.agrees_to:
                    others = [each for each in offers.values() if each.offer == command.agrees_to]
                    asked |= {each.seat: _offered(each) for each in others if each.seat != seat}
                return asked
        return {}

    # -- what was found

    def first_key(self, seat: str) -> str:
        """The first key that a seat registered; "" for none."""
        keys = self._keys.registered.get(seat)
        return keys[0].key if keys else ""

    @property
    def words(self) -> list[str]:
        """What is the service's word alone, in sentences."""
        said = ["that no request was refused or lost"]
        if not self._epochs:
            said.append("every die: the dice are the service's own")
        chains = [chain for epoch in self._epochs.values() for chain in epoch.chains]
        served = {chain.party for chain in chains if chain.custody == KEPT_BY_SERVER}
        for seat in self._seats:
            if seat in served:
                said.append(f"the shares of {seat} in the dice: the service keeps its chain")
            if seat not in self._keys.registered:
                said.append(f"all requests of {seat}, which has no key")
            elif self._words[seat]:
                said.append(f"{self._words[seat]:,} requests of {seat} from before its first key")
            if self._firsts[seat]:
                count = f"{self._firsts[seat]:,} requests of {seat} are signed as {signed.SCHEME}"
                said.append(f"{count}: what it had seen of the game then")
        return [*said, *self._consents.words, *self._unproved]

    @property
    def found(self) -> str:
        """What was found of a game whose signatures hold."""
        if not self._keys.registered:
            return "no seat has a key: who asked for what is the server's word"
        said = []
        for seat in self._seats:
            words = f"{self._words[seat]:,} unsigned are the server's word"
            if seat not in self._keys.registered:
                said.append(f"{seat} has no key: {words}")
                continue
            count = len(self._keys.registered[seat])
            keys = "its key" if count == 1 else f"its {count} keys"
            before = f" ({words}, from before its first key)" if self._words[seat] else ""
            said.append(f"{self._signed[seat]:,} requests of {seat} by {keys}{before}")
        if self._agreements:
            said.append(f"{self._agreements:,} agreements to chains of dice, each asked for")
        return "; ".join([*said, *self._unproved])


def _as_signed(position: int, asked: Asked, closed: bool) -> Mapping[str, Any]:
    """A command with sealed values as its seat signed it. Raises KeyFault."""
    try:
        return as_signed(asked.seat, asked.command, closed)
    except Refused as refused:
        raise KeyFault(position, refused.reason) from refused


def _message(game: str, position: int, timeline: str, asked: Asked, wanted: Signers) -> Message:
    """What is signed of a request. Raises KeyFault where nothing can be."""
    try:
        command = signed.command_bytes(timeline, asked.command)
    except Refused as refused:
        raise KeyFault(position, refused.reason) from refused
    version = asked.expected_version or 0
    if not 0 <= version < 2**63:
        raise KeyFault(position, f"{version} is no version that anybody can have seen")
    link, seen = _link(position, asked), asked.signature.seen if asked.signature is not None else None
    decision = asked.decision or ""
    return Message(wanted.log, game, timeline, asked.seat, decision, version, asked.id, command, link, seen)


def _link(position: int, asked: Asked) -> bytes:
    """The hash of the link that was sent: of the one that was revealed, or as it is recorded."""
    recorded = asked.signature.link if asked.signature is not None else ""
    if not recorded:
        return signed.link_hash(asked.revealed) if asked.revealed else b""
    if asked.revealed:
        raise KeyFault(position, "a hash of a link is recorded beside the link that was revealed")
    if not signed.is_hex(recorded, _DIGEST_DIGITS):
        raise KeyFault(position, "what is recorded of a link is no hash")
    return bytes.fromhex(recorded)


def _read(command: dict[str, Any]) -> Any:
    """A request on the match; None for one that this build cannot read."""
    try:
        return c.COMMANDS.read(command)
    except (UnknownName, Unreadable):
        return None


def _chain(epoch: Epoch | None, party: str) -> Chain | None:
    chains = epoch.chains if epoch is not None else ()
    return next((chain for chain in chains if chain.party == party), None)


def _goes_on(chain: Chain, before: Chain | None) -> bool:
    """Whether a chain needs nobody's word: the service's in its own place, one going on, one awaited."""
    if chain.custody != KEPT_BY_CLIENT:
        return before is None or before.custody != KEPT_BY_CLIENT
    if chain.length == 0:
        return True
    return before is not None and (before.custody, before.series, before.length) == (
        chain.custody,
        chain.series,
        chain.length,
    )


def _fits(chain: Chain, asked: _Ask | None, goes_on: bool) -> bool:
    """Whether a seat asked for this chain."""
    if asked is None:
        return False
    own, custody = asked
    if own is not None:
        given = (chain.custody, chain.length, chain.link, chain.index)
        return given == (KEPT_BY_CLIENT, own.length, own.anchor, 0)
    return chain.custody == KEPT_BY_SERVER if custody else goes_on


def _offered(offer: e.DiceOffered) -> _Ask:
    own = offer.own
    return (None if own is None else c.OwnChain(own.link, own.length)), offer.custody


def _is_offered(event: e.DiceOffered, seat: str, command: c.AnchorDice) -> bool:
    said = (event.seat, event.timeline, event.offer, _offered(event))
    return said == (seat, command.timeline, command.offer, (command.dice, command.custody))
