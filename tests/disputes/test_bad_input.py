"""Every call about disputes, by everybody, with what it cannot use: it is refused, and nothing is written."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.disputes.hall import NAMED, PEOPLE, Hall, hall

DEEP: dict[str, Any] = {}
for _ in range(20):
    DEEP = {"a": DEEP}
CALLS = (
    *(
        "/officials",
        "/officials/conflict",
        "/claims",
        "/penalties",
        "/end",
        "/lift",
        "/annul",
        "/rules/ruling",
    ),
    "/counterfactuals",
    *(
        f"/claims/{{claim}}/{each}"
        for each in (
            *("answer", "evidence", "settle", "withdraw", "take", "ruling", "appeal", "panel", "votes"),
            "costs",
        )
    ),
)
WHOLE: dict[str, dict[str, Any]] = {
    "officials": {"chief": "Bob", "policy": {"panel": 2}},
    "conflict": {"why": "x" * 2_001},
    "claims": {
        "about": {"timeline": "main", "version": 2**31},
        "kind": "rules",
        "clauses": ["2"] * 20,
        "says": "\x00",
        "asks": {"type": "correct", "timeline": "main", "set": DEEP},
    },
    "penalties": {"of": "eve", "rung": "time", "why": "x", "ms": 2**53 - 1},
    "end": {"winner": "eve", "why": "So."},
    "lift": {"why": "So.", "claim": 99},
    "annul": {"why": "\x07"},
    "rules/ruling": {"version": "9.9", "why": "So.", "readings": {"end": "never"}},
    "counterfactuals": {"timeline": "main", "version": 99, "reading": {"end": "drift"}},
    "answer": {"agrees": True, "says": ""},
    "evidence": {"items": [{}] * 50},
    "settle": {"remedy": {"type": "time", "seat": "blue", "ms": 0}},
    "ruling": {
        "finding": "no_case",
        "facts": "So.",
        "remedy": {"type": "rewind", "timeline": "x", "at": 0},
        "penalties": [{"seat": "blue", "rung": "game", "why": "So."}],
    },
    "appeal": {"grounds": ["wrong_rule"] * 5, "says": "So."},
    "votes": {"vote": "change", "says": "So.", "remedy": {"type": "replay"}},
    "costs": {"remedies": [{"type": "rewind"}]},
}


@pytest.fixture(scope="module")
def game() -> Iterator[Hall]:
    with hall() as made:
        made.open(officials=NAMED)
        made.claim(made.pull())
        yield made


def body_of(path: str) -> dict[str, Any]:
    return next((body for name, body in WHOLE.items() if path.endswith(f"/{name}")), {})


@pytest.mark.parametrize("by", ["", *list(PEOPLE)[:7]])
@pytest.mark.parametrize("path", CALLS)
def test_what_cannot_be_used_is_refused(game: Hall, path: str, by: str) -> None:
    before = game.rows()
    bodies: list[Any] = [body_of(path), {"seat": "eve", **body_of(path)}, {"more": 1}, [], DEEP, None]
    for claim in ("7", "0", "99999999999999999999", "-1", "one"):
        for body in bodies:
            answer = game.call("POST", path.format(claim=claim), by, body)
            assert 400 <= answer.status_code < 500, (path, body, answer.status_code, answer.text)
            assert answer.content_type == "application/problem+json"
        if "{claim}" not in path:
            break
    assert game.rows() == before


@pytest.mark.parametrize(
    "path", ["/claims/2", "/claims/0", "/claims/99999999999999999999", "/claims/1/case/more"]
)
def test_what_is_not_there_is_not_found(game: Hall, path: str) -> None:
    assert game.call("GET", path).status_code == 404


def test_a_private_games_claims_are_for_its_readers(game: Hall) -> None:
    other = hall_game(game)
    assert game.call("GET", f"/api/v1/games/{other}/claims", "Otto").status_code == 404
    assert game.call("GET", f"/api/v1/games/{other}/claims", "Judge 1").status_code == 200
    assert game.call("GET", f"/api/v1/games/{other}/claims", "Carl").status_code == 200


def hall_game(game: Hall) -> str:
    """A private game of the same service."""
    body = {"ruleset": "tug", "scenario": "long", "private": True}
    body["officials"] = {**NAMED, "assessors": ["Judge 1"]}
    return str(game.call("POST", "/api/v1/games", "Ann", body).json["id"])
