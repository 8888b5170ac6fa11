"""A game's proof: its bundle verified in the reader's own browser, and its log as a table."""

from flask import Response, make_response, render_template

from api.answers import shrink
from api.guard import needs
from api.inputs import referee
from api.web import blueprint
from projections.roles import Right


@blueprint.get("/games/<string(maxlength=64):game>/proof")
@needs(Right.READ)
def show_proof(game: str) -> Response:
    """The page whose script fetches the bundle and holds it to its proofs."""
    record = referee().game(game)
    page = render_template(
        "proof.html",
        game=record,
        ruleset=referee().ruleset_of(game),
        lines=[line.id for line in referee().timelines(game)],
    )
    return shrink(make_response(page))
