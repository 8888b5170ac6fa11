"""Nothing hidden leaks: two games that differ only in what a seat may not see give it the same bytes.

South and an onlooker get identical answers from both on every GET of a game and on every refusal, the stream
of events included. Only what the log proves of itself (its hashes and its bundle) tells that two values
differ: not which they are.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.side_by_side import (
    Side,
    Two,
    addresses,
    differ_in_what_is_sealed_alone,
    repeatable,
    same_answers,
    same_refusals,
)
from tests.toys.playing_fields import deployment, plan
from tests.toys.sealed_fields import SEALED_FIELDS

SOUTH = (1, 4, 4)
STAYS = {"north-1": "a", "north-2": "b", "north-3": "c"}

HOW: dict[str, dict[str, Any]] = {
    "unrevealed": {
        "strengths": ((1, 1, 7), (7, 1, 1)),
        "plans": ({"north-1": "d"}, {"north-3": "b"}),
        "answers": False,
    },
    "revealed": {
        "strengths": ((1, 1, 7), (1, 7, 1)),
        "plans": ({"north-1": "d"}, {"north-1": "d"}),
        "answers": True,
    },
}
"""What differs between two games; with answers, the first turn was revealed and fought out."""


class Played(Side):
    """One of two games, played to where they differ."""

    def __init__(self, strengths: tuple[int, ...], moves: dict[str, str], answers: bool) -> None:
        super().__init__(SEALED_FIELDS, scenario="standard")
        self.answer("north", deployment("north", *strengths), "0.north")
        self.answer("south", deployment("south", *SOUTH), "0.south")
        self.answer("north", plan({**STAYS, **moves}), "1.north")
        if answers:
            self.answer("south", plan({"south-1": "d", "south-2": "e", "south-3": "f"}), "1.south")


@pytest.fixture(params=HOW)
def two(request: pytest.FixtureRequest) -> Iterator[Two]:
    how = HOW[request.param]
    with repeatable():
        one, other = (Played(how["strengths"][at], how["plans"][at], how["answers"]) for at in (0, 1))
        yield one, other
    for each in (one, other):
        each.referee.close()


_QUERIES = {
    "commands.list_legal": ["?seat=south", "?seat=north", "?seat=south&told=yes", "?seat=nobody"],
    "readings.list_events": ["", "?from=2", "?limit=3"],
    "readings.list_match_events": [""],
    "readings.read_position": ["", "?at=3"],
    "readings.read_chronicle": ["", "?quiet=yes", "?types=orders_given,stacks_deployed"],
    "readings.read_views": ["?names=map,economy,history"],
    "readings.compare": ["?a=main:1&b=main:6", "?a=main:3&b=main:6"],
    "live.stream_events": ["?after=0", "?timeline=main&after=0"],
    "pages.show_game": ["", "?at=3"],
}
_PARTS = {
    "view": ("map", "economy", "history", "none"),
    "id": ("1", "none"),
    "claim": ("1", "2"),
    "sha256": ("0" * 64,),
}
_CLAIM = {
    "about": {"timeline": "main", "version": 2},
    "kind": "conduct",
    "clauses": [],
    "says": "That was late.",
    "asks": {"type": "let_stand"},
}


def every_get(side: Side) -> list[str]:
    """Every GET that names a game, with every part and query that matters here."""
    return ["/api/v1/games", "/", *addresses(side, _QUERIES, _PARTS)]


def test_every_get_gives_the_same_bytes(two: Two) -> None:
    for side in two:
        made = side.post("/claims", _CLAIM, "south")
        assert made.status_code == 201, made.text
    paths = every_get(two[0])
    assert len(paths) > 35
    known = {rule.endpoint for rule in two[0].app.url_map.iter_rules()}
    assert _QUERIES.keys() <= known, "each query is of an address that there is"
    assert same_answers(two, paths, "south") > 50


def test_the_seat_itself_sees_the_difference(two: Two) -> None:
    base = f"/api/v1/games/{two[0].game}"
    for path in ("/position", "/events", "/views/map", "/views/chronicle", "/events/stream?after=0", "/map"):
        one, other = (played.get(base + path, "north").data for played in two)
        assert one != other, path


_ILLEGAL = [
    {"type": "give_orders", "plan": {"south-1": "a"}},
    {"type": "give_orders", "plan": {"south-1": "c", "south-2": "e", "south-3": "f"}},
    {"type": "give_orders", "plan": {"north-1": "a", "north-2": "b", "north-3": "c"}},
    {"type": "deploy", "strengths": {"south-1": 9}},
    {"type": "give_orders", "plan": {"sealed": {"for": [], "digest": "", "box": ""}}},
    {"type": "none"},
]


_LEGAL = {"type": "give_orders", "plan": {"south-1": "d", "south-2": "e", "south-3": "f"}}


def refused(played: Side, seat: str) -> Iterator[TestResponse]:
    """What is asked in vain, or changes nothing."""
    for number, command in enumerate(_ILLEGAL):
        for decision in ("1.south", "1.north", "2.south", "0.south", None):
            body = {"id": f"w-{number}-{decision}", "decision": decision, "command": command}
            yield played.post("/commands", body, seat)
    for asked in ("south", "north"):
        yield played.post("/foresight", {"seat": asked, "commands": [_LEGAL, *_ILLEGAL[:4]]}, seat)
        yield played.post("/reach", {"seat": asked, "command": _ILLEGAL[1]}, seat)
        yield played.post("/odds", {"seat": asked, "command": _ILLEGAL[1]}, seat)
    yield played.post("/forks", {"at": 1, "id": "fork"}, seat)
    yield played.post("/take-backs", {"id": "back"}, seat)
    yield played.post("/rewinds", {"at": 4, "id": "rewind"}, seat)
    yield played.post("/dice", {"id": "dice"}, seat)
    yield played.post("/keys", {"id": "key", "key": "00" * 32}, seat)


def test_every_refusal_gives_the_same_bytes(two: Two) -> None:
    answers = same_refusals(*(refused(side, "south") for side in two))
    assert {each.status_code for each in answers} >= {200, 403, 409, 422}
    kinds = {each.json["rule"] for each in answers if each.json and "rule" in each.json}
    assert {"fork/hidden", "take-back/hidden"} <= kinds
    assert "sight/hidden" not in kinds


def test_only_the_seat_itself_asks_what_it_may_order(two: Two) -> None:
    played = two[0]
    legal = f"/api/v1/games/{played.game}/legal?seat=north"
    assert [played.get(legal, seat).status_code for seat in ("north", "south", None)] == [200, 403, 403]
    advice = f"/api/v1/games/{played.game}/advice?seat=north"
    assert [played.get(advice, seat).status_code for seat in ("north", "south", None)] == [200, 403, 403]
    asked = {"seat": "north", "commands": []}
    assert [played.post("/foresight", asked, seat).status_code for seat in ("north", "south")] == [200, 403]


def test_the_logs_differ_in_what_is_sealed_alone_and_not_in_size(two: Two) -> None:
    differ_in_what_is_sealed_alone(two)
