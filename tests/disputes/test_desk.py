"""Precedents, an official's desk, and errata that a service publishes, over HTTP."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service
from tests.disputes.hall import NAMED, STANDS, Hall, hall
from tests.disputes.test_rulings import JUDGES
from tests.disputes.test_same_faces import RULESETS, holds

POLICY = {"limits": "open", "panel": 1}
ERRATUM = {
    "erratum": "worded-1", "clause": "2", "before": "It was so.", "says": "It is so now.",
    "case": "a" * 64, "reading": {"worded": "yes"},
}  # fmt: skip


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall(rulesets=RULESETS) as made:
        yield made.open(officials=JUDGES, policy=POLICY, control="10m+30s", title="One")


def desk(game: Hall, by: str) -> list[dict[str, Any]]:
    found = game.call("GET", "/api/v1/desk", by)
    assert found.status_code == 200, found.text
    assert found.json["total"] >= len(found.json["items"])
    items: list[dict[str, Any]] = found.json["items"]
    return items


def of(item: dict[str, Any]) -> tuple[Any, ...]:
    return item["kind"], item["claim"], item["may"]


# -- the desk


def test_a_claim_waits_for_directors_alone(game: Hall) -> None:
    number = game.claim(game.pull(), says="The die is wrong.")
    for by in ("Carl", "Dora"):
        (item,) = desk(game, by)
        assert of(item) == ("claim", number, ["take_claim"])
        assert (item["game"], item["title"], item["seat"]) == (game.game, "One", "blue")
        assert item["says"] == "The die is wrong."
    for by in ("Ann", "Otto", "Olga", "Judge 1"):
        assert desk(game, by) == []
    assert game.call("GET", "/api/v1/desk").status_code == 401
    game.done(f"/claims/{number}/take", "Carl")
    assert desk(game, "Dora") == []
    assert [of(each) for each in desk(game, "Carl")] == [("claim", number, ["rule_claim"])]
    game.rule(number)
    assert desk(game, "Carl") == []


def test_an_appeal_waits_for_the_chief_and_then_for_a_member(game: Hall) -> None:
    number = game.claim(game.pull())
    game.ruled(number)
    game.done(f"/claims/{number}/appeal", "Bob", grounds=["wrong_rule"], says="It holds.")
    assert [of(each) for each in desk(game, "Carl")] == [("appeal", number, ["name_panel"])]
    assert desk(game, "Dora") == []
    game.done(f"/claims/{number}/panel", "Carl")
    assert desk(game, "Carl") == []
    waiting = [name for name in JUDGES["assessors"] if desk(game, name)]
    assert len(waiting) == 1
    assert of(desk(game, waiting[0])[0]) == ("appeal", number, ["vote_appeal"])
    game.done(f"/claims/{number}/votes", waiting[0], vote="confirm", says="Right.")
    assert desk(game, waiting[0]) == []


def test_clocks_that_wait_for_a_director() -> None:
    with hall() as game:
        control = {"stages": [{"bank_ms": 600_000}], "on_flag": "director"}
        game.open(officials=NAMED, control=control)
        game.clock.later("11m")
        (late,) = desk(game, "Carl")
        assert (late["kind"], late["seat"], late["since"]) == ("late", "blue", "2026-03-01T12:10:00.000Z")
        assert game.post("/draw-offers", "Bob").status_code in (201, 409)
        (flag,) = desk(game, "Dora")
        assert (flag["kind"], flag["seat"], flag["may"][0]) == ("flag", "blue", "lift_flag")
        game.done("/clock/lift", "Carl", of="blue", why="He was ill.")
        assert desk(game, "Carl") == []
        game.done("/clock/stop", "Carl", why="Dinner.")
        game.clock.later("1h")
        assert [each["kind"] for each in desk(game, "Carl")] == ["pause"]
        game.done("/officials/conflict", "Carl", why="My brother plays.")
        assert desk(game, "Carl") == []


def test_the_longest_waiting_is_first(game: Hall) -> None:
    versions = [game.pull(after="1m") for _ in range(3)]
    for version in reversed(versions):
        game.clock.later("1m")
        game.claim(version, "Ann")
    game.open(officials=NAMED, title="Two")
    game.clock.later("1m")
    game.claim(game.pull())
    items = desk(game, "Carl")
    ordered = [(each["title"], each["claim"]) for each in items]
    assert ordered == [("One", 1), ("One", 2), ("One", 3), ("Two", 1)]
    assert [each["since"] for each in items] == sorted(each["since"] for each in items)
    two = game.call("GET", "/api/v1/desk?limit=2", "Carl").json
    assert (len(two["items"]), two["total"]) == (2, 4)


# -- precedents


def precedents(game: Hall, query: str = "", by: str = "Ann") -> list[dict[str, Any]]:
    found = game.call("GET", f"/api/v1/precedents{query}", by)
    assert found.status_code == 200, found.text
    items: list[dict[str, Any]] = found.json["items"]
    return items


def test_rulings_are_found(game: Hall) -> None:
    first = game.claim(game.pull(), says="The knot slipped.")
    game.ruled(first, facts="The die shows three.")
    second = game.claim(game.pull(), clauses=["3"], kind="conduct")
    game.done(f"/claims/{second}/take", "Carl")
    back = {"type": "time", "seat": "blue", "ms": 60_000}
    game.rule(second, clauses=[], finding="conduct", remedy=back, facts="He talked.")
    assert [each["claim"] for each in precedents(game)] == [second, first]
    for query, found in (
        ("?ruleset=tug", [second, first]),
        ("?ruleset=other", []),
        ("?clause=2", [first]),
        ("?clause=3", [second]),
        ("?remedy=time", [second]),
        ("?command=pull", [second, first]),
        ("?event=command_accepted", [second, first]),
        ("?event=none", []),
        ("?q=DIE+three", [first]),
        ("?q=die+talked", []),
    ):
        assert [each["claim"] for each in precedents(game, query)] == found, query
    one = game.call("GET", "/api/v1/precedents?limit=1", "Ann").json
    rest = game.call("GET", f"/api/v1/precedents?limit=1&cursor={one['next']}", "Ann").json
    assert [one["items"][0]["claim"], rest["items"][0]["claim"], rest["next"]] == [second, first, None]
    for wrong in ("?cursor=x", "?remedy=none", "?limit=0", "?clauses=2", "?q="):
        assert game.call("GET", f"/api/v1/precedents{wrong}", "Ann").status_code == 422


def test_a_ruling_cites_rulings_alone(game: Hall) -> None:
    first = game.claim(game.pull())
    game.ruled(first)
    second = game.claim(game.pull())
    found = game.read(f"/claims/{second}/precedents", "Ann")["items"]
    assert [(each["game"], each["claim"]) for each in found] == [(game.game, first)]
    assert game.read(f"/claims/{first}/precedents", "Ann")["items"] == []
    game.done(f"/claims/{second}/take", "Carl")
    body = {"finding": "event_stands", "facts": "So it is.", "remedy": STANDS}
    cited = {"game": game.game, "claim": first, "followed": True, "why": "The same die."}
    for wrong in ({**cited, "claim": second}, {**cited, "claim": 9}, {**cited, "game": "nowhere"}):
        path = f"/claims/{second}/ruling"
        assert game.refused(path, "Carl", **body, precedents=[wrong]) == "ruling/precedents"
    assert game.refused(path, "Carl", **body, precedents=[cited, cited]) == "ruling/precedents"
    game.done(path, "Carl", **body, precedents=[cited])
    last, earlier = precedents(game)
    assert (earlier["cited"], earlier["followed"], last["cited"]) == (1, 1, 0)


def test_an_appeal_is_told_with_its_ruling(game: Hall) -> None:
    number = game.claim(game.pull())
    game.ruled(number)
    game.done(f"/claims/{number}/appeal", "Bob", grounds=["wrong_rule"], says="It holds.")
    game.done(f"/claims/{number}/panel", "Carl")
    (judge,) = [name for name in JUDGES["assessors"] if desk(game, name)]
    remedy = {"type": "time", "seat": "grey", "ms": 30_000}
    game.done(f"/claims/{number}/votes", judge, vote="change", remedy=remedy, says="No.")
    (found,) = precedents(game)
    assert (found["appeal"], found["remedy"]) == ("changed", remedy)


def test_rulings_of_private_games_are_for_their_readers() -> None:
    with hall() as game:
        game.open(officials=NAMED, private=True, sit=False)
        assert game.call("POST", "/readers", "Ann", {"name": "Bob"}).status_code in (200, 201, 204)
        for seat, name in (("blue", "Ann"), ("grey", "Bob")):
            assert game.call("POST", f"/seats/{seat}", name, {}).status_code == 201
        game.ruled(game.claim(game.pull()), by="Carl")
        for by, count in (("Ann", 1), ("Bob", 1), ("Dora", 1), ("Otto", 0)):
            assert len(precedents(game, by=by)) == count, by


# -- errata


def path(end: str = "") -> str:
    return f"/api/v1/rulesets/tug/errata{end}"


def test_new_games_begin_with_a_published_reading(game: Hall, tmp_path: Path) -> None:
    old = game.game
    published = game.call("POST", path(), "Olga", {"id": "e", **ERRATUM})
    assert published.status_code == 201, published.text
    again = game.call("POST", path(), "Olga", {"id": "e", **ERRATUM})
    assert (again.status_code, again.json["events"]) == (200, published.json["events"])
    listed = game.call("GET", path()).json
    assert (listed["defaults"], len(listed["items"])) == ({"worded": "yes"}, 1)
    assert listed["items"][0]["withdrawn"] is None
    game.open(officials=JUDGES, policy=POLICY)
    assert game.read("", "Ann")["options"]["worded"] == "yes"
    game.pull(effort=2)
    holds(game, tmp_path)
    game.open(options={"worded": "no"})
    assert game.read("", "Ann")["options"]["worded"] == "no"
    game.game = old
    assert game.read("", "Ann")["options"]["worded"] == "no"
    done = game.call("POST", path("/worded-1/withdraw"), "Olga", {"why": "It was wrong."})
    assert done.status_code == 201, done.text
    assert game.call("GET", path()).json["defaults"] == {}
    game.open()
    assert game.read("", "Ann")["options"]["worded"] == "no"


def test_the_same_opening_again_is_the_same_game_after_an_erratum(game: Hall) -> None:
    body = {"ruleset": "tug", "scenario": "long", "id": "opened-once"}
    first = game.call("POST", "/api/v1/games", "Ann", body)
    assert game.call("POST", path(), "Olga", ERRATUM).status_code == 201
    again = game.call("POST", "/api/v1/games", "Ann", body)
    assert (again.status_code, again.json["id"]) == (200, first.json["id"])


def test_an_erratum_follows_a_ruling(game: Hall) -> None:
    number = game.claim(game.pull())
    source = {"game": game.game, "claim": number}
    body = {name: value for name, value in ERRATUM.items() if name != "case"} | {"from": source}
    refused = game.call("POST", path(), "Olga", body)
    assert (refused.status_code, refused.json["rule"]) == (409, "errata/case")
    game.ruled(number)
    assert game.call("POST", path(), "Olga", body).status_code == 201
    (found,) = game.call("GET", path()).json["items"]
    assert (found["from"], found["case"]) == (source, game.read(f"/claims/{number}")["case"])


@pytest.mark.parametrize("by", ["Ann", "Otto", "Carl", "Judge 1", ""])
def test_only_operators_publish(game: Hall, by: str) -> None:
    status = 403 if by else 401
    assert game.call("POST", path(), by, ERRATUM).status_code == status
    assert game.call("POST", path("/worded-1/withdraw"), by, {"why": "So."}).status_code == status


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"erratum": "a.b"}, "errata/id"),
        ({"reading": {"none": "yes"}}, "errata/reading"),
        ({"reading": {"worded": "maybe"}}, "errata/reading"),
        ({"reading": {"worded": "yes", "tired": "yes"}}, "errata/reading"),
        ({"reading": {"equal-holds": "not"}}, "errata/reading"),
        ({"says": " "}, "errata/text"),
        ({"from": {"game": "nowhere", "claim": 1}}, "errata/case"),
    ],
)
def test_what_is_not_published(game: Hall, change: dict[str, Any], rule: str) -> None:
    before = game.rows()
    refused = game.call("POST", path(), "Olga", {**ERRATUM, **change})
    assert (refused.status_code, refused.json["rule"]) == (409, rule), refused.text
    assert game.rows() == before
    assert game.call("POST", "/api/v1/rulesets/none/errata", "Olga", ERRATUM).status_code == 404


def test_an_erratum_is_published_and_withdrawn_once(game: Hall) -> None:
    assert game.call("POST", path(), "Olga", ERRATUM).status_code == 201
    for change, rule in (({}, "errata/id"), ({"erratum": "second"}, "errata/reading")):
        refused = game.call("POST", path(), "Olga", {**ERRATUM, **change})
        assert (refused.status_code, refused.json["rule"]) == (409, rule)
    withdraw = {"why": "It was wrong."}
    assert game.call("POST", path("/worded-1/withdraw"), "Olga", withdraw).status_code == 201
    refused = game.call("POST", path("/worded-1/withdraw"), "Olga", withdraw)
    assert (refused.status_code, refused.json["rule"]) == (409, "errata/none")


def test_errata_do_no_harm_to_the_list_of_games(game: Hall) -> None:
    assert game.call("POST", path(), "Olga", ERRATUM).status_code == 201
    service: Service = game.referee
    service.upkeep.rebuild_views()
    assert [each["id"] for each in game.call("GET", "/api/v1/games", "Ann").json["items"]] == [game.game]
    again = game.call("POST", path(), "Olga", {**ERRATUM, "id": "x", "erratum": "y", "reading": None})
    assert again.status_code == 201
