"""The history of a timeline: made of events alone, the same however often it is made, each line its own."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.telling.history import History
from ironclad.eventlog.errors import NotFound
from ironclad.referee import match_requests
from tests.log.conftest import pull, referee_at
from tests.toy import TUG, RopePulled, ShoutChanged, Tug, TurnEnded, changed

SLIPS: History[Tug] = History(
    end="turn_ended",
    stand=lambda position: {"turn": position.turn, "knot": position.knot},
    losses={RopePulled: lambda event: [(event.seat, "hold", int(not event.held))]},
    settled={TurnEnded: lambda event: {"ended": event.turn}},
)
TOLD: Ruleset[Tug] = changed(TUG, history=SLIPS)


@pytest.fixture
def referee(url: str) -> Iterator[Service]:
    with referee_at(url, {"tug": TOLD}) as made:
        yield made


@pytest.fixture
def game(referee: Service) -> str:
    """A game with four turns and a half behind it."""
    game = referee.opening.open_game("tug", "long").id
    for seat in ("blue", "grey"):
        referee.opening.take_seat(game, seat, seat)
    for number in range(9):
        pull(referee, game, 1 + number % 3)
    return game


def told(referee: Service, game: str, timeline: str | None = None, at: int | None = None) -> list[Any]:
    turns: list[Any] = referee.queries.view(game, "history", timeline, at)["turns"]
    return turns


def reckoned(referee: Service, game: str, timeline: str | None = None, at: int | None = None) -> list[Any]:
    """The same, the slow way: every event of the line folded from the first, nothing kept."""
    line, head = referee.queries.head(game, timeline)
    rows: list[Any] = []
    position, first, lost = (
        TUG.rules.initial(TUG.rules.begin("long", {}, None)),
        1,
        dict[str, dict[str, int]](),
    )
    for each in referee.queries.events(game, line, 1, at or head, 500).items:
        if each.type == "command_accepted":
            continue
        event = TUG.storage.events.decode(each.name, msgspec.json.encode(each.data))
        if isinstance(event, RopePulled) and not event.held:
            kinds = lost.setdefault(event.seat, {"hold": 0})
            kinds["hold"] += 1
        if isinstance(event, TurnEnded):
            row = {"from": first, "to": each.version, "over": True, "turn": position.turn}
            rows.append({**row, "knot": position.knot, "ended": event.turn, "lost": lost})
            first, lost = each.version + 1, {}
        decider.evolve(TUG, position, event)
    last = at or head
    if first <= last:
        row = {"from": first, "to": last, "over": False, "turn": position.turn, "knot": position.knot}
        rows.append({**row, "lost": lost})
    return rows


def test_it_is_what_the_events_come_to_at_every_event(referee: Service, game: str, url: str) -> None:
    _, head = referee.queries.head(game)
    for at in range(1, head + 1):
        assert told(referee, game, at=at) == reckoned(referee, game, at=at)
    whole = told(referee, game)
    assert [row["turn"] for row in whole] == [1, 2, 3, 4, 5]
    assert [row["over"] for row in whole] == [True] * 4 + [False]
    assert any(row["lost"] for row in whole)
    referee.upkeep.rebuild_views()
    assert told(referee, game) == whole
    with referee_at(url, {"tug": TOLD}) as other:  # another process has kept nothing
        assert told(other, game) == whole


def test_a_line_has_its_own_turns_from_where_it_starts(referee: Service, game: str) -> None:
    left = told(referee, game)
    third = referee.queries.events(game, None, left[2]["from"], left[2]["to"]).items
    at = [each.version for each in third if each.type == "command_accepted"][-1] - 1  # half a turn
    assert left[2]["from"] < at
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(at))
    line = referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id)).id
    assert told(referee, game) == reckoned(referee, game)
    assert told(referee, game)[:2] == left[:2]
    for _ in range(5):
        pull(referee, game, 3)
    gone_on = told(referee, game)
    assert gone_on == reckoned(referee, game)
    assert [row["turn"] for row in gone_on] == list(range(1, len(gone_on) + 1))
    assert (line, told(referee, game, "main")) == (referee.queries.head(game)[0], left)
    for version in range(at - 3, at + 6):
        assert told(referee, game, line, version) == reckoned(referee, game, line, version)


def test_what_was_taken_back_counts_for_nothing(url: str) -> None:
    counting = dataclasses.replace(
        SLIPS, losses={**SLIPS.losses, ShoutChanged: lambda event: [(event.seat, "breath", 1)]}
    )
    with referee_at(url, {"tug": changed(TUG, history=counting)}) as referee:
        game = referee.opening.open_game("tug", "long").id
        for seat in ("blue", "grey"):
            referee.opening.take_seat(game, seat, seat)
        pull(referee, game, 1)
        seat = referee.queries.due(game)[0].seat
        for word in ("heave", "ho"):
            asked = {"id": word, "command": {"type": "shout", "word": word}}
            referee.commands.handle(game, seat, {**asked, "expected_version": referee.queries.head(game)[1]})
        shouted = referee.queries.head(game)[1]
        referee.commands.take_back(game, seat, id="back")
        (row,) = told(referee, game)
        assert row["lost"][seat]["breath"] == 1
        assert row["to"] == referee.queries.head(game)[1]
        (row,) = told(referee, game, at=shouted)
        assert row["lost"][seat]["breath"] == 2, "as it stood then"


def test_a_ruleset_without_turns_has_no_history(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long").id
        with pytest.raises(NotFound, match="not 'history'"):
            referee.queries.view(game, "history")
