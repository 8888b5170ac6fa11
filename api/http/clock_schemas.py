"""What the bodies of requests about clocks look like."""

from typing import Any

from marshmallow import ValidationError, fields, validate

from ironclad.api.http.schema_fields import a_control, a_name, of
from ironclad.api.http.schemas import Act
from ironclad.referee import match_requests
from ironclad.referee.match_requests.clocks import CARRIES

_INSTANT = "RFC 3339 in UTC: 2026-03-01T12:00:00.000Z."


class Duration(fields.Field[Any]):
    """Whole milliseconds, or a text such as 2d12h30m15s."""

    def __init__(self, **more: Any) -> None:
        text = "Whole milliseconds, or a text such as 2d12h30m15s (units d, h, m, s and ms; d is 24 hours)."
        super().__init__(metadata={"description": text, "type": ["integer", "string"]}, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValidationError("Whole milliseconds, or a text such as 2d12h30m15s.")
        if isinstance(value, str) and not 1 <= len(value) <= 64:
            raise ValidationError("A duration has 1 to 64 characters.")
        return value


def an_instant(**more: Any) -> fields.String:
    return fields.String(validate=validate.Length(1, 40), metadata={"description": _INSTANT}, **more)


class SetControl(Act):
    """Ask for another control: it is set when all seats have asked for the same."""

    control = a_control(required=True)
    carry = fields.String(validate=validate.OneOf(CARRIES), load_default="keep")


class OfSeat(Act):
    """Another control that the seat `of` asked for."""

    of = a_name(64, required=True)


class GiveTime(Act):
    """Give the other seat time."""

    ms = Duration(required=True)
    to = a_name(64, required=True)


class DrawReserve(Act):
    """Move time from the reserve to the clock: as much as its cap allows, unless it is named."""

    ms = Duration(allow_none=True, load_default=None)


@of(match_requests.ProposePause)
class ProposePause(Act):
    """Propose to stop all clocks until an instant; with `adjourn` the holder seals its command first."""

    adjourn = fields.Boolean(truthy={True}, falsy={False}, load_default=False)


@of(match_requests.ResumeClocks)
class Resume(Act):
    """Ask to end an agreed pause before its time."""


@of(match_requests.SealMove)
class SealMove(Act):
    """Seal one's next request by its digest: `ironclad.domain.kernel.fair.fair_tournament.request_digest`."""


class TakeVacation(Act):
    """Stop one's own clock for whole days."""

    start = an_instant(required=True, data_key="from")
    end = an_instant(required=True, data_key="to")


class ForgiveFlag(Act):
    """Lift the flag of the seat `of`, and give it a minute or more."""

    of = a_name(64, required=True)
    ms = Duration(load_default=match_requests.ForgiveFlag.__struct_defaults__[0])
    why = fields.String(validate=validate.Length(max=500), load_default="")
