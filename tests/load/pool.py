"""Real things for generated requests to name: games under way, seats' tokens, accounts, proposals."""

import random
from typing import Any

import httpx

from projections.roles import Role
from tests.api.running import PATIENCE, Table
from tests.api.shared import PASSWORD
from tests.api.test_odds import ATTACK, LED, position

OFTEN, SOMETIMES = 0.85, 0.6
ENDS = ("resignation", "accept", "decline", "withdraw", "erasure", "password", "tokens", "current", "seats")
"""Parts of the paths of calls that use something up."""


class Pool:
    """What exists on one server, and who may call. `rng` decides what a case gets of it."""

    def __init__(self, address: str, rng: random.Random) -> None:
        self._rng = rng
        self._http = httpx.Client(base_url=f"{address}/api/v1", timeout=PATIENCE)
        self._callers: dict[str, str] = {"nobody": "", "a forger": "0" * 64}
        self._number = 0
        self._refresh()

    def _refresh(self) -> None:
        """New games in the place of those that ended, new tokens in the place of those revoked."""
        self._number += 1
        self._tables = [Table.open(self._http) for _ in range(2)]
        self._tables.append(Table.open(self._http, "campaign", "american_civil_war"))
        self._disputed = self._tables[0]
        self._disputed.pull(3)
        self._tables[1].pull(4)
        self._disputed.post("/draw-offers", {}, "blue")
        self._disputed.post("/rewinds", {"at": 3}, "blue")
        self._field = Table.open(self._http, "bare_map", "american_civil_war", position=position())
        self._field.give(
            "union", ATTACK, decision=self._field.get().json()["due"][0]["id"]
        )  # so that a battle is under way, and one may be asked about at 1
        self._proposals = [each["id"] for each in self._disputed.get().json()["proposals"]]
        self._free = self._http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
        self._people()

    def _people(self) -> None:
        """An account of each role, and one that can be done without."""
        self._callers |= {role.value: self._enter(role.value)["token"] for role in Role}
        self._name = f"somebody {self._number}"
        self._http.post("/accounts", json={"name": self._name, "password": PASSWORD})
        entered = self._enter(self._name)
        self._account = entered["account"]["account"]
        self._callers["somebody"] = entered["token"]
        headers = {"Authorization": f"Bearer {entered['token']}"}
        body = {"ruleset": "tug", "scenario": "long", "private": True}
        self._private = self._http.post("/games", json=body, headers=headers).json()["id"]
        self._own = [each["id"] for each in self._http.get("/tokens", headers=headers).json()["items"]]

    def _enter(self, name: str) -> dict[str, Any]:
        """Sign in; what signing in answers."""
        entered = self._http.post("/sessions", json={"name": name, "password": PASSWORD})
        assert entered.status_code == 201, entered.text
        found: dict[str, Any] = entered.json()
        return found

    def fill(self, case: Any) -> str:
        """Put real names into some of a case's places, and a caller's token; who calls."""
        table = self._rng.choice(self._tables)
        if "{proposal}" in case.path or "{offer}" in case.path:
            table = self._disputed
        elif case.path.endswith("/odds"):
            table = self._field
        known = self._known(case, table)
        self._put(case.path_parameters, known, OFTEN)
        self._put(case.query, known, SOMETIMES)
        self._put(case.body, known, SOMETIMES)
        ordering = case.path.endswith("/commands") and isinstance(case.body, dict)
        if ordering and "command" in case.body and self._rng.random() < SOMETIMES:
            self._order(table, case.body)
        if case.path.endswith("/proofs/inclusion") and self._rng.random() < SOMETIMES:
            case.query = {"position": self._rng.randint(1, 5)}  # either this or a leaf, never both
        caller, token = self._caller(case, table)
        headers = case.headers if isinstance(case.headers, dict) else {}
        case.headers = {key: value for key, value in headers.items() if key.lower() != "authorization"}
        if token:
            case.headers["Authorization"] = f"Bearer {token}"
        return caller

    def _known(self, case: Any, table: Table) -> dict[str, list[Any]]:
        """Real values for names of parameters and fields."""
        game = table.game
        if "/readers" in case.path:
            game = self._private
        elif case.path.endswith("/seats/{side}"):
            game = self._free
        seats = list(table.tokens)
        battle = {"command": [ATTACK], "answers": [[], [LED]], "at": [1], "seat": ["union"]}
        return {
            "game": [game], "side": seats, "seat": seats, "ruleset": ["tug"], "scenario": ["long"],
            "options": [{}], "view": ["map", "economy", "politics"], "timeline": ["main"], "at": [1, 2, 3],
            "from": [1, 2], "to": [3], "a": ["@1"], "b": ["main@2"], "proposal": self._proposals,
            "offer": self._proposals, "account": [self._account], "name": [self._name, "player"],
            "password": [PASSWORD], "old": [PASSWORD], "role": ["player"], "decision": ["1.blue"],
            "min_version": [1], "player": ["Ann"], "position": [None], "token": self._own,
        } | (battle if table is self._field else {})  # fmt: skip

    def _caller(self, case: Any, table: Table) -> tuple[str, str]:
        """One who may, as a rule; else anyone."""
        if self._rng.random() < SOMETIMES:
            schemes = {name for each in case.operation.definition.raw["security"] for name in each}
            if case.path.startswith("/api/v1/accounts") and not case.path.startswith("/api/v1/accounts/me"):
                return "operator", self._callers["operator"]
            if "seat" in schemes and not case.path.endswith("/seats/{side}"):
                seat = self._rng.choice(list(table.tokens))
                return f"{seat} of {table.game}", table.tokens[seat]
            return "somebody", self._callers["somebody"]
        caller = self._rng.choice(list(self._callers))
        if case.path.endswith(("/erasure", "/password")) and caller in list(Role):
            caller = "somebody"  # who can be done without
        return caller, self._callers[caller]

    def _put(self, place: Any, known: dict[str, list[Any]], chance: float) -> None:
        if not isinstance(place, dict):
            return
        for name in list(place):
            if known.get(name) and self._rng.random() < chance:
                place[name] = self._rng.choice(known[name])

    def _order(self, table: Table, body: dict[str, Any]) -> None:
        """A command that would be accepted, as far as it goes."""
        due = table.get().json()["due"]
        if due:
            offered = table.get("/legal", seat=due[0]["seat"], limit=20).json()["commands"]
            body["command"] = self._rng.choice(offered) if offered else body["command"]
            body["decision"] = due[0]["id"]

    def notice(self, case: Any, answer: Any) -> None:
        """Make anew what a call has used up."""
        if answer.status_code < 300 and case.method != "GET" and any(word in case.path for word in ENDS):
            self._refresh()
