"""What requests look like: the marshmallow schemas that validate them and that the OpenAPI document shows.

Unknown fields are refused everywhere. What answers look like is told by the records of `api.answers`.
"""

import re
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate, validates_schema

from projections.roles import Role

NAME = r"\A[A-Za-z0-9][A-Za-z0-9._:-]*\Z"
LARGEST_VERSION = 2**31 - 1
LARGEST_POSITION = 2**53 - 1


def _name(most: int, **more: Any) -> fields.String:
    return fields.String(validate=[validate.Length(1, most), validate.Regexp(NAME)], **more)


def _version(**more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(0, LARGEST_VERSION), **more)


class Whole(fields.Integer):
    """A whole number in a query, written in plain digits only ("+1", "1_0" and other scripts are refused)."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, str) and not (value.isascii() and value.isdigit()):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


def _asked_version(**more: Any) -> fields.Integer:
    return Whole(validate=validate.Range(0, LARGEST_VERSION), **more)


def _list(text: str, **more: Any) -> fields.String:
    words = validate.Regexp(r"\A[a-z_]+(,[a-z_]+){0,15}\Z")
    return fields.String(validate=[validate.Length(1, 400), words], metadata={"description": text}, **more)


def _id(least: int = 1) -> fields.String:
    text = "Names the request: the same id and body again get the first answer."
    return fields.String(
        validate=[validate.Length(least, 64), validate.Regexp(NAME)], metadata={"description": text}
    )


def _person(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, 64), **more)


def _password(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, 256), **more)


def _link(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(max=64), **more)


def _key(**more: Any) -> fields.String:
    text = "An Ed25519 public key: 64 hexadecimal digits in lower case."
    return fields.String(validate=validate.Length(1, 64), metadata={"description": text}, **more)


def _signature(text: str = "The seat's, of this request: docs/signatures.md.", **more: Any) -> fields.String:
    return fields.String(validate=validate.Length(max=128), metadata={"description": text}, **more)


def _custody() -> fields.String:
    text = "`server`: the service keeps the seat's dice chain."
    return fields.String(validate=validate.Equal("server"), metadata={"description": text})


OF_SEVERAL = "Which of the account's seats acts, where it holds both."


class Strict(Schema):
    """The base of every schema here: a field that is not named is refused."""

    class Meta:
        unknown = RAISE


# -- bodies


class OpenGame(Strict):
    """Open a game at a scenario, or at a position document (as `position` gives it)."""

    body_bytes = "position_bytes"

    ruleset = _name(64, required=True)
    scenario = _name(64, metadata={"description": "May be left out where the position names its own."})
    options = fields.Dict(
        keys=fields.String(validate=validate.Length(1, 64)),
        values=fields.String(validate=validate.Length(1, 64)),
        validate=validate.Length(max=64),
        load_default=dict,
        metadata={"description": "Contested readings by name; the ruleset lists them with their values."},
    )
    position = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), allow_none=True, load_default=None
    )
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
        validate=validate.OneOf(["shared", "tournament"]),
        load_default="shared",
        metadata={"description": "The level of the dice (docs/dice.md), where the service offers another."},
    )
    id = _id()


class SeatHouse(Strict):
    """Let the house sit: no seat is taken twice, so an id says no more."""

    id = _id()


class OwnChain(Strict):
    """A dice chain that a seat keeps itself: its anchor as 64 hexadecimal digits, its length in links."""

    anchor = _link(required=True)
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
    custody = _custody()
    key = _key()
    signature = _signature()
    id = _id(16)

    @validates_schema
    def one_keeper(self, data: dict[str, Any], **_: Any) -> None:
        """A chain has one keeper."""
        if "dice" in data and "custody" in data:
            raise ValidationError("Give a chain of your own, or leave it to the server.", "custody")


class GiveCommand(Strict):
    """Give a command; `command` has the shape that the ruleset's schema for its `type` says.

    `decision` is the id of the decision that it answers, `expected_version` the version that its giver had
    seen. `seat` is the token's own unless named: on a branch, who opened it gives every seat's commands.
    `link` is the next link of a seat that keeps its own dice chain; where none is due it is not used up.
    """

    id = fields.String(required=True, validate=[validate.Length(1, 64), validate.Regexp(NAME)])
    command = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)
    decision = fields.String(validate=validate.Length(1, 200), allow_none=True)
    expected_version = _version(allow_none=True)
    timeline = _name(64, allow_none=True)
    link = _link(allow_none=True)
    signature = _signature(allow_none=True)
    seat = _name(64)


class AskReach(Strict):
    """Ask where a force could be ordered to: `command` as it would be given, its way left open."""

    command = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)
    seat = _name(64, required=True)
    timeline = _name(64, allow_none=True, load_default=None)


class AssumedAnswer(Strict):
    """What a seat is taken to answer whenever it is asked that: `command` as it would be given."""

    seat = _name(64, required=True)
    command = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)


class AskOdds(Strict):
    """Ask the odds of the battle that a command would bring about, or without one of the battle under way.

    `seat` is the one that owes a decision unless named. At a version of a timeline; the head of the current
    one unless named. Nobody reacts and nothing optional is done, unless `answers` says so.
    """

    command = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), allow_none=True, load_default=None
    )
    seat = _name(64, allow_none=True, load_default=None)
    answers = fields.List(fields.Nested(AssumedAnswer), validate=validate.Length(max=32), load_default=list)
    timeline = _name(64, allow_none=True, load_default=None)
    at = _version(allow_none=True, load_default=None)


class Fork(Strict):
    """Open a what-if at a version of a timeline (the current one unless named)."""

    at = _version(required=True)
    timeline = _name(64, allow_none=True, load_default=None)
    by = fields.String(validate=validate.Length(1, 64), load_default="reader")
    id = _id()


class Rewind(Strict):
    """Propose that the game go on from a version of a timeline."""

    at = _version(required=True)
    timeline = _name(64, allow_none=True, load_default=None)
    reason = fields.String(validate=validate.Length(max=500), load_default="")
    seat = _name(64, metadata={"description": OF_SEVERAL})
    signature = _signature()
    id = _id()


class Act(Strict):
    """An act that needs no more than an id, and that not always; a signed one does."""

    seat = _name(64, metadata={"description": OF_SEVERAL})
    signature = _signature()
    id = _id()


class AcceptRewind(Act):
    """Accept a rewind; `dice` is a chain of one's own for the new timeline, whose id is the proposal's."""

    dice = fields.Nested(OwnChain)


class ReadyDice(Act):
    """Reveal the first link of one's chain on a timeline (the current one unless named)."""

    link = _link(required=True)
    timeline = _name(64, allow_none=True)


class AnchorDice(Act):
    """Anchor a chain of one's own, or leave it to the server; with neither it goes on as it is.

    On the current timeline unless one is named: it may be one that is proposed. `agrees_to` is the id of the
    other seat's offer.
    """

    anchor = _link()
    length = fields.Integer(strict=True, validate=validate.Range(0, LARGEST_VERSION))
    custody = _custody()
    agrees_to = _name(64)
    timeline = _name(64, allow_none=True)

    @validates_schema
    def whole(self, data: dict[str, Any], **_: Any) -> None:
        """An anchor comes with its length."""
        if ("anchor" in data) != ("length" in data):
            raise ValidationError("An anchor and its length come together.", "length")


class RegisterKey(Strict):
    """Register a seat's key: the first one signs this itself, another is signed for by the key in force.

    Then `possession` is the new key's signature of the same. `lost`: the key in force is gone, so the new one
    alone signs, and the other seat has to agree.
    """

    key = _key(required=True)
    signature = _signature(required=True)
    possession = _signature("The new key's signature, where it takes another's place.")
    lost = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    id = fields.String(required=True, validate=[validate.Length(1, 64), validate.Regexp(NAME)])

    @validates_schema
    def one_signer(self, data: dict[str, Any], **_: Any) -> None:
        """Of a lost key there is no signature: the new one's is the only one."""
        if data.get("lost") and "possession" in data:
            raise ValidationError("Where a key was lost, `signature` is the new key's.", "possession")


class AnswerKey(Act):
    """Answer the offer of a key in place of a lost one."""

    key = _key(required=True)


class MakeIntent(Act):
    """Commit to a request by its digest (docs/dice.md), on the current timeline unless one is named.

    Without a round it is for the first that is far enough ahead.
    """

    digest = fields.String(required=True, validate=validate.Length(64, 64))
    round = fields.Integer(strict=True, allow_none=True, validate=validate.Range(1, LARGEST_VERSION))
    timeline = _name(64, allow_none=True)


class MakeAccount(Strict):
    """Make an account. Another role than player's is an operator's to give."""

    name = _person(required=True)
    password = _password(required=True)
    role = fields.String(
        validate=validate.OneOf([role.value for role in Role]), load_default=Role.PLAYER.value
    )


class ChangeAccount(Strict):
    """Set the role of an account, or whether it is disabled."""

    role = fields.String(validate=validate.OneOf([role.value for role in Role]))
    disabled = fields.Boolean(truthy={True}, falsy={False})


class SignIn(Strict):
    """Sign in. `label` is for the owner of the token, to know it by."""

    name = _person(required=True)
    password = _password(required=True)
    label = fields.String(validate=validate.Length(max=64), load_default="")


class ChangePassword(Strict):
    """Change one's password."""

    old = _password(required=True)
    new = _password(required=True)


class Cosignatures(Strict):
    """A checkpoint of this log as it was signed, with the lines of one witness or more under it."""

    note = fields.String(required=True, validate=validate.Length(1, 16_384))


class EraseAccount(Strict):
    """Erase one's account; the password says that it is meant."""

    password = _password(required=True)


class Invite(Strict):
    """Let the account of a name read a private game."""

    name = _person(required=True)


# -- queries


class Where(Strict):
    """A point of a game: a timeline (the current one unless named), a version (the head unless named)."""

    timeline = _name(64)
    at = _asked_version()
    min_version = _asked_version(
        metadata={
            "description": "Wait until the timeline has this version; after some seconds answer 409 not-yet."
        }
    )


class ChronicleWhere(Where):
    """A point of a game, and which part of what led there."""

    first = Whole(validate=validate.Range(1, LARGEST_VERSION), load_default=1, data_key="from")
    limit = Whole(validate=validate.Range(1, 500), load_default=200)
    types = _list("Only entries of these types of event, with commas between them: 16 at most.")


class ViewsWhere(Where):
    """A point of a game, and which of its views."""

    names = _list("The names of views, with commas between them: 16 at most.", required=True)


class EventsWhere(Strict):
    """A stretch of a timeline's events, both ends included."""

    timeline = _name(64)
    first = Whole(validate=validate.Range(1, LARGEST_VERSION), load_default=1, data_key="from")
    last = Whole(validate=validate.Range(1, LARGEST_VERSION), data_key="to")
    limit = Whole(validate=validate.Range(1, 500), load_default=200)
    min_version = _asked_version()


class MatchWhere(Strict):
    """A stretch of the match's own events."""

    first = Whole(validate=validate.Range(1, LARGEST_VERSION), load_default=1, data_key="from")
    limit = Whole(validate=validate.Range(1, 500), load_default=200)


class StreamWhere(Strict):
    """Which timeline to follow (whichever the game is on, unless named), and from where on.

    `after` is a position of the log: what came before it is not sent. Unless given, and without a
    `Last-Event-ID`, the stream begins with the next event.
    """

    timeline = _name(64)
    after = Whole(validate=validate.Range(0, LARGEST_POSITION))


class StreamHeaders(Strict):
    """The id of the last event that the reader got, which is that event's position in the log."""

    last_event_id = Whole(validate=validate.Range(0, LARGEST_POSITION), data_key="Last-Event-ID")


class LegalWhere(Strict):
    """Whose orders, on which timeline."""

    seat = _name(64, required=True)
    timeline = _name(64)
    limit = Whole(validate=validate.Range(1, 2000), load_default=500)
    told = fields.Boolean(
        load_default=False, metadata={"description": "Tell each command as a line for people, too."}
    )


class DiceWhere(Strict):
    """Of which timeline: the current one unless named."""

    timeline = _name(64)


class ListWhere(Strict):
    """A page of a list: `cursor` is the `next` of the page before."""

    cursor = fields.String(validate=validate.Length(1, 256))
    limit = Whole(validate=validate.Range(1, 200), load_default=50)


class CheckpointWhere(Strict):
    """Which checkpoint: the last unless more is asked of it."""

    at_least = Whole(
        validate=validate.Range(0, LARGEST_POSITION),
        load_default=0,
        metadata={"description": "Of so many events or more: waits some seconds for it."},
    )
    witnesses = Whole(
        validate=validate.Range(0, 100),
        load_default=0,
        metadata={"description": "The last that so many witnesses cosigned."},
    )


class InclusionWhere(Strict):
    """Which event, by its position in the log or the hash of its leaf, and the size of the tree."""

    position = Whole(validate=validate.Range(1, LARGEST_POSITION))
    leaf = fields.String(
        validate=validate.Regexp(r"\A[0-9a-f]{64}\Z"), metadata={"description": "In hex, lower case."}
    )
    size = Whole(validate=validate.Range(0, LARGEST_POSITION))


class ConsistencyWhere(Strict):
    """The sizes of an earlier tree and of a later one."""

    size1 = Whole(validate=validate.Range(0, LARGEST_POSITION), required=True, data_key="from")
    size2 = Whole(validate=validate.Range(0, LARGEST_POSITION), data_key="to")


class Nothing(Strict):
    """A call that takes no parameters."""


POINT = r"\A(?P<timeline>[A-Za-z0-9][A-Za-z0-9._:-]{0,63})?(?:@(?P<at>[0-9]{1,10}))?\Z"


class CompareWhere(Strict):
    """Two points, each `timeline`, `@version` or `timeline@version`."""

    a = fields.String(required=True, validate=[validate.Length(1, 80), validate.Regexp(POINT)])
    b = fields.String(required=True, validate=[validate.Length(1, 80), validate.Regexp(POINT)])

    @post_load
    def split(self, data: dict[str, str], **_: Any) -> dict[str, tuple[str | None, int | None]]:
        """Each point as (timeline, version), None where it is not named."""
        points: dict[str, tuple[str | None, int | None]] = {}
        for name, text in data.items():
            match = re.match(POINT, text)
            at = match and match["at"]
            if match is None or (at and int(at) > LARGEST_VERSION):
                raise ValidationError("Not a point of this game.", name)
            points[name] = (match["timeline"], int(at) if at else None)
        return points
