"""A timed game behind the application, called as a client calls it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ironclad.api.app import create_app
from ironclad.api.settings import Settings
from tests.clocks.playing import SEATS, Table, table


class Wire:
    """A game over HTTP: each seat calls with its token."""

    def __init__(self, made: Table) -> None:
        self.table, self.client = made, create_app(made.referee, Settings()).test_client()
        self.tokens: dict[str, str] = {}
        self.game = ""

    def open(self, control: Any = "10m+30s", **more: Any) -> "Wire":
        """Open a game, and take both seats."""
        body = {"ruleset": "tug", "scenario": "long", **more}
        if control is not None:
            body["control"] = control
        opened = self.client.post("/api/v1/games", json=body)
        assert opened.status_code == 201, opened.text
        self.game = self.table.game = opened.json["id"]
        for seat in SEATS:
            sat = self.client.post(f"/api/v1/games/{self.game}/seats/{seat}", json={"player": seat})
            assert sat.status_code == 201, sat.text
            self.tokens[seat] = sat.json["token"]
        return self

    def post(self, path: str, body: dict[str, Any], seat: str = "") -> Any:
        """A call of a seat (of nobody, unless one is named) below the game."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat else {}
        return self.client.post(f"/api/v1/games/{self.game}{path}", json=body, headers=headers)

    def done(self, path: str, body: dict[str, Any], seat: str) -> list[dict[str, Any]]:
        """The events of a call that is accepted."""
        answer = self.post(path, body, seat)
        assert answer.status_code in (200, 201), answer.text
        events: list[dict[str, Any]] = answer.json["events"]
        return events

    def refused(self, path: str, body: dict[str, Any], seat: str) -> str:
        """The rule that refuses a call."""
        answer = self.post(path, body, seat)
        assert answer.status_code == 409, answer.text
        return str(answer.json["rule"])

    def clock(self, **query: Any) -> Any:
        """What the clocks show."""
        answer = self.client.get(f"/api/v1/games/{self.game}/clock", query_string=query)
        assert answer.status_code == 200, answer.text
        return answer.json

    def pull(self, after: str = "0s") -> list[dict[str, Any]]:
        """The pull that is due."""
        self.table.clock.later(after)
        record = self.client.get(f"/api/v1/games/{self.game}").json
        due = record["due"][0]
        body = {
            "id": f"v{record['version']}",
            "decision": due["id"],
            "command": {"type": "pull", "effort": 1},
        }
        return self.done("/commands", body, due["seat"])


@contextmanager
def wire(url: str = "sqlite://", **settings: Any) -> Iterator[Wire]:
    with table(url, **settings) as made:
        yield Wire(made)
