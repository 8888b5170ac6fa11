"""The OpenAPI 3.1 document, and a page to read it that needs no network.

The documentation pages that come with the framework load their scripts from other hosts; this one is rendered
here from the same document.
"""

import re
from functools import cache, partial
from typing import Any

import msgspec
from apiflask import APIFlask
from flask import Response, render_template

from ironclad.api.http import problems, responses
from ironclad.api.http.declarations import ANY, PROBLEM, PROBLEM_TEXTS
from ironclad.api.http.guard import ONLOOKER, SEAT_HEADER, declared, needs
from ironclad.referee.people.roles import Right

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "A problem document (RFC 9457).",
    "required": ["type", "title", "status", "detail", "instance"],
    "properties": {
        "type": {"type": "string", "enum": [problems.TYPE_ROOT + kind for kind in problems.KINDS]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string", "description": "The path that was asked for."},
        "rule": {"type": "string", "description": "The clause that a refusal rests on."},
        "reason": {"type": "string", "description": "Why, in a sentence for the player."},
        "due": {"type": "array", "items": {"$ref": "#/components/schemas/Due"}},
        "timeline": {"type": "string"},
        "version": {"type": "integer"},
        "checkpoint": {"type": "string", "description": "The last checkpoint that was signed."},
        "trace": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"where": {"type": "string"}, "what": {"type": "string"}},
            },
        },
    },
}

DESCRIPTION = """\
A referee for American Civil War wargames. Open a game, take a seat (which gives a token), ask which decision
is due, give commands; read the log, positions and views at any event of any timeline.
Failures are problem documents; each `type` is explained on the documentation page."""


def install(app: APIFlask, root: str) -> None:
    """Serve the document at `root`/openapi.json and the page at /api/docs."""
    app.config.update(
        OPENAPI_VERSION="3.1.0",
        INFO={"description": DESCRIPTION, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        SERVERS=[{"url": "/"}],
        SECURITY_SCHEMES={
            "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat of the game."},
            "account": {
                "type": "http",
                "scheme": "bearer",
                "description": "An account's token (POST /sessions).",
            },
        },
    )
    processor: Any = partial(_complete, app)
    app.spec_processor(processor)

    @cache
    def specification() -> dict[str, Any]:
        found: Any = app.spec
        return dict(found)

    @app.get(f"{root}/openapi.json")
    @needs(Right.LOOK)
    @app.doc(hide=True)
    def openapi_document() -> Response:
        return Response(msgspec.json.encode(specification()), content_type="application/json")

    @app.get("/api/docs")
    @needs(Right.LOOK)
    @app.doc(hide=True)
    def documentation() -> str:
        spec = specification()
        return render_template("docs.html", spec=spec, problems=problems.KINDS, chapters=_chapters(spec))


def _rights(app: APIFlask) -> dict[tuple[str, str], Right]:
    """The right that each operation needs, by (method, path as the document has it)."""
    found: dict[tuple[str, str], Right] = {}
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        if (needed := declared(app.view_functions[rule.endpoint])) is not None:
            found |= {(method.lower(), path): needed.right for method in rule.methods or ()}
    return found


SECURITY: dict[Right, list[dict[str, list[str]]]] = {
    Right.PLAY: [{"seat": []}, {"account": []}],
    Right.OWN: [{"account": []}],
    Right.APPOINT: [{"account": []}],
}
"""What operations take whom; any other takes either token, and where no accounts are required none at all."""


def _describe_guard(operation: dict[str, Any], right: Right) -> None:
    """What the guard before every call may answer, and whom it lets through."""
    operation["security"] = SECURITY.get(right, [{}, {"seat": []}, {"account": []}])
    for status in ANY:
        text = PROBLEM_TEXTS[status]
        operation["responses"].setdefault(str(status), {"description": text, "content": PROBLEM})
    operation["responses"] = dict(sorted(operation["responses"].items()))


SEAT_PARAMETER: dict[str, Any] = {
    "name": SEAT_HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 64},
    "description": f"The seat as which to read and act, of those that the caller holds; `{ONLOOKER}` to read "
    "as somebody without a seat. Without it a program that holds every seat sees all.",
}
"""A header of every call of a game (api/http/guard.py)."""


def _complete(app: APIFlask, spec: dict[str, Any]) -> dict[str, Any]:
    """Add the answers' schemas and what a framework cannot know of paths."""
    rights = _rights(app)
    schemas = spec["components"].setdefault("schemas", {})
    schemas.update(responses.schemas())
    schemas["Problem"] = PROBLEM_SCHEMA
    spec["paths"] = {path: spec["paths"][path] for path in sorted(spec["paths"])}
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            operation["operationId"] = _operation_id(method, path)
            _describe_guard(operation, rights[method, path])
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["required"] = True
                    parameter["schema"] = {"type": "string", "maxLength": 64}
            if "{game}" in path and rights[method, path] in (Right.READ, Right.PLAY):
                operation.setdefault("parameters", []).append(SEAT_PARAMETER)
            if operation.get("requestBody"):
                operation["requestBody"]["required"] = _needs_body(operation["requestBody"], schemas)
    return spec


def _operation_id(method: str, path: str) -> str:
    words = [word.strip("{}").replace("-", "_") for word in path.split("/")[3:]]
    return "_".join([method, *words]).replace(".", "_")


def _needs_body(body: dict[str, Any], schemas: dict[str, Any]) -> bool:
    reference = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return bool(schemas[reference].get("required"))


def _chapters(spec: dict[str, Any]) -> dict[str, list[tuple[str, str, dict[str, Any]]]]:
    """The operations by tag, in the order of the tags, for the page."""
    chapters: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            tag = operation.get("tags", ["Other"])[0]
            chapters.setdefault(tag, []).append((method.upper(), path, operation))
    return chapters
