"""The audit after a fault: what must hold of a store after any fault of those that served it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.api.service import Service
from ironclad.eventlog.records import Receipt
from ironclad.referee.checkup import examine
from tests import postgresql
from tests.log.conftest import referee_at
from tests.log.test_faults import whole
from tests.toy import TUG

_CAUSED = {
    ("pull", "blue"): ["rope_pulled"],
    ("pull", "grey"): ["rope_pulled", "turn_ended"],
    ("shout", "blue"): ["shout_changed"],
    ("shout", "grey"): ["shout_changed"],
}
_APART = ("settings", "clock")  # of the machine, not of the store


@dataclass(frozen=True)
class Said:
    """A command as it was sent, with its answer: a receipt, "refused", or None where none came."""

    game: str
    seat: str
    request: dict[str, Any]
    answer: dict[str, Any] | str | None

    @property
    def place(self) -> tuple[str, str, str]:
        """What its id is unique in, and the id."""
        return self.game, self.seat, self.request["id"]


@dataclass(frozen=True)
class Told:
    """What an audit counted: commands acknowledged, refused, without an answer (and of these in the log)."""

    acknowledged: int
    refused: int
    unanswered: int
    unanswered_but_there: int
    events: int


def audit(url: str, said: Iterable[Said]) -> Told:
    """Hold a store that nobody serves any more, of Tug of War games, to what its clients were told.

    Every acknowledged command is in the log once, where its answer said, and gets that answer again; a
    refused one is not there; one without an answer is there whole or not at all. The log has no gap and no
    wrong leaf, and what is kept beside it is what it gives again. Raises AssertionError.
    """
    said = list(said)
    if url.startswith("postgresql:"):
        postgresql.await_alone(url)
    with referee_at(url, ids=None) as referee:
        size = len(whole(referee))
        games = [game.id for game in _listed(referee)]
        there = [place for game in games for place in _commands(referee, game)]
        counts = Counter(there)
        assert max(counts.values(), default=1) == 1, "a command is in the log twice"
        acknowledged = [each for each in said if isinstance(each.answer, dict)]
        refused = [each for each in said if isinstance(each.answer, str)]
        for each in refused:
            assert each.place not in counts, f"{each} was refused, and is in the log"
        for each in acknowledged:
            assert each.place in counts, f"{each} was acknowledged, and is not in the log"
            _assert_same(each, referee.commands.handle(each.game, each.seat, each.request))
        assert referee.queries.log_size() == size, "asking again wrote something"
        before = _beside(referee, games)
        referee.upkeep.forget_cached()
        referee.upkeep.rebuild_views()
        assert _beside(referee, games) == before, "what was kept beside the log is not what it gives again"
    for finding in examine(url, {TUG.name: TUG}, deep=True):
        assert finding.holds or finding.check in _APART, finding
    unanswered = [each for each in said if each.answer is None]
    late = sum(each.place in counts for each in unanswered)
    return Told(len(acknowledged), len(refused), len(unanswered), late, size)


def _assert_same(said: Said, again: Receipt) -> None:
    first = said.answer
    assert isinstance(first, dict)
    assert again.repeated
    assert (again.game, again.timeline, again.version) == (first["game"], first["timeline"], first["version"])
    assert [msgspec.to_builtins(event) for event in again.events] == first["events"]


def _listed(referee: Service) -> list[Any]:
    """Every game of the list."""
    games, cursor = [], None
    while True:
        page = referee.queries.games(cursor, 200)
        games += page.items
        if (cursor := page.next) is None:
            return games


def _commands(referee: Service, game: str) -> list[tuple[str, str, str]]:
    """The commands of a game's main line, each of which has caused all that it should and nothing else."""
    found: list[tuple[str, str, str]] = []
    caused: list[str] = []
    expected = ["game_begun"]
    first: int | None = 1
    while first is not None:
        page = referee.queries.events(game, first=first)
        for event in page.items:
            if event.type != "command_accepted":
                caused.append(event.type)
                continue
            assert caused == expected, f"a command of {game} before version {event.version} is half there"
            seat, command = event.data["seat"], event.data["command"]
            found.append((game, seat, event.data["id"]))
            caused, expected = [], _CAUSED[command["type"], seat]
        first = None if page.next is None else int(page.next)
    assert caused == expected, f"the last command of {game} is half there"
    return found


def _beside(referee: Service, games: list[str]) -> dict[str, Any]:
    """What is made from the log: the list, the index of answers, and each game's position and views."""
    with referee.log.database.reader() as connection:
        rows = connection.execute("SELECT * FROM answers ORDER BY scope, id").fetchall()
    return {
        "list": _listed(referee),
        "answers": rows,
        "games": {
            game: (
                referee.queries.position(game),
                referee.queries.chronicle(game),
                referee.queries.view(game, "economy"),
            )
            for game in games
        },
    }
