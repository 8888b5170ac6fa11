"""What the referee answers: frozen records whose `msgspec.to_builtins` form is their JSON."""

from typing import Annotated, Any, Generic, TypeVar

import msgspec

from ironclad.domain.kernel.engine.foresight import Rolled
from ironclad.domain.kernel.engine.records import Due, Note, Outcome, Reached
from ironclad.domain.kernel.fair.fair_table import Epoch, Share
from ironclad.domain.kernel.odds.odds import Odds
from ironclad.domain.kernel.rulebook.errata import Erratum
from ironclad.domain.kernel.telling.comparison import Change
from ironclad.domain.kernel.telling.paths import Difference
from ironclad.domain.match.events import DiceOffered, TournamentSet
from ironclad.domain.match.signed import SeatKey, Seen
from ironclad.domain.match.state import Back, RulesAsk
from ironclad.eventlog import request_bounds as bounds

T = TypeVar("T")


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A command as its seat gave it.

    `id` (1 to 64 characters) names the request: the same id and body again gets the first answer.
    `decision` is the id of the decision that it answers (none for a command that may be given at any time).
    `expected_version` is the only version that it is for. `timeline` is the current one unless named.
    `link` is the next link of a seat that keeps its own dice chain (docs/dice.md), `signature` that of a seat
    that has a key of its own, `seen` what it had seen, and `salts` are those that it picked for the hidden
    fields (docs/signatures.md).
    """

    id: bounds.Id
    command: dict[str, Any]
    decision: Annotated[str, bounds.Text(1, 200)] | None = None
    expected_version: bounds.Version | None = None
    timeline: Annotated[str, bounds.Text(1, bounds.ID_LIMIT, bounds.NAME)] | None = None
    link: bounds.Link | None = None
    signature: bounds.SignatureText | None = None
    seen: Seen | None = None
    salts: bounds.Salts | None = None


class LogReceipt(msgspec.Struct, frozen=True):
    """The proof that the event of a signed request is in the log, and the log the one that its seat had seen.

    `checkpoint` is a signed note, `position` that of the request's own event and `leaf` its hash; `inclusion`
    proves it to be in the checkpoint, `consistency` the checkpoint to extend the one that the request named
    (RFC 9162, hashes in hex).
    """

    checkpoint: str
    position: int
    leaf: str
    inclusion: tuple[str, ...]
    consistency: tuple[str, ...]


class Receipted(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a request; to one that says what its seat had seen it has a receipt of the log.

    Where no signed checkpoint could be had in time `receipt` is null, and `receipt_problem` says why.
    """

    receipt: LogReceipt | msgspec.UnsetType | None = msgspec.UNSET
    receipt_problem: str | msgspec.UnsetType = msgspec.UNSET


class EventRecord(msgspec.Struct, frozen=True):
    """One stored event. `type` is its short name, `name` the stored topic, `data` its body.

    `timeline` is the line whose stream holds it (a fork's early events are its parent's); "" in the match.
    `position` is its place in the whole log, from 1 without gaps.
    """

    version: int
    timeline: str
    position: int
    type: str
    name: str
    data: dict[str, Any]


class Owed(msgspec.Struct, frozen=True):
    """A link of its dice chain that a seat owes, for its command `id` (docs/dice.md).

    `committed` is the version of the timeline at which the command was committed to. At the tournament level
    `round` is that of the beacon which comes before the link, `at` its time (seconds since 1970).
    """

    seat: str
    id: str
    committed: int
    round: int | msgspec.UnsetType = msgspec.UNSET
    at: int | msgspec.UnsetType = msgspec.UNSET


class Receipt(Receipted, frozen=True):
    """The answer to an accepted command: the events that it appended, its own first.

    `timeline` and `version` are the game's head right after it. `repeated` is true when the same request
    was answered before. Where the command is committed to and waits, `owed` are the links that are owed, in
    the order in which they come, and `awaits` the seats whose answers to the same question come before them.
    """

    game: str
    timeline: str
    version: int
    events: tuple[EventRecord, ...]
    repeated: bool = False
    owed: tuple[Owed, ...] | msgspec.UnsetType = msgspec.UNSET
    awaits: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class SeatRecord(msgspec.Struct, frozen=True):
    """A seat: `player` is the pseudonym in the log, `name` the account's name if there is one.

    `key` is what the seat signs with, with its number and the log that it was registered for ("" for none);
    `offered_key` one that waits for the other seat's agreement (docs/signatures.md). `custody` is who keeps
    its dice chain on the game's timeline, "server" or "client"; None where the dice are not shared.
    """

    seat: str
    player: str | None
    name: str | None
    key: SeatKey | None = None
    offered_key: str | None = None
    custody: str | None = None


class Seated(Receipted, frozen=True):
    """The answer to taking a seat. The token is returned only here; the store keeps its hash."""

    game: str
    seat: str
    player: str
    token: str
    expires_at: str
    repeated: bool = False


class Sitting(msgspec.Struct, frozen=True):
    """A seat of a game, and the pseudonym of the player who sits there."""

    game: str
    seat: str
    player: str


class Identity(msgspec.Struct, frozen=True):
    """Whom a token (by its id) belongs to: an account with its role, or a seat of a game.

    `kind` is "session" (a browser's), "program" or "seat". A seat's token has the account that the seat
    belongs to, if any, and no role: it is good for the seat alone.
    """

    token: str
    kind: str
    expires_at: str
    account: str | None = None
    name: str | None = None
    role: str | None = None
    game: str | None = None
    seat: str | None = None
    player: str | None = None


class AccountRecord(msgspec.Struct, frozen=True):
    """An account: `account` is its pseudonym, which no erasing of names needs to change."""

    account: str
    name: str
    role: str
    disabled: bool
    made_at: str


class TokenRecord(msgspec.Struct, frozen=True):
    """What an account sees of a token of its own; `used_at` is exact to the hour."""

    id: str
    kind: str
    label: str
    issued_at: str
    expires_at: str
    used_at: str | None
    game: str | None = None
    seat: str | None = None


class ProposalRecord(Receipted, frozen=True):
    """A proposal to rewind that waits for the other seat's answer (`kind` "rewind"), or a draw offer
    ("draw").

    A rewind's `timeline` and `at` say after which event the game would continue, `clocks` ("as_then") that
    the clocks are set to what they showed there.
    """

    id: str
    kind: str
    seat: str
    made_at: str
    timeline: str | None = None
    at: int | None = None
    reason: str = ""
    clocks: str = ""


class TimelineRecord(Receipted, frozen=True):
    """A timeline: it shares its parent's events up to version `at`, its own continue from `at` + 1.

    `why` is main, rewind or branch; `by` who opened it; `version` its head. A line that the game left names
    the line it left for, who did so and why. Of what was `taken_back` on it each entry says the version at
    which it was, the version whose position is there again, and by whom.
    """

    id: str
    parent: str | None
    at: int
    why: str
    by: str
    opened_at: str
    version: int
    current: bool
    left_for: str | None = None
    left_by: str | None = None
    left_because: str | None = None
    left_at: int | None = None
    taken_back: tuple[Back, ...] = ()


class MayTakeBack(msgspec.Struct, frozen=True):
    """The last command on a timeline may be taken back by its `seat`: the position is that at `to` then."""

    seat: str
    to: int


class OpponentSeed(msgspec.Struct, frozen=True):
    """What the computer player's choices on a timeline are made from: the digest of a secret seed.

    The seed itself, in hex, is there when the game has ended (docs/dice.md, "The computer player").
    """

    timeline: str
    commitment: str
    seed: str | None


class LogBreakRecord(msgspec.Struct, frozen=True):
    """A break of the log: the events that were kept, how many are known to be lost (None: it is not said).

    `replayed` events after those were handed in by clients. `note` is the signed statement, `former` the last
    signed checkpoint before ("" for none).
    """

    size: int
    lost: int | None
    replayed: int
    reason: str
    note: str
    former: str


class GameRecord(msgspec.Struct, frozen=True):
    """A game now: `timeline` and `version` of the head, decisions due, open proposals, outcome.

    `may_take_back` is None where the last command may not be taken back. `ruleset_version`, `options` and
    `errata` are those that hold at the head; `rules_asked` is a move of the rules that waits for an answer.
    `owed` and `awaits` are as in a receipt: what the commands wait for that are committed to at the head.
    `opponent` is there where the computer player plays.
    `broken` is the break of the log after which the seats have not yet agreed from where the game continues.
    `claims` is how many claims were made in it (docs/disputes.md).
    """

    id: str
    title: str
    ruleset: str
    ruleset_version: str
    scenario: str
    options: dict[str, str]
    opened_at: str
    opened_by: str
    seats: tuple[SeatRecord, ...]
    timeline: str
    version: int
    due: tuple[Due, ...]
    proposals: tuple[ProposalRecord, ...]
    outcome: Outcome | None
    may_take_back: MayTakeBack | None = None
    repeated: bool = False
    errata: tuple[Erratum, ...] = ()
    rules_asked: RulesAsk | None = None
    owed: tuple[Owed, ...] = ()
    awaits: tuple[str, ...] = ()
    opponent: OpponentSeed | None = None
    broken: LogBreakRecord | None = None
    claims: int = 0


class GameSummary(msgspec.Struct, frozen=True):
    """A line of the list of games. `turn` is None where a ruleset has none.

    A game that is not `readable` has events that this build cannot read: its position is unknown.
    """

    id: str
    title: str
    ruleset: str
    scenario: str
    opened_at: str
    seats: dict[str, str | None]
    timeline: str
    version: int
    turn: int | None
    due: tuple[Due, ...]
    outcome: Outcome | None
    readable: bool = True


class Page(msgspec.Struct, Generic[T], frozen=True):
    """A part of a list; `next` is the cursor of the part after it, None at the end."""

    items: tuple[T, ...]
    next: str | None


class PositionRecord(msgspec.Struct, frozen=True):
    """A position document (as `open_game` accepts it) and its place.

    `boundary` is whether a fork may start here (no command is half done).
    """

    game: str
    timeline: str
    at: int
    boundary: bool
    position: dict[str, Any]


class Compared(msgspec.Struct, frozen=True):
    """How two positions differ.

    `changes` say it in the ruleset's words (none where it has no words for it); `differences` are the paths
    of the position documents that differ, `more` how many were left out there. `told` are those members of
    the documents that the changes describe.
    """

    changes: tuple[Change, ...]
    told: tuple[str, ...]
    differences: tuple[Difference, ...]
    more: int


class DiceRecord(msgspec.Struct, frozen=True):
    """The dice of a timeline now: see docs/dice.md.

    `scheme` is "ironclad-dice/v1" or "ironclad-dice/v2", or "server" where the service rolls and proves
    nothing; then there is no epoch. `shares` are the links in force, `next_roll` the number of the roll that
    comes next, `series` of each seat that of the chain which it would anchor next, `offers` the chains that
    wait for an agreement.
    """

    game: str
    timeline: str
    scheme: str
    epoch: Epoch | None
    shares: tuple[Share, ...]
    next_roll: int
    series: dict[str, int]
    offers: tuple[DiceOffered, ...]
    owed: tuple[Owed, ...] = ()
    awaits: tuple[str, ...] = ()


class IntentRecord(Receipted, frozen=True):
    """What a seat committed to last on a timeline: see docs/dice.md.

    `state` is waiting (for witnesses), late (its round is over, and too few witnessed it before: it counts
    for nothing), witnessed, due (the beacon has spoken: give the command), answered, refused (the rules
    refused it), void (it was late) or lapsed (new chains, or the game left the timeline). `position` is its
    place in the log, `at` the time of its round (seconds since 1970), `witnesses` those who cosigned in time.
    """

    game: str
    timeline: str
    seat: str
    intent: str
    digest: str
    round: int
    at: int
    made_at: str
    position: int
    state: str
    witnesses: tuple[str, ...]
    needed: int
    repeated: bool = False


class IntentsRecord(msgspec.Struct, frozen=True):
    """The terms of a game of the tournament level, and the last intent of each timeline and seat."""

    game: str
    tournament: TournamentSet | None
    items: tuple[IntentRecord, ...]


class LegalRecord(msgspec.Struct, frozen=True):
    """What a seat may order, as plain data; `more` if the list was cut at a limit.

    `answers` has for each command the id of the decision that it answers. `told` has each command as a line
    for people, where it was asked for. `may_take_back` says which seat may take its last command on this
    timeline back.
    """

    game: str
    timeline: str
    version: int
    seat: str
    due: tuple[Due, ...]
    commands: tuple[dict[str, Any], ...]
    more: bool = False
    told: tuple[str, ...] = ()
    may_take_back: MayTakeBack | None = None
    answers: tuple[str, ...] = ()


class ReachRecord(msgspec.Struct, frozen=True):
    """Where a force could be ordered to, the nearest place first, at the head of a timeline."""

    game: str
    timeline: str
    version: int
    seat: str
    reached: tuple[Reached, ...]


class Consequence(msgspec.Struct, frozen=True):
    """An entry of the chronicle, with its arithmetic line by line."""

    text: str
    rule: str = ""
    details: tuple[str, ...] = ()


class Meaning(msgspec.Struct, frozen=True):
    """What a command would mean: `notes` beyond what it certainly brings about, which is `then`.

    After that `roll` is made, or the decisions of `asked` are due. `warns` says by what it may lose the game
    at once. `refused` says why it may not be given, and is alone.
    """

    notes: tuple[Note, ...] = ()
    then: tuple[Consequence, ...] = ()
    roll: Rolled | None = None
    asked: tuple[str, ...] = ()
    refused: Note | None = None
    warns: tuple[Note, ...] = ()


class AdviceRecord(msgspec.Struct, frozen=True):
    """What the computer player would answer in a seat's place, by what that seat may know.

    `decision` is the id of the decision, `command` the answer and `told` a line of it for people; the last
    two are null where nothing is due or the ruleset has no computer player. `commands` has all answers to a
    decision that takes several, where they are asked for.
    """

    game: str
    timeline: str
    version: int
    seat: str
    decision: str | None = None
    command: dict[str, Any] | None = None
    told: str | None = None
    commands: tuple[dict[str, Any], ...] = ()


class ForesightRecord(msgspec.Struct, frozen=True):
    """Why a seat is asked, and what its answers would mean, in the order in which they were asked of."""

    game: str
    timeline: str
    version: int
    seat: str
    why: tuple[Note, ...]
    items: tuple[Meaning, ...]


class AskedOdds(msgspec.Struct, frozen=True):
    """What odds are asked of: a command of a seat's, or with None the battle that is under way.

    seat: the one that owes a decision unless named; answers: by seat, what it would answer whenever it is
    asked that; decision: the id of the one that the command answers, None where only one fits.
    """

    seat: str | None = None
    command: dict[str, Any] | None = None
    answers: tuple[tuple[str, dict[str, Any]], ...] = ()
    decision: str | None = None


class OddsRecord(msgspec.Struct, frozen=True):
    """The odds of a battle that a command would bring about after version `at`, or of the one under way."""

    game: str
    timeline: str
    at: int
    seat: str
    command: dict[str, Any] | None
    odds: Odds
