"""A service that many use, in this process: accounts required, passwords cheap to check, an operator made."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Settings
from ironclad.referee.people.access import Access
from ironclad.referee.people.roles import Role
from tests.stores import Store
from tests.toy import TUG

CHEAP = Access(passes=1, memory_kibibytes=64, lanes=1)
PASSWORD = "correct horse battery"


@dataclass
class Shared:
    """The application with its referee; `tokens` are those of accounts by name."""

    referee: Service
    settings: Settings
    client: FlaskClient = field(init=False)
    tokens: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.client = create_app(self.referee, self.settings, self.referee.limiter).test_client(
            use_cookies=False
        )

    def add(self, name: str, role: Role = Role.PLAYER) -> str:
        """An account with a token; its pseudonym."""
        made = self.referee.people.accounts.add(name, PASSWORD, role)
        self.tokens[name] = self.sign_in(name)
        return made.account

    def sign_in(self, name: str, password: str = PASSWORD) -> str:
        answer = self.post("/sessions", {"name": name, "password": password})
        assert answer.status_code == 201, answer.text
        token: str = answer.json["token"]  # type: ignore[index]
        return token

    def call(
        self, method: str, path: str, by: str | None = None, token: str | None = None, **more: Any
    ) -> TestResponse:
        token = token or (self.tokens[by] if by else None)
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **more.pop("headers", {})}
        return self.client.open("/api/v1" + path, method=method, headers=headers, **more)

    def get(self, path: str, by: str | None = None, token: str | None = None) -> TestResponse:
        return self.call("GET", path, by, token)

    def post(
        self, path: str, body: Any = None, by: str | None = None, token: str | None = None
    ) -> TestResponse:
        return self.call("POST", path, by, token, json={} if body is None else body)

    def open_game(self, by: str | None = None, **more: Any) -> str:
        answer = self.post("/games", {"ruleset": "tug", "scenario": "long", **more}, by)
        assert answer.status_code == 201, answer.text
        game: str = answer.json["id"]  # type: ignore[index]
        return game

    def sit(self, game: str, seat: str, by: str | None = None, **body: Any) -> str:
        """Take a seat; the seat's own token."""
        answer = self.post(f"/games/{game}/seats/{seat}", body, by)
        assert answer.status_code == 201, answer.text
        token: str = answer.json["token"]  # type: ignore[index]
        return token


@contextmanager
def service(store: Store, **chosen: Any) -> Iterator[Shared]:
    """A service over a store; `chosen` are settings, by which it may be otherwise."""
    settings = replace(Settings({TUG.name: TUG}, accounts=True, rates={}, access=CHEAP), **chosen)
    more: dict[str, Any] = {"access": settings.access, "redis": store.redis}
    with Service(store.url, settings.rulesets, ServiceSettings(secret=b"s" * 32, **more)) as referee:
        yield Shared(referee, settings)
