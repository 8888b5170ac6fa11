"""The page from a player's own install, against a service elsewhere: its files are local, its calls go on.

A player who does not trust the page that a service gives out has the page of this build instead. Cookies of
the service stay in this process and its file: the browser gets none, so no other page on this machine does.
"""

import json
import os
import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from http.client import HTTPException, HTTPMessage
from http.cookiejar import LoadError, LWPCookieJar
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from jinja2 import Environment, FileSystemLoader

from ironclad.api import pages, web
from ironclad.api.http.formatting import FILTERS
from ironclad.api.http.guard import SEAT_COOKIE
from ironclad.api.http.headers import page_policy
from ironclad.api.rulebook.board_sheet import sheets
from ironclad.api.web import files
from ironclad.api.web.table import tabs_of
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.projections.histories import VIEW as HISTORY

PASSED = ("/api/v1/", "/log/")
"""Paths whose calls go on to the service."""

_SENT = ("Accept", "Content-Type", "Ironclad-Page", "Ironclad-Seat", "Last-Event-ID")
_RETURNED = ("Content-Type", "Cache-Control", "Retry-After", "ETag", "Date", "Content-Disposition")
_MOST = 8 * 1024 * 1024  # bytes of a request
_CHUNK = 64 * 1024
_SECONDS = 120.0
_PAGES = Path(pages.__file__).parent
_WEB = Path(web.__file__).parent


class Away(Exception):
    """The service cannot be reached, or its certificate does not hold."""


class Reply(NamedTuple):
    """What the service said: its status, its headers, and its body to be read."""

    status: int
    headers: HTTPMessage
    body: Any


class _Stays(HTTPRedirectHandler):
    """No redirect is followed: nothing is asked of another address than the service's."""

    def redirect_request(self, *about: Any) -> None:
        return None


class Remote:
    """The service: one origin, over TLS that is verified, with its cookies in a file for this user alone."""

    def __init__(self, url: str, cookies: Path) -> None:
        """Raises ValueError for what is no address of a service, OSError for a file that cannot be used."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
            raise ValueError(f"{url} is no address of a service")
        if parts.path.strip("/"):
            raise ValueError(f"{url}: a service has its own host, without a path")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        context = ssl.create_default_context()
        self._opener = build_opener(_Stays, HTTPSHandler(context=context))
        self._lock = Lock()
        cookies.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not cookies.exists():
            os.close(os.open(cookies, os.O_CREAT | os.O_WRONLY, 0o600))
        self._jar = LWPCookieJar(str(cookies))
        with suppress(LoadError):  # a new file is empty
            self._jar.load(ignore_discard=True)

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Reply:
        """Raises Away."""
        if not path.startswith("/") or path.startswith("//"):
            raise Away(f"{path[:100]} is no path of the service")
        request = Request(self.origin + path, body, dict(headers), method=method)
        request.add_header("Sec-Fetch-Site", "same-origin")  # as a page of the service asks, with its cookies
        if method != "GET":
            request.add_header("Origin", self.origin)
        with self._lock:
            self._jar.add_cookie_header(request)
        try:
            answer = self._opener.open(request, timeout=_SECONDS)
        except HTTPError as said:
            answer = said
        except (URLError, HTTPException, OSError) as wrong:
            raise Away(str(getattr(wrong, "reason", wrong))) from wrong
        if answer.headers.get_all("Set-Cookie"):
            with self._lock:
                self._jar.extract_cookies(answer, request)
                self._jar.save(ignore_discard=True)
        return Reply(answer.status, answer.headers, answer)

    def get(self, path: str) -> Any:
        """A document of the API; None where it has none. Raises Away."""
        reply = self.ask("GET", path, {"Accept": "application/json"})
        with reply.body as body:
            if reply.status != 200:
                return None
            try:
                return json.loads(body.read(_MOST))
            except ValueError as wrong:
                raise Away(f"{path} is answered with something else than JSON") from wrong

    def seats(self, game: str) -> list[str]:
        """The seats of a game for which this install has cookies."""
        path = f"/api/v1/games/{game}"
        with self._lock:
            found = [each.name for each in self._jar if each.path == path and not each.is_expired()]
        return [name.removeprefix(SEAT_COOKIE) for name in found if name.startswith(SEAT_COOKIE)]


class OwnPages:
    """The pages and their files, as this build has them."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any]]) -> None:
        self._rulesets = rulesets
        folders = [str(_WEB / "templates"), str(_PAGES / "templates")]
        self._templates = Environment(
            loader=FileSystemLoader(folders), autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        self._templates.filters.update(FILTERS)
        self._templates.globals.update(
            web_file=self.address, scripts=files.Scripts, url_for=_page_address, caller=None
        )

    @cached_property
    def files(self) -> dict[str, files.File]:
        return files.of_rulesets(self._rulesets)

    @cached_property
    def build(self) -> str:
        """The digest of all files."""
        return files.digest_of(self.files)

    def address(self, name: str) -> str:
        return f"/web/{self.build}/{name}"

    def icon(self, name: str) -> bytes | None:
        """A file of the plain pages."""
        known = {each.name: each for each in (_PAGES / "static").iterdir()}
        return known[name].read_bytes() if name in known else None

    def page(self, template: str, **about: Any) -> str:
        return self._templates.get_template(template).render(**about)

    def table(self, game: dict[str, Any], held: list[str], asked: Mapping[str, str]) -> tuple[str, str]:
        """The table of a game as the service describes it, and its policy.

        Raises KeyError where this install lacks the rules, or the description a field.
        """
        ruleset = self._rulesets[game["ruleset"]]
        styles: list[str] = []
        if ruleset.show.board is not None:
            drawn = sheets(ruleset.name, ruleset.version, ruleset.show.board)[0]
            styles = list(drawn.styles)
        head = game["version"]
        seats = [seat for seat in ruleset.seats if seat in held]
        page = self.page(
            "table.html",
            game=game,
            ruleset=ruleset,
            name=game.get("title") or ruleset.identity.title,
            lesson=None,
            timeline=asked.get("timeline") or game["timeline"],
            at=int(asked["at"]) if asked.get("at", "").isdigit() else head,
            head=head,
            follows="at" not in asked,
            play=None,
            due=(),
            held=seats,
            may_invite=bool(seats),
            is_private=False,
            accounts=False,
            views=[*views_of(ruleset), *([HISTORY] if ruleset.show.history is not None else [])],
            tabs=tabs_of(ruleset),
            curtain=None,
        )
        return page, page_policy(styles)


def _page_address(endpoint: str, **about: Any) -> str:
    """Addresses of pages: this install has its own first page and its table, and no others."""
    if endpoint == "static":
        return f"/static/{quote(about['filename'])}"
    if endpoint == "pages.show_game":
        return f"/games/{quote(about['game'])}/table"
    return "/"


class TableServer(ThreadingHTTPServer):
    """Serves this install's page on loopback and passes calls of the API to one service."""

    daemon_threads = True

    def __init__(self, port: int, remote: Remote, rulesets: Mapping[str, Ruleset[Any]]) -> None:
        """Raises OSError where the port is taken."""
        super().__init__(("127.0.0.1", port), _Handler)
        self.remote, self.own = remote, OwnPages(rulesets)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: TableServer

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self._answer("POST")

    def do_PATCH(self) -> None:
        self._answer("PATCH")

    def do_DELETE(self) -> None:
        self._answer("DELETE")

    def end_headers(self) -> None:
        """Each answer ends its connection: a body that was refused unread is not taken for a request."""
        self.send_header("Connection", "close")
        super().end_headers()

    def log_message(self, *about: Any) -> None:
        """Requests are not logged: addresses have secrets."""

    def _answer(self, method: str) -> None:
        self.close_connection = True
        path = urlsplit(self.path).path
        try:
            body = self._body(method)
            if body is None or not self._is_own(method):
                self._text(403, "This request was sent from another page, or is too long.")
            elif path.startswith(PASSED):
                self._pass(method, body)
            elif method == "POST" and path.startswith("/invitations/"):
                self._accept(path, body)
            elif method != "GET":
                self._text(405, "Nothing can be sent here.")
            else:
                self._page(path)
        except Away as away:
            problem = {"type": "away", "status": 502, "detail": f"The service does not answer: {away}"}
            self._send(502, json.dumps(problem).encode(), "application/problem+json")
        except (BrokenPipeError, ConnectionResetError):
            pass  # the browser has gone

    def _is_own(self, method: str) -> bool:
        """Whether a request is asked of this address, and what changes something by a page of it."""
        port = self.server.server_address[1]
        hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        if self.headers.get("Host", "") not in hosts:
            return False
        if method == "GET":
            return self.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")
        return urlsplit(self.headers.get("Origin", "")).netloc in hosts

    def _body(self, method: str) -> bytes | None:
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or int(length) > _MOST:
            return None
        return self.rfile.read(int(length)) if method != "GET" else b""

    def _pass(self, method: str, body: bytes) -> None:
        """Ask the service the same, and give its answer back as it comes: a stream of events does not end."""
        headers = {name: value for name in _SENT if (value := self.headers.get(name)) is not None}
        reply = self.server.remote.ask(method, self.path, headers, body if method != "GET" else None)
        with reply.body as stream:
            self.send_response(reply.status)
            for name in _RETURNED:
                if name != "Date" and (value := reply.headers.get(name)) is not None:
                    self.send_header(name, value)
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
            self.end_headers()
            while chunk := stream.read1(_CHUNK):
                self.wfile.write(chunk)
                self.wfile.flush()

    def _page(self, path: str) -> None:
        own, parts = self.server.own, path.strip("/").split("/")
        file = own.files.get("/".join(parts[2:])) if parts[0] == "web" else None
        icon = own.icon(parts[1]) if parts[0] == "static" and len(parts) == 2 else None
        if file is not None:
            self._send(200, file.body, file.kind)
        elif icon is not None:
            self._send(200, icon, "image/svg+xml" if parts[1].endswith(".svg") else "text/css; charset=utf-8")
        elif parts[0] == "games" and len(parts) in (2, 3):
            self._table(parts[1])
        elif parts[0] == "invitations" and len(parts) == 2:
            about = {"token": parts[1], "fresh": token_urlsafe(24), "origin": self.server.remote.origin}
            self._html(own.page("own_invitation.html", **about))
        elif path == "/":
            listed = self.server.remote.get("/api/v1/games") or {"items": []}
            self._html(own.page("own_first.html", games=listed["items"], origin=self.server.remote.origin))
        else:
            self._text(404, "This install has the table alone: there is no such page.")

    def _table(self, game: str) -> None:
        remote = self.server.remote
        found = remote.get(f"/api/v1/games/{quote(game)}")
        if found is None:
            self._text(404, f"{remote.origin} shows no such game here.")
            return
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        try:
            page, policy = self.server.own.table(found, remote.seats(game), asked)
        except KeyError as missing:
            self._text(404, f"This install lacks the rules of this game: {missing}")
        else:
            self._html(page, policy)

    def _accept(self, path: str, body: bytes) -> None:
        """Take an invitation of the service, by its form."""
        given = {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
        form = urlencode({"player": given.get("player", ""), "id": given.get("id", "")}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        reply = self.server.remote.ask("POST", path, kind, form)
        with reply.body:
            place = urlsplit(reply.headers.get("Location", "")).path.strip("/").split("/")
        if reply.status not in (302, 303) or place[0] != "games" or len(place) < 2:
            self._text(409, "The service did not take this invitation: it may be over.")
            return
        self.send_response(303)
        self.send_header("Location", f"/games/{quote(place[1])}/table")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _html(self, page: str, policy: str | None = None) -> None:
        self._send(200, page.encode(), "text/html; charset=utf-8", policy or page_policy([]))

    def _text(self, status: int, text: str) -> None:
        self._send(status, text.encode(), "text/plain; charset=utf-8")

    def _send(self, status: int, body: bytes, kind: str, policy: str = "default-src 'none'") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "same-origin")
        script = kind.startswith("text/javascript")  # a worker is held to the policy of its own script
        self.send_header("Content-Security-Policy", f"{policy}; script-src 'self'" if script else policy)
        self.end_headers()
        self.wfile.write(body)


def cookie_file(origin: str, state: Path) -> Path:
    """Where the cookies of a service are kept, below the user's directory for state."""
    name = sha256(origin.encode()).hexdigest()[:16]
    return state / "ironclad-table" / f"{name}.cookies"
