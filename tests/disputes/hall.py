"""Games with officials over HTTP: accounts for seats, officials and onlookers, and a clock that is moved."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Settings
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.referee.people.access import Access
from ironclad.referee.people.roles import Role
from ironclad.referee.proof.verifying import Verdict, verify
from tests.clocks.playing import RULESETS as TIMED
from tests.clocks.playing import Clock
from tests.log.conftest import stored
from tests.proof.logs import KEY, Log
from tests.toys.sealed_fields import SEALED_FIELDS

RULESETS = {**TIMED, SEALED_FIELDS.name: SEALED_FIELDS}
CHEAP = Access(passes=1, memory_kibibytes=64, lanes=1)
PASSWORD = "correct horse battery"
SEATS = ("blue", "grey")
PEOPLE = {
    "Ann": Role.PLAYER,
    "Bob": Role.PLAYER,
    "Otto": Role.PLAYER,
    "Carl": Role.DIRECTOR,
    "Dora": Role.DIRECTOR,
    "Olga": Role.OPERATOR,
    **{f"Judge {number}": Role.SPECTATOR for number in range(1, 7)},
}
HOLDS = {"blue": "Ann", "grey": "Bob"}
NAMED = {"chief": "Carl", "deputies": ["Dora"]}
STANDS = {"type": "let_stand"}


class Hall:
    """A service with people; `game` is the game that is played."""

    def __init__(self, referee: Service, clock: Clock, rulesets: Mapping[str, Ruleset[Any]]) -> None:
        self.referee, self.clock, self.game, self.rulesets = referee, clock, "", rulesets
        self.client = create_app(referee, Settings(rulesets, accounts=True, rates={})).test_client()
        self.tokens: dict[str, str] = {}
        for name, role in PEOPLE.items():
            referee.people.accounts.add(name, PASSWORD, role)
            answer = self.client.post("/api/v1/sessions", json={"name": name, "password": PASSWORD})
            self.tokens[name] = answer.json["token"]
        self.ids = count(1)

    def call(self, method: str, path: str, by: str = "", body: Any = None) -> Any:
        """A call below the game, of a person by name, or of nobody."""
        headers = {"Authorization": f"Bearer {self.tokens[by]}"} if by else {}
        url = path if path.startswith("/api") else f"/api/v1/games/{self.game}{path}"
        return self.client.open(url, method=method, headers=headers, json=body)

    def open(self, by: str = "Ann", sit: bool = True, **more: Any) -> "Hall":
        """A game in which Ann plays blue and Bob grey."""
        body = {"ruleset": "tug", "scenario": "long", **more}
        answer = self.call("POST", "/api/v1/games", by, body)
        assert answer.status_code == 201, answer.text
        self.game = answer.json["id"]
        for seat, name in HOLDS.items() if sit else ():
            sat = self.call("POST", f"/seats/{seat}", name, {})
            assert sat.status_code == 201, sat.text
        return self

    def post(self, path: str, by: str, **body: Any) -> Any:
        return self.call("POST", path, by, body)

    def done(self, path: str, by: str, **body: Any) -> list[dict[str, Any]]:
        """The events of a call that is accepted."""
        answer = self.post(path, by, **body)
        assert answer.status_code in (200, 201), answer.text
        events: list[dict[str, Any]] = answer.json["events"]
        return events

    def refused(self, path: str, by: str, **body: Any) -> str:
        """The rule that refuses a call; nothing is written then."""
        before = self.rows()
        answer = self.post(path, by, **body)
        assert answer.status_code == 409, answer.text
        assert self.rows() == before
        return str(answer.json["rule"])

    def read(self, path: str, by: str = "") -> Any:
        answer = self.call("GET", path, by)
        assert answer.status_code == 200, answer.text
        return answer.json

    def pull(self, effort: int = 1, after: str = "0s") -> int:
        """The pull that is due; the version of its command."""
        self.clock.later(after)
        record = self.read("", "Ann")
        due = record["due"][0]
        command = {"type": "pull", "effort": effort}
        body = {"id": f"p{next(self.ids)}", "decision": due["id"], "command": command}
        answer = self.call("POST", "/commands", HOLDS[due["seat"]], body)
        assert answer.status_code == 200, answer.text
        return int(record["version"]) + 1

    def claim(self, version: int, by: str = "Ann", **more: Any) -> int:
        """Make a claim about an event of the main line; its number."""
        about = {"timeline": "main", "version": version}
        body = {"kind": "rules", "clauses": ["2"], "says": "It should hold.", "asks": STANDS, "about": about}
        made = of_kind(self.done("/claims", by, **{**body, **more}), "claim_made")
        return int(made["claim"])

    def ruled(self, claim: int = 1, by: str = "Carl", **more: Any) -> list[dict[str, Any]]:
        """Take a claim and rule on it."""
        self.done(f"/claims/{claim}/take", by)
        return self.rule(claim, by, **more)

    def rule(self, claim: int, by: str = "Carl", **more: Any) -> list[dict[str, Any]]:
        found = {"finding": "event_wrong", "facts": "The die is 3.", "clauses": ["2"]}
        body = {**found, "remedy": STANDS, **more}
        return self.done(f"/claims/{claim}/ruling", by, **body)

    def rows(self) -> list[Any]:
        """The log as it is stored."""
        return [row[1:5] for row in stored(self.referee)]

    def bundle(self, rows: list[Any] | None = None) -> bytes:
        """The bundle, with a checkpoint of each place where chains were anchored, or a roll committed."""
        rows = rows or self.rows()
        named = ("match.dice_anchored.1", "match.command_committed.1")
        places = [place for place, row in enumerate(rows, 1) if row[2] in named]
        return Log(rows).bundle(self.game, earlier=places)

    def verdict(self, path: Path, rows: list[Any] | None = None) -> Verdict:
        """What verifying the game's bundle finds."""
        file = path / "game.bundle"
        file.write_bytes(self.bundle(rows))
        return verify(file, str(KEY.verifier), self.rulesets.__getitem__)

    def match_events(self) -> list[tuple[str, dict[str, Any]]]:
        """The events of the match, by kind."""
        rows = [row for row in self.rows() if row[0] == f"{self.game}/match"]
        return [(row[2].split(".")[1], msgspec.json.decode(row[3])) for row in rows]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    """The kinds of events."""
    return [each["type"] for each in events]


def of_kind(events: list[dict[str, Any]], kind: str) -> Any:
    """What the one event of a kind says."""
    (found,) = (each["data"] for each in events if each["type"] == kind)
    return found


@contextmanager
def hall(
    url: str = "sqlite://", rulesets: Mapping[str, Ruleset[Any]] = RULESETS, **settings: Any
) -> Iterator[Hall]:
    """A hall over a store of its own."""
    clock, numbers = Clock(), count(1)
    made = ServiceSettings(
        **{
            "clock": clock,
            "ids": lambda: f"id-{next(numbers)}",
            "secret": b"a secret of tests",
            "covered": lambda position: True,
            "exclusive": False,
            "access": CHEAP,
            **settings,
        }
    )
    with Service(url, rulesets, made) as referee:
        yield Hall(referee, clock, rulesets)
