"""A server with the log's key moves a game by requests that no seat signs, because no seat gives them.

Every request of a seat with a key is signed, and what is done on a branch is not. So a forger gives requests
of a reader who has no seat, and of a branch, and lets them cause what only a seat's own request may.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.match.signed import SCHEME_2
from tests.proof.logs import Row
from tests.proof.test_signed_bundle import everything, rows_of
from tests.proof.test_verifying import verdict_of

ACCEPTED = "match.command_accepted.1"
Body = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    """A game of two seats with keys of v2, up to a command of main after which both sit."""
    rows, game = rows_of(tmp_path_factory.mktemp("played"), lambda referee: everything(referee, SCHEME_2))
    places = [at for at, row in enumerate(rows) if row[0] == f"{game}/main" and row[2] == ACCEPTED]
    return rows[: places[3]], game


class Forger:
    """Adds events to the end of a game's streams."""

    def __init__(self, rows: list[Row], game: str) -> None:
        self.rows, self.game = list(rows), game
        self.first = len(rows) + 1
        given = [json.loads(row[3]) for row in rows if row[2] == ACCEPTED]
        self.last = given[-1]["at"]

    def version(self, line: str) -> int:
        return max((row[1] for row in self.rows if row[0] == f"{self.game}/{line}"), default=0)

    def add(self, line: str, kind: str, body: Body, version: int | None = None) -> None:
        at = self.version(line) + 1 if version is None else version
        self.rows.append((f"{self.game}/{line}", at, kind, canonical(body)))

    def ask(self, line: str, command: Body, seat: str = "reader", **more: Any) -> None:
        about = {"seat": seat, "by": seat, "id": f"forged-{len(self.rows)}", "digest": "00" * 32, "rolls": []}
        empty = {"decision": None, "expected_version": None, "dice_proof": None, "signature": None}
        body = {"type": "command_accepted", "at": self.last, "command": command, **about, **empty, **more}
        self.add(line, ACCEPTED, body)

    def branch(self, id: str = "aside") -> None:
        """What a reader may do: a line of its own, from where main is."""
        at = self.version("main")
        self.ask("match", {"type": "open_branch", "timeline": "main", "at": at, "branch": id})
        opened = {"type": "timeline_opened", "timeline": id, "parent": "main", "at": at, "why": "branch"}
        self.add("match", "match.timeline_opened.1", {**opened, "by": "reader"})


def moved_to_a_branch(forger: Forger) -> None:
    """A reader opens a line, and the game continues there, where nobody has to sign."""
    forger.branch()
    moved = {"type": "game_moved", "timeline": "aside", "left": "main", "at": forger.version("main")}
    forger.add("match", "match.game_moved.1", {**moved, "by": "reader", "why": ""})


def taken_back_from_elsewhere(forger: Forger) -> None:
    forger.ask("match", {"type": "open_branch", "timeline": "main", "at": 2, "branch": "aside"})
    back = {"type": "taken_back", "timeline": "main", "version": forger.version("main"), "to": 2}
    forger.add("match", "match.taken_back.1", {**back, "seat": "blue", "by": "blue"})


def played_by_nobody(forger: Forger) -> None:
    """A command on the game's own line, of one who has no seat."""
    forger.ask("main", {"type": "shout", "word": "ho"})


def ended_by_nobody(forger: Forger) -> None:
    forger.ask("match", {"type": "open_branch", "timeline": "main", "at": 2, "branch": "aside"})
    over = {"type": "game_ended", "timeline": "main", "version": forger.version("main"), "how": "rules"}
    over |= {"winner": "grey", "reason": "it is over", "rule": "1", "at": forger.last}
    forger.add("match", "match.game_ended.1", over)


def resigned_for_a_seat(forger: Forger) -> None:
    """The resignation of a seat, in the name of one who has none."""
    forger.ask("match", {"type": "resign", "head": forger.version("main")})


ATTACKS: dict[Callable[[Forger], None], str] = {
    moved_to_a_branch: "signatures",
    taken_back_from_elsewhere: "signatures",
    played_by_nobody: "dice",  # no seat's link is there for one who has no seat
    ended_by_nobody: "signatures",
    resigned_for_a_seat: "signatures",
}
"""What a forger adds, and the check that finds it."""


def test_the_game_holds(played: tuple[list[Row], str], tmp_path: Path) -> None:
    assert verdict_of(*played, tmp_path).ok


@pytest.mark.parametrize(("attack", "check"), ATTACKS.items())
def test_what_no_seat_asked_for_does_not_verify(
    attack: Callable[[Forger], None], check: str, played: tuple[list[Row], str], tmp_path: Path
) -> None:
    forger = Forger(*played)
    attack(forger)
    failure = verdict_of(forger.rows, forger.game, tmp_path).first_failure
    assert failure is not None
    assert failure.check == check
    assert (failure.position or 0) >= forger.first
