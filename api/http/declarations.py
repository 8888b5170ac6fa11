"""What a call takes and gives, declared beside it: checked at run time, and shown in the OpenAPI document."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from apiflask import APIBlueprint
from marshmallow import EXCLUDE, Schema

from ironclad.api.http.responses import schema_of

F = TypeVar("F", bound=Callable[..., Any])
PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def takes(blueprint: APIBlueprint, schema: type[Schema]) -> Callable[[F], F]:
    """The call has a JSON body, given to it as `body`."""
    anything: Any = schema
    decorate: Callable[[F], F] = blueprint.input(anything, arg_name="body")
    return decorate


def asks(blueprint: APIBlueprint, schema: type[Schema]) -> Callable[[F], F]:
    """The call has parameters in its address, given to it as `query`; others are refused."""
    anything: Any = schema
    decorate: Callable[[F], F] = blueprint.input(anything, location="query", arg_name="query", unknown=None)
    return decorate


def heeds(blueprint: APIBlueprint, schema: type[Schema]) -> Callable[[F], F]:
    """The call minds headers of its own, given to it as `headers`; others are nothing to it."""
    anything: Any = schema(unknown=EXCLUDE)
    decorate: Callable[[F], F] = blueprint.input(anything, location="headers", arg_name="headers")
    return decorate


def gives(
    blueprint: APIBlueprint,
    kind: Any,
    status: int = 200,
    text: str = "Done.",
    *problems: int,
    repeated: bool = False,
    waits: str = "",
) -> Callable[[F], F]:
    """Document what a call answers, and the statuses of the problems that it may answer instead.

    One that tells a request from its repetition answers those by 200, with what it answered first. `waits`
    says of what it answers by 202. What any call may answer (`ANY`) is added to each.
    """
    more = {200: "The same request again: the first answer."} if repeated else {}
    more |= {202: waits} if waits else {}
    return _documents(blueprint, status, text, "application/json", schema_of(kind), problems, more)


def gives_text(blueprint: APIBlueprint, media_type: str, text: str, *problems: int) -> Callable[[F], F]:
    """Document a call that answers with something else than JSON, as `gives` does."""
    return _documents(blueprint, 200, text, media_type, {"type": "string"}, problems)


def gives_events(blueprint: APIBlueprint, kind: Any, text: str, *problems: int) -> Callable[[F], F]:
    """Document a call that answers with server-sent events, each a record in JSON, as `gives` does.

    OpenAPI 3.1 has no word for a stream: the schema is that of one event.
    """
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": schema_of(kind)}
    fields = {"id": {"type": "string", "pattern": "^[0-9]+$"}, "data": data}
    schema = {"type": "object", "required": list(fields), "properties": fields}
    return _documents(blueprint, 200, text, "text/event-stream", schema, problems)


def _documents(
    blueprint: APIBlueprint,
    status: int,
    text: str,
    media_type: str,
    schema: dict[str, Any],
    problems: tuple[int, ...],
    more: Mapping[int, str] = {},
) -> Callable[[F], F]:
    """`more` are other statuses of the same answer, with what each means."""
    described: Any = {status: {"description": text, "content": {media_type: {"schema": schema}}}}
    for other, meaning in more.items():
        described[other] = {**described[status], "description": meaning}
    for problem in problems:
        described[problem] = {"description": PROBLEM_TEXTS[problem], "content": PROBLEM}
    decorate: Callable[[F], F] = blueprint.doc(responses=described)
    return decorate


PROBLEM_TEXTS = {
    400: "The request is malformed.",
    401: "No token, or one that is not good; a wrong password or code.",
    403: "The caller may not do this, or not for that seat.",
    404: "There is no such thing.",
    408: "The body did not come whole in time.",
    409: "Refused by the rules, stale, over, taken, or not there yet: `type` says which.",
    413: "The body is too large.",
    414: "The address is too long.",
    415: "The body is not application/json.",
    422: "The request is not understood, or its id was used for another.",
    429: "Too often, or too many at once: `Retry-After` says when to ask again.",
    503: "The store does not answer, or too many ask for this at once.",
}
ANY = (400, 401, 403, 414, 429, 503)
"""Problems of every call: of the guard before it, and of the store."""
BODY = (408, 413, 415, 422)
"""Problems of every call that has a body."""
