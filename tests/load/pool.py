"""Real things for generated requests to name: games under way, seats' tokens, accounts, proposals."""

import random
import time
from typing import Any, ClassVar

import httpx

from ironclad.domain import games
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.clocks.times import DAY, instant_text
from ironclad.referee.people.roles import Role
from tests.api.running import PATIENCE, Table
from tests.api.shared import PASSWORD
from tests.api.test_odds import ATTACK, LED, position
from tests.proof.signing import Key, Signing

OFTEN, SOMETIMES = 0.85, 0.6
AS_A_REAL_SEAT = 0.75
"""How many requests have the token of a seat of a real game, where nothing else is asked of the caller."""
SLOW = {"stages": [{"bank_ms": "30d"}], "vacation_days": 20}
STANDS = {"type": "let_stand"}
REAL = (("american_civil_war", "campaign"), ("bull_run_to_appomattox", "campaign"))
ENDS = (
    "resignation",
    "accept",
    "decline",
    "withdraw",
    "erasure",
    "password",
    "tokens",
    "current",
    "seats",
    "/key",
)
"""Parts of the paths of calls that use something up."""


_VERSIONS = [each.version for each in games.ruleset("american_civil_war").identity.published.versions]


class Pool:
    """What exists on one server, and who may call. `rng` decides what a case gets of it."""

    TUG: ClassVar = {"ruleset": "tug", "scenario": "long"}

    def __init__(self, address: str, rng: random.Random) -> None:
        self._rng = rng
        self._http = httpx.Client(base_url=f"{address}/api/v1", timeout=PATIENCE)
        self._callers: dict[str, str] = {"nobody": "", "a forger": "0" * 64}
        self._number = 0
        self._refresh()

    def _refresh(self) -> None:
        """Make all that cases may name."""
        self._number += 1
        self._real = [Table.open(self._http, scenario, ruleset) for ruleset, scenario in REAL]
        self._played()
        self._field = Table.open(self._http, "bare_map", "american_civil_war", position=position())
        self._field.give(
            "union", ATTACK, decision=self._field.get().json()["due"][0]["id"]
        )  # so that a battle is under way, and one may be asked about at 1
        self._march = Table.open(self._http, "bare_map", "american_civil_war", position=position())
        self._older = self._of_an_older_version()
        self._timed = Table.open(self._http, control=SLOW)
        self._claimed = self._with_a_claim()
        self._opened()
        self._people()

    def _with_a_claim(self, made: bool = True) -> Table:
        """A game in which blue has claimed something about the first pull, or could."""
        table = Table.open(self._http)
        version = table.pull()[0]["version"]
        about = {"timeline": "main", "version": version}
        self._claim = {"about": about, "kind": "conduct", "clauses": [], "says": "So.", "asks": STANDS}
        assert not made or table.post("/claims", self._claim, "blue").status_code == 201
        return table

    def _played(self) -> None:
        """Two games of the toy under way, with proposals in the first."""
        toys = [Table.open(self._http) for _ in range(2)]
        self._tables = [*toys, self._real[0]]
        self._disputed = toys[0]
        self._disputed.pull(3)
        toys[1].pull(4)
        self._disputed.post("/draw-offers", {}, "blue")
        self._disputed.post("/rewinds", {"at": 3}, "blue")
        self._proposals = [each["id"] for each in self._disputed.get().json()["proposals"]]

    def _opened(self) -> None:
        """Games with free seats, and one about keys."""
        war = {"ruleset": "american_civil_war", "scenario": "campaign"}
        self._against_house = self._http.post("/games", json=war).json()["id"]
        self._free = self._http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
        self._keyed: Signing | None = None
        self._half = self._half_full()

    def _replace(self, path: str) -> None:
        """Another one in the place of what a call used up; games that it did not name stay."""
        self._number += 1
        if "/games/" not in path:
            self._people()
            return
        for number, (ruleset, scenario) in enumerate(REAL):
            if self._real[number].game in path:
                self._real[number] = Table.open(self._http, scenario, ruleset)
                self._tables[2] = self._real[0]
                return
        if any(table.game in path for table in self._tables[:2]):
            self._played()
        else:
            self._opened()
            self._people()

    def _of_an_older_version(self) -> Table:
        """A game whose rules may be moved."""
        return Table.open(self._http, "campaign", "american_civil_war", version=_VERSIONS[0])

    def _half_full(self) -> Table:
        """A game in which blue sits, and may invite."""
        table = Table(self._http, self._http.post("/games", json=self.TUG).json()["id"])
        table.tokens["blue"] = table.post("/seats/blue", {"player": "Ann"}).json()["token"]
        return table

    def _people(self) -> None:
        """An account of each role, and one that can be done without."""
        self._callers |= {role.value: self._enter(role.value)["token"] for role in Role}
        self._name = f"somebody {self._number} {self._rng.getrandbits(64):x}"
        self._http.post("/accounts", json={"name": self._name, "password": PASSWORD})
        entered = self._enter(self._name)
        self._account = entered["account"]["account"]
        self._callers["somebody"] = entered["token"]
        headers = {"Authorization": f"Bearer {entered['token']}"}
        body = {"ruleset": "tug", "scenario": "long", "private": True}
        self._private = self._http.post("/games", json=body, headers=headers).json()["id"]
        self._own = [each["id"] for each in self._http.get("/tokens", headers=headers).json()["items"]]

    def _at_keys(self) -> Signing:
        """A game in which grey offers a key in place of a lost one, and blue has none yet."""
        if self._keyed is None:
            body = {"ruleset": "tug", "scenario": "long", "dice": V1}
            game = self._http.post("/games", json=body).json()["id"]
            log = self._http.get("/log/keys")
            origin = log.json()["origin"] if log.status_code == 200 else ""
            self._keyed = Signing(self._http, game, origin=origin)
            self._keyed.sit("blue")
            self._keyed.sit("grey", key=Key(f"lost {game}"))
            self._keyed.offer("grey", Key(f"offered {game}"))
        return self._keyed

    def _register(self, table: Signing, body: dict[str, Any]) -> None:
        """A request of blue's that would be accepted."""
        key, id = Key(f"blue's {table.game}"), f"key-{self._rng.random()}"
        text = table.asked("blue", id, {"type": "register_key", "key": key.public})
        body.clear()
        body |= {"id": id, "key": key.public, "signature": key.sign(text)}

    def _enter(self, name: str) -> dict[str, Any]:
        """Sign in; what signing in answers."""
        entered = self._http.post("/sessions", json={"name": name, "password": PASSWORD})
        assert entered.status_code == 201, entered.text
        found: dict[str, Any] = entered.json()
        return found

    def fill(self, case: Any) -> str:
        """Put real names into some of a case's places, and a caller's token; who calls."""
        as_a_real_seat = self._rng.random() < AS_A_REAL_SEAT
        table = self._rng.choice(self._real if as_a_real_seat else self._tables)
        if "{proposal}" in case.path or "{offer}" in case.path:
            table = self._disputed
        elif case.path.endswith("/odds"):
            table = self._field
        elif case.path.endswith(("/reach", "/foresight")):
            table = self._march
        elif case.path.endswith("/rewinds"):
            table = self._tables[1]
            if isinstance(case.body, dict) and self._rng.random() < SOMETIMES:
                case.body = {"at": 3}
        elif "/key" in case.path and "{side}" in case.path:
            table = self._at_keys()
        elif "/invitations" in case.path:
            table = self._half
        elif case.path.endswith("/take-backs"):
            table = self._tables[2]
            self._order_freely(table)
        elif "/clock" in case.path:
            table = self._timed
        elif "/claims" in case.path or case.path.endswith("/counterfactuals"):
            if case.method != "GET":
                self._claimed = self._with_a_claim(made="{claim}" in case.path)
            table = self._claimed
        elif "/rules" in case.path and "{game}" in case.path:
            if self._older.get().json()["ruleset_version"] != _VERSIONS[0]:  # it was moved
                self._older = self._of_an_older_version()
            table = self._older
            if case.path.endswith("/withdraw"):
                table.post("/rules", {"version": _VERSIONS[-1]}, "union")
        known = self._known(case, table)
        self._without_proofs(case)
        if isinstance(case.body, dict) and self._rng.random() < SOMETIMES:
            if case.path.endswith("/games"):
                case.body = {"ruleset": "tug", "scenario": "long"}
            elif any(each in case.path for each in ("{proposal}", "{offer}", "/rules/withdraw")):
                case.body = {}
            elif (whole := self._whole(case.path, table)) is not None:
                case.body = whole
        self._put(case.path_parameters, known, OFTEN)
        self._put(case.query, known, SOMETIMES)
        self._put(case.body, known, SOMETIMES)
        ordering = case.path.endswith("/commands") and isinstance(case.body, dict)
        if ordering and "command" in case.body and self._rng.random() < SOMETIMES:
            self._order(table, case.body)
        if case.path.endswith("/key") and isinstance(case.body, dict) and self._rng.random() < OFTEN:
            self._register(self._at_keys(), case.body)
            case.path_parameters |= {"game": table.game, "side": "blue"}
        if case.path.endswith("/proofs/inclusion") and self._rng.random() < SOMETIMES:
            case.query = {"position": self._rng.randint(1, 5)}  # either this or a leaf, never both
        if isinstance(case.body, dict) and self._rng.random() < SOMETIMES:
            if case.path.endswith("/invitations"):
                case.body |= {"seat": "grey"}
            elif case.path.endswith("/rules"):
                case.body = {"version": _VERSIONS[-1]}
            elif case.path.endswith("/take-backs"):
                case.body = {"id": f"back-{self._rng.random()}"}
        real = as_a_real_seat and not case.path.startswith("/api/v1/accounts")
        caller, token = self._seat(table) if real and table in self._real else self._caller(case, table)
        headers = case.headers if isinstance(case.headers, dict) else {}
        case.headers = {key: value for key, value in headers.items() if key.lower() != "authorization"}
        if token:
            case.headers["Authorization"] = f"Bearer {token}"
        return caller

    def _whole(self, path: str, table: Table) -> dict[str, Any] | None:
        """A whole body of a call about clocks or claims."""
        seats = sorted(table.tokens)
        bodies: dict[str, dict[str, Any]] = {
            "/clock/control": {"control": self._rng.choice((SLOW, "90m+30s"))},
            "/clock/control/withdraw": {"of": self._rng.choice(seats)},
            "/clock/time": {"ms": 60_000, "to": self._rng.choice(seats)},
            "/clock/pauses": {"until": self._later(1)},
            "/clock/vacations": {"from": self._later(1), "to": self._later(2)},
            "/clock/stop": {"why": "So."},
            "/clock/start": {"why": "So."},
            "/clock/adjust": {"of": self._rng.choice(seats), "ms": 1_000, "why": "So."},
            "/clock/adjourn": {"why": "So."},
            "/clock/lift": {"of": self._rng.choice(seats), "why": "So."},
            "/chains": {"timeline": "main", "seats": seats[:1], "custody": "server", "why": "So."},
            "/vacate": {"of": self._rng.choice(seats), "why": "So."},
            "/claims": self._claim,
            "/claims/{claim}/answer": {"agrees": True, "says": "So.", "asks": None},
            "/claims/{claim}/evidence": {"items": [{"statement": "So."}]},
            "/claims/{claim}/files": {"data": "U28u"},
            "/claims/{claim}/settle": {"remedy": STANDS},
            "/claims/{claim}/withdraw": {},
            "/claims/{claim}/facts": {"timeline": "main", "version": 3, "number": 1},
            "/claims/{claim}/costs": {"remedies": [STANDS]},
        }
        return next((body for end, body in bodies.items() if path.endswith(end)), None)

    @staticmethod
    def _later(days: int) -> str:
        """An instant so many days from now."""
        return instant_text(round(time.time() * 1000) + days * DAY)

    def _seat(self, table: Table) -> tuple[str, str]:
        """A seat of a game, and its token."""
        seat = self._rng.choice(list(table.tokens))
        return f"{seat} of {table.game}", table.tokens[seat]

    def is_of_a_real_seat(self, case: Any) -> bool:
        """Whether a case has the token of a seat of a real game."""
        token = (case.headers or {}).get("Authorization", "").removeprefix("Bearer ")
        return any(token in table.tokens.values() for table in (*self._real, self._field, self._march))

    def _without_proofs(self, case: Any) -> None:
        """Mostly nothing is signed, and no chain is one's own: who has no key may not sign."""
        if isinstance(case.body, dict) and "/key" not in case.path and self._rng.random() < OFTEN:
            for name in ("signature", "link", "key", "dice", "custody"):
                case.body.pop(name, None)

    def _known(self, case: Any, table: Table) -> dict[str, list[Any]]:
        """Real values for names of parameters and fields."""
        game = table.game
        if "/readers" in case.path:
            game = self._private
        elif case.path.endswith(("/seats/{side}", "/house")):
            game = self._free if case.path.endswith("{side}") else self._against_house
        seats = list(table.tokens)
        mapped = case.path.startswith(  # the toy has none
            ("/api/v1/rulesets/{ruleset}/map", "/api/v1/rulesets/{ruleset}/clauses")
        )
        battle = {"command": [ATTACK], "answers": [[], [LED]], "at": [1], "seat": ["union"]}
        marching = {"command": [{**ATTACK, "path": []}], "seat": ["union"]}
        return {
            "game": [game], "side": seats, "seat": seats, "scenario": ["long"],
            "ruleset": ["american_civil_war" if mapped else "tug"], "options": [{}],
            "view": ["map", "economy", "politics"], "names": ["map", "map,economy"], "types": ["rope_pulled"],
            "timeline": ["main"], "at": [1, 2, 3], "from": [1, 2], "to": [3], "a": ["@1"], "b": ["main@2"],
            "proposal": self._proposals, "offer": self._proposals, "account": [self._account],
            "name": [self._name, "player"], "password": [PASSWORD], "old": [PASSWORD], "role": ["player"],
            "decision": ["1.blue"], "min_version": [1], "player": ["Ann"], "position": [None],
            "token": self._own, "key": [Key(f"offered {game}").public], "clause": ["6.2.1/1"],
            "number": self._written(case.path, table), "claim": [1], "pause": self._paused(case.path),
            "erratum": ["worded-1"],
            "invitation": self._invited() if case.path.endswith("/{invitation}") else [],
        } | (battle if table is self._field else marching if table is self._march else {})  # fmt: skip

    def _written(self, path: str, table: Table) -> list[int]:
        """The number of a message or a remark that each seat has just written."""
        body: dict[str, Any] = {"text": "Well met."}
        if path.endswith("/messages/{number}"):
            call = "/messages"
        elif path.endswith("/remarks/{number}"):
            call, body = "/remarks", {**body, "version": 1, "for": "all"}
        else:
            return []
        made = [table.post(call, body, seat) for seat in table.tokens]
        return [each.json()["number"] for each in made if each.status_code == 201]

    def _paused(self, path: str) -> list[str]:
        """A pause that blue has just proposed."""
        if "{pause}" not in path:
            return []
        self._timed.post("/clock/pauses", {"until": self._later(1)}, "blue")
        return [each["pause"] for each in self._timed.get("/clock").json()["proposals"]]

    def _invited(self) -> list[str]:
        """A link that blue has just made."""
        made = self._half.post("/invitations", {"seat": "grey"}, "blue")
        return [made.json()["invitation"]["id"]] if made.status_code == 201 else []

    def _order_freely(self, table: Table) -> None:
        """Order what rolls nothing, so that it may be taken back."""
        game = table.get().json()
        if game["may_take_back"] is None and game["due"]:
            seat = game["due"][0]["seat"]
            first = self._legal(table, seat, 1)[0]
            table.give(seat, first, decision=game["due"][0]["id"])

    def _caller(self, case: Any, table: Table) -> tuple[str, str]:
        """Half of the time a seat of the game; else one who may, as a rule, or anyone."""
        if self._rng.random() < 0.5 and not case.path.startswith("/api/v1/accounts"):
            return self._seat(table)
        if self._rng.random() < SOMETIMES:
            schemes = {name for each in case.operation.definition.raw["security"] for name in each}
            if case.path.startswith("/api/v1/accounts") and not case.path.startswith("/api/v1/accounts/me"):
                return "operator", self._callers["operator"]
            if "seat" in schemes and not case.path.endswith("/seats/{side}"):
                return self._seat(table)
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

    def _legal(self, table: Table, seat: str, limit: int) -> list[Any]:
        """Legal commands of a seat, which asks itself: in a game that hides something no other may."""
        headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
        query = {"seat": seat, "limit": limit}
        answer = self._http.get(f"/games/{table.game}/legal", params=query, headers=headers)
        return list(answer.json()["commands"]) if answer.status_code == 200 else []

    def _order(self, table: Table, body: dict[str, Any]) -> None:
        """A command that would be accepted, as far as it goes."""
        due = table.get().json()["due"]
        if due:
            offered = self._legal(table, due[0]["seat"], 20)
            body["command"] = self._rng.choice(offered) if offered else body["command"]
            body["decision"] = due[0]["id"]

    def notice(self, case: Any, answer: Any) -> None:
        """Make again what a call has used up."""
        if answer.status_code < 300 and case.method != "GET" and any(word in case.path for word in ENDS):
            self._replace(str(answer.request.url))
