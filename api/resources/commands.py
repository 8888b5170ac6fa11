"""Commands: the one call that moves a game forward, and what may be ordered now."""

from time import monotonic
from typing import Any

import msgspec
from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.formatting import order
from ironclad.api.http.guard import asking_as, commanding, eyes, needs, seats_held
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.query_schemas import AdviceWhere, LegalWhere
from ironclad.api.http.reading import point
from ironclad.api.http.schemas import (
    AskForesight,
    AskOdds,
    AskReach,
    GiveCommand,
    RevealLink,
    TakeBack,
)
from ironclad.api.resources.games import GAME
from ironclad.api.settings import Kind
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.records import (
    AdviceRecord,
    AskedOdds,
    ForesightRecord,
    LegalRecord,
    OddsRecord,
    ReachRecord,
    Receipt,
    Request,
)
from ironclad.referee.dice.links import LinkRequest
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("commands", __name__, tag="Commands", url_prefix="/games")


@blueprint.post(GAME + "/commands")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, GiveCommand)
@gives(
    blueprint,
    Receipt,
    200,
    "Accepted, and durable: the events it appended.",
    404,
    409,
    *BODY,
    waits="Committed to, and durable: `owed` are the links that are awaited now.",
)
def give_command(game: str, body: dict[str, Any]) -> Response:
    """Give a command; it is accepted whole, or refused with the rule that it breaks.

    In a game of ironclad-dice/v2 one that needs a link is committed to: 202, and the link comes next.
    """
    by, seat = commanding(game, body.get("timeline"), body.pop("seat", None))
    return _answer(service().commands.handle(game, seat, Request(**body), by=by))


@blueprint.post(GAME + "/commands/<string(maxlength=64):id>/link")
@needs(Right.READ, Kind.COMMAND)
@takes(blueprint, RevealLink)
@gives(
    blueprint,
    Receipt,
    200,
    "Revealed, and the command carried out: the events.",
    404,
    409,
    *BODY,
    waits="Revealed, and durable: `owed` are the other links that are awaited.",
)
def reveal_link(game: str, id: str, body: dict[str, Any]) -> Response:
    """Reveal the link of a command that was committed to; then its dice fall.

    Where the seat has a key, anyone who may read the game may hand in the link that it signed.
    """
    seat, held = body.pop("seat", None), seats_held(game)
    by = seat if seat in held else next(iter(held), "")
    return _answer(service().links.reveal(game, id, LinkRequest(**body), seat=seat, by=by or ""))


def _answer(receipt: Receipt) -> Response:
    """A receipt, with 202 where its command is committed to and waits."""
    return responses.json(receipt, 200 if receipt.owed is msgspec.UNSET else 202)


@blueprint.post(GAME + "/take-backs")
@needs(Right.PLAY, Kind.COMMAND)
@takes(blueprint, TakeBack)
@gives(blueprint, Receipt, 200, "Taken back: the position is that at `to` again.", 404, 409, *BODY)
def take_back(game: str, body: dict[str, Any]) -> Response:
    """Take back what was ordered last, where nothing random or hidden was revealed since."""
    by, seat = commanding(game, body.get("timeline"), body.pop("seat", None))
    return responses.json(service().commands.take_back(game, seat, **body, by=by))


@blueprint.get(GAME + "/legal")
@needs(Right.READ, price=3)
@asks(blueprint, LegalWhere)
@gives(blueprint, LegalRecord, 200, "Canonical commands; each would be accepted.", 404, 422)
def list_legal(game: str, query: dict[str, Any]) -> Response:
    """What a seat may order now."""
    asking_as(game, query["seat"])
    where = query.get("timeline"), query["limit"], query.get("decision")
    found = service().queries.legal(game, query["seat"], *where)
    if query["told"]:
        told = tuple(_line(service().queries.ruleset_of(game), command) for command in found.commands)
        found = msgspec.structs.replace(found, told=told)
    return responses.shrink(responses.json(found))


def _line(ruleset: Ruleset[Any], command: dict[str, Any]) -> str:
    """An offered command as a line of a list, in the ruleset's own words where it has any."""
    said = ruleset.words.says(ruleset.storage.commands.read(command))
    return said or order(command, ruleset.words.name_of, among_its_type=True)


@blueprint.post(GAME + "/reach")
@needs(Right.READ, price=2)
@takes(blueprint, AskReach)
@gives(blueprint, ReachRecord, 200, "Every place in reach, with what each step costs.", 404, 409, *BODY)
def find_reach(game: str, body: dict[str, Any]) -> Response:
    """Where a force could be ordered to: of a command whose way is left open. Nothing is changed."""
    asking_as(game, body["seat"])
    asked = body["command"], body["timeline"], body["decision"]
    found = service().queries.reach(game, body["seat"], *asked)
    return responses.shrink(responses.json(found))


@blueprint.post(GAME + "/foresight")
@needs(Right.READ, price=2)
@takes(blueprint, AskForesight)
@gives(blueprint, ForesightRecord, 200, "Why it is asked, and what each command means.", 404, 422, *BODY)
def find_foresight(game: str, body: dict[str, Any]) -> Response:
    """What commands would certainly bring about, up to the first roll. Nothing is changed, no die rolled."""
    asking_as(game, body["seat"])
    asked = body["commands"], body["timeline"], body["decision"]
    return responses.json(service().queries.foresight(game, body["seat"], *asked))


@blueprint.get(GAME + "/advice")
@needs(Right.ODDS)
@asks(blueprint, AdviceWhere)
@gives(blueprint, AdviceRecord, 200, "The answer; null where there is none to give.", 404, 409, 422)
def find_advice(game: str, query: dict[str, Any]) -> Response:
    """What the computer player would answer in a seat's place. Nothing is changed, no die rolled."""
    asking_as(game, query["seat"])
    asked = query.get("timeline"), query.get("decision"), query["whole"]
    found = service().queries.advice(game, query["seat"], *asked)
    if found.command is not None:
        told = _line(service().queries.ruleset_of(game), found.command)
        found = msgspec.structs.replace(found, told=told)
    return responses.json(found)


@blueprint.post(GAME + "/odds")
@needs(Right.ODDS, Kind.ODDS)
@takes(blueprint, AskOdds)
@gives(blueprint, OddsRecord, 200, "The exact odds, with every modifier and assumption.", 404, 409, *BODY)
def reckon_odds(game: str, body: dict[str, Any]) -> Response:
    """The exact odds of a battle, at any event; nothing is changed, and no die is rolled."""
    timeline, at = point(game, body)
    answers_given = tuple((each["seat"], each["command"]) for each in body["answers"])
    asking_as(game, body["seat"])
    asked = AskedOdds(body["seat"], body["command"], answers_given, body["decision"])
    most, until = settings().odds_trials, monotonic() + settings().odds_seconds

    def patient(runs: int) -> bool:
        return runs < most and monotonic() < until

    found = service().queries.odds(game, asked, timeline, at, patient, eyes=eyes(game))
    return responses.shrink(responses.json(found))
