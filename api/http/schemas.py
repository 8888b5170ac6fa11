"""What the bodies of requests look like: the schemas that validate them and that the OpenAPI document shows.

The shapes of answers are the records of `ironclad.api.http.responses`.
"""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from ironclad.api.http.dispute_schemas import NameOfficials, an_object
from ironclad.api.http.schema_fields import (
    LARGEST_VERSION,
    NAME,
    OF_SEVERAL,
    Strict,
    a_code,
    a_control,
    a_custody,
    a_key,
    a_link,
    a_name,
    a_password,
    a_person,
    a_seen,
    a_signature,
    a_text,
    a_version,
    an_id,
    of,
    readings_by_name,
)
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.domain.match.intents import LEVELS
from ironclad.eventlog.records import Request
from ironclad.eventlog.request_bounds import SCHEME
from ironclad.referee import match_requests
from ironclad.referee.dice.links import LinkRequest
from ironclad.referee.people.chat import TEXT_LIMIT
from ironclad.referee.people.invitations import LONGEST_DAYS, USUAL_DAYS
from ironclad.referee.people.remarks import AUDIENCES, MARKS, SIGNS
from ironclad.referee.people.remarks import TEXT_LIMIT as REMARK_LIMIT
from ironclad.referee.people.roles import Role

MOST_REPLAYED = 256  # events in one call
MOST_IN_TURN = 2_000  # events that one turn's row is made of
MOST_FORESEEN = 24  # commands in one call, each carried out on a copy


class OpenGame(Strict):
    """Open a game at a scenario, or at a position document (as `position` gives it)."""

    body_bytes = "position_bytes"

    ruleset = a_name(64, required=True)
    scenario = a_name(64, metadata={"description": "May be left out where the position names its own."})
    version = a_name(
        64, metadata={"description": "A published version of the rules; the newest, unless it is named."}
    )
    options = readings_by_name("Contested readings by name; the ruleset lists them with their values.")
    position = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), allow_none=True, load_default=None
    )
    decision = fields.String(validate=validate.Length(1, 200), allow_none=True, load_default=None)
    title = fields.String(validate=validate.Length(max=200), load_default="")
    private = fields.Boolean(
        truthy={True},
        falsy={False},
        load_default=False,
        metadata={
            "description": "Only its opener, its seats and whom they invite may read it: with an account."
        },
    )
    by = fields.String(validate=validate.Length(max=64), load_default="")
    dice = fields.String(
        validate=validate.OneOf([V2, V1, "shared", *LEVELS]),
        metadata={
            "description": "How the dice are made (docs/dice.md): ironclad-dice/v2 unless another is named;"
            " ironclad-dice/v1 (or `shared`); or the tournament level of v2 or v1 that the service may offer,"
            " ironclad-dice/v2/tournament or `tournament`."
        },
    )
    control = a_control()
    officials = fields.Nested(NameOfficials, metadata={"description": "Who decides about claims in it."})
    policy = an_object("The policy of its officials (docs/disputes.md).")
    id = an_id()


class SeatHouse(Strict):
    """Let the computer player sit: no seat is taken twice, so an id says no more."""

    id = an_id()


class OwnChain(Strict):
    """A dice chain that a seat keeps itself: its anchor as 64 hexadecimal digits, its length in links."""

    anchor = a_link(required=True)
    length = fields.Integer(strict=True, required=True, validate=validate.Range(0, LARGEST_VERSION))


class TakeSeat(Strict):
    """Take a seat. `id` is a secret of the asker's own: who repeats it gets the same token again.

    `dice` is a chain of one's own for the game's current timeline; the service keeps one otherwise. `key` is
    one that the seat signs with from now on, `signature` its own of this request.
    """

    player = fields.String(
        validate=validate.Length(1, 64),
        metadata={"description": "The player's name. An account sits under its own."},
    )
    dice = fields.Nested(OwnChain)
    custody = a_custody()
    key = a_key()
    key_scheme = a_text(SCHEME)
    signature = a_signature()
    seen = a_seen()
    id = an_id(16)

    @validates_schema
    def one_keeper(self, data: dict[str, Any], **_: Any) -> None:
        """A chain has one keeper."""
        if "dice" in data and "custody" in data:
            raise ValidationError("Give a chain of your own, or leave it to the server.", "custody")


@of(Request)
class GiveCommand(Strict):
    """Give a command; `command` has the shape that the ruleset's schema for its `type` says.

    `decision` is the id of the decision that it answers. With `expected_version` it is taken only while the
    timeline is at that version; without it while that decision is open. `seat` is the token's own unless
    named: on a branch, who opened it gives every seat's commands. `link` is the next link of a seat that
    keeps its own dice chain; where none is due it is not used up.
    """

    command = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)
    seen = a_seen(allow_none=True)
    seat = a_name(64)


@of(LinkRequest)
class RevealLink(Strict):
    """Reveal the link that a command owes which was committed to (docs/dice.md).

    `seat` is that of the command; it need not be named where only one seat has used the command's id. With
    the seat's token, or by anyone where `signature` is that of the seat's key. `opened` has the fields of the
    command that were committed to by their digests alone.
    """

    opened = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), allow_none=True)
    seen = a_seen(allow_none=True)
    seat = a_name(64)


class AskReach(Strict):
    """Ask where a force could be ordered to: `command` as it would be given, its way left open.

    `decision` is the id of the decision that it answers; only where several fit it has to be named.
    """

    command = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)
    decision = fields.String(validate=validate.Length(1, 200), allow_none=True, load_default=None)
    seat = a_name(64, required=True)
    timeline = a_name(64, allow_none=True, load_default=None)


class AskForesight(Strict):
    """Ask what commands would mean, each as it would be given.

    `decision` is the id of the decision that they answer; only where several fit it has to be named.
    """

    commands = fields.List(
        fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True)),
        required=True,
        validate=validate.Length(max=MOST_FORESEEN),
        metadata={"maxItems": MOST_FORESEEN},
    )
    decision = fields.String(validate=validate.Length(1, 200), allow_none=True, load_default=None)
    seat = a_name(64, required=True)
    timeline = a_name(64, allow_none=True, load_default=None)


class ReplayedEvent(Strict):
    """An event as a bundle has it: the line whose stream has it, its version, stored name and body."""

    line = a_name(64, required=True)
    version = a_version(required=True)
    name = a_name(128, required=True)
    data = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)


class ReplaySeal(Strict):
    """The key that a game which hid something published at its end, in hex."""

    game = a_name(64, required=True)
    key = fields.String(required=True, validate=validate.Regexp(r"\A[0-9a-f]{64}\Z"))


class Replay(Strict):
    """Replay events onto a position document; without one the first event begins the game."""

    body_bytes = "position_bytes"

    position = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), allow_none=True, load_default=None
    )
    events = fields.List(
        fields.Nested(ReplayedEvent),
        required=True,
        validate=validate.Length(max=MOST_REPLAYED),
        metadata={"maxItems": MOST_REPLAYED},
    )
    views = fields.List(
        fields.String(validate=validate.Length(1, 64)),
        load_default=list,
        validate=validate.Length(max=16),
        metadata={"maxItems": 16},
    )
    seal = fields.Nested(ReplaySeal, allow_none=True, load_default=None)
    turn = fields.List(
        fields.Nested(ReplayedEvent),
        allow_none=True,
        load_default=None,
        validate=validate.Length(max=MOST_IN_TURN),
        metadata={
            "maxItems": MOST_IN_TURN,
            "description": "Events of the turn in which the position is, for its row in the history.",
        },
    )


class ComparePositions(Strict):
    """Compare two position documents, as replays give them: at most `limit` paths are listed."""

    body_bytes = "position_bytes"

    a = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)
    b = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)
    limit = fields.Integer(strict=True, load_default=300, validate=validate.Range(1, 1000))


class AssumedAnswer(Strict):
    """What a seat is taken to answer whenever it is asked that: `command` as it would be given."""

    seat = a_name(64, required=True)
    command = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)


class AskOdds(Strict):
    """Ask the odds of the battle that a command would bring about, or without one of the battle under way.

    `seat` is the one that owes a decision unless named. At a version of a timeline; the head of the current
    one unless named. Each side sends its best leader, nobody reacts and nothing else that is optional is
    done, unless `answers` says so. Each assumption lists commands that may be given in its place.
    `decision` is the id of the decision that the command answers; only where several fit it has to be named.
    """

    command = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), allow_none=True, load_default=None
    )
    decision = fields.String(validate=validate.Length(1, 200), allow_none=True, load_default=None)
    seat = a_name(64, allow_none=True, load_default=None)
    answers = fields.List(fields.Nested(AssumedAnswer), validate=validate.Length(max=32), load_default=list)
    timeline = a_name(64, allow_none=True, load_default=None)
    at = a_version(allow_none=True, load_default=None)


@of(match_requests.Branch)
class Fork(Strict):
    """Open a what-if at a version of a timeline (the current one unless named)."""

    by = fields.String(
        validate=validate.Length(1, 64),
        metadata={"description": "A reader's name (`reader` unless given); a token's own name or seat."},
    )
    id = an_id()


class MakeTrial(Strict):
    """Try from version `at` of a timeline (the current one unless named), in a line that nobody else sees.

    `id` is a secret of the asker's own: who repeats it gets the same seats' tokens again.
    """

    at = a_version(required=True)
    timeline = a_name(64)
    id = an_id(16)


class OpenTrial(Strict):
    """Open a trial line of one's own to others: it is open once, so an id says no more."""

    id = an_id()


class Act(Strict):
    """An act that needs no more than an id, and that not always; a signed one does."""

    seat = a_name(64, metadata={"description": OF_SEVERAL})
    signature = a_signature()
    seen = a_seen()
    id = an_id()


@of(match_requests.ProposeRewind)
class Rewind(Act):
    """Propose that the game go on from a version of a timeline."""


@of(match_requests.MoveRules)
class MoveRules(Act):
    """Move the game to another version of its rules: a seat asks, the same from the other carries it out.

    `readings` are options that change with it; the ruleset says which are `movable`.
    """


@of(Request, "decision", "link", "salts")
class TakeBack(Strict):
    """Take back what a seat ordered after version `to` of a timeline: its last command unless one is named.

    A seat that signs names `to`. `expected_version` is the last version that its giver has seen.
    """

    to = a_version(allow_none=True)
    seen = a_seen(allow_none=True)
    seat = a_name(64)


@of(match_requests.AcceptRewind, "proposal")
class AcceptRewind(Act):
    """Accept a rewind; `dice` is a chain of one's own for the new timeline, whose id is the proposal's."""

    dice = fields.Nested(OwnChain)


@of(match_requests.ReadyDice)
class ReadyDice(Act):
    """Reveal the first link of one's chain on a timeline (the current one unless named).

    `anchored` is the version of the match that anchored the chain; who signs v2 names it.
    """


@of(match_requests.AnchorDice)
class AnchorDice(Act):
    """Anchor a chain of one's own, or leave it to the server; with neither it stays as it is.

    On the current timeline unless one is named: it may be one that is proposed. `agrees_to` is the id of the
    other seat's offer.
    """

    anchor = a_link()
    length = fields.Integer(strict=True, validate=validate.Range(0, LARGEST_VERSION))
    custody = a_custody()

    @validates_schema
    def whole(self, data: dict[str, Any], **_: Any) -> None:
        """An anchor comes with its length."""
        if ("anchor" in data) != ("length" in data):
            raise ValidationError("An anchor and its length come together.", "length")


@of(match_requests.RegisterKey)
class RegisterKey(Strict):
    """Register a seat's key: the first one signs this itself, another is signed for by the key in force.

    Then `possession` is the new key's signature of the same. `lost`: the key in force is gone, so the new one
    alone signs, and the other seat has to agree.
    """

    signature = a_signature(required=True)
    seen = a_seen()
    possession = a_signature("The new key's signature, where it takes another's place.")
    lost = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    id = fields.String(required=True, validate=[validate.Length(1, 64), validate.Regexp(NAME)])

    @validates_schema
    def one_signer(self, data: dict[str, Any], **_: Any) -> None:
        """Of a lost key there is no signature: the new one's is the only one."""
        if data.get("lost") and "possession" in data:
            raise ValidationError("Where a key was lost, `signature` is the new key's.", "possession")


@of(match_requests.AcceptKey, "of")
class AnswerKey(Act):
    """Answer the offer of a key in place of a lost one."""


class EnterSeat(Strict):
    """Enter a seat by its key, which signs this (docs/signatures.md); `at` is now, in seconds since 1970."""

    at = fields.Integer(strict=True, required=True, validate=validate.Range(0, 2**53 - 1))
    signature = a_signature(required=True)


@of(match_requests.MakeIntent)
class MakeIntent(Act):
    """Commit to a request by its digest (docs/dice.md), on the current timeline unless one is named.

    Without a round it is for the first that is far enough ahead.
    """


class MakeAccount(Strict):
    """Make an account. Another role than player's is an operator's to give."""

    name = a_person(required=True)
    password = a_password(required=True)
    role = fields.String(
        validate=validate.OneOf([role.value for role in Role]), load_default=Role.PLAYER.value
    )


class ChangeAccount(Strict):
    """Set the role of an account, or whether it is disabled."""

    role = fields.String(validate=validate.OneOf([role.value for role in Role]))
    disabled = fields.Boolean(truthy={True}, falsy={False})


class SignIn(Strict):
    """Sign in. `label` is for the owner of the token, to know it by."""

    name = a_person(required=True)
    password = a_password(required=True)
    code = a_code(load_default="")
    label = fields.String(validate=validate.Length(max=64), load_default="")


class ChangePassword(Strict):
    """Change one's password."""

    old = a_password(required=True)
    new = a_password(required=True)
    code = a_code(load_default="")


class SetUpSecondFactor(Strict):
    """Set up a second factor; the password says that its owner means it."""

    password = a_password(required=True)


class ConfirmSecondFactor(Strict):
    """Turn a second factor on by a first code of it."""

    code = a_code(required=True)


class UseSecondFactor(Strict):
    """Change or remove a second factor: by the password and a code."""

    password = a_password(required=True)
    code = a_code(required=True)


class Cosignatures(Strict):
    """A checkpoint of this log as it was signed, with the lines of one witness or more under it."""

    note = fields.String(required=True, validate=validate.Length(1, 16_384))


class EraseAccount(Strict):
    """Erase one's account; the password says that it is meant."""

    password = a_password(required=True)
    code = a_code(load_default="")


class Invite(Strict):
    """Let the account of a name read a private game."""

    name = a_person(required=True)


class MakeInvitation(Strict):
    """Invite by a link to a free seat, or without one to watch a private game.

    `id` is a secret that the caller chooses: the same request again returns the same link.
    """

    seat = a_name(64)
    days = fields.Integer(strict=True, validate=validate.Range(1, LONGEST_DAYS), load_default=USUAL_DAYS)
    id = an_id(16)


class SayMessage(Strict):
    """Say something beside a game, as plain text; `seat` is whose, where one holds several."""

    text = fields.String(required=True, validate=validate.Length(1, 2 * TEXT_LIMIT))
    seat = a_name(64, metadata={"description": OF_SEVERAL})
    id = an_id()


class RemarkMark(Strict):
    """A mark: on a `place`, or an arrow `from` one place `to` another."""

    place = fields.String(validate=validate.Length(1, 64))
    from_ = fields.String(data_key="from", validate=validate.Length(1, 64))
    to = fields.String(validate=validate.Length(1, 64))


class ChangeRemark(Strict):
    """Change a remark; what is not named stays. `for` says who may read it.

    That is `me`, the `seats`, `all` who may read the game, or `after_end`: all, when the game has ended.
    """

    text = fields.String(validate=validate.Length(max=2 * REMARK_LIMIT))
    title = fields.String(
        validate=validate.Length(max=200),
        metadata={"description": "Its event begins a chapter of this name."},
    )
    sign = fields.String(validate=validate.OneOf(["", *SIGNS]))
    marks = fields.List(
        fields.Nested(RemarkMark), validate=validate.Length(max=MARKS), metadata={"maxItems": MARKS}
    )

    audience = fields.String(data_key="for", validate=validate.OneOf(AUDIENCES))


class WriteRemark(ChangeRemark):
    """Write a remark on an event of a timeline (the current one unless named)."""

    timeline = a_name(64)
    version = a_version(required=True)
    seat = a_name(64, metadata={"description": OF_SEVERAL})
    id = an_id()

    audience = fields.String(data_key="for", required=True, validate=validate.OneOf(AUDIENCES))


class OpenTalk(Strict):
    """Let accounts without a seat write beside the game, or no longer."""

    onlookers = fields.Boolean(truthy={True}, falsy={False}, required=True)
