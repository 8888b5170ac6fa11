"""Disputes: officials, claims, rulings, appeals. docs/disputes.md says what it all means."""

from typing import Any

import yaml
from apiflask import APIBlueprint
from flask import Response, g

from ironclad.api.http import dispute_schemas as bodies
from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, gives_text, takes
from ironclad.api.http.guard import acting, count_call, named_seat, needs, not_allowed, seats_held
from ironclad.api.http.inputs import service
from ironclad.api.http.query_schemas import Nothing
from ironclad.api.resources.games import GAME, officials_of
from ironclad.api.settings import Kind
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.costs import EVERYBODY
from ironclad.domain.match.readings.counterfactual import Counterfactual
from ironclad.eventlog.records import Receipt
from ironclad.projections.disputes import ClaimList, ClaimRecord, CostList
from ironclad.referee.disputes.files import ENDINGS, TEXT, EvidenceFile, EvidenceFileList, read_data
from ironclad.referee.disputes.requests import read_policy
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("disputes", __name__, tag="Disputes", url_prefix="/games")
CLAIMS = GAME + "/claims"
CLAIM = CLAIMS + "/<int:claim>"
_PROBLEMS = (404, 409, *BODY)
_OF_REQUEST = ("id", "seat", "signature", "seen")


# -- who asks


def _official(game: str) -> Actor | None:
    """The official of a game that the caller's account is."""
    account: str | None = g.caller.account
    if account is None:
        return None
    found = service().claims.official_of(game, account)
    return None if found is None else Actor(found, "official")


def _asking(game: str, named: str | None = None) -> Actor | None:
    """As whom the caller asks: a seat that it holds, else the official that it is. Raises Failure."""
    g.seats = seats_held(game)
    if g.seats:
        return Actor(acting(named), "seat")
    return _official(game)


def _as_anyone(game: str, body: dict[str, Any]) -> Actor:
    """A seat or an official; for anybody else there is nothing to ask. Raises Failure."""
    found = _asking(game, body.get("seat"))
    if found is None:
        if g.caller.identity is None:
            raise not_allowed(Right.DISPUTE)
        return Actor(g.caller.account or "", "official")
    return found


def _as_official(game: str) -> Actor:
    """An official, also where its account holds a seat: the rule says what is in conflict. Raises Failure."""
    return _official(game) or _as_anyone(game, {})


def _done(game: str, actor: Actor, kind: str, body: dict[str, Any], **more: Any) -> Response:
    given = {name: value for name, value in body.items() if name not in _OF_REQUEST} | more
    if "of" in given:
        given["seat"] = given.pop("of")
    fields = {name: value for name, value in given.items() if value is not None or name == "winner"}
    signed = {name: body.get(name) for name in ("id", "signature", "seen")}
    receipt = service().disputes.ask(game, actor, kind, fields, **signed)
    return responses.json(receipt, 200 if receipt.repeated else 201)


# -- officials


@blueprint.post(GAME + "/officials")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.GameOfficials)
@gives(blueprint, Receipt, 201, "Asked for, or named: the events say which.", *_PROBLEMS, repeated=True)
def name_officials(game: str, body: dict[str, Any]) -> Response:
    """Name the officials of a game: as its opener, as each of its seats, or as an operator in need."""
    actor = _naming(game, body)
    named, policy = officials_of(body), read_policy(body["policy"])
    receipt = service().disputes.name_officials(game, actor, named, policy, id=body.get("id"))
    return responses.json(receipt, 200 if receipt.repeated else 201)


def _naming(game: str, body: dict[str, Any]) -> Actor:
    """As whom the caller names officials: a seat, the opener, an operator. Raises Failure."""
    account: str | None = g.caller.account
    found = _asking(game, body.get("seat"))
    if found is not None and found.role == "seat":
        return found
    if account is not None and service().authorization.has_opened(game, account):
        return Actor(account, "opener")
    if account is not None and Right.PUBLISH in g.caller.rights:
        return Actor(account, "operator")
    return _as_anyone(game, body)


@blueprint.post(GAME + "/officials/conflict")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.Why)
@gives(blueprint, Receipt, 201, "Declared.", *_PROBLEMS, repeated=True)
def declare_conflict(game: str, body: dict[str, Any]) -> Response:
    """Say, as an official, that one cannot decide about this game."""
    return _done(game, _as_official(game), "declare_conflict", body)


# -- claims


@blueprint.get(CLAIMS)
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives(blueprint, ClaimList, 200, "The claims, the officials and their policy.", 404, 422)
def list_claims(game: str, query: dict[str, Any]) -> Response:
    """The claims of a game."""
    return responses.json(service().claims.claims(game))


@blueprint.post(CLAIMS)
@needs(Right.DISPUTE, Kind.COMMAND, 4)
@takes(blueprint, bodies.MakeClaim)
@gives(blueprint, Receipt, 201, "Made: its event has the claim's number.", *_PROBLEMS, repeated=True)
def make_claim(game: str, body: dict[str, Any]) -> Response:
    """Say that something is wrong. Play continues, and its case is kept."""
    count_call(Kind.CLAIM)
    return _done(game, _as_anyone(game, body), "make_claim", body)


@blueprint.get(CLAIM)
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives(blueprint, ClaimRecord, 200, "The claim, and what the caller may ask about it.", 404, 422)
def read_claim(game: str, claim: int, query: dict[str, Any]) -> Response:
    """A claim: what it is about, and what was said of it."""
    return responses.json(service().claims.claim(game, claim, _reading(game)))


def _reading(game: str) -> Actor | None:
    """As whom the caller reads a claim: an official, the seat that it names, or its only seat."""
    if (official := _official(game)) is not None:
        return official
    seats, named = seats_held(game), named_seat()
    if named in seats:
        return Actor(named, "seat")
    return Actor(seats[0], "seat") if len(seats) == 1 else None


@blueprint.get(CLAIM + "/case")
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives_text(blueprint, "application/yaml", "The cases of the claim, as `ironclad case` runs them.", 404, 422)
def read_case(game: str, claim: int, query: dict[str, Any]) -> Response:
    """The case that was made when the claim was filed; with a reading a second one says what it expects."""
    found = service().claims.case(game, claim)
    cases = [found.happened, *([] if found.expected is None else [found.expected])]
    text = yaml.safe_dump_all(cases, sort_keys=False, allow_unicode=True)
    return Response(text, content_type="application/yaml; charset=utf-8")


@blueprint.post(CLAIM + "/costs")
@needs(Right.READ, Kind.READ, 10)
@takes(blueprint, bodies.AskCosts)
@gives(blueprint, CostList, 200, "What each remedy would cost now.", *_PROBLEMS)
def ask_costs(game: str, claim: int, body: dict[str, Any]) -> Response:
    """What remedies would cost, and whether a ruling may give them."""
    return responses.json(service().claims.costs(game, claim, body["remedies"], _counting(game)))


@blueprint.get(CLAIM + "/costs")
@needs(Right.READ, Kind.READ, 10)
@asks(blueprint, Nothing)
@gives(blueprint, CostList, 200, "What each remedy that was asked for would cost now.", 404, 409, 422)
def read_costs(game: str, claim: int, query: dict[str, Any]) -> Response:
    """What the remedies that were asked for would cost."""
    return responses.json(service().claims.costs(game, claim, [], _counting(game)))


def _counting(game: str) -> str:
    """Whose counts of hidden facts the caller reads: all of them as a director, else its own seat's."""
    official = _official(game)
    if official is not None and service().claims.directs(game, official.name):
        return EVERYBODY
    seats = seats_held(game)
    if set(seats) == set(service().queries.ruleset_of(game).seats):
        return EVERYBODY
    return seats[0] if len(seats) == 1 else ""


@blueprint.post(CLAIM + "/answer")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.AnswerClaim)
@gives(blueprint, Receipt, 201, "Answered.", *_PROBLEMS, repeated=True)
def answer_claim(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Answer the other seat's claim, once."""
    return _done(game, _as_anyone(game, body), "answer_claim", body, claim=claim)


@blueprint.post(CLAIM + "/evidence")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.AddEvidence)
@gives(blueprint, Receipt, 201, "Added.", *_PROBLEMS, repeated=True)
def add_evidence(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Add evidence to a claim, as a seat or a director, until it is ruled on."""
    return _done(game, _as_anyone(game, body), "add_evidence", body, claim=claim)


@blueprint.post(CLAIM + "/files")
@needs(Right.DISPUTE, Kind.COMMAND, 4)
@takes(blueprint, bodies.SendFile)
@gives(blueprint, EvidenceFile, 201, "Kept: evidence may name its sha256 now.", *_PROBLEMS, repeated=True)
def send_file(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Send a file of evidence, as who may add evidence to the claim. It is kept beside the log."""
    sent = service().disputes.send_file(game, _as_anyone(game, body), claim, read_data(body["data"]))
    return responses.json(sent[0], 200 if sent[1] else 201)


@blueprint.get(CLAIM + "/files")
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives(blueprint, EvidenceFileList, 200, "The files.", 404, 422)
def list_files(game: str, claim: int, query: dict[str, Any]) -> Response:
    """The files that were sent for a claim, and not erased."""
    service().claims.claim(game, claim, None)
    return responses.json(EvidenceFileList(game, claim, service().disputes.files.of(game, claim)))


@blueprint.get(CLAIM + "/files/<string(length=64):sha256>")
@needs(Right.READ)
@asks(blueprint, Nothing)
@gives_text(blueprint, "text/plain", "The file, or an image/png or image/jpeg, to be saved.", 404, 422)
def read_file(game: str, claim: int, sha256: str, query: dict[str, Any]) -> Response:
    """A file of evidence, as it was sent."""
    kind, data = service().disputes.files.read(game, claim, sha256)
    content_type = f"{kind}; charset=utf-8" if kind == TEXT else kind
    answer = Response(data, content_type=content_type)
    answer.headers.set("Content-Disposition", "attachment", filename=f"{sha256[:16]}.{ENDINGS[kind]}")
    return answer


@blueprint.post(CLAIM + "/settle")
@needs(Right.DISPUTE, Kind.COMMAND, 4)
@takes(blueprint, bodies.SettleClaim)
@gives(blueprint, Receipt, 201, "Offered, or settled: the events say which.", *_PROBLEMS, repeated=True)
def settle_claim(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Offer to settle a claim by a remedy; it is settled when all seats offer the same one."""
    return _done(game, _as_anyone(game, body), "settle_claim", body, claim=claim)


@blueprint.post(CLAIM + "/withdraw")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.OfClaim)
@gives(blueprint, Receipt, 201, "Withdrawn.", *_PROBLEMS, repeated=True)
def withdraw_claim(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Withdraw one's own claim, before a ruling."""
    return _done(game, _as_anyone(game, body), "withdraw_claim", body, claim=claim)


# -- directors


@blueprint.post(CLAIM + "/take")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.TakeClaim)
@gives(blueprint, Receipt, 201, "Taken.", *_PROBLEMS, repeated=True)
def take_claim(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Take a claim, as a director; from another one with the reason."""
    return _done(game, _as_official(game), "take_claim", body, claim=claim)


@blueprint.post(CLAIM + "/facts")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.OpenFact)
@gives(blueprint, responses.FactRecord, 201, "The value, for the caller alone.", *_PROBLEMS, repeated=True)
def open_fact(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Have one hidden fact opened, as the director who took the claim; everybody reads that it was."""
    fields = {"claim": claim, **{name: body[name] for name in ("timeline", "version", "number")}}
    asked = service().disputes.open_fact(game, _as_official(game), fields, id=body.get("id"))
    receipt, value = asked
    found = responses.FactRecord(game, claim, value, receipt.events, receipt.repeated)
    return responses.json(found, 200 if receipt.repeated else 201)


@blueprint.post(CLAIM + "/ruling")
@needs(Right.DISPUTE, Kind.COMMAND, 4)
@takes(blueprint, bodies.RuleClaim)
@gives(blueprint, Receipt, 201, "Ruled.", *_PROBLEMS, repeated=True)
def rule_claim(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Rule on a claim that one has taken: finding, remedy and penalties in one append."""
    return _done(game, _as_official(game), "rule_claim", body, claim=claim)


@blueprint.post(CLAIM + "/appeal")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.AppealRuling)
@gives(blueprint, Receipt, 201, "Appealed.", *_PROBLEMS, repeated=True)
def appeal_ruling(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Appeal against a ruling, once and in time."""
    return _done(game, _as_anyone(game, body), "appeal_ruling", body, claim=claim)


@blueprint.post(CLAIM + "/panel")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.DrawPanel)
@gives(blueprint, Receipt, 201, "Drawn: its event has the members.", *_PROBLEMS, repeated=True)
def name_panel(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Have the panel of an appeal drawn by lot, as the chief."""
    return _done(game, _as_official(game), "name_panel", body, claim=claim)


@blueprint.post(CLAIM + "/votes")
@needs(Right.DISPUTE, Kind.COMMAND, 4)
@takes(blueprint, bodies.VoteAppeal)
@gives(blueprint, Receipt, 201, "Voted, and perhaps decided.", *_PROBLEMS, repeated=True)
def vote_appeal(game: str, claim: int, body: dict[str, Any]) -> Response:
    """Vote on an appeal, as a member of its panel."""
    return _done(game, _as_official(game), "vote_appeal", body, claim=claim)


@blueprint.post(GAME + "/penalties")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.Penalise)
@gives(blueprint, Receipt, 201, "Given.", *_PROBLEMS, repeated=True)
def penalise(game: str, body: dict[str, Any]) -> Response:
    """Penalise a seat, as a director, apart from a ruling."""
    penalised = body.pop("of")
    return _done(game, _as_official(game), "penalise", body, of=penalised)


@blueprint.post(GAME + "/end")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.EndGame)
@gives(blueprint, Receipt, 201, "Ended.", *_PROBLEMS, repeated=True)
def end_game(game: str, body: dict[str, Any]) -> Response:
    """End a game by ruling, as a director."""
    return _done(game, _as_official(game), "end_game", body)


@blueprint.post(GAME + "/lift")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.OfRuling)
@gives(blueprint, Receipt, 201, "Lifted: the game continues.", *_PROBLEMS, repeated=True)
def lift_end(game: str, body: dict[str, Any]) -> Response:
    """Lift the end of a game that its rules did not make, as a director."""
    return _done(game, _as_official(game), "lift_end", body)


@blueprint.post(GAME + "/annul")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.OfRuling)
@gives(blueprint, Receipt, 201, "Annulled.", *_PROBLEMS, repeated=True)
def annul_game(game: str, body: dict[str, Any]) -> Response:
    """Annul a game, as a director."""
    return _done(game, _as_official(game), "annul", body)


@blueprint.post(GAME + "/rules/ruling")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.RuleOnVersion)
@gives(blueprint, Receipt, 201, "Moved.", *_PROBLEMS, repeated=True)
def rule_on_version(game: str, body: dict[str, Any]) -> Response:
    """Move a game to another version of its rules, or to other readings, as a director."""
    return _done(game, _as_official(game), "rule_on_version", body)


@blueprint.post(GAME + "/chains")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.OrderChains)
@gives(blueprint, Receipt, 201, "Ordered.", *_PROBLEMS, repeated=True)
def order_chains(game: str, body: dict[str, Any]) -> Response:
    """Order new dice chains in place of lost ones, as a director; no other seat has to agree."""
    return _done(game, _as_official(game), "order_chains", body)


@blueprint.post(GAME + "/vacate")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.VacateSeat)
@gives(
    blueprint,
    Receipt,
    201,
    "Freed: its tokens are revoked, and anybody may take it.",
    *_PROBLEMS,
    repeated=True,
)
def vacate_seat(game: str, body: dict[str, Any]) -> Response:
    """Free a seat, as a director, for a substitute."""
    return _done(game, _as_official(game), "vacate_seat", body)


# -- directors and clocks


@blueprint.post(GAME + "/clock/stop")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.StopClocks)
@gives(blueprint, Receipt, 201, "The clocks stand still.", *_PROBLEMS, repeated=True)
def stop_clocks(game: str, body: dict[str, Any]) -> Response:
    """Stop all clocks, as a director."""
    return _done(game, _as_official(game), "stop_clocks", body)


@blueprint.post(GAME + "/clock/start")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.Why)
@gives(blueprint, Receipt, 201, "The clocks run.", *_PROBLEMS, repeated=True)
def start_clocks(game: str, body: dict[str, Any]) -> Response:
    """End a pause, as a director: also one that the seats agreed on, or a claim began."""
    return _done(game, _as_official(game), "start_clocks", body)


@blueprint.post(GAME + "/clock/adjust")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.AdjustClock)
@gives(blueprint, Receipt, 201, "The clock shows more, or less.", *_PROBLEMS, repeated=True)
def adjust_clock(game: str, body: dict[str, Any]) -> Response:
    """Add time to a seat's clock, or take some, as a director; no clock is set below 0."""
    return _done(game, _as_official(game), "adjust_clock", body)


@blueprint.post(GAME + "/clock/adjourn")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.CallAdjournment)
@gives(blueprint, Receipt, 201, "Called: the seat that holds the turn seals.", *_PROBLEMS, repeated=True)
def call_adjournment(game: str, body: dict[str, Any]) -> Response:
    """Adjourn a game, as a director; the clocks stop when a command was sealed (`POST clock/adjournment`)."""
    return _done(game, _as_official(game), "call_adjournment", body)


@blueprint.post(GAME + "/clock/lift")
@needs(Right.DISPUTE, Kind.COMMAND)
@takes(blueprint, bodies.LiftFlag)
@gives(blueprint, Receipt, 201, "Lifted: the game continues.", *_PROBLEMS, repeated=True)
def lift_flag(game: str, body: dict[str, Any]) -> Response:
    """Lift a seat's flag, as a director, and give it time."""
    return _done(game, _as_official(game), "lift_flag", body)


# -- what would have been


@blueprint.post(GAME + "/counterfactuals")
@needs(Right.ODDS, Kind.ODDS)
@takes(blueprint, bodies.AskCounterfactual)
@gives(blueprint, Counterfactual, 200, "What would have been; nothing of it is stored.", *_PROBLEMS)
def ask_counterfactual(game: str, body: dict[str, Any]) -> Response:
    """What recorded commands would have come to under another reading, with the faces that were rolled."""
    asked = (body["timeline"], body["version"], body["reading"], body["through"])
    return responses.json(service().claims.counterfactual(game, *asked))
