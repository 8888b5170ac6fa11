"""The events of a match: who has which seat, the timelines, what was proposed, how the game ended.

They are in the match's own stream, which no rewind touches. `CommandAccepted` is the exception: it is the
first event of every accepted command's append, in the stream that the command was for, match or timeline.
"""

from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event, Registry
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.fair.fair_table import Chain, DiceProof, Epoch, Share
from ironclad.domain.match.clocks.events import CLOCK_EVENTS
from ironclad.domain.match.disputes.events import DISPUTE_EVENTS, Replayed
from ironclad.domain.match.signed import Signature


class Instead(msgspec.Struct, frozen=True):
    """Why another command is carried out than the one that was committed to: the rules refused that by then.

    `rule` and `reason` are those of the refusal, `command` what was committed to. In a game that hides
    something the reason is "".
    """

    rule: str
    reason: str
    command: dict[str, Any]


class CommandAccepted(Event, frozen=True, tag_field="type", tag="command_accepted"):
    """A command as it was given, before anything that it caused.

    `by` gave it for `seat` (the two differ on a branch only), `at` is the time as RFC 3339 in UTC, `digest`
    the SHA-256 hex of the whole request (its own id included), `rolls` the dice that it rolled, `dice_proof`
    the links that fixed them (none where dice are not fair). `signature` is that of the seat's own key, where
    it has one. `committed` is the version at which the command was committed to, if it was: what the seat
    asked and signed is there, and the same here. `instead` says why another command is carried out.
    `replayed` is the place of the command that is decided again here by ruling, with the faces of that place.
    """

    seat: str
    id: str
    digest: str
    at: str
    command: dict[str, Any]
    by: str = ""
    decision: str | None = None
    expected_version: int | None = None
    rolls: tuple[Roll, ...] = ()
    signature: Signature | None = None
    dice_proof: DiceProof | None = None
    committed: int | msgspec.UnsetType = msgspec.UNSET
    instead: Instead | msgspec.UnsetType = msgspec.UNSET
    replayed: Replayed | msgspec.UnsetType = msgspec.UNSET


class CommandCommitted(Event, frozen=True, omit_defaults=True, tag_field="type", tag="command_committed"):
    """A command that a seat has committed to; it is carried out when the links that are owed are revealed.

    The fields are those of CommandAccepted. `round` is that of the beacon for which it waits, at the
    tournament level.
    """

    seat: str
    id: str
    digest: str
    at: str
    command: dict[str, Any]
    by: str = ""
    decision: str | None = None
    expected_version: int | None = None
    signature: Signature | None = None
    round: int = 0


class LinkRevealed(Event, frozen=True, omit_defaults=True, tag_field="type", tag="link_revealed"):
    """A seat reveals the link that its command owes which was committed to at version `committed`.

    `by` is the seat that handed it in, "" where that was nobody with a seat's token; `at` is the time. Of a
    command that was committed to by its digests `opened` has the values of those fields.
    """

    seat: str
    committed: int
    share: Share
    at: str
    by: str = ""
    signature: Signature | None = None
    opened: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class RoundMissed(Event, frozen=True, tag_field="type", tag="round_missed"):
    """A committed command was not witnessed before its round, by the service's word: it waits for `round`."""

    timeline: str
    committed: int
    round: int
    at: str


class RollAbandoned(Event, frozen=True, tag_field="type", tag="roll_abandoned"):
    """`by` ended the game while commands that were committed to waited on a timeline.

    `committed` are the versions of the commits there, `owed` the seats whose links were owed still.
    """

    timeline: str
    committed: tuple[int, ...]
    owed: tuple[str, ...]
    by: str


class GameOpened(Event, frozen=True, tag_field="type", tag="game_opened"):
    """A game of a ruleset at one version; `by` opened it."""

    ruleset: str
    version: str
    scenario: str
    options: dict[str, str]
    seats: tuple[str, ...]
    title: str
    by: str


class SeatTaken(Event, frozen=True, tag_field="type", tag="seat_taken"):
    """A player takes a seat; `player` is a pseudonym; only the accounts say who that is."""

    seat: str
    player: str


class TimelineOpened(Event, frozen=True, tag_field="type", tag="timeline_opened"):
    """A line of the game that shares its parent's events up to version `at`.

    `why` is main, rewind or branch; `by` the seat that proposed the rewind, or the reader who branched.
    """

    timeline: str
    parent: str | None
    at: int
    why: str
    by: str


class RewindProposed(Event, frozen=True, tag_field="type", tag="rewind_proposed"):
    """A seat proposes to continue from version `at` of `timeline`; `proposal` is the id of the new line.

    With `clocks` "as_then" the clocks are set to what they showed there.
    """

    proposal: str
    seat: str
    timeline: str
    at: int
    reason: str
    clocks: str | msgspec.UnsetType = msgspec.UNSET


class RewindAccepted(Event, frozen=True, tag_field="type", tag="rewind_accepted"):
    proposal: str
    seat: str


class RewindDeclined(Event, frozen=True, tag_field="type", tag="rewind_declined"):
    proposal: str
    seat: str


class RewindWithdrawn(Event, frozen=True, tag_field="type", tag="rewind_withdrawn"):
    proposal: str
    seat: str


class GameMoved(Event, frozen=True, tag_field="type", tag="game_moved"):
    """The game left a line at version `at` of it and continues in another: who wanted it, and why."""

    timeline: str
    left: str
    at: int
    by: str
    why: str


class DiceAnchored(Event, frozen=True, tag_field="type", tag="dice_anchored"):
    """Chains were anchored on a timeline (docs/dice.md): they are used from this event on."""

    timeline: str
    epoch: Epoch


class DiceOffered(Event, frozen=True, omit_defaults=True, tag_field="type", tag="dice_offered"):
    """A seat offers to change its chain, and the other has to agree; or it gives one for a proposed line.

    `own` is a chain that the seat keeps; without one its chain continues, or is the service's (`custody`).
    """

    timeline: str
    offer: str
    seat: str
    own: Chain | None = None
    custody: str = ""


class SeatReady(Event, frozen=True, tag_field="type", tag="seat_ready"):
    """A seat revealed the first link that it has in an epoch."""

    timeline: str
    epoch: int
    share: Share


class KeyRegistered(Event, frozen=True, omit_defaults=True, tag_field="type", tag="key_registered"):
    """A seat signs with this key from this event on; `number` counts its keys from 1.

    `log` is the origin that the key signs for ("" where the log was unsigned then), `agreed` the seat that
    agreed to it in place of a lost one, `scheme` how it signs ("" is v1).
    """

    seat: str
    key: str
    number: int
    log: str = ""
    agreed: str = ""
    scheme: str = ""


class KeyOffered(Event, frozen=True, omit_defaults=True, tag_field="type", tag="key_offered"):
    """A seat that lost its key offers another, to which the other seat has to agree."""

    seat: str
    key: str
    log: str = ""
    scheme: str = ""


class KeyDeclined(Event, frozen=True, tag_field="type", tag="key_declined"):
    """The key that a seat offered was declined, or withdrawn; `by` is the seat that did so."""

    seat: str
    key: str
    by: str


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request as an intent's digest contains it, without the game, the timeline and the seat."""

    id: str
    decision: str | None
    expected_version: int | None
    command: dict[str, Any]


class TournamentSet(Event, frozen=True, tag_field="type", tag="tournament_set"):
    """The game is played at the tournament level (docs/dice.md): what its beacon and its witnesses are.

    Round 1 of the beacon is at `genesis`, then one each `period` (seconds since 1970); `public_key` is its
    own, "" if it has none. Of `witnesses` (keys of signed notes) so many as are `needed` have to cosign an
    intent before its round, which is `lead` seconds after it at least.
    """

    beacon: str
    genesis: int
    period: int
    public_key: str
    witnesses: tuple[str, ...]
    needed: int
    lead: int


class IntentMade(Event, frozen=True, tag_field="type", tag="intent_made"):
    """A seat has committed to a request, by its digest, for a round of the beacon."""

    timeline: str
    intent: str
    seat: str
    digest: str
    round: int


class IntentAnswered(Event, frozen=True, tag_field="type", tag="intent_answered"):
    """The request that a seat had committed to was accepted, at a version of the timeline."""

    timeline: str
    intent: str
    seat: str
    version: int


class IntentVoided(Event, frozen=True, tag_field="type", tag="intent_voided"):
    """An intent was not witnessed before its round, by the service's word."""

    timeline: str
    intent: str
    seat: str


class IntentRefused(Event, frozen=True, tag_field="type", tag="intent_refused"):
    """The request that a seat had committed to was given, and refused before anything was rolled.

    `rule` refused it.
    """

    timeline: str
    intent: str
    seat: str
    request: Asked
    rule: str


class DrawOffered(Event, frozen=True, tag_field="type", tag="draw_offered"):
    """A seat offers a draw; `offer` is its id, so that an answer names the offer that it means."""

    seat: str
    offer: str = ""


class DrawAccepted(Event, frozen=True, tag_field="type", tag="draw_accepted"):
    seat: str


class DrawDeclined(Event, frozen=True, tag_field="type", tag="draw_declined"):
    seat: str


class DrawWithdrawn(Event, frozen=True, tag_field="type", tag="draw_withdrawn"):
    seat: str


class Resigned(Event, frozen=True, tag_field="type", tag="resigned"):
    seat: str


class TakenBack(Event, frozen=True, tag_field="type", tag="taken_back"):
    """`by` took back, for `seat`, what it had ordered on a timeline after version `to`.

    The command that asked for it is at `version` of the timeline; the position there is the one at `to`.
    """

    timeline: str
    version: int
    to: int
    seat: str
    by: str


class RulesAsked(Event, frozen=True, tag_field="type", tag="rules_asked"):
    """A seat asks to move the game to another version of its rules; the other has to ask for the same."""

    seat: str
    version: str
    readings: dict[str, str]


class RulesWithdrawn(Event, frozen=True, tag_field="type", tag="rules_withdrawn"):
    """The request of `seat` was withdrawn or declined; `by` is the seat that did so."""

    seat: str
    by: str


class RulesMoved(Event, frozen=True, tag_field="type", tag="rules_moved"):
    """From event `at` of a timeline on, the game is decided by another version of its rules.

    `by` is "agreement" or "ruling"; `claim` the number of the claim that was ruled on, if there was one.
    """

    timeline: str
    at: int
    version: str
    readings: dict[str, str]
    by: str
    claim: int | None = None


class SealSet(Event, frozen=True, tag_field="type", tag="seal_set"):
    """The game hides something: its hidden values are sealed under the key of this `commitment` (hex), each
    padded to a multiple of `padded_to` bytes (256 where it is left out).
    """

    commitment: str
    padded_to: int | msgspec.UnsetType = msgspec.UNSET


class SealOpened(Event, frozen=True, tag_field="type", tag="seal_opened"):
    """The game is over, and its seal key (hex) opens every hidden value of it."""

    key: str


class GameEnded(Event, frozen=True, tag_field="type", tag="game_ended"):
    """The game is over on `timeline` at `version`; `how` is rules, resignation, draw or flag.

    An end by the rules is stored too, in the same append as the command that brought it, so that standings
    need the match's stream only, whatever the ruleset.
    """

    timeline: str
    version: int
    how: str
    winner: str | None
    reason: str
    rule: str
    at: str


EVENTS = Registry(
    "match",
    (
        CommandAccepted,
        CommandCommitted,
        LinkRevealed,
        RoundMissed,
        RollAbandoned,
        GameOpened,
        SeatTaken,
        TimelineOpened,
        RewindProposed,
        RewindAccepted,
        RewindDeclined,
        RewindWithdrawn,
        GameMoved,
        DiceAnchored,
        DiceOffered,
        SeatReady,
        KeyRegistered,
        KeyOffered,
        KeyDeclined,
        TournamentSet,
        IntentMade,
        IntentAnswered,
        IntentVoided,
        IntentRefused,
        DrawOffered,
        DrawAccepted,
        DrawDeclined,
        DrawWithdrawn,
        Resigned,
        TakenBack,
        RulesAsked,
        RulesWithdrawn,
        RulesMoved,
        SealSet,
        SealOpened,
        GameEnded,
        *CLOCK_EVENTS,
        *DISPUTE_EVENTS,
    ),
)
COMMAND_ACCEPTED = "match.command_accepted.1"
COMMAND_COMMITTED = "match.command_committed.1"
LINK_REVEALED = "match.link_revealed.1"
ROUND_MISSED = "match.round_missed.1"

COMMANDS_GIVEN = (COMMAND_ACCEPTED, COMMAND_COMMITTED)
"""The events that have a command as its seat gave it."""

AS_GIVEN = (*COMMANDS_GIVEN, LINK_REVEALED)
"""The events that have values as their seat gave them."""

OF_NO_RULES = (COMMAND_ACCEPTED, COMMAND_COMMITTED, LINK_REVEALED, ROUND_MISSED)
"""The events on a game's line that no ruleset makes: its positions do not take them."""
