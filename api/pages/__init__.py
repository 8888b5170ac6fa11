"""The pages: games, and one game at any event. Complete without scripts, nothing from elsewhere.

A seat's token is kept in a cookie that scripts cannot read (HttpOnly), that other sites cannot cause to be
sent (SameSite=Strict), and that is sent to this game's pages only (Path). Local storage would work only with
scripts, and would hand every token to any script that slipped in. The API takes no cookie, only bearer
tokens, so no foreign page can act there; forms are further held to `Origin` and `Sec-Fetch-Site`, which tell
apart what SameSite does not (another port of the same machine).
"""

from urllib.parse import urlsplit

from apiflask import APIBlueprint
from flask import Response, make_response, render_template, request

from api.answers import shrink
from api.pages.words import FILTERS
from api.problems import KINDS, Failure

blueprint = APIBlueprint("pages", __name__, enable_openapi=False)

POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@blueprint.record_once
def _filters(state: object) -> None:
    state.app.jinja_env.filters.update(FILTERS)  # type: ignore[attr-defined]
    state.app.jinja_env.trim_blocks = True  # type: ignore[attr-defined]
    state.app.jinja_env.lstrip_blocks = True  # type: ignore[attr-defined]


@blueprint.before_request
def refuse_foreign_forms() -> None:
    """Refuse a form that was sent from a page that is not ours."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    if site not in ("same-origin", "none") or (origin is not None and not _is_ours(origin)):
        raise Failure("foreign-page", "This form was sent from a page of another site.")


def _is_ours(origin: str) -> bool:
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:  # "http://[" and the like
        return False


@blueprint.after_request
def protect(response: Response) -> Response:
    """What a page of ours may load and who may frame it."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cache-Control"] = "no-store"
    return shrink(response)


def failure_page(failure: Failure) -> Response:
    """A problem as a page: what the problem document says, for a person."""
    about = KINDS[failure.kind]
    page = render_template("failure.html", about=about, failure=failure)
    response = make_response(page, about.status)
    response.headers.extend(failure.headers)
    return protect(response)


from api.pages import agreements, game, games  # noqa: E402, F401 - their routes join the blueprint above
