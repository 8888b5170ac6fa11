"""What a call takes and gives, declared beside it: checked at run time, and shown in the OpenAPI document."""

from collections.abc import Callable
from typing import Any, TypeVar

from apiflask import APIBlueprint
from marshmallow import Schema

from api.answers import schema_of

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


def gives(
    blueprint: APIBlueprint,
    kind: Any,
    status: int = 200,
    text: str = "Done.",
    *problems: int,
    anyone: bool = False,
) -> Callable[[F], F]:
    """Document what a call answers, and the statuses of the problems it may answer instead.

    A call that may answer 401 needs a seat's token, unless `anyone` may make it without.
    """
    described: Any = {
        status: {"description": text, "content": {"application/json": {"schema": schema_of(kind)}}}
    }
    for problem in (400, *problems):
        described[problem] = {"description": PROBLEM_TEXTS[problem], "content": PROBLEM}
    security: Any = [{"seat": []}] if 401 in problems else None
    if 401 in problems and anyone:
        security.append({})
    decorate: Callable[[F], F] = blueprint.doc(responses=described, security=security)
    return decorate


def gives_text(blueprint: APIBlueprint, media_type: str, text: str) -> Callable[[F], F]:
    """Document a call that answers with something else than JSON."""
    described: Any = {200: {"description": text, "content": {media_type: {"schema": {"type": "string"}}}}}
    decorate: Callable[[F], F] = blueprint.doc(responses=described)
    return decorate


PROBLEM_TEXTS = {
    400: "The request is malformed.",
    401: "No token, or one that this server never gave out.",
    403: "The token is another seat's.",
    404: "There is no such thing.",
    409: "Refused by the rules, stale, over, or not there yet: `type` says which.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "The request is not understood, or its id was used for another.",
    503: "The store does not answer.",
}
BODY = (413, 415, 422)
"""Problems of every call that has a body."""
