"""A game's proof: its bundle verified in the reader's own browser, and its log as a table."""

from flask import Response, make_response, render_template

from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service
from ironclad.api.http.responses import shrink
from ironclad.api.web.root import blueprint
from ironclad.referee.people.roles import Right


@blueprint.get("/games/<string(maxlength=64):game>/proof")
@needs(Right.READ)
def show_proof(game: str) -> Response:
    """The page whose script fetches the bundle and holds it to its proofs."""
    record = service().queries.game(game)
    page = render_template(
        "proof.html",
        game=record,
        ruleset=service().queries.ruleset_of(game),
        lines=[line.id for line in service().queries.timelines(game)],
    )
    return shrink(make_response(page))
