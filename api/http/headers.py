"""What every answer tells browsers: what a page may load, who may frame or read it, what may be kept."""

from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Response, g, request

from ironclad.api.http.inputs import MACHINES
from ironclad.api.settings import Settings

_EVERYWHERE = [
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=()"),
]
_DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_PAGE_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src {styles}; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
SECRET_ADDRESSES = "/invitations/"
"""Below this path the address itself is what one is let in by: it goes no further, and is not kept."""

_YEAR = 365 * 24 * 3600
CORS_METHODS = "GET, POST, PATCH, DELETE, OPTIONS"
CORS_TAKES = "Authorization, Content-Type, Last-Event-ID, Traceparent"
CORS_SHOWS = "Location, Retry-After, X-Request-ID"


def allow_style(text: str) -> None:
    """Let the page that answers this request have a `<style>` of just this text."""
    g.setdefault("styles", []).append(_source(text))


@lru_cache(maxsize=64)
def _source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


class Everywhere:
    """A WSGI application with what every answer has alike: to a plain list it is added in no time."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            return start_response(status, headers + _EVERYWHERE, *error)

        return self._app(environ, begin)


def finish(response: Response, settings: Settings) -> None:
    """Put on an answer what depends on it; how long it may be kept, a call may have said itself."""
    headers, is_page = response.headers, response.mimetype == "text/html"
    headers.add("Content-Security-Policy", _policy(response, is_page))
    headers.add("Referrer-Policy", _referrer(is_page))
    if request.is_secure:
        headers.add("Strict-Transport-Security", f"max-age={_YEAR}")
    if not headers.get("Cache-Control"):
        headers["Cache-Control"] = "no-store" if _is_private(response, is_page) else "no-cache"
    shared = bool(settings.origins) and request.path.startswith(MACHINES)
    origin = request.headers.get("Origin", "") if shared else ""
    allowed = shared and origin in settings.origins
    headers.add("Cross-Origin-Resource-Policy", "cross-origin" if allowed else "same-origin")
    if shared:
        response.vary.add("Origin")
    if allowed:
        _share(response, origin)


def _referrer(is_page: bool) -> str:
    """Who gets the page's address as a referrer: nobody where it is a secret.

    A page that tells nothing at all sends its forms from the origin "null", as a foreign one might.
    """
    if request.path.startswith(SECRET_ADDRESSES):
        return "strict-origin"
    return "same-origin" if is_page else "no-referrer"


def _policy(response: Response, is_page: bool) -> str:
    styles = g.get("styles", [])
    if is_page:
        return _page_policy(styles)
    if response.mimetype == "text/javascript":  # a worker is held to the policy of its own script
        return f"{_DATA_POLICY}; script-src 'self'"
    return _DATA_POLICY + (f"; style-src {' '.join(styles)}" if styles else "")


def page_policy(styles: Iterable[str]) -> str:
    """The policy of a page which has a `<style>` of each of these texts, and none besides."""
    return _page_policy([_source(each) for each in styles])


def _page_policy(sources: Iterable[str]) -> str:
    return _PAGE_POLICY.format(styles=" ".join(["'self'", *sources]))


def _is_private(response: Response, is_page: bool) -> bool:
    """Whether an answer is for its asker alone, or tells a moment's trouble."""
    asked_by_name = "HTTP_AUTHORIZATION" in request.environ or "HTTP_COOKIE" in request.environ
    return is_page or asked_by_name or request.method not in ("GET", "HEAD") or response.status_code >= 400


def _share(response: Response, origin: str) -> None:
    """Let pages of a listed origin read the answer. Never with cookies: the API takes none."""
    response.headers["Access-Control-Allow-Origin"] = origin
    response.headers["Access-Control-Expose-Headers"] = CORS_SHOWS
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = CORS_METHODS
        response.headers["Access-Control-Allow-Headers"] = CORS_TAKES
        response.headers["Access-Control-Max-Age"] = "600"
