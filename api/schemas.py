"""What requests look like: the marshmallow schemas that validate them and that the OpenAPI document shows.

Unknown fields are refused everywhere. What answers look like is told by the records of `api.answers`.
"""

import re
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate

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


def _id(least: int = 1) -> fields.String:
    text = "Names the request: the same id and body again get the first answer."
    return fields.String(
        validate=[validate.Length(least, 64), validate.Regexp(NAME)], metadata={"description": text}
    )


def _person(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, 64), **more)


def _password(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, 256), **more)


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
    id = _id()


class TakeSeat(Strict):
    """Take a seat. `id` is a secret of the asker's own: who repeats it gets the same token again."""

    player = fields.String(
        validate=validate.Length(1, 64),
        metadata={"description": "The player's name. An account sits under its own."},
    )
    id = _id(16)


class GiveCommand(Strict):
    """Give a command; `command` has the shape that the ruleset's schema for its `type` says.

    `decision` is the id of the decision that it answers, `expected_version` the version that its giver had
    seen. `seat` is the token's own unless named: on a branch, who opened it gives every seat's commands.
    """

    id = fields.String(required=True, validate=[validate.Length(1, 64), validate.Regexp(NAME)])
    command = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), required=True)
    decision = fields.String(validate=validate.Length(1, 200), allow_none=True)
    expected_version = _version(allow_none=True)
    timeline = _name(64, allow_none=True)
    seat = _name(64)


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
    id = _id()


class Act(Strict):
    """An act that needs no more than an id, and that not always."""

    seat = _name(64, metadata={"description": OF_SEVERAL})
    id = _id()


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


class ListWhere(Strict):
    """A page of a list: `cursor` is the `next` of the page before."""

    cursor = fields.String(validate=validate.Length(1, 256))
    limit = Whole(validate=validate.Range(1, 200), load_default=50)


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
