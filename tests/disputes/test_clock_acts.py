"""What directors do to clocks: stop, start and adjust them, adjourn, lift a flag; each with its reason."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_tournament import request_digest
from tests.disputes.hall import NAMED, Hall, hall, kinds, of_kind

CALLS: dict[str, dict[str, Any]] = {
    "/clock/stop": {"why": "The hall is on fire."},
    "/clock/start": {"why": "It is out."},
    "/clock/adjust": {"why": "The light failed.", "of": "blue", "ms": 60_000},
    "/clock/adjourn": {"why": "It is late."},
    "/clock/lift": {"why": "He was ill.", "of": "blue"},
}


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        yield made.open(officials=NAMED, control="10m+30s")


def left(game: Hall, seat: str = "blue") -> int:
    return int(game.read("/clock")["seats"][seat]["left_ms"])


def test_clocks_are_stopped_and_started(game: Hall, tmp_path: Path) -> None:
    game.pull(after="1m")
    assert kinds(game.done("/clock/stop", "Carl", **CALLS["/clock/stop"]))[1:] == ["clocks_paused"]
    before = left(game, "grey")
    game.clock.later("3h")
    assert left(game, "grey") == before
    due = game.read("", "Ann")["due"][0]
    order = {"id": "x", "decision": due["id"], "command": {"type": "pull", "effort": 1}}
    refused = game.call("POST", "/commands", "Bob", order)
    assert (refused.status_code, refused.json["rule"]) == (409, "clock/paused")
    assert game.refused("/clock/stop", "Dora", why="Again.") == "clock/paused"
    game.done("/clock/start", "Dora", why="It is out.")
    assert game.refused("/clock/start", "Dora", why="Again.") == "clock/no-pause"
    game.done("/clock/stop", "Carl", why="The clock broke.", until="2026-03-01T20:00:00.000Z", play=True)
    game.pull(after="1m")
    game.clock.to("8h1m")
    assert game.read("/clock")["paused"] is None
    game.done("/clock/adjust", "Carl", of="blue", ms=3_600_000, why="The clock broke.")
    assert game.verdict(tmp_path).word == "holds"


def test_time_is_given_and_taken_but_not_below_nothing(game: Hall, tmp_path: Path) -> None:
    game.pull(after="1m")
    before = left(game)
    events = game.done("/clock/adjust", "Carl", **CALLS["/clock/adjust"])
    adjusted = of_kind(events, "time_adjusted")
    assert (adjusted["ms"], adjusted["why"], left(game)) == (60_000, "disturbance", before + 60_000)
    taken = {"of": "blue", "why": "He talks."}
    assert game.refused("/clock/adjust", "Carl", ms=-left(game) - 1, **taken) == "clock/time"
    assert game.refused("/clock/adjust", "Carl", ms=0, **taken) == "clock/time"
    assert game.refused("/clock/adjust", "Carl", ms=2**52, **taken) == "clock/time"
    game.done("/clock/adjust", "Carl", ms=-left(game), **taken)
    assert left(game) == 0
    assert game.refused("/clock/adjust", "Carl", of="eve", ms=1, why="So.") == "clock/seat"
    assert game.refused("/clock/adjust", "Carl", of="blue", ms=1, why="So.", claim=9) == "claim/none"
    number = game.claim(2, kind="clock", clauses=[])
    ruled = game.done("/clock/adjust", "Carl", of="blue", ms=120_000, why="So.", claim=number)
    assert (of_kind(ruled, "time_adjusted")["why"], of_kind(ruled, "time_adjusted")["claim"]) == ("ruling", 1)
    assert game.verdict(tmp_path).word == "holds"


def test_a_flag_is_lifted_and_the_game_continues(game: Hall, tmp_path: Path) -> None:
    assert game.refused("/clock/lift", "Carl", **CALLS["/clock/lift"]) == "clock/no-flag"
    game.clock.later("1h")
    assert game.post("/draw-offers", "Bob").status_code == 409
    assert game.read("", "Ann")["outcome"]["winner"] == "grey"
    assert game.refused("/clock/adjust", "Carl", of="blue", ms=1, why="So.") == "match/over"
    assert game.refused("/clock/lift", "Carl", of="grey", why="So.") == "clock/no-flag"
    assert game.refused("/clock/lift", "Carl", of="blue", why="So.", ms=59_999) == "clock/forgiven"
    events = game.done("/clock/lift", "Carl", of="blue", why="He was ill.", ms=120_000)
    assert kinds(events)[1:3] == ["flag_forgiven", "end_lifted"]
    assert left(game) == 120_000
    assert game.refused("/clock/lift", "Carl", of="blue", why="Again.") == "clock/no-flag"
    game.pull(after="1m")
    assert game.verdict(tmp_path).word == "holds"


def test_a_game_is_adjourned_with_a_sealed_command(game: Hall, tmp_path: Path) -> None:
    game.pull(after="1m")
    called = game.done("/clock/adjourn", "Carl", why="It is late.", until="2026-03-02T10:00:00.000Z")
    assert kinds(called)[1:] == ["adjournment_called"]
    assert game.refused("/clock/adjourn", "Dora", why="Again.") == "clock/adjourn"
    due = game.read("", "Ann")["due"][0]
    order = {"id": "sealed", "decision": due["id"], "command": {"type": "pull", "effort": 2}}
    digest = request_digest(game.game, "main", "grey", {**order, "expected_version": None})
    assert game.refused("/clock/adjournment", "Ann", digest=digest) == "clock/adjourn"
    assert "move_sealed" in kinds(game.done("/clock/adjournment", "Bob", digest=digest))
    refused = game.call("POST", "/commands", "Bob", order)
    assert (refused.status_code, refused.json["rule"]) == (409, "clock/paused")
    game.clock.to("22h1m")
    other = {**order, "id": "other", "command": {"type": "pull", "effort": 1}}
    refused = game.call("POST", "/commands", "Bob", other)
    assert (refused.status_code, refused.json["rule"]) == (409, "clock/sealed")
    given = game.call("POST", "/commands", "Bob", order)
    assert given.status_code == 200, given.text
    opened = [data for kind, data in game.match_events() if kind == "sealed_move_opened"]
    assert [each["seat"] for each in opened] == ["grey"]
    game.pull()
    assert game.verdict(tmp_path).word == "holds"


@pytest.mark.parametrize("path", CALLS)
@pytest.mark.parametrize("by", ["Ann", "Bob", "Otto", "Olga", "Judge 1"])
def test_only_directors_act_on_clocks(game: Hall, path: str, by: str) -> None:
    assert game.refused(path, by, **CALLS[path]) == "ruling/by"
    assert game.post(path, "", **CALLS[path]).status_code == 401


@pytest.mark.parametrize("path", CALLS)
def test_a_director_with_a_conflict_does_not(game: Hall, path: str) -> None:
    game.done("/officials/conflict", "Carl", why="My brother plays.")
    assert game.refused(path, "Carl", **CALLS[path]) == "ruling/conflict"


@pytest.mark.parametrize("path", CALLS)
def test_each_act_has_a_reason(game: Hall, path: str) -> None:
    for why in ("", "   "):
        assert game.refused(path, "Carl", **{**CALLS[path], "why": why}) == "clock/text"
    assert game.post(path, "Carl", **{**CALLS[path], "why": "x" * 2_001}).status_code == 422
    assert game.post(path, "Carl").status_code == 422


@pytest.mark.parametrize("path", CALLS)
def test_a_game_without_clocks_has_no_such_acts(path: str) -> None:
    with hall() as game:
        game.open(officials=NAMED)
        assert game.refused(path, "Carl", **CALLS[path]) == "clock/control"


BAD = [
    ("/clock/stop", {"until": "2026-03-01T11:00:00.000Z"}, "clock/pause"),
    ("/clock/stop", {"until": "2036-03-01T11:00:00.000Z"}, "clock/pause"),
    ("/clock/adjourn", {"until": "2026-03-01T11:00:00.000Z"}, "clock/pause"),
]


@pytest.mark.parametrize(("path", "body", "rule"), BAD)
def test_bad_instants(game: Hall, path: str, body: dict[str, Any], rule: str) -> None:
    assert game.refused(path, "Carl", **{**CALLS[path], **body}) == rule


@pytest.mark.parametrize("kind", ["clocks_paused", "clocks_resumed", "time_adjusted", "adjournment_called"])
def test_what_is_altered_is_named(game: Hall, tmp_path: Path, kind: str) -> None:
    game.pull(after="1m")
    game.done("/clock/stop", "Carl", why="Fire.")
    game.done("/clock/start", "Carl", why="It is out.")
    game.done("/clock/adjust", "Carl", of="blue", ms=5_000, why="The light failed.")
    game.done("/clock/adjourn", "Carl", why="It is late.")
    rows = game.rows()
    place = next(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")
    stream, version, name, body = rows[place]
    data = msgspec.json.decode(body)
    for changed in ({**data, "by": "eve"}, {**data, "why": "ruling"}):
        altered = [*rows[:place], (stream, version, name, canonical(changed)), *rows[place + 1 :]]
        assert game.verdict(tmp_path, altered).word == "fails"
    assert game.verdict(tmp_path, rows[:place] + rows[place + 1 :]).word == "fails"
