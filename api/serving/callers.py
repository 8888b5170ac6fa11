"""Whose turn a call takes, as the front can tell before the application sees it."""

from collections.abc import Hashable
from typing import Any

from flask import Flask
from werkzeug.exceptions import HTTPException

from ironclad.api.http.guard import declared
from ironclad.api.http.proxies import Networks, client_of, counted
from ironclad.api.serving.fair_pool import Lane

_LONGEST_PATH = 512  # a longer one is none of ours, and is not looked up


class Callers:
    """By a call's environ: its address, its token (any: it is checked later), the lane of what is asked."""

    def __init__(self, app: Flask, proxies: Networks) -> None:
        self._views, self._proxies = app.view_functions, proxies
        self._routes = app.url_map.bind("")

    def __call__(self, environ: dict[str, Any]) -> tuple[str, Hashable, Lane]:
        address = client_of(environ, self._proxies)
        token = environ.get("HTTP_AUTHORIZATION") or environ.get("HTTP_COOKIE", "")
        return counted(address), hash(token), self._lane(environ)

    def _lane(self, environ: dict[str, Any]) -> Lane:
        path: str = environ["PATH_INFO"]
        if len(path) > _LONGEST_PATH:
            return Lane.LIGHT
        try:
            endpoint, _ = self._routes.match(path, environ["REQUEST_METHOD"])
        except HTTPException:
            return Lane.LIGHT
        needed = declared(self._views.get(endpoint))
        return Lane.LIGHT if needed is None else needed.lane
