"""Replaying events and comparing positions that a caller brings, such as a bundle's: nothing is stored."""

from typing import Any

import msgspec
from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, gives, takes
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import settings
from ironclad.api.http.schemas import ComparePositions, Replay
from ironclad.api.settings import Kind
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.errors import NotFound
from ironclad.projections.replaying import Brought, ComparedRecord, ReplayRecord, Seal, compare, replay
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("replays", __name__, tag="Replays", url_prefix="/rulesets")


@blueprint.post("/<string(maxlength=64):ruleset>/replays")
@needs(Right.READ, Kind.READ, price=12)
@takes(blueprint, Replay)
@gives(blueprint, ReplayRecord, 200, "The position after the events, and what was asked of it.", 404, *BODY)
def replay_events(ruleset: str, body: dict[str, Any]) -> Response:
    """Replay up to 256 events of a bundle onto a position document; nothing of it is stored.

    Without a position the first event is the one that begins the game. The answer's position is the next
    call's.
    """
    rules = _find(ruleset)
    seal = msgspec.convert(body["seal"], Seal) if body["seal"] is not None else None
    events = msgspec.convert(body["events"], list[Brought])
    turn = None if body["turn"] is None else msgspec.convert(body["turn"], list[Brought])
    return responses.shrink(
        responses.json(replay(rules, body["position"], events, body["views"], seal, turn))
    )


@blueprint.post("/<string(maxlength=64):ruleset>/comparisons")
@needs(Right.READ, Kind.READ, price=12)
@takes(blueprint, ComparePositions)
@gives(blueprint, ComparedRecord, 200, "The differences.", 404, *BODY)
def compare_positions(ruleset: str, body: dict[str, Any]) -> Response:
    """Compare two positions that a caller brings, such as two of a bundle: nothing is stored."""
    return responses.shrink(responses.json(compare(_find(ruleset), body["a"], body["b"], body["limit"])))


def _find(ruleset: str) -> Ruleset[Any]:
    rules = settings().rulesets.get(ruleset)
    if rules is None:
        raise NotFound(f"no ruleset is named {ruleset!r}")
    return rules
