"""The ledger: checkpoints, proofs, keys, and the lines of witnesses. Tiles are in `tiles.py`."""

from typing import Any

from apiflask import APIBlueprint
from flask import Response

from ironclad.api.http import responses
from ironclad.api.http.declarations import BODY, asks, gives, takes
from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.query_schemas import CheckpointWhere, ConsistencyWhere, InclusionWhere, Nothing
from ironclad.api.http.schemas import Cosignatures
from ironclad.api.http.waiting import place_to_wait
from ironclad.api.settings import Kind
from ironclad.eventlog.ledger.notes import Note
from ironclad.referee.people.roles import Right
from ironclad.referee.proof.prover import CheckpointRecord, ConsistencyRecord, InclusionRecord, KeysRecord

blueprint = APIBlueprint("ledger", __name__, tag="Proof", url_prefix="/log")


@blueprint.get("/checkpoint")
@needs(Right.LOOK)
@asks(blueprint, CheckpointWhere)
@gives(blueprint, CheckpointRecord, 200, "The checkpoint; `note` is what was signed.", 404, 422)
def read_checkpoint(query: dict[str, Any]) -> Response:
    """The last signed checkpoint of the log. 503 says why a log is not signed, and what was signed last."""
    return responses.json(service().prover.checkpoint_record(asked_checkpoint(query)))


def asked_checkpoint(query: dict[str, Any]) -> Note:
    """The checkpoint that a query asks for, waiting for it if need be. Raises NotSigned, NotFound.

    Few may wait at once: the others get the last one at once.
    """
    least, witnesses = query["at_least"], query["witnesses"]
    if least == 0 or witnesses:
        return service().prover.checkpoint(least, witnesses, 0.0)
    with place_to_wait() as waits:
        return service().prover.checkpoint(least, witnesses, settings().wait_seconds if waits else 0.0)


@blueprint.get("/keys")
@needs(Right.LOOK)
@asks(blueprint, Nothing)
@gives(blueprint, KeysRecord, 200, "The keys, first to last.", 422)
def read_keys(query: dict[str, Any]) -> Response:
    """The log's keys: which signs from which size on, how each follows from the one before, the witnesses."""
    return responses.json(service().prover.keys())


@blueprint.get("/proofs/inclusion")
@needs(Right.LOOK)
@asks(blueprint, InclusionWhere)
@gives(blueprint, InclusionRecord, 200, "The proof (RFC 9162, 2.1.3).", 404, 422)
def prove_inclusion(query: dict[str, Any]) -> Response:
    """That an event is in the log of a size (the last checkpoint's unless named)."""
    leaf = query.get("leaf")
    record = service().prover.inclusion(
        query.get("position"), None if leaf is None else bytes.fromhex(leaf), query.get("size")
    )
    return responses.json(record)


@blueprint.get("/proofs/consistency")
@needs(Right.LOOK)
@asks(blueprint, ConsistencyWhere)
@gives(blueprint, ConsistencyRecord, 200, "The proof (RFC 9162, 2.1.4).", 404, 422)
def prove_consistency(query: dict[str, Any]) -> Response:
    """That the log of a size (the last checkpoint's unless named) begins with the log of an earlier one."""
    return responses.json(service().prover.consistency(query["size1"], query.get("size2")))


@blueprint.post("/cosignatures")
@needs(Right.LOOK, Kind.COSIGN)
@takes(blueprint, Cosignatures)
@gives(blueprint, CheckpointRecord, 200, "The checkpoint with every line that it has.", 404, *BODY)
def cosign(body: dict[str, Any]) -> Response:
    """Hand in the lines of witnesses under a checkpoint of this log: known keys count, and no token.

    A line is taken if it is good, and the checkpoint is of this log. The same again changes nothing.
    """
    return responses.json(service().prover.cosign(body["note"]))
