"""The application: Flask with its resources, its pages, its problem documents and its counters."""

import re
import time
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from threading import BoundedSemaphore
from typing import Any

from apiflask import APIFlask
from apiflask.exceptions import HTTPError
from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException

from ironclad.api import pages, web
from ironclad.api.http import guard, headers, openapi, problems
from ironclad.api.http.proxies import BehindProxies
from ironclad.api.pages.forms import FORM_FIELDS
from ironclad.api.pages.kept import KeptParts
from ironclad.api.resources import BLUEPRINTS, tiles
from ironclad.api.service import Service
from ironclad.api.serving import logs, tracing
from ironclad.api.serving.metrics import Metrics
from ironclad.api.serving.request_buffer import ARRIVED, REFUSAL
from ironclad.api.settings import Settings
from ironclad.referee.clocks import arrival
from ironclad.referee.limits import Limiter, LocalLimiter
from ironclad.referee.people.roles import Right

ROOT = "/api/v1"
_HOST = re.compile(r":\d{1,5}\Z")  # the port at the end of a Host header


@dataclass
class Application:
    """What one application is built on: kept in `app.extensions["ironclad"]`."""

    referee: Service
    settings: Settings
    metrics: Metrics
    waiters: BoundedSemaphore
    writers: BoundedSemaphore
    bundles: BoundedSemaphore
    limiter: Limiter
    parts: KeptParts = field(default_factory=KeptParts)


def create_app(
    referee: Service, settings: Settings | None = None, limiter: Limiter | None = None
) -> APIFlask:
    """The application that serves a referee. It holds no state of its own: any number may serve one store."""
    chosen = settings or Settings()
    app = APIFlask(
        "ironclad.api",
        title="Ironclad",
        version=_version(),
        spec_path=None,
        docs_path=None,
        static_url_path="/static",
        static_folder="pages/static",
        template_folder="pages/templates",
    )
    app.config.update(
        MAX_CONTENT_LENGTH=chosen.command_bytes,
        MAX_FORM_MEMORY_SIZE=chosen.command_bytes,
        MAX_FORM_PARTS=FORM_FIELDS,
        AUTO_SERVERS=False,
        AUTO_404_RESPONSE=False,
        AUTO_AUTH_ERROR_RESPONSE=False,
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        SEND_FILE_MAX_AGE_DEFAULT=3600,
    )
    metrics = Metrics(referee.queries.log_size)
    referee.on_position_refused(metrics.positions_refused.inc)
    app.extensions["ironclad"] = Application(
        referee,
        chosen,
        metrics,
        BoundedSemaphore(chosen.waiters),
        BoundedSemaphore(chosen.bundles),
        BoundedSemaphore(chosen.bundles),
        limiter or LocalLimiter(),
    )
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint, url_prefix=ROOT + (blueprint.url_prefix or ""))
    openapi.install(app, ROOT)
    app.register_blueprint(tiles.blueprint)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(web.blueprint)
    app.context_processor(lambda: {"caller": g.get("caller")})
    _answer_problems(app)
    app.view_functions["static"] = guard.needs(Right.LOOK)(app.view_functions["static"])
    app.before_request(_begin)
    app.after_request(_finish)
    app.wsgi_app = headers.Everywhere(BehindProxies(app.wsgi_app, chosen.proxies))  # type: ignore[method-assign]
    return app


def _version() -> str:
    try:
        return version("ironclad")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0"


def _begin() -> None:
    g.begun = time.perf_counter()
    arrival.note(request.environ.get(ARRIVED))
    logs.forget()
    tracing.begin()
    chosen: Settings = current_app.extensions["ironclad"].settings
    if chosen.hosts and _HOST.sub("", request.environ.get("HTTP_HOST", "")).lower() not in chosen.hosts:
        raise problems.Failure("bad-request", "This server is not asked under that host name.")
    if (refusal := request.environ.get(REFUSAL)) is not None:
        raise problems.Failure(refusal, problems.KINDS[refusal].text)
    if len(request.path) + len(request.query_string) > chosen.url_characters:
        raise problems.Failure(
            "url-too-long", f"The address is longer than {chosen.url_characters} characters."
        )
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise problems.Failure("encoded", problems.KINDS["encoded"].text)
    guard.stand()


def _finish(response: Response) -> Response:
    service: Application = current_app.extensions["ironclad"]
    seconds = time.perf_counter() - g.get("begun", time.perf_counter())
    service.metrics.count(request.endpoint or "none", response.status_code, seconds)
    tracing.name(response)
    headers.finish(response, service.settings)
    return response


def _answer_problems(app: APIFlask) -> None:
    """Every failure becomes a problem document, or under the pages a page that says the same."""

    def answer(error: Exception) -> Response:
        failure = problems.describe(error)
        if guard.by_cookies():
            return pages.failure_page(failure)
        return problems.answer(failure)

    def answer_http(error: HTTPException) -> Response:
        fault = getattr(error, "original_exception", None)
        if fault is not None:  # raised while another failure was being answered
            return answer(fault)
        failure = problems.from_http(error.code or 500, error.description)
        allowed = getattr(error, "valid_methods", None)
        if allowed:
            failure.headers["Allow"] = ", ".join(sorted(allowed))
        return answer(failure) if error.response is None else _as_response(error)

    app.register_error_handler(Exception, answer)
    app.register_error_handler(HTTPException, answer_http)
    app.register_error_handler(HTTPError, lambda error: answer(_from_validation(error)))


def _as_response(error: HTTPException) -> Response:
    """A redirect that the router raised is an answer, not a failure."""
    found: Any = Flask.response_class.force_type(error.get_response(), request.environ)
    return Response(found.response, found.status, found.headers)


def _from_validation(error: HTTPError) -> problems.Failure:
    """What a schema found wrong, as one flat list: each place and what is wrong there."""
    wrong = [
        {"where": path, "what": what}
        for location, found in sorted(error.detail.items())
        for path, what in _flatten(found, location if location != "json" else "")
    ]
    summary = "; ".join(f"{each['where'] or 'body'}: {each['what']}" for each in wrong[:5])
    return problems.Failure("unreadable", summary or "The request is not understood.", errors=wrong[:50])


def _flatten(found: Any, path: str) -> list[tuple[str, str]]:
    if isinstance(found, dict):
        return [
            pair
            for key, below in found.items()
            for pair in _flatten(below, path if key == "_schema" else f"{path}.{key}".lstrip("."))
        ]
    if isinstance(found, list):
        return [pair for below in found for pair in _flatten(below, path)]
    return [(path[:200], str(found))]
