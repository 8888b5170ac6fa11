"""The cookies of those who sit at a table without an account."""

from flask import Response as FlaskResponse
from flask import request, url_for
from werkzeug.wrappers import Response

from ironclad.api.http.guard import SEAT_COOKIE
from ironclad.api.http.inputs import settings


def keep_in_cookies(answer: Response | FlaskResponse, game: str, side: str, token: str) -> None:
    """Let a browser keep a seat's token for this game's pages and calls alone, out of reach of scripts."""
    for path in (url_for("pages.show_game", game=game), url_for("games.describe_game", game=game)):
        answer.set_cookie(
            SEAT_COOKIE + side,
            token,
            max_age=int(settings().access.seat_seconds),
            path=path,
            secure=request.is_secure,
            httponly=True,
            samesite="Strict",
        )
