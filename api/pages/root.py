"""What the pages share: their blueprint, and what holds for every one of them."""

from apiflask import APIBlueprint
from flask import Response, make_response, render_template, request

from ironclad.api.http.formatting import FILTERS
from ironclad.api.http.guard import is_ours
from ironclad.api.http.problems import KINDS, Failure
from ironclad.api.http.responses import shrink

blueprint = APIBlueprint("pages", __package__ or "", enable_openapi=False)


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
    if site not in ("same-origin", "none") or (origin is not None and not is_ours(origin)):
        raise Failure("foreign-page", "This form was sent from a page of another site.")


@blueprint.after_request
def compress(response: Response) -> Response:
    """A whole map is some hundred kilobytes of text."""
    return shrink(response)


def failure_page(failure: Failure) -> Response:
    """A problem as a page: what the problem document says, for a person."""
    about = KINDS[failure.kind]
    page = render_template("failure.html", about=about, failure=failure)
    response = make_response(page, about.status)
    response.headers.extend(failure.headers)
    return shrink(response)
