"""Who may read a private game, on its page: shown to its readers, said by its hosts."""

from flask import g, redirect, url_for
from werkzeug.wrappers import Response

from ironclad.api.http.guard import needs
from ironclad.api.http.inputs import service
from ironclad.api.pages.forms import field
from ironclad.api.pages.root import blueprint
from ironclad.api.resources.readers import check_host, is_host
from ironclad.api.settings import Kind
from ironclad.referee.people.roles import Right


def readers_of(game: str) -> tuple[tuple[str, ...], bool]:
    """The names of a private game's readers (none of another's), and whether the caller says who they are."""
    if not service().authorization.is_private(game) or g.caller.account is None:
        return (), False
    return tuple(name for _, name in service().authorization.readers(game)), is_host(game)


@blueprint.post("/games/<string(maxlength=64):game>/readers")
@needs(Right.OWN, Kind.COMMAND)
def invite(game: str) -> Response:
    """Let an account read a private game."""
    check_host(game)
    service().authorization.invite(game, field("name", 64))
    return redirect(url_for("pages.show_game", game=game), 303)


@blueprint.post("/games/<string(maxlength=64):game>/readers/dismissal")
@needs(Right.OWN, Kind.COMMAND)
def dismiss(game: str) -> Response:
    """Let an account no longer read a private game."""
    check_host(game)
    service().authorization.dismiss(game, field("name", 64))
    return redirect(url_for("pages.show_game", game=game), 303)
