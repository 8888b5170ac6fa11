"""Rulings of all games: precedents, an official's desk, errata that the service publishes."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, g

from ironclad.api.http import dispute_schemas as bodies
from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import may_read, needs, not_allowed
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.query_schemas import ListWhere, Nothing
from ironclad.api.resources.disputes import CLAIM
from ironclad.api.settings import Kind
from ironclad.domain.match.readings.terms import Asked
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.records import Page, Receipt
from ironclad.projections.desk import Desk
from ironclad.projections.readjudications import Readjudication
from ironclad.projections.rulings import Precedent, Wanted
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("rulings", __name__, tag="Rulings")
ERRATA = "/rulesets/<string(maxlength=64):ruleset>/errata"
_ASKED = ("ruleset", "clause", "command", "event", "remedy")


@blueprint.get("/precedents")
@needs(Right.READ)
@asks(blueprint, bodies.PrecedentsWhere)
@gives(blueprint, Page[Precedent], 200, "A page of rulings, latest first.", 422)
def list_precedents(query: dict[str, Any]) -> Response:
    """Find rulings in games that the caller may read: by clause, command, event, remedy, words."""
    wanted = Wanted(**{name: query.get(name, "") for name in _ASKED}, words=query.get("q", ""))
    found = service().rulings.find(wanted, may_read, query.get("cursor"), query["limit"])
    return responses.json(found)


@blueprint.get("/games" + CLAIM + "/precedents")
@needs(Right.READ)
@asks(blueprint, ListWhere)
@gives(blueprint, Page[Precedent], 200, "A page of rulings, latest first.", 404, 422)
def claim_precedents(game: str, claim: int, query: dict[str, Any]) -> Response:
    """Rulings on a clause that a claim names, in other games of its ruleset and in earlier claims."""
    about = service().claims.claim(game, claim, None)
    ruleset = service().queries.ruleset_of(game).name
    wanted = Wanted(ruleset=ruleset, clauses=about.clauses, but=(game, claim))
    found = service().rulings.find(wanted, may_read, query.get("cursor"), query["limit"])
    return responses.json(found)


@blueprint.get("/desk")
@needs(Right.DISPUTE, price=4)
@asks(blueprint, bodies.DeskWhere)
@gives(blueprint, Desk, 200, "What waits for the caller, the longest waiting first.", 401, 422)
def read_desk(query: dict[str, Any]) -> Response:
    """What waits for an official in all its games: claims, appeals, flags, clocks."""
    return responses.json(service().desk.desk(_own_account(Right.DISPUTE), query["limit"]))


def _own_account(right: Right) -> str:
    """The caller's account. Raises Failure."""
    account: str | None = g.caller.account
    if account is None:
        raise not_allowed(right)
    return account


@blueprint.post("/readjudications")
@needs(Right.RULE, Kind.ODDS, 4)
@takes(blueprint, bodies.Readjudicate)
@gives(blueprint, Readjudication, 200, "A page of games; nothing of it is stored.", 404, 409, *BODY)
def readjudicate(body: dict[str, Any]) -> Response:
    """Decide finished games again by another version of their rules, or other readings, with their faces."""
    _known(body["ruleset"])
    asked = Asked(body["version"], body["readings"])
    given = (body["ruleset"], asked, body["games"], body["cursor"], may_read)
    return responses.json(service().readjudications.decide(*given))


# -- errata


@blueprint.get(ERRATA)
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, responses.ErratumList, 200, "The errata, the oldest first.", 404, 422)
def list_errata(ruleset: str, query: dict[str, Any]) -> Response:
    """What this service has published about a ruleset's clauses, and which readings new games begin with."""
    _known(ruleset)
    found = service().errata.published(ruleset)
    items = tuple(
        responses.ErratumRecord(
            each.erratum, each.clause, each.reading, each.before, each.says, each.case,
            None if each.source is None else responses.FromClaim(each.source.game, each.source.claim),
            each.by, found.withdrawn.get(each.erratum),
        )
        for each in found.errata.values()
    )  # fmt: skip
    return responses.json(responses.ErratumList(ruleset, items, found.defaults))


@blueprint.post(ERRATA)
@needs(Right.PUBLISH, Kind.COMMAND)
@takes(blueprint, bodies.PublishErratum)
@gives(blueprint, Receipt, 201, "Published.", 404, 409, *BODY, repeated=True)
def publish_erratum(ruleset: str, body: dict[str, Any]) -> Response:
    """Publish an erratum, as an operator: from its place in the log new games begin with its reading."""
    _known(ruleset)
    fields = {("from" if name == "source" else name): body[name] for name in body if name != "id"}
    account = _own_account(Right.PUBLISH)
    receipt = service().errata.publish(ruleset, account, fields, id=body.get("id"))
    return responses.json(receipt, 200 if receipt.repeated else 201)


@blueprint.post(ERRATA + "/<string(maxlength=64):erratum>/withdraw")
@needs(Right.PUBLISH, Kind.COMMAND)
@takes(blueprint, bodies.WithdrawErratum)
@gives(blueprint, Receipt, 201, "Withdrawn.", 404, 409, *BODY, repeated=True)
def withdraw_erratum(ruleset: str, erratum: str, body: dict[str, Any]) -> Response:
    """Withdraw an erratum, as an operator; games that began with it keep its reading."""
    _known(ruleset)
    account = _own_account(Right.PUBLISH)
    receipt = service().errata.withdraw(ruleset, account, erratum, body["why"], id=body.get("id"))
    return responses.json(receipt, 200 if receipt.repeated else 201)


def _known(ruleset: str) -> None:
    if ruleset not in settings().rulesets:
        raise NotFound(f"no ruleset is named {ruleset!r}")
