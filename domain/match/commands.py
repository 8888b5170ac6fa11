"""The requests on a match: seats, timelines, rewinds, draws, resignation."""

import msgspec

from ironclad.domain.kernel.engine.codec import Command, CommandReader
from ironclad.domain.match.clocks.commands import CLOCK_COMMANDS, NO_REQUESTS
from ironclad.domain.match.clocks.control import Control
from ironclad.domain.match.disputes.commands import DISPUTE_COMMANDS


class OwnChain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chain that a seat keeps itself: its anchor (64 hexadecimal digits), and its length in links."""

    anchor: str
    length: int


class OpenGame(Command, frozen=True, tag_field="type", tag="open_game"):
    """Open a game; its first line is `main`. `dice` is "tournament" for that level, else absent.

    `tried_from` is the place ("game/timeline/version") where another game is that a trial line begins at,
    `control` the rule by which the clocks of a timed game run. `replays` is an annulled game that is played
    again on its terms.
    """

    ruleset: str
    version: str
    scenario: str
    options: dict[str, str]
    seats: tuple[str, ...]
    title: str = ""
    by: str = ""
    dice: str | msgspec.UnsetType = msgspec.UNSET
    tried_from: str | msgspec.UnsetType = msgspec.UNSET
    control: Control | msgspec.UnsetType = msgspec.UNSET
    replays: str | msgspec.UnsetType = msgspec.UNSET


class TakeSeat(Command, frozen=True, omit_defaults=True, tag_field="type", tag="take_seat"):
    """Take a seat under a pseudonym, with or without a chain and a key of the seat's own.

    `log` is the origin that the key is registered for, `key_scheme` how it signs ("" is v1).
    """

    player: str
    dice: OwnChain | None = None
    key: str = ""
    log: str = ""
    key_scheme: str = ""


class OpenBranch(Command, frozen=True, tag_field="type", tag="open_branch"):
    """Open a branch (a private what-if line) after version `at` of a line."""

    branch: str
    timeline: str
    at: int


class ProposeRewind(Command, frozen=True, tag_field="type", tag="propose_rewind"):
    """Propose to continue after version `at` of a line, in a new line whose id is the proposal's.

    With `clocks` "as_then" the clocks are set to what they showed there; otherwise they are left.
    """

    proposal: str
    timeline: str
    at: int
    reason: str = ""
    clocks: str | msgspec.UnsetType = msgspec.UNSET


class AcceptRewind(Command, frozen=True, omit_defaults=True, tag_field="type", tag="accept_rewind"):
    """Accept the other seat's proposal; the line that is left is at version `head`.

    `dice` is a chain of one's own for the new line.
    """

    proposal: str
    head: int
    dice: OwnChain | None = None


class DeclineRewind(Command, frozen=True, tag_field="type", tag="decline_rewind"):
    proposal: str


class WithdrawRewind(Command, frozen=True, tag_field="type", tag="withdraw_rewind"):
    proposal: str


class AnchorDice(Command, frozen=True, omit_defaults=True, tag_field="type", tag="anchor_dice"):
    """Anchor a chain on a line, or on one that is proposed.

    It is the seat's own (`dice`), or with `custody` "server" one that the service keeps; with neither
    the seat's chain continues. `agrees_to` is the id of the other seat's offer that this agrees to; `offer`
    is the id of this offer, if the other seat has to agree.
    """

    timeline: str
    offer: str
    dice: OwnChain | None = None
    custody: str = ""
    agrees_to: str = ""


class RevealFirst(Command, frozen=True, omit_defaults=True, tag_field="type", tag="reveal_first"):
    """Be ready: reveal the seat's first link in an epoch of a line.

    `anchored` is the version of the match that anchored the epoch; a request of v2 names it.
    """

    timeline: str
    link: str
    anchored: int = 0


class RenewDice(Command, frozen=True, tag_field="type", tag="renew_dice"):
    """The service anchors new chains of its own on a line: the old ones are used up, or lost to it."""

    timeline: str


class RegisterKey(Command, frozen=True, omit_defaults=True, tag_field="type", tag="register_key"):
    """Register the key that the seat signs with from now on: its first, or a replacement."""

    key: str
    log: str = ""
    key_scheme: str = ""


class OfferKey(Command, frozen=True, omit_defaults=True, tag_field="type", tag="offer_key"):
    """Offer a new key to replace a lost one: the other seat has to agree."""

    key: str
    log: str = ""
    key_scheme: str = ""


class AcceptKey(Command, frozen=True, tag_field="type", tag="accept_key"):
    """Agree that a key replaces the one that the seat `of` lost."""

    of: str
    key: str


class DeclineKey(Command, frozen=True, tag_field="type", tag="decline_key"):
    """Decline the key that the seat `of` offers, or withdraw the seat's own offer."""

    of: str
    key: str


class MakeIntent(Command, frozen=True, omit_defaults=True, tag_field="type", tag="make_intent"):
    """Commit to a request on a line by its digest, for a round of the beacon (0: the first allowed)."""

    timeline: str
    intent: str
    digest: str
    round: int = 0


class VoidIntent(Command, frozen=True, tag_field="type", tag="void_intent"):
    """The service says that a seat's intent was not witnessed before its round."""

    timeline: str
    intent: str
    seat: str


class RefuseIntent(Command, frozen=True, tag_field="type", tag="refuse_intent"):
    """The service states that the request which a seat had committed to was given, and refused."""

    timeline: str
    intent: str
    seat: str


class OfferDraw(Command, frozen=True, tag_field="type", tag="offer_draw"):
    """Offer a draw; `offer` is the id of the offer."""

    offer: str = ""


class AcceptDraw(Command, frozen=True, tag_field="type", tag="accept_draw"):
    """Accept the other seat's offer (`offer`, unless none is named); the game's line is at `head`."""

    head: int
    offer: str = ""


class DeclineDraw(Command, frozen=True, tag_field="type", tag="decline_draw"):
    """Decline the other seat's offer (`offer`, unless none is named)."""

    offer: str = ""


class WithdrawDraw(Command, frozen=True, tag_field="type", tag="withdraw_draw"):
    """Withdraw the seat's own offer (`offer`, unless none is named)."""

    offer: str = ""


class Resign(Command, frozen=True, tag_field="type", tag="resign"):
    """Give the game up; its line is at version `head`."""

    head: int


class MoveRules(Command, frozen=True, tag_field="type", tag="move_rules"):
    """Move the game to another version of its rules; `readings` are options that change with it.

    The first seat asks, the other seat's same request carries it out; the game's line is at version `head`.
    """

    version: str
    readings: dict[str, str]
    head: int


class WithdrawRules(Command, frozen=True, tag_field="type", tag="withdraw_rules"):
    """Withdraw the request to move the rules that waits, or decline the other seat's."""


COMMANDS = CommandReader(
    (
        OpenGame,
        TakeSeat,
        OpenBranch,
        ProposeRewind,
        AcceptRewind,
        DeclineRewind,
        WithdrawRewind,
        AnchorDice,
        RevealFirst,
        RenewDice,
        RegisterKey,
        OfferKey,
        AcceptKey,
        DeclineKey,
        MakeIntent,
        VoidIntent,
        RefuseIntent,
        OfferDraw,
        AcceptDraw,
        DeclineDraw,
        WithdrawDraw,
        Resign,
        MoveRules,
        WithdrawRules,
        *(each for each in CLOCK_COMMANDS if each not in NO_REQUESTS),
        *DISPUTE_COMMANDS,
    )
)
