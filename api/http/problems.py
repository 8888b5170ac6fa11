"""Problem documents (RFC 9457): one for each way a request can fail, with the rule and reason of a refusal.

The `type` of each is the address of its paragraph in the server's own documentation, so that a reader can
follow it without a network. Nothing of the inside is shown: an unforeseen error gives a trace id, and the log
of the process has the rest under the same id.
"""

from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import msgspec
import structlog
from flask import Response, current_app, g, request

from ironclad.api.service import Service
from ironclad.eventlog import errors

TYPE_ROOT = "/api/docs#"
MEDIA_TYPE = "application/problem+json"

_log = structlog.get_logger("ironclad.api")


@dataclass(frozen=True)
class Kind:
    """One kind of problem: its status, its title, and a sentence of documentation."""

    status: int
    title: str
    text: str


KINDS = {
    "unreadable": Kind(
        422,
        "The request is not understood",
        "A field is missing, unknown, of a wrong type or out of bounds; `errors` names each field.",
    ),
    "malformed": Kind(
        400,
        "The body is not JSON",
        "The body is no JSON document: a syntax error, NaN, a bad character, or a header that cannot be.",
    ),
    "not-signed-in": Kind(
        401,
        "No valid token",
        "The call needs a token, a seat's or an account's (`Authorization: Bearer …`), and none that is good "
        "was sent; or a name came with a wrong password.",
    ),
    "code-needed": Kind(
        401,
        "A code is needed too",
        "The name and the password are right, and the account has a second factor: send the request again "
        "with `code`, a code of its app or one of its recovery codes.",
    ),
    "second-factor-on": Kind(
        409,
        "There is a second factor",
        "The account has a second factor already: remove it, with a code of it, before you set up another.",
    ),
    "not-your-seat": Kind(403, "Not your seat", "The token is another seat's, or another game's."),
    "name-taken": Kind(409, "The name is taken", "An account has that name already."),
    "busy": Kind(
        503,
        "Too busy",
        "So many passwords are being checked that this one was not begun; `Retry-After` says when to "
        "ask again.",
    ),
    "not-allowed": Kind(
        403,
        "Not allowed",
        "The caller is known, and may not do this: the table of rights says what each role may do.",
    ),
    "too-many": Kind(
        429,
        "Too often",
        "More calls of this kind than one may make in that time; `Retry-After` says in how many seconds the "
        "next will be answered.",
    ),
    "encoded": Kind(415, "A compressed body", "Bodies are sent as they are, without Content-Encoding."),
    "not-found": Kind(
        404,
        "Not found",
        "No such page, game, timeline, event, seat, proposal, view or ruleset.",
    ),
    "method-not-allowed": Kind(
        405,
        "Method not allowed",
        "The resource exists, and does not take this method; `Allow` says which it takes.",
    ),
    "refused": Kind(
        409,
        "Refused by the rules",
        "The command breaks a rule: `rule` is its clause, `reason` why. Nothing has changed.",
    ),
    "stale": Kind(
        409,
        "Stale",
        "The command answers a decision that is no longer open. `due` says which decisions are, "
        "`timeline` and `version` of the game now.",
    ),
    "game-over": Kind(
        409,
        "The game is over",
        "The game has ended, and takes no more commands; `rule` and `reason` say how.",
    ),
    "invitation-over": Kind(
        409,
        "The invitation is over",
        "It was used or withdrawn, its days are over, or the seat was taken without it; `detail` says which.",
    ),
    "not-yet": Kind(
        409,
        "Not there yet",
        "The version that was asked for has not come within the time allowed; `version` is the last one.",
    ),
    "too-slow": Kind(408, "Too slow", "The body did not arrive whole within ten seconds; nothing was done."),
    "too-large": Kind(413, "Too large", "The body is larger than this call takes."),
    "url-too-long": Kind(414, "Address too long", "The address is longer than 2,048 characters."),
    "unsupported-media-type": Kind(415, "Not application/json", "A body must be sent as `application/json`."),
    "id-reused": Kind(
        422,
        "Id used before",
        "The id was given before, with another body. The same id and the same body get the first answer.",
    ),
    "too-many-ways": Kind(
        422,
        "Too many ways to count",
        "The dice of this battle can fall in more ways than the service counts for one request. `ironclad "
        "odds` counts on one's own machine as far as one likes.",
    ),
    "foreign-page": Kind(
        403,
        "Sent from another site",
        "A form of this server's pages was sent from a page that is not this server's.",
    ),
    "bad-request": Kind(
        400, "Bad request", "The request cannot be served as it was sent; its body may have broken off."
    ),
    "other-build": Kind(
        409,
        "Played on another build",
        "This build cannot read the game's events: another one wrote them, or they are damaged.",
    ),
    "too-many-streams": Kind(
        429,
        "Too many streams",
        "This address, or this game, has as many live streams open as one may have; close one first.",
    ),
    "no-room": Kind(503, "No room for another stream", "This server serves as many live streams as it can."),
    "not-ready": Kind(503, "Not ready", "The store does not answer, or cannot be written."),
    "not-signed": Kind(
        503,
        "The log is not signed",
        "There is no checkpoint of the log as it is: nothing has its key, it is being checked, or the signer "
        "refuses. `detail` says why; `checkpoint` is what was signed last, if anything.",
    ),
    "not-provable": Kind(
        503,
        "It cannot be proved",
        "The log lacks what the proof is made of: it was altered past the service.",
    ),
    "entries-closed": Kind(
        403,
        "Entries that are closed",
        "These are entries of a private game, or have hidden parts. Their hashes are in the tile beside.",
    ),
    "internal": Kind(
        500,
        "Internal error",
        "A fault of the service, logged under `trace`. Nothing of the request was carried out "
        "unless an answer says so.",
    ),
}

_BY_STATUS = {
    400: "bad-request",
    401: "not-signed-in",
    403: "not-your-seat",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    413: "too-large",
    414: "url-too-long",
    415: "unsupported-media-type",
    422: "unreadable",
    429: "too-many",
    503: "not-ready",
}


class Failure(Exception):
    """A problem that the API itself finds; `more` goes into the document, `headers` onto the answer."""

    def __init__(self, kind: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.headers = headers or {}
        self.more = more


def document(kind: str, detail: str, status: int | None = None, **more: Any) -> dict[str, Any]:
    """A problem document as plain data; `more` adds members."""
    about = KINDS[kind]
    return {
        "type": TYPE_ROOT + kind,
        "title": about.title,
        "status": status or about.status,
        "detail": detail,
        "instance": request.path,
        **more,
    }


def describe(error: Exception) -> Failure:
    """The problem that an exception stands for; an unforeseen one is logged and gets a trace id."""
    match error:
        case Failure():
            return error
        case errors.Refused():
            return Failure("refused", str(error), rule=error.rule, reason=error.reason)
        case errors.Stale():
            return Failure("stale", str(error), timeline=error.timeline, version=error.version, **_due(error))
        case errors.BadSalts():
            return Failure("unreadable", str(error), rule=error.rule)
        case errors.GameOver():
            return Failure("game-over", str(error), rule=error.rule, reason=error.reason)
        case errors.NotSigned():
            more = {} if error.last is None else {"checkpoint": error.last}
            return Failure("not-signed", str(error), {"Retry-After": "5"}, **more)
        case errors.Busy():
            return Failure("busy", str(error), {"Retry-After": "2"})
        case errors.CodeNeeded():
            return Failure("code-needed", str(error), {"WWW-Authenticate": "Bearer"})
        case errors.CodesPaused():
            return Failure("too-many", str(error), {"Retry-After": str(error.seconds)})
        case errors.NotSignedIn():
            return Failure("not-signed-in", str(error), {"WWW-Authenticate": 'Bearer error="invalid_token"'})
    for kind, name in _SIMPLE:
        if isinstance(error, kind):
            return Failure(name, str(error))
    return _unforeseen(error)


_SIMPLE: tuple[tuple[type[Exception], str], ...] = (
    (errors.NotYourSeat, "not-your-seat"),
    (errors.NameTaken, "name-taken"),
    (errors.SecondFactorOn, "second-factor-on"),
    (errors.NotFound, "not-found"),
    (errors.InvitationOver, "invitation-over"),
    (errors.TooMuch, "too-large"),
    (errors.TooManyWays, "too-many-ways"),
    (errors.IdReused, "id-reused"),
    (errors.Unreadable, "unreadable"),
    (errors.OtherBuild, "other-build"),
    (errors.NotProvable, "not-provable"),
    (errors.Closed, "entries-closed"),
    (errors.Unavailable, "not-ready"),
)


def _due(error: errors.Stale) -> dict[str, Any]:
    """The decisions that are due in the game's position now, for a player who answered an old one.

    Nothing, where the store has gone away meanwhile: the refusal comes without them.
    """
    game = (request.view_args or {}).get("game")
    referee: Service = current_app.extensions["ironclad"].referee
    with suppress(errors.Problem):
        return {"due": msgspec.to_builtins(referee.queries.due(str(game), error.timeline))} if game else {}
    return {}


def _unforeseen(error: Exception) -> Failure:
    trace: str = g.trace
    _log.error(
        "request_failed", trace=trace, method=request.method, endpoint=request.endpoint, exc_info=error
    )
    return Failure("internal", f"The service failed; the fault is logged under {trace}.", trace=trace)


def from_http(status: int, description: str | None) -> Failure:
    """The problem for a plain HTTP error (no route, wrong method, too large)."""
    kind = _BY_STATUS.get(status, "bad-request")
    return Failure(kind, description or HTTPStatus(status).phrase)


def answer(failure: Failure, status: int | None = None) -> Response:
    """The problem document as a response."""
    body = document(failure.kind, failure.detail, status, **failure.more)
    response = Response(msgspec.json.encode(body), body["status"], content_type=MEDIA_TYPE)
    response.headers.extend(failure.headers)
    return response
