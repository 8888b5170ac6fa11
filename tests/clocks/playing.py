"""Timed games of tug of war, in which each pull hands the turn over, with a clock that a test moves."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.match.clocks.deadlines import read_clock
from ironclad.domain.match.clocks.times import duration_of, instant_text
from ironclad.eventlog.records import Receipt
from ironclad.referee import match_requests
from ironclad.referee.proof.verifying import Verdict, verify
from tests.log.conftest import stored
from tests.proof.logs import KEY, Log, Row
from tests.toy import TUG, changed

TIMED = changed(TUG, hands_over=frozenset({"pull"}))
RULESETS = {"tug": TIMED}
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
SEATS = ("blue", "grey")


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def later(self, text: str) -> None:
        """So much later, such as 5m."""
        self.now += timedelta(milliseconds=duration_of(text))

    def to(self, text: str) -> None:
        """So long after the start."""
        self.now = START + timedelta(milliseconds=duration_of(text))


class Table:
    """A referee with a clock of its own, and a game on it."""

    def __init__(self, referee: Service, clock: Clock) -> None:
        self.referee, self.clock, self.game = referee, clock, ""

    def open(self, control: Any = "10m+30s", sit: bool = True, **more: Any) -> "Table":
        """Open a timed game, and seat both players."""
        self.game = self.referee.opening.open_game("tug", "long", control=control, **more).id
        for seat in SEATS if sit else ():
            self.referee.opening.take_seat(self.game, seat, seat.title())
        return self

    def order(self, effort: int = 1, **request: Any) -> tuple[str, dict[str, Any]]:
        """The seat that owes a pull, and the request for it."""
        line, version = self.referee.queries.head(self.game, None)
        (due,) = self.referee.queries.due(self.game, None)
        command = {"type": "pull", "effort": effort}
        return due.seat, {"id": f"{line}-{version}", "decision": due.id, "command": command, **request}

    def pull(self, effort: int = 1, after: str = "0s", **request: Any) -> Receipt:
        """Give the pull that is due, so much later than what came before."""
        self.clock.later(after)
        return self.give(*self.order(effort, **request))

    def give(self, seat: str, order: dict[str, Any]) -> Receipt:
        """Give an order that was written before."""
        return self.referee.commands.handle(self.game, seat, order)

    def ask(self, seat: str, name: str, **fields: Any) -> Receipt:
        """Ask something of the match: the request's class by its name."""
        made = getattr(match_requests, name)(**fields)
        receipt: Receipt = self.referee.match.request(self.game, seat, made)
        return receipt

    @property
    def match(self) -> Any:
        """The match as the referee has it now."""
        with self.referee.open_games.game(self.game) as live:
            return live.match

    def left(self, seat: str) -> int:
        """What the clock of a seat shows now, in ms."""
        at = int(self.clock.now.timestamp() * 1000)
        return read_clock(self.match.clocks, seat, at).left_ms

    def at(self, text: str) -> str:
        """An instant so long after the start, as it is stored."""
        return instant_text(int(START.timestamp() * 1000) + duration_of(text))

    def events(self, kind: str = "") -> list[dict[str, Any]]:
        """The events of the match of a kind (of all), in order."""
        stream = f"{self.game}/match"
        rows = [row for row in stored(self.referee) if row[1] == stream]
        found = [(row[3].split(".")[1], msgspec.json.decode(row[4])) for row in rows]
        return [{"kind": name, **body} for name, body in found if kind in ("", name)]

    def rows(self) -> list[Row]:
        """The log as it is stored."""
        return [row[1:5] for row in stored(self.referee)]

    def verdict(self, path: Path, rows: list[Row] | None = None) -> Verdict:
        """What verifying the game's bundle finds, of the log or of other rows."""
        file = path / "game.bundle"
        file.write_bytes(Log(rows or self.rows()).bundle(self.game))
        return verify(file, str(KEY.verifier), RULESETS.__getitem__)


@contextmanager
def table(url: str = "sqlite://", **settings: Any) -> Iterator[Table]:
    """A table over a store of its own."""
    clock, numbers = Clock(), count(1)
    made = ServiceSettings(
        **{
            "clock": clock,
            "ids": lambda: f"id-{next(numbers)}",
            "secret": b"a secret of tests",
            "covered": lambda position: True,
            "exclusive": False,
            **settings,
        }
    )
    with Service(url, RULESETS, made) as referee:
        yield Table(referee, clock)
