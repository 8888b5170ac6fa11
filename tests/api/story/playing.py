"""Playing a script over HTTP, order by order, and reading what came of it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx

from tests.api.running import Server, Table
from tests.api.story.script import Order
from tests.stores import Store

VIEWS = ("map", "politics", "economy", "construction", "supply", "naval", "railroads")
_names = count(1)


def story_server(store: Store) -> Server:
    """The story's server over a store, not started."""
    return Server(store, module="tests.api.story.server")


@dataclass
class Given:
    """An order as it was sent, and the receipt that came back."""

    order: Order
    body: dict[str, Any]
    receipt: dict[str, Any]

    @property
    def version(self) -> int:
        return int(self.receipt["version"])

    def events(self, kind: str) -> list[dict[str, Any]]:
        """What the events of one type say."""
        return [event["data"] for event in self.receipt["events"] if event["type"] == kind]

    def one(self, kind: str) -> dict[str, Any]:
        (event,) = self.events(kind)
        return event


@dataclass
class Story:
    """A game being played by a script, with every receipt so far."""

    table: Table
    given: list[Given] = field(default_factory=list)

    @classmethod
    def begin(cls, http: httpx.Client, **more: Any) -> "Story":
        return cls(Table.open(http, "campaign", "american_civil_war", **more))

    @contextmanager
    def at(self, server: Server) -> Iterator["Story"]:
        """The same story on a server that was started again."""
        with server.client() as http:
            self.table.http = http
            yield self

    def body(self, order: Order) -> dict[str, Any]:
        """The request that gives an order now: it must answer what is due, and to its seat."""
        game = self.game()
        (due,) = game["due"]
        assert (due["seat"], due["kind"]) == (order.seat, order.answers), (order, due)
        return {
            "id": f"{order.type}-{next(_names)}",
            "decision": due["id"],
            "expected_version": game["version"],
            "command": order.command,
        }

    def send(self, order: Order, **changed: Any) -> httpx.Response:
        """Give an order with parts of its request changed; the answer, whatever it is."""
        return self.table.post("/commands", {**self.body(order), **changed}, order.seat)

    def give(self, order: Order) -> Given:
        """Give an order that must be accepted."""
        body = self.body(order)
        answer = self.table.post("/commands", body, order.seat)
        assert answer.status_code == 200, (order, answer.text)
        given = Given(order, body, answer.json())
        self.given.append(given)
        return given

    def play(self, orders: Iterable[Order]) -> list[Given]:
        return [self.give(order) for order in orders]

    def of(self, order: Order) -> Given:
        """What came of an order of the script, the first time that it was given."""
        return next(given for given in self.given if given.order is order)

    def game(self) -> dict[str, Any]:
        return self.read("")

    def read(self, path: str, **query: Any) -> dict[str, Any]:
        """An answer that must be there."""
        answer = self.table.get(path, **query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def view(self, name: str, at: int, **query: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.read(f"/views/{name}", at=at, **query)["data"]
        return found

    def events(self, **query: Any) -> list[dict[str, Any]]:
        """Every event of a timeline, however many pages they are."""
        found: list[dict[str, Any]] = []
        first: str | None = "1"
        while first:
            page = self.read("/events", **{"from": first, "limit": 200, **query})
            found += page["items"]
            first = page["next"]
        return found

    def chronicle(self, **query: Any) -> dict[int, dict[str, Any]]:
        """The chronicle's entries, by version."""
        return {item["version"]: item for item in self.read("/views/chronicle", limit=500, **query)["items"]}

    def forces(self, at: int, **query: Any) -> dict[tuple[str, str], dict[str, Any]]:
        """The map view's forces, by side and hex."""
        return {(each["side"], each["hex"]): each for each in self.view("map", at, **query)["forces"]}
