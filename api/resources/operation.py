"""For the operator of the service: is it there, can it work, how much does it do."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response, current_app
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from ironclad.api.http import responses
from ironclad.api.http.declarations import asks, gives, gives_text
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.api.http.query_schemas import Nothing
from ironclad.referee.people.roles import Right

blueprint = APIBlueprint("operation", __name__, tag="Operation")


@blueprint.get("/health")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, responses.Condition, 200, "The process answers.", 422)
def health(query: dict[str, Any]) -> Response:
    """Whether the process answers at all; it asks nothing of the store."""
    return responses.json(responses.Condition("ok"))


@blueprint.get("/ready")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, responses.Condition, 200, "The store answers too.", 422)
def ready(query: dict[str, Any]) -> Response:
    """Whether the store answers, how long the log is, and whether it is signed.

    A log that is refused its signature makes no worker unfit to serve: `log.reason` says why it is."""
    try:
        size, log = service().queries.log_size(), service().prover.condition()
    except Exception as fault:
        raise Failure("not-ready", "The store does not answer.") from fault
    return responses.json(responses.Condition("ok", size, log))


@blueprint.get("/metrics")
@needs(Right.MEASURE)
@asks(blueprint, Nothing)
@gives_text(blueprint, "text/plain", "Prometheus text.", 422)
def metrics(query: dict[str, Any]) -> Response:
    """Requests by call and status, their durations, the size of the log."""
    text = current_app.extensions["ironclad"].metrics.text()
    return Response(text, content_type=CONTENT_TYPE_LATEST)
