"""Three impulses back by agreement: the game continues differently, and nothing that happened is lost."""

from typing import Any

import httpx
import pytest

from tests.api.story.playing import VIEWS, Story
from tests.api.story.script import (
    CAMPAIGN,
    CONFEDERATE,
    FIRST_CONFEDERATE_IMPULSE,
    FIRST_UNION_IMPULSE,
    TOLD_OTHERWISE,
    UNION,
    union,
)

REASON = "The Bull Run road was not guarded"


def log(story: Story, timeline: str) -> bytes:
    """All that can be read of a timeline, to the byte: its events, and its last position."""
    pages = [b""]
    first: str | None = "1"
    while first:
        page = story.table.get("/events", **{"timeline": timeline, "from": first, "limit": 200})
        assert page.status_code == 200
        pages.append(page.content)
        first = page.json()["next"]
    return b"".join(pages) + story.table.get("/position", timeline=timeline).content


@pytest.fixture(scope="module")
def played(http: httpx.Client) -> Story:
    """The whole turn, then the proposal to take the last three impulses back."""
    story = Story.begin(http)
    story.play(CAMPAIGN)
    return story


@pytest.fixture(scope="module")
def back_to(played: Story) -> int:
    """Where the first Union impulse had ended."""
    return played.of(FIRST_UNION_IMPULSE[-1]).version


@pytest.fixture(scope="module")
def rewound(played: Story, back_to: int) -> dict[str, Any]:
    """The game moved to another timeline: that timeline, and what there was before."""
    table = played.table
    before = {"log": log(played, "main"), "position": played.read("/position")}
    proposed = table.post("/rewinds", {"at": back_to, "reason": REASON}, UNION)
    assert proposed.status_code == 201, proposed.text
    proposal = proposed.json()
    assert (proposal["timeline"], proposal["at"], proposal["reason"]) == ("main", back_to, REASON)
    path = f"/rewinds/{proposal['id']}/accept"
    own = table.post(path, {}, UNION)
    assert own.status_code == 409
    assert own.json()["rule"] == "match/own-proposal"
    assert own.json()["reason"]
    assert table.post(path, {}).status_code == 401
    assert played.game()["timeline"] == "main", "a proposal moves nothing"
    (waiting,) = played.game()["proposals"]
    assert waiting == proposal
    accepted = table.post(path, {}, CONFEDERATE)
    assert accepted.status_code == 200, accepted.text
    return {**before, "line": accepted.json()["id"], "proposal": proposal}


def test_the_game_stands_three_impulses_back(played: Story, rewound: dict[str, Any], back_to: int) -> None:
    line = rewound["line"]
    game = played.game()
    assert (game["timeline"], game["proposals"]) == (line, [])
    play = played.view("map", back_to)["play"]
    assert (play["impulse"], play["player"]) == (1, "confederate")
    then = played.read("/position", timeline="main", at=back_to)["position"]
    assert played.read("/position", at=back_to)["position"] == then


def test_it_goes_on_differently(played: Story, rewound: dict[str, Any], back_to: int) -> None:
    given = played.play(TOLD_OTHERWISE)
    assert {each.receipt["timeline"] for each in given} == {rewound["line"]}
    assert given[0].receipt["events"][0]["version"] == back_to + 1
    versions = [event["version"] for event in played.events()]
    assert versions == list(range(1, played.game()["version"] + 1))
    lines = {event["timeline"] for event in played.events()}
    assert lines == {"main", rewound["line"]}, "a timeline reads through to its parent's events"
    assert given[0].one("militia_called_out")["state"] == "VA"
    assert given[-1].one("battle_fought")["outcome"] == "defender"
    first = played.of(FIRST_CONFEDERATE_IMPULSE[7]).one("battle_fought")
    assert first["outcome"] == "attacker", "the same attack, which had thrown B out of Alexandria"
    forces = played.forces(played.game()["version"])
    assert forces["union", "4406"]["leaders"] == ["B"]
    assert ("confederate", "4406") not in forces


def test_the_left_line_is_there_event_by_event(played: Story, rewound: dict[str, Any], back_to: int) -> None:
    assert log(played, "main") == rewound["log"]
    head = rewound["position"]["at"]
    chronicle = played.chronicle(timeline="main")
    assert played.chronicle().keys() != chronicle.keys()
    seen = set()
    for at in range(1, head + 1):
        position = played.read("/position", timeline="main", at=at)
        assert (position["timeline"], position["at"]) == ("main", at)
        assert position["boundary"] == (at == head or _begins(played, "main", at + 1))
        seen.add(played.view("map", at, timeline="main")["play"]["player"])
    assert seen == {UNION, CONFEDERATE}
    for name in VIEWS:
        assert played.view(name, head, timeline="main")
    assert played.read("/position", timeline="main")["position"] == rewound["position"]["position"]


def _begins(story: Story, timeline: str, version: int) -> bool:
    (event,) = story.read("/events", timeline=timeline, **{"from": version, "to": version})["items"]
    return bool(event["type"] == "command_accepted")


def test_the_left_line_says_who_left_it_and_why(played: Story, rewound: dict[str, Any], back_to: int) -> None:
    lines = {line["id"]: line for line in played.read("/timelines")["items"]}
    left, current = lines["main"], lines[rewound["line"]]
    assert (left["left_for"], left["left_by"], left["left_because"]) == (rewound["line"], UNION, REASON)
    assert left["left_at"] == rewound["position"]["at"]
    assert not left["current"]
    assert (current["parent"], current["at"], current["why"]) == ("main", back_to, "rewind")
    assert current["current"]
    told = [event["type"] for event in played.read("/match/events")["items"]]
    assert told[-3:] == ["rewind_accepted", "timeline_opened", "game_moved"]


def test_nobody_commands_the_left_line(played: Story, rewound: dict[str, Any]) -> None:
    size = played.table.log_size()
    order = union("reinforcements", "end_reinforcements")
    due = rewound["position"]["position"]["due"]["id"]
    body = {"id": "too-late", "command": order.command, "decision": due, "timeline": "main"}
    refused = played.table.post("/commands", body, UNION)
    assert refused.status_code == 409
    assert refused.json()["type"].endswith("#stale")
    assert refused.json()["timeline"] == rewound["line"]
    assert refused.json()["due"] == played.game()["due"]
    assert played.table.log_size() == size


def test_a_readers_branch_touches_neither_line(played: Story, rewound: dict[str, Any]) -> None:
    """A seat forks the left line in its middle, and plays both sides of what might have been."""
    middle = played.of(FIRST_CONFEDERATE_IMPULSE[2]).version
    before = {line: log(played, line) for line in ("main", rewound["line"])}
    game = played.game()
    opened = played.table.post("/forks", {"at": middle, "timeline": "main"}, CONFEDERATE)
    assert opened.status_code == 201, opened.text
    branch = opened.json()
    assert (branch["parent"], branch["at"], branch["why"]) == ("main", middle, "branch")
    (due,) = played.read("/legal", seat=CONFEDERATE, timeline=branch["id"])["due"]
    ask = {"id": "what-if", "command": {"type": "end_movement"}, "timeline": branch["id"]}
    given = played.table.post("/commands", {**ask, "decision": due["id"]}, CONFEDERATE)
    assert given.status_code == 200, given.text
    (due,) = played.read("/legal", seat=UNION, timeline=branch["id"])["due"]
    for_union = {"id": "what-if-too", "seat": UNION, "command": {"type": "end_placement"}}
    body = {**for_union, "timeline": branch["id"], "decision": due["id"]}
    assert played.table.post("/commands", body, UNION).status_code == 403
    assert played.table.post("/commands", body, CONFEDERATE).status_code == 200
    assert {line: log(played, line) for line in before} == before
    assert played.game() == game
    assert len(log(played, branch["id"])) != len(before["main"])
    back = played.table.post("/rewinds", {"at": middle, "timeline": branch["id"]}, CONFEDERATE)
    assert (back.status_code, back.json()["rule"]) == (409, "match/what-if")


def test_a_reader_without_a_seat_may_branch_too(played: Story, rewound: dict[str, Any]) -> None:
    before = {line: log(played, line) for line in ("main", rewound["line"])}
    at = played.of(FIRST_CONFEDERATE_IMPULSE[2]).version
    opened = played.table.post("/forks", {"at": at, "timeline": "main", "by": "a reader"})
    assert opened.status_code == 201, opened.text
    line = opened.json()["id"]
    assert opened.json()["by"] == "a reader"
    assert played.forces(at, timeline=line) == played.forces(at, timeline="main")
    assert {line: log(played, line) for line in before} == before
    inside = played.table.post("/forks", {"at": at + 1, "timeline": "main"})
    assert inside.status_code == 409
    assert str(at) in inside.json()["reason"], "the nearest place is named"


def test_comparing_shows_what_differs(played: Story, rewound: dict[str, Any], back_to: int) -> None:
    same = played.read("/compare", a=f"main@{back_to}", b=f"{rewound['line']}@{back_to}")
    assert same["differences"] == []
    retreated = played.of(FIRST_CONFEDERATE_IMPULSE[8]).version
    found = played.read("/compare", a=f"main@{back_to}", b=f"main@{retreated}")
    assert found["a"] == ["main", back_to]
    paths = {each["path"]: (each["a"], each["b"]) for each in found["differences"]}
    assert paths["forces.4406.union"] == ({"asp": 1}, None)
    assert paths["leaders.B.hex"] == ("4406", "4506")


def test_a_fork_appends_the_same_early_and_late(played: Story, rewound: dict[str, Any], back_to: int) -> None:
    early = played.given[0].version
    late = rewound["position"]["at"]
    size = played.table.log_size()
    for at in (early, late):
        answer = played.table.post("/forks", {"at": at, "timeline": "main"})
        assert answer.status_code == 201, answer.text
    appended = played.table.log_size() - size
    assert appended == 2 * 2, "a fork is a command and one event, however much it shares"
