"""A name for each request, by which its answer, its log lines and a user's report find each other."""

import re
import secrets

import structlog
from flask import Response, g, request

HEADER = "X-Request-ID"
_TRACEPARENT = re.compile(r"\A(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?\Z")
_NONE = {"0" * 32, "0" * 16}


def begin() -> None:
    """Name this request: as its caller did (W3C Trace Context, `traceparent`), else by a new name."""
    parent = request.headers.get("Traceparent")
    found = _TRACEPARENT.match(parent) if parent else None
    known = found is not None and _NONE.isdisjoint(found.groups())
    g.trace = found[1] if found is not None and known else secrets.token_hex(16)
    structlog.contextvars.clear_contextvars()  # a thread of the pool has answered others before
    structlog.contextvars.bind_contextvars(trace=g.trace)


def name(response: Response) -> None:
    """Tell the name on the answer."""
    response.headers.add(HEADER, g.get("trace", ""))
