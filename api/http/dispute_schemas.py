"""What the bodies and queries of calls about disputes look like (docs/disputes.md)."""

from typing import Any

from marshmallow import fields, validate

from ironclad.api.http.query_schemas import ListWhere, Whole
from ironclad.api.http.schema_fields import (
    LARGEST_VERSION,
    OF_SEVERAL,
    Strict,
    a_name,
    a_person,
    a_seen,
    a_signature,
    a_version,
    an_id,
    readings_by_name,
)
from ironclad.domain.match.disputes.remedies import NAMES as REMEDIES
from ironclad.projections.readjudications import MOST_GAMES

TEXT = 2_000  # characters of a text that is kept for ever
_REMEDY = "A remedy: an object with its `type` (docs/disputes.md, Remedies)."
_ABOUT = "{timeline, version}, {refused: {timeline, version, request}} or {flag}."
_READING = "One reading: an option with a value, or an erratum with holds or not."


def an_object(text: str, **more: Any) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(validate=validate.Length(1, 200)),
        values=fields.Raw(allow_none=True),
        validate=validate.Length(max=64),
        metadata={"description": text},
        **more,
    )


def a_remedy(**more: Any) -> fields.Dict:
    return an_object(_REMEDY, **more)


def a_said(**more: Any) -> fields.String:
    text = "Plain text, kept for ever."
    return fields.String(validate=validate.Length(max=TEXT), metadata={"description": text}, **more)


def objects(text: str, most: int, **more: Any) -> fields.List:
    return fields.List(an_object(text), validate=validate.Length(max=most), **more)


def names(most: int, **more: Any) -> fields.List:
    each = fields.String(validate=validate.Length(1, 64))
    return fields.List(each, validate=validate.Length(max=most), **more)


class Request(Strict):
    """What every request about a dispute may have: its id."""

    id = an_id()


class Asked(Request):
    """What a request of a seat may have besides: the seat that acts, its signature."""

    seat = a_name(64, metadata={"description": OF_SEVERAL})
    signature = a_signature()
    seen = a_seen()


class NameOfficials(Strict):
    """The officials of a game, by the names of their accounts; chief and deputies are directors."""

    chief = a_person(required=True)
    deputies = fields.List(a_person(), validate=validate.Length(max=49), load_default=list)
    assessors = fields.List(a_person(), validate=validate.Length(max=49), load_default=list)


class GameOfficials(NameOfficials):
    """Name the officials of a game, with their policy."""

    policy = an_object("The policy (docs/disputes.md); its defaults, unless it is named.", load_default=dict)
    id = an_id()
    seat = a_name(64, metadata={"description": OF_SEVERAL})


class MakeClaim(Asked):
    """Say that something is wrong: an event, a refused request, or a flag."""

    about = an_object(_ABOUT, required=True)
    kind = fields.String(
        required=True, validate=validate.OneOf(["rules", "arithmetic", "clock", "conduct", "result"])
    )
    clauses = names(20, load_default=list)
    says = a_said(required=True)
    asks = a_remedy(required=True)
    reading = readings_by_name(_READING, load_default=None, allow_none=True)


class AnswerClaim(Asked):
    """Answer the other seat's claim, once."""

    agrees = fields.Boolean(required=True, truthy={True}, falsy={False})
    says = a_said(required=True)
    asks = a_remedy(load_default=None, allow_none=True)


class OfClaim(Asked):
    """A request about a claim that says nothing more."""


class AddEvidence(Asked):
    """Items of evidence: events, a view, a message with its sha256, a statement, or a file by its sha256."""

    items = objects("An item of evidence.", 50, required=True)


class SendFile(Request):
    """Send a file of evidence: plain text, a PNG or a JPEG of up to 256 KiB."""

    body_bytes = "position_bytes"
    seat = a_name(64, metadata={"description": OF_SEVERAL})
    data = fields.String(
        required=True, validate=validate.Length(1, 349_528), metadata={"description": "The file in base64."}
    )


class SettleClaim(Asked):
    """Offer to settle by a remedy; it is settled when all seats offer the same."""

    remedy = a_remedy(required=True)


class TakeClaim(Request):
    """Take a claim; from another director with the reason."""

    why = a_said(load_default="")


class Why(Request):
    """A request that says why."""

    why = a_said(required=True)


class OpenFact(Request):
    """Have one hidden fact opened: the one of this number, from 1, in an event of a line."""

    timeline = a_name(64, required=True)
    version = a_version(required=True)
    number = fields.Integer(strict=True, required=True, validate=validate.Range(1, 10_000))


class RuleClaim(Request):
    """Rule on a claim that one has taken: the finding, the facts, the remedy, and penalties."""

    finding = fields.String(
        required=True, validate=validate.OneOf(["event_stands", "event_wrong", "conduct", "no_case"])
    )
    facts = a_said(required=True)
    clauses = names(20, load_default=list)
    remedy = a_remedy(required=True)
    reading = readings_by_name(_READING, load_default=None, allow_none=True)
    penalties = objects("A penalty: {seat, rung, why, ms}.", 20, load_default=list)
    precedents = objects("An earlier ruling: {game, claim, followed, why}.", 50, load_default=list)
    suspends = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    sealed_reason = fields.String(
        validate=validate.Length(max=TEXT), load_default=None, allow_none=True,
        metadata={"description": "What rests on hidden facts: nobody reads it before the game's end."},
    )  # fmt: skip


class AppealRuling(Asked):
    """Appeal against a ruling, once and in time."""

    grounds = names(10, required=True)
    says = a_said(required=True)
    asks = a_remedy(load_default=None, allow_none=True)


class DrawPanel(Request):
    """Have the panel of an appeal drawn."""


class VoteAppeal(Request):
    """A member's vote: was the ruling right?"""

    vote = fields.String(required=True, validate=validate.OneOf(["confirm", "change", "return"]))
    says = a_said(required=True)
    remedy = a_remedy(load_default=None, allow_none=True)


def a_claim() -> fields.Integer:
    return fields.Integer(
        strict=True, validate=validate.Range(1, LARGEST_VERSION), load_default=None, allow_none=True
    )


class OfRuling(Why):
    """An act of a director, with its reason, and the claim that it is about if there is one."""

    claim = a_claim()


class Penalise(OfRuling):
    """Penalise a seat, apart from a ruling."""

    of = a_name(64, required=True, metadata={"description": "The seat that is penalised."})
    rung = fields.String(
        required=True,
        validate=validate.OneOf(["caution", "warning", "time", "points", "game", "expulsion"]),
    )
    ms = fields.Integer(strict=True, validate=validate.Range(0, 2**53 - 1), load_default=0)


class EndGame(OfRuling):
    """End the game by ruling: a seat wins, or nobody."""

    winner = a_name(64, required=True, allow_none=True)


class RuleOnVersion(OfRuling):
    """Move the game to another version of its rules, or to other readings, by ruling."""

    version = a_name(64, required=True)
    readings = readings_by_name("Options that change with it.")


class OrderChains(Why):
    """Order new dice chains of seats, as a director, in place of lost ones."""

    timeline = a_name(64, required=True)
    seats = names(8, required=True)
    custody = fields.String(required=True, validate=validate.OneOf(["server", "client"]))


class VacateSeat(Why):
    """Free a seat, as a director: a substitute may take it, with a key and a chain of its own."""

    of = a_name(64, required=True, metadata={"description": "The seat that is freed."})


def an_end(**more: Any) -> fields.String:
    text = "RFC 3339 in UTC: 2026-03-01T12:00:00.000Z."
    return fields.String(validate=validate.Length(1, 40), metadata={"description": text}, **more)


class StopClocks(Why):
    """Stop all clocks, as a director, until an instant or for good; `play` lets orders be given."""

    until = an_end(load_default=None, allow_none=True)
    play = fields.Boolean(truthy={True}, falsy={False}, load_default=False)


class CallAdjournment(Why):
    """Adjourn the game, as a director: the seat that holds the turn seals its command."""

    until = an_end(load_default=None, allow_none=True)


class AdjustClock(OfRuling):
    """Add time to the clock of the seat `of`, or take some (`ms` below 0), as a director."""

    of = a_name(64, required=True, metadata={"description": "The seat whose clock it is."})
    ms = fields.Integer(strict=True, required=True, validate=validate.Range(-(2**53) + 1, 2**53 - 1))


class LiftFlag(OfRuling):
    """Lift the flag of the seat `of`, as a director, and give it a minute or more."""

    of = a_name(64, required=True, metadata={"description": "The seat that is forgiven."})
    ms = fields.Integer(strict=True, validate=validate.Range(0, 2**53 - 1), load_default=60_000)


class AskCounterfactual(Strict):
    """What recorded commands would have come to under another reading, with the same faces."""

    timeline = a_name(64, required=True)
    version = a_version(required=True)
    reading = readings_by_name(_READING)
    through = a_version(load_default=None, allow_none=True)


class AskCosts(Strict):
    """What remedies would cost; those that were asked for, unless others are named."""

    remedies = objects(_REMEDY, 9, load_default=list)


class PrecedentsWhere(ListWhere):
    """Rulings to look for; `q` are words that have to be in what was said and found."""

    ruleset = fields.String(validate=validate.Length(1, 64))
    clause = fields.String(validate=validate.Length(1, 64))
    command = fields.String(validate=validate.Length(1, 64))
    event = fields.String(validate=validate.Length(1, 64))
    remedy = fields.String(validate=validate.OneOf(REMEDIES))
    q = fields.String(validate=validate.Length(1, 200))


class DeskWhere(Strict):
    """How much of a desk is read."""

    limit = Whole(validate=validate.Range(1, 500), load_default=200)


class PublishErratum(Request):
    """Publish an erratum: new games begin with its reading. Without one it is wanted."""

    erratum = a_name(64, required=True, metadata={"description": "Its id: letters, digits, - and _."})
    clause = fields.String(required=True, validate=validate.Length(1, 64))
    before = a_said(required=True)
    says = a_said(required=True)
    case = fields.String(
        validate=validate.Regexp("[0-9a-f]{64}\\Z"), load_default=None, allow_none=True,
        metadata={"description": "The SHA-256 of a case; that of the claim in `from`, unless it is named."},
    )  # fmt: skip
    reading = readings_by_name(_READING, load_default=None, allow_none=True)
    source = an_object("The claim whose ruling it follows: {game, claim}.", data_key="from",
                       load_default=None, allow_none=True)  # fmt: skip


class WithdrawErratum(Request):
    """Withdraw an erratum; games that began with its reading keep it."""

    why = a_said(required=True)


class Readjudicate(Strict):
    """Decide finished games of a ruleset again: those named, or all, a page at a time."""

    ruleset = a_name(64, required=True)
    version = a_name(64, load_default=None, allow_none=True)
    readings = readings_by_name("Options with a value, errata with holds or not.")
    games = fields.List(
        a_name(64), validate=validate.Length(1, MOST_GAMES), load_default=None, allow_none=True,
        metadata={"description": "Ids; all finished games that the caller may read, unless they are named."},
    )  # fmt: skip
    cursor = fields.String(validate=validate.Length(1, 256), load_default=None, allow_none=True)
