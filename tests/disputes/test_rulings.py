"""Rulings over HTTP: claims taken and ruled on, remedies, penalties, ends, costs, appeals."""

from collections.abc import Iterator
from typing import Any

import pytest

from ironclad.referee.people.roles import Role
from tests.disputes.hall import NAMED, STANDS, Hall, hall, kinds, of_kind

OPEN = {"limits": "open"}
JUDGES = {**NAMED, "assessors": [f"Judge {number}" for number in range(1, 7)]}


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        yield made.open(officials=JUDGES, policy={**OPEN, "panel": 3}, control="10m+30s")


def test_a_claim_is_taken_and_ruled_on(game: Hall) -> None:
    number = game.claim(game.pull())
    body = {"finding": "event_stands", "facts": "So it is.", "remedy": STANDS}
    assert game.refused(f"/claims/{number}/ruling", "Carl", **body) == "claim/taken"
    game.done(f"/claims/{number}/take", "Carl")
    may = game.read(f"/claims/{number}", "Carl")["may"]
    assert may == ["add_evidence", "settle_claim", "take_claim", "rule_claim"]
    assert game.refused(f"/claims/{number}/take", "Carl") == "claim/taken"
    assert game.refused(f"/claims/{number}/take", "Dora") == "claim/text"
    events = game.rule(number, finding="event_stands")
    assert kinds(events)[1:3] == ["ruling_given", "remedy_applied"]
    found = game.read(f"/claims/{number}", "Ann")
    assert (found["state"], found["may"]) == ("ruled", ["appeal_ruling"])
    assert found["ruling"]["finding"] == "event_stands"
    assert found["until"] == "2026-03-02T12:00:00.000Z"


@pytest.mark.parametrize("by", ["Ann", "Bob", "Otto", "Olga", "Judge 1"])
def test_only_directors_rule(game: Hall, by: str) -> None:
    number = game.claim(game.pull())
    body = {"finding": "event_stands", "facts": "So it is.", "remedy": STANDS}
    calls: list[tuple[str, dict[str, Any]]] = [
        (f"/claims/{number}/take", {}),
        (f"/claims/{number}/ruling", body),
        (f"/claims/{number}/panel", {}),
        ("/penalties", {"of": "blue", "rung": "caution", "why": "Late."}),
        ("/end", {"winner": "blue", "why": "So."}),
        ("/lift", {"why": "So."}),
        ("/annul", {"why": "So."}),
        ("/rules/ruling", {"version": "1.1", "why": "So."}),
    ]
    for path, given in calls:
        assert game.refused(path, by, **given) == "ruling/by"
        assert game.post(path, "", **given).status_code == 401
    voted = game.refused(f"/claims/{number}/votes", by, vote="confirm", says="So.")
    assert voted == "appeal/by"


def test_nobody_rules_where_he_plays() -> None:
    with hall() as game:
        game.open(by="Ann", sit=False, officials=NAMED)
        for seat, name in (("blue", "Ann"), ("grey", "Carl")):
            assert game.call("POST", f"/seats/{seat}", name, {}).status_code == 201
        assert game.refused("/annul", "Carl", why="I lose.") == "ruling/conflict"
        assert kinds(game.done("/annul", "Dora", why="He loses."))[1:] == ["game_ended"]


def test_who_is_no_director_any_more_rules_nothing(game: Hall) -> None:
    number = game.claim(game.pull())
    accounts = game.referee.people.accounts
    accounts.change(_account(game, "Carl"), Role.PLAYER, None)
    assert game.refused(f"/claims/{number}/take", "Carl") == "ruling/by"
    game.done(f"/claims/{number}/take", "Dora")


def test_a_conflict_is_declared_once(game: Hall) -> None:
    number = game.claim(game.pull())
    game.done("/officials/conflict", "Carl", why="My brother plays.")
    assert game.refused("/officials/conflict", "Carl", why="Again.") == "ruling/conflict"
    assert game.refused(f"/claims/{number}/take", "Carl") == "ruling/conflict"
    game.done(f"/claims/{number}/take", "Dora")


def test_time_and_penalties_go_with_a_ruling(game: Hall) -> None:
    number = game.claim(game.pull())
    penalty = {"seat": "grey", "rung": "time", "why": "Slow.", "ms": 30_000}
    remedy = {"type": "time", "seat": "blue", "ms": 60_000}
    events = game.ruled(number, remedy=remedy, penalties=[penalty])
    adjusted = [each["data"] for each in events if each["type"] == "time_adjusted"]
    assert [(each["seat"], each["ms"]) for each in adjusted] == [("grey", -30_000), ("blue", 60_000)]
    clocks = game.read("/clock")["seats"]
    assert clocks["blue"]["left_ms"] - clocks["grey"]["left_ms"] == 120_000


def test_a_result_ends_the_game_and_can_be_lifted(game: Hall) -> None:
    number = game.claim(game.pull())
    events = game.ruled(number, remedy={"type": "result", "winner": "blue"})
    assert of_kind(events, "game_ended")["how"] == "ruling"
    assert game.read("", "Ann")["outcome"]["winner"] == "blue"
    assert game.refused("/end", "Carl", winner=None, why="Again.") == "match/over"
    assert kinds(game.done("/lift", "Dora", why="He was wrong."))[1] == "end_lifted"
    assert game.read("", "Ann")["outcome"] is None
    game.pull()
    assert game.refused("/lift", "Dora", why="Again.") == "match/running"


def test_penalties_apart_from_a_ruling(game: Hall) -> None:
    assert kinds(game.done("/penalties", "Carl", of="grey", rung="caution", why="Late."))[1:] == [
        "penalty_given"
    ]
    assert game.refused("/penalties", "Carl", of="eve", rung="caution", why="Late.") == "penalty/seat"
    lost = game.done("/penalties", "Carl", of="grey", rung="game", why="Late.")
    assert of_kind(lost, "game_ended")["winner"] == "blue"


def test_a_rewind_begins_a_line_with_new_dice(game: Hall) -> None:
    first = game.pull(after="1m")
    game.pull(after="2m")
    number = game.claim(first)
    back = {"type": "rewind", "timeline": "main", "at": first - 1}
    (cost,) = game.call("POST", f"/claims/{number}/costs", "Carl", {"remedies": [back]}).json["items"]
    assert cost["allowed"], cost
    assert cost["undone"] == {"commands": 2, "handovers": 2, "events": 3}
    assert len(cost["rolls"]) == 2
    assert cost["clocks"] == {"blue": 30_000, "grey": 90_000}
    before = game.read("/clock")["seats"]
    events = game.ruled(number, remedy=back)
    opened = of_kind(events, "timeline_opened")
    assert (opened["parent"], opened["at"], opened["why"]) == ("main", first - 1, "ruling")
    record = game.read("", "Ann")
    assert (record["timeline"], record["version"]) == (opened["timeline"], first - 1)
    after = game.read("/clock")["seats"]
    assert {seat: after[seat]["left_ms"] - before[seat]["left_ms"] for seat in after} == cost["clocks"]
    game.pull()
    assert game.read(f"/claims/{number}")["applied"]["type"] == "rewind"


def test_a_rewind_to_no_place_is_refused(game: Hall) -> None:
    first = game.pull()
    number = game.claim(first)
    game.done(f"/claims/{number}/take", "Carl")
    body = {"finding": "event_wrong", "facts": "So.", "clauses": ["2"]}
    for at in (first, 99):
        back = {"type": "rewind", "timeline": "main", "at": at}
        assert game.refused(f"/claims/{number}/ruling", "Carl", remedy=back, **body) == "remedy/place"


def test_a_position_is_corrected(game: Hall) -> None:
    number = game.claim(game.pull())
    events = game.ruled(number, remedy={"type": "correct", "timeline": "main", "set": {"knot": 2}})
    assert of_kind(events, "position_corrected")["set"] == {"knot": 2}
    line = of_kind(events, "timeline_opened")["timeline"]
    record = game.read("", "Ann")
    assert record["timeline"] == line
    assert game.read("/position", "Ann")["position"]["knot"] == 2
    game.pull()
    game.done("/annul", "Carl", why="Enough.")


def test_what_is_no_position_is_not_set(game: Hall) -> None:
    number = game.claim(game.pull())
    game.done(f"/claims/{number}/take", "Carl")
    body = {"finding": "event_wrong", "facts": "So.", "clauses": ["2"]}
    for values, rule in (({"nothing": 2}, "remedy/path"), ({"puller": "eve"}, "remedy/position")):
        remedy = {"type": "correct", "timeline": "main", "set": values}
        assert game.refused(f"/claims/{number}/ruling", "Carl", remedy=remedy, **body) == rule


def test_what_only_a_tournament_has_says_so(game: Hall) -> None:
    number = game.claim(game.pull())
    points = {"type": "points", "entry": "ann", "tenths": 10}
    (cost,) = game.call("POST", f"/claims/{number}/costs", "", {"remedies": [points]}).json["items"]
    assert (cost["allowed"], cost["rule"]) == (False, "remedy/tournament")
    game.done(f"/claims/{number}/take", "Carl")
    body = {"finding": "event_wrong", "facts": "So.", "clauses": ["2"]}
    assert game.refused(f"/claims/{number}/ruling", "Carl", remedy=points, **body) == "remedy/tournament"


def test_an_appeal_is_decided_by_a_panel(game: Hall) -> None:
    first = game.pull(after="1m")
    number = game.claim(first)
    game.ruled(number, remedy={"type": "rewind", "timeline": "main", "at": first - 1})
    appeal = {"grounds": ["wrong_rule"], "says": "It holds."}
    game.done(f"/claims/{number}/appeal", "Bob", **appeal)
    assert game.refused(f"/claims/{number}/appeal", "Bob", **appeal) == "appeal/once"
    panel = of_kind(game.done(f"/claims/{number}/panel", "Carl"), "panel_named")
    assert (len(panel["members"]), len(panel["reserves"])) == (3, 2)
    judges = JUDGES["assessors"]
    names = {game.referee.claims.official_of(game.game, _account(game, each)): each for each in judges}
    members = [names[each] for each in panel["members"]]
    vote = {"vote": "change", "remedy": STANDS, "says": "The event stands."}
    game.done(f"/claims/{number}/votes", members[0], **vote)
    assert game.refused(f"/claims/{number}/votes", members[0], **vote) == "appeal/vote"
    decided = kinds(game.done(f"/claims/{number}/votes", members[1], **vote))
    assert decided[1:4] == ["appeal_voted", "appeal_decided", "remedy_undone"]
    record = game.read("", "Ann")
    assert record["timeline"] not in ("main", "")
    assert record["version"] == first + 1
    assert game.read(f"/claims/{number}")["state"] == "decided"
    game.pull()


def _account(game: Hall, name: str) -> str:
    return str(game.referee.people.accounts.find(name).account)  # type: ignore[union-attr]


def test_a_sealed_claim_gets_no_more_than_the_policy_says() -> None:
    with hall() as game:
        game.open(officials=NAMED, control="10m+30s")
        first = game.pull()
        game.pull()
        number = game.claim(first)
        game.done(f"/claims/{number}/take", "Carl")
        back = {"type": "rewind", "timeline": "main", "at": first - 1}
        body = {"finding": "event_wrong", "facts": "So.", "clauses": ["2"], "remedy": back}
        assert game.refused(f"/claims/{number}/ruling", "Carl", **body) == "ruling/limits"
        (cost,) = game.call("POST", f"/claims/{number}/costs", "Ann", {"remedies": [back]}).json["items"]
        assert (cost["allowed"], cost["rule"]) == (False, "ruling/limits")


def test_a_claim_stops_the_clocks_where_the_policy_says_so() -> None:
    with hall() as game:
        game.open(officials=NAMED, policy={"pause_on_claim": "both"}, control="10m+30s")
        number = game.claim(game.pull())
        assert game.read("/clock")["paused"]["why"] == f"claim {number}"
        assert "clocks_resumed" in kinds(game.ruled(number, finding="event_stands"))
        assert game.read("/clock")["paused"] is None
