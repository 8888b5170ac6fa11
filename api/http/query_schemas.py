"""What the queries of requests look like, as the schemas of bodies (`ironclad.api.http.schemas`)."""

import re
from typing import Any

from marshmallow import ValidationError, fields, post_load, validate

from ironclad.api.http.schema_fields import (
    LARGEST_POSITION,
    LARGEST_VERSION,
    Strict,
    Whole,
    a_list,
    a_name,
    an_asked_version,
)


class Where(Strict):
    """A point of a game: a timeline (the current one unless named), a version (the head unless named)."""

    timeline = a_name(64)
    at = an_asked_version()
    min_version = an_asked_version(
        metadata={
            "description": "Wait until the timeline has this version; after some seconds answer 409 not-yet."
        }
    )


class ChronicleWhere(Where):
    """A point of a game, and which part of what led there."""

    first = Whole(validate=validate.Range(1, LARGEST_VERSION), load_default=1, data_key="from")
    limit = Whole(validate=validate.Range(1, 500), load_default=200)
    types = a_list("Only entries of these types of event, with commas between them: 16 at most.")
    quiet = fields.String(
        validate=validate.OneOf(("yes", "no")),
        load_default="no",
        metadata={"description": "Whether to tell what is no news too; such entries are marked `quiet`."},
    )


class ViewsWhere(Where):
    """A point of a game, and which of its views."""

    names = a_list("The names of views, with commas between them: 16 at most.", required=True)


class EventsWhere(Strict):
    """A stretch of a timeline's events, both ends included."""

    timeline = a_name(64)
    first = Whole(validate=validate.Range(1, LARGEST_VERSION), load_default=1, data_key="from")
    last = Whole(validate=validate.Range(1, LARGEST_VERSION), data_key="to")
    limit = Whole(validate=validate.Range(1, 500), load_default=200)
    min_version = an_asked_version()


class MatchWhere(Strict):
    """A stretch of the match's own events."""

    first = Whole(validate=validate.Range(1, LARGEST_VERSION), load_default=1, data_key="from")
    limit = Whole(validate=validate.Range(1, 500), load_default=200)


class StreamWhere(Strict):
    """Which timeline to follow (whichever the game is on, unless named), and from where on.

    `after` is a position of the log: what came before it is not sent. Unless given, and without a
    `Last-Event-ID`, the stream begins with the next event.
    """

    timeline = a_name(64)
    after = Whole(validate=validate.Range(0, LARGEST_POSITION))
    as_seat = a_name(
        64,
        data_key="as",
        metadata={"description": "The seat as which to read, as the header Ironclad-Seat names it."},
    )


class StreamHeaders(Strict):
    """The id of the last event that the reader got, which is that event's position in the log."""

    last_event_id = Whole(validate=validate.Range(0, LARGEST_POSITION), data_key="Last-Event-ID")


class ReceiptWhere(Strict):
    """Whose request it was: needed where both seats used the id."""

    seat = a_name(64)


class LegalWhere(Strict):
    """Whose orders, on which timeline; for all decisions of the seat unless one is named."""

    seat = a_name(64, required=True)
    decision = fields.String(validate=validate.Length(1, 200))
    timeline = a_name(64)
    limit = Whole(validate=validate.Range(1, 2000), load_default=500)
    told = fields.Boolean(
        load_default=False, metadata={"description": "Tell each command as a line for people, too."}
    )


class AdviceWhere(Strict):
    """Whose decision, on which timeline: the first that the seat has open unless one is named."""

    seat = a_name(64, required=True)
    decision = fields.String(validate=validate.Length(1, 200))
    timeline = a_name(64)
    whole = fields.Boolean(
        load_default=False,
        metadata={"description": "Of a decision that takes several answers, all of them."},
    )


class TalkWhere(Strict):
    """A part of the talk: messages before a number; nothing for who has `known` as many changes."""

    before = Whole(validate=validate.Range(1, LARGEST_POSITION))
    limit = Whole(validate=validate.Range(1, 200), load_default=100)
    known = Whole(validate=validate.Range(0, LARGEST_POSITION))


class RemarksWhere(Strict):
    """A part of the remarks: `cursor` is the `next` of the part before; `timeline` leaves others out."""

    timeline = a_name(64)
    cursor = fields.String(validate=validate.Regexp(r"\A[A-Za-z0-9._:-]{1,64}(/[0-9]{1,16}){2}\Z"))
    limit = Whole(validate=validate.Range(1, 500), load_default=200)

    @post_load
    def split(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The cursor as (timeline, version, number)."""
        if "cursor" in data:
            line, version, number = data["cursor"].rsplit("/", 2)
            data["cursor"] = line, int(version), int(number)
        return data


class DiceWhere(Strict):
    """Of which timeline: the current one unless named."""

    timeline = a_name(64)


class ClockWhere(Strict):
    """The clocks at an instant (now unless named), and a page of their ledger."""

    at = fields.String(
        validate=validate.Length(1, 40), metadata={"description": "RFC 3339 in UTC; now, unless it is named."}
    )
    first = Whole(
        validate=validate.Range(1, LARGEST_VERSION),
        load_default=1,
        data_key="from",
        metadata={"description": "The version of the match that the ledger begins at."},
    )
    limit = Whole(
        validate=validate.Range(0, 500),
        load_default=200,
        metadata={"description": "How many items of the ledger; 0 for none."},
    )


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
    """Two points of a game, and how many differing paths to tell at most.

    A point is `timeline@version`; `@version` is on the game's current timeline, `timeline` alone is its head.
    """

    a = fields.String(required=True, validate=[validate.Length(1, 80), validate.Regexp(POINT)])
    b = fields.String(required=True, validate=[validate.Length(1, 80), validate.Regexp(POINT)])
    limit = Whole(validate=validate.Range(1, 5000), load_default=1000)

    @post_load
    def split(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Each point as (timeline, version), None where it is not named."""
        for name in ("a", "b"):
            match = re.match(POINT, data[name])
            at = match and match["at"]
            if match is None or (at and not 1 <= int(at) <= LARGEST_VERSION):
                raise ValidationError("Not a point of this game.", name)
            data[name] = (match["timeline"], int(at) if at else None)
        return data
