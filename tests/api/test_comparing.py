"""Two points of a game compared over HTTP: along a line, across lines, and what is no point."""

from typing import Any

import httpx
import pytest

from tests.api.running import Table


def compare(table: Table, **query: Any) -> dict[str, Any]:
    answer = table.get("/compare", **query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_points_of_one_line_and_of_two(table: Table) -> None:
    table.pull(2)
    same = compare(table, a="@3", b="main@3")
    assert (same["a"], same["b"]) == (["main", 3], ["main", 3])
    assert (same["changes"], same["differences"], same["more"]) == ([], [], 0)
    along = compare(table, a="@1", b="main")
    pulls = next(each for each in along["differences"] if each["path"] == "pulls")
    assert pulls == {"path": "pulls", "a": 0, "b": 2, "only": ""}
    assert along["b"] == ["main", table.version()]
    line = table.post("/forks", {"at": 3}, "blue").json()["id"]
    shout = {"id": "shout", "timeline": line, "command": {"type": "shout", "word": "a.b"}}
    assert table.post("/commands", shout, "blue").status_code == 200
    across = compare(table, a="main@3", b=line)
    assert across["differences"] == [{"path": "shouts.blue", "a": None, "b": "a.b", "only": "b"}]
    back = compare(table, a=line, b="main@3")
    assert back["differences"] == [{"path": "shouts.blue", "a": "a.b", "b": None, "only": "a"}]


def test_much_is_cut_and_counted(table: Table) -> None:
    table.pull(6)
    whole = compare(table, a="@1", b="main")
    cut = compare(table, a="@1", b="main", limit=1)
    assert cut["differences"] == whole["differences"][:1]
    assert cut["more"] == len(whole["differences"]) - 1 > 0


def test_a_ruleset_says_it_in_words(http: httpx.Client) -> None:
    position = {
        "scenario": "bare_map", "turn": 2, "phase": "operations", "step": "movement", "initiative": "union",
        "standing": {"confederate": "never", "union": "never"},
        "forces": {"4506": {"union": {"asp": 4}}, "2228": {"confederate": {"asp": 1}}},
    }  # fmt: skip
    table = Table.open(http, "bare_map", "american_civil_war", position=position)
    (due,) = table.get().json()["due"]
    offered = table.get("/legal", seat="union").json()["commands"]
    march = next(each for each in offered if each["type"] == "move_force" and not each["units"])
    marched = table.give("union", march, decision=due["id"])
    assert marched.status_code == 200, marched.text
    found = compare(table, a="@1", b="main")
    forces = {
        (each["kind"], each["side"], *each["places"])
        for each in found["changes"]
        if each["group"] == "forces"
    }
    to = march["path"][-1]
    assert forces == {("went", "union", "4506"), ("came", "union", to)}, found["changes"]
    assert {each["path"].partition(".")[0] for each in found["differences"]} & set(found["told"])


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"a": "@1"}, 422),
        ({"a": "@1", "b": ""}, 422),
        ({"a": "@1", "b": "@0"}, 422),
        ({"a": "@1", "b": "@2147483648"}, 422),
        ({"a": "@1", "b": "main@1@1"}, 422),
        ({"a": "@1", "b": "m" * 81}, 422),
        ({"a": "@1", "b": "main@1 "}, 422),
        ({"a": "@1", "b": "@1", "limit": 0}, 422),
        ({"a": "@1", "b": "@1", "limit": 5001}, 422),
        ({"a": "@1", "b": "@1", "c": "@1"}, 422),
        ({"a": "@1", "b": "@999"}, 404),
        ({"a": "nowhere@1", "b": "@1"}, 404),
    ],
)
def test_what_is_no_point_is_told(table: Table, query: dict[str, Any], status: int) -> None:
    answer = table.get("/compare", **query)
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_line_of_another_game_is_none_of_this(table: Table, http: httpx.Client) -> None:
    other = Table.open(http)
    line = other.post("/forks", {"at": 1}, "blue").json()["id"]
    assert table.get("/compare", a="@1", b=line).status_code == 404
