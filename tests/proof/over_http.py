"""Clients that keep their own chains, and the log as anyone reads it, over HTTP."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import httpx
import msgspec

from ironclad.domain.kernel.fair.fair_dice import V1
from tests.api.running import Table
from tests.proof.parties import OwnChain
from tests.proof.second_verifier import Row

_names = count(10_001)  # past the ids that tests/log/data_0_13 has used


@dataclass
class OwnDice(Table):
    """A game at which some seats keep their own chains, each seat by its own client."""

    chains: dict[str, OwnChain] = field(default_factory=dict)
    dice: str = V1

    def sit(self, seat: str, own: OwnChain | None = None) -> httpx.Response:
        """Take a seat, with a chain of its own or none."""
        body: dict[str, Any] = {"player": f"player-{seat}"}
        if own is not None:
            body["dice"] = {"anchor": own.anchor, "length": own.length}
        taken = self.post(f"/seats/{seat}", body)
        if taken.status_code == 201:
            self.tokens[seat] = taken.json()["token"]
            if own is not None:
                self.chains[seat] = own
        return taken

    @classmethod
    def opened(cls, http: httpx.Client, ruleset: str, scenario: str, *own: str, dice: str = V1) -> "OwnDice":
        """A new game with both seats taken; `own` are those that keep their own chains."""
        named = {"dice": dice}
        answer = http.post("/games", json={"ruleset": ruleset, "scenario": scenario, **named})
        assert answer.status_code == 201, answer.text
        table = cls(http, answer.json()["id"], dice=dice)
        for seat in (each["seat"] for each in answer.json()["seats"]):
            taken = table.sit(seat, table.chain(seat) if seat in own else None)
            assert taken.status_code == 201, taken.text
        return table

    def chain(self, seat: str, length: int = 512) -> OwnChain:
        """A new chain of a seat's own, for the main line."""
        return OwnChain(seat, self.game, length=length, scheme=self.dice)

    def link(self, seat: str, id: str, as_seat: str | None = None, **more: Any) -> httpx.Response:
        """Reveal the seat's next link for its command `id`; it is used up if the answer says so."""
        body = {"link": self.chains[seat].link(), "seat": seat, **more}
        answer = self.post(f"/commands/{id}/link", body, as_seat or seat)
        if answer.is_success and not answer.json()["repeated"]:
            self.chains[seat].used += 1
        return answer

    def settle(self, seat: str, command: dict[str, Any], decision: str | None, **more: Any) -> httpx.Response:
        """Give a command, and reveal every link that is owed then; the last answer."""
        answer = self.order(seat, command, decision, **more)
        while answer.status_code == 202 and answer.json()["owed"] and not answer.json()["awaits"]:
            owed = answer.json()["owed"][0]
            answer = self.link(owed["seat"], owed["id"])
        return answer

    def ready(self, seat: str) -> httpx.Response:
        answer = self.post("/dice/ready", {"link": self.chains[seat].link()}, seat)
        if answer.status_code == 200:
            self.chains[seat].used += 1
        return answer

    def order(self, seat: str, command: dict[str, Any], decision: str | None, **more: Any) -> httpx.Response:
        """Give a command with the seat's next link; it is used up if the answer says so."""
        body = {"id": f"order-{next(_names)}", "decision": decision, "command": command, **more}
        own = self.chains.get(seat)
        if own is not None and "link" not in body and self.dice == V1:
            body["link"] = own.link()
        answer = self.post("/commands", body, seat)
        if own is None or self.dice != V1:
            return answer
        if answer.status_code == 200 and not answer.json()["repeated"]:
            proof = answer.json()["events"][0]["data"]["dice_proof"]
            own.used += seat in proof.get("revealed", ())
        return answer

    def due(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get().json()["due"][0]
        return found

    def play(self, commands: int, seed: int = 1861) -> int:
        """Let both seats answer what is due with random legal orders; how many rolls they made."""
        random, rolls = Random(seed), 0
        for _ in range(commands):
            due = self.due()
            legal = self.get("/legal", seat=due["seat"]).json()["commands"]
            given = self.settle(due["seat"], random.choice(legal), due["id"])
            assert given.status_code == 200, given.text
            rolls += sum(len(event["data"].get("rolls", ())) for event in given.json()["events"])
        return rolls

    def log(self) -> list[Row]:
        """Every event of the game that readers get, in the order of the log."""
        rows: dict[int, Row] = {}
        lines = [line["id"] for line in self.get("/timelines").json()["items"]]
        for path, query in (("/match/events", {}), *(("/events", {"timeline": line}) for line in lines)):
            for each in self._pages(path, query):
                place = (each["position"], each["timeline"], each["version"], each["name"], each["data"])
                rows[each["position"]] = place
        return [rows[position] for position in sorted(rows)]

    def _pages(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
        after: str | None = "1"
        while after is not None:
            page = self.get(path, **query, **{"from": after, "limit": 500})
            assert page.status_code == 200, page.text
            yield from msgspec.json.decode(page.content)["items"]
            after = page.json()["next"]
