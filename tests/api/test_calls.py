"""Every call, over HTTP, as a program would make it."""

import re

import httpx
import pytest

from tests.api.running import Table


def test_rulesets_are_listed_and_described(http: httpx.Client) -> None:
    names = [each["name"] for each in http.get("/rulesets").json()["items"]]
    assert "tug" in names
    tug = http.get("/rulesets/tug").json()
    assert tug["seats"] == ["blue", "grey"]
    assert tug["scenarios"]["short"].startswith("five paces")
    text = "Whether the last turn ends the game"
    end = {"name": "end", "clause": "4", "text": text, "values": ["turns", "drift"], "movable": False}
    assert tug["options"] == [end]
    assert set(tug["commands"]) == {"pull", "shout"}
    assert list(tug["views"]) == ["map", "economy", "politics", "chronicle"]
    assert http.get("/rulesets/tug/clauses").json()["items"] == []
    reference = http.get("/rulesets/tug/reference").json()
    assert [each["name"] for each in reference["commands"]] == ["pull", "shout"]


def test_a_game_is_opened_found_and_described(http: httpx.Client) -> None:
    body = {
        "ruleset": "tug",
        "scenario": "short",
        "options": {"end": "drift"},
        "title": "Sunday",
        "by": "club",
    }
    opened = http.post("/games", json=body)
    assert opened.status_code == 201
    game = opened.json()
    assert opened.headers["Location"].endswith(f"/games/{game['id']}")
    assert (game["title"], game["options"], game["version"]) == ("Sunday", {"end": "drift"}, 1)
    assert game["due"] == [
        {"id": "1.blue", "seat": "blue", "kind": "pull", "rule": "2", "about": {"knot": 0}}
    ]
    assert http.get(f"/games/{game['id']}").json() == game
    assert http.get("/games", params={"limit": 1}).json()["items"][0]["id"] == game["id"]


def test_opening_twice_with_one_id_gives_one_game(http: httpx.Client) -> None:
    body = {"ruleset": "tug", "scenario": "short", "id": "opening-once"}
    first, second = http.post("/games", json=body), http.post("/games", json=body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["id"] == second.json()["id"]
    other = http.post("/games", json={**body, "scenario": "long"})
    assert other.status_code == 422
    assert other.json()["type"].endswith("#id-reused")


def test_the_list_is_paged_by_cursor(http: httpx.Client) -> None:
    made = [http.post("/games", json={"ruleset": "tug", "scenario": "short"}).json()["id"] for _ in range(5)]
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while len(seen) < 5:
        page = http.get("/games", params={"limit": 2, **cursor}).json()
        assert len(page["items"]) <= 2
        seen += [each["id"] for each in page["items"]]
        cursor = {"cursor": page["next"]}
    assert seen[:5] == made[::-1]


def test_a_game_opens_at_a_position(http: httpx.Client) -> None:
    table = Table.open(http)
    table.pull(3)
    position = table.get("/position").json()["position"]
    opened = http.post("/games", json={"ruleset": "tug", "scenario": "long", "position": position})
    assert opened.status_code == 201, opened.text
    again = http.get(f"/games/{opened.json()['id']}/position").json()["position"]
    assert again == position


def test_a_seat_is_taken_once_and_gives_its_token_once(http: httpx.Client) -> None:
    game = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    taken = http.post(f"/games/{game}/seats/blue", json={"player": "Ada"})
    assert taken.status_code == 201
    assert taken.headers["Cache-Control"] == "no-store"
    token = taken.json()["token"]
    second = http.post(f"/games/{game}/seats/blue", json={"player": "Bob"})
    assert second.status_code == 409
    assert second.json()["rule"] == "match/seat-taken"
    for path in (f"/games/{game}", "/games", f"/games/{game}/match/events"):
        assert token not in http.get(path).text


def test_who_asks_again_for_a_seat_with_the_same_secret_gets_the_same_token(http: httpx.Client) -> None:
    game = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
    body = {"player": "Ada", "id": "a-secret-of-mine-1"}
    first, second = (http.post(f"/games/{game}/seats/blue", json=body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["token"] == second.json()["token"]


def test_a_command_gives_its_events_and_moves_the_game(table: Table) -> None:
    (receipt,) = table.pull()
    types = [event["type"] for event in receipt["events"]]
    assert types == ["command_accepted", "rope_pulled"]
    assert receipt["version"] == table.version() == 3
    pulled = receipt["events"][1]["data"]
    assert pulled["held"] is (pulled["die"] > 1)
    assert receipt["events"][0]["data"]["rolls"][0]["faces"] == [pulled["die"]]


def test_the_same_id_and_body_get_the_first_answer(table: Table) -> None:
    body = {"id": "once", "command": {"type": "pull", "effort": 1}, "decision": "1.blue"}
    first = table.post("/commands", body, "blue")
    table.pull()
    size = table.log_size()
    second = table.post("/commands", body, "blue")
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == {**first.json(), "repeated": True}
    assert table.log_size() == size


def test_every_legal_command_is_accepted(http: httpx.Client) -> None:
    table = Table.open(http)
    for number in range(3):
        (due,) = table.get().json()["due"]
        legal = table.get("/legal", seat=due["seat"]).json()
        assert legal["due"] == [due]
        assert len(legal["commands"]) == 3
        given = table.give(due["seat"], legal["commands"][number], decision=due["id"])
        assert given.status_code == 200, given.text
        assert table.get("/legal", seat=due["seat"]).json()["commands"] == []


def test_a_command_without_a_decision_may_be_given_at_any_time(table: Table) -> None:
    assert table.give("grey", {"type": "shout", "word": "heave"}).status_code == 200
    assert table.get("/views/politics").json()["data"]["shouts"] == {"grey": "heave"}


def test_events_are_given_by_stretch_and_page(table: Table) -> None:
    table.pull(4)
    head = table.version()
    everything = table.get("/events").json()["items"]
    assert [event["version"] for event in everything] == list(range(1, head + 1))
    assert table.get("/events", **{"from": 3, "to": 5}).json()["items"] == everything[2:5]
    read: list[object] = []
    first = "1"
    while first:
        page = table.get("/events", **{"from": first, "limit": 3}).json()
        read += page["items"]
        first = page["next"]
    assert read == everything


def test_positions_and_views_at_every_event_agree_with_the_log(table: Table) -> None:
    table.pull(5)
    knot = 0
    for event in table.get("/events").json()["items"]:
        knot = event["data"].get("knot", knot)
        at = event["version"]
        assert table.get("/position", at=at).json()["position"]["knot"] == knot
        view = table.get("/views/map", at=at).json()
        assert (view["data"]["knot"], view["at"], view["timeline"]) == (knot, at, "main")
        assert f'cx="{knot}"' in table.get("/map", at=at).text


def test_the_chronicle_tells_what_happened_up_to_an_event(table: Table) -> None:
    table.pull(4)
    told = table.get("/views/chronicle").json()
    assert [entry["type"] for entry in told["items"]].count("rope_pulled") == 4
    earlier = table.get("/views/chronicle", at=3).json()
    assert earlier["items"] == [entry for entry in told["items"] if entry["version"] <= 3]
    part = table.get("/views/chronicle", **{"from": 4, "limit": 1}).json()
    assert part["items"][0]["version"] >= 4
    assert len(part["items"]) == 1


def test_the_chronicle_tells_of_some_types_of_event_alone(table: Table) -> None:
    table.pull(4)
    told = table.get("/views/chronicle").json()["items"]
    pulls = table.get("/views/chronicle", types="rope_pulled,nothing").json()["items"]
    assert pulls == [entry for entry in told if entry["type"] == "rope_pulled"]
    assert len(pulls) == 4
    assert table.get("/views/chronicle", types="command_accepted").json()["items"] == []


def test_several_views_are_of_one_version(table: Table) -> None:
    table.pull(3)
    shown = table.get("/views", names="politics,map", at=3).json()
    assert (shown["game"], shown["timeline"], shown["at"]) == (table.game, "main", 3)
    assert shown["views"] == {
        name: table.get(f"/views/{name}", at=3).json()["data"] for name in ("politics", "map")
    }
    assert table.get("/views", names="map,none").status_code == 404


def test_the_map_is_svg_that_may_load_nothing(table: Table) -> None:
    drawn = table.get("/map")
    assert drawn.headers["Content-Type"].startswith("image/svg+xml")
    assert drawn.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert re.match(r"<svg[\s>]", drawn.text)


def test_a_reader_waits_for_a_version(table: Table) -> None:
    assert table.get("/views/map", min_version=1).status_code == 200
    table.pull()
    assert table.get("/views/map", min_version=3).json()["at"] == 3


def test_a_fork_goes_its_own_way(table: Table) -> None:
    table.pull(3)
    before = table.get("/events").json()["items"]
    forked = table.post("/forks", {"at": 3}, "blue")
    assert forked.status_code == 201, forked.text
    line = forked.json()
    assert (line["parent"], line["at"], line["why"], line["by"]) == ("main", 3, "branch", "blue")
    body = {"id": "on-a-branch", "command": {"type": "pull", "effort": 3}, "decision": "1.grey"}
    given = table.post("/commands", {**body, "timeline": line["id"], "seat": "grey"}, "blue")
    assert given.status_code == 200, given.text
    assert table.get("/events").json()["items"] == before
    assert table.get("/position", timeline=line["id"]).json()["position"]["pulls"] == 2
    lines = {each["id"]: each for each in table.get("/timelines").json()["items"]}
    assert lines["main"]["current"]
    assert not lines[line["id"]]["current"]


def test_a_reader_may_fork_but_not_in_a_seats_name(table: Table) -> None:
    assert table.post("/forks", {"at": 1}).json()["by"] == "reader"
    assert table.post("/forks", {"at": 1, "by": "historian"}).json()["by"] == "historian"
    assert table.post("/forks", {"at": 1, "by": "blue"}).status_code == 403


def test_a_rewind_by_agreement_moves_the_game_to_a_new_line(table: Table) -> None:
    table.pull(3)
    left = table.get("/events").json()["items"]
    proposal = table.post("/rewinds", {"at": 3, "reason": "a slip"}, "blue").json()
    assert table.get().json()["proposals"] == [proposal]
    own = table.post(f"/rewinds/{proposal['id']}/accept", {}, "blue")
    assert own.status_code in (403, 409), own.text
    accepted = table.post(f"/rewinds/{proposal['id']}/accept", {}, "grey")
    assert accepted.status_code == 200, accepted.text
    line = accepted.json()["id"]
    game = table.get().json()
    assert (game["timeline"], game["version"], game["proposals"]) == (line, 3, [])
    table.pull()
    assert table.get("/events", timeline="main").json()["items"] == left
    main = next(each for each in table.get("/timelines").json()["items"] if each["id"] == "main")
    assert (main["left_for"], main["left_because"]) == (line, "a slip")


@pytest.mark.parametrize(("answer", "seat"), [("decline", "grey"), ("withdraw", "blue")])
def test_a_proposal_is_declined_or_withdrawn(table: Table, answer: str, seat: str) -> None:
    table.pull(2)
    proposal = table.post("/rewinds", {"at": 1}, "blue").json()
    assert table.post(f"/rewinds/{proposal['id']}/{answer}", {}, seat).status_code == 200
    game = table.get().json()
    assert (game["proposals"], game["timeline"]) == ([], "main")
    assert table.post(f"/rewinds/{proposal['id']}/accept", {}, "grey").status_code in (404, 409)


def test_resigning_ends_the_game(table: Table) -> None:
    assert table.post("/resignation", {}, "blue").status_code == 200
    assert table.get().json()["outcome"]["winner"] == "grey"


def test_a_draw_is_offered_and_accepted(table: Table) -> None:
    offered = table.post("/draw-offers", {}, "blue")
    assert offered.status_code == 201, offered.text
    offer = offered.json()["offer"]
    assert (offer["kind"], offer["seat"]) == ("draw", "blue")
    assert table.post("/draw-offers/unknown/accept", {}, "grey").status_code == 409
    assert table.post(f"/draw-offers/{offer['id']}/accept", {}, "grey").status_code == 200
    outcome = table.get().json()["outcome"]
    assert outcome["winner"] is None


@pytest.mark.parametrize(("answer", "seat"), [("decline", "grey"), ("withdraw", "blue")])
def test_a_draw_offer_is_declined_or_withdrawn(table: Table, answer: str, seat: str) -> None:
    offer = table.post("/draw-offers", {}, "blue").json()["offer"]
    assert table.post(f"/draw-offers/{offer['id']}/{answer}", {}, seat).status_code == 200
    game = table.get().json()
    assert (game["proposals"], game["outcome"]) == ([], None)


def test_the_service_tells_how_it_is(http: httpx.Client) -> None:
    assert http.get("/health").json()["status"] == "ok"
    ready = http.get("/ready").json()
    assert ready["status"] == "ok"
    http.get("/games/none")
    text = http.get("/metrics").text
    assert 'ironclad_requests_total{call="games.describe_game",status="404"}' in text
    size = float(re.search(r"^ironclad_log_size (\S+)$", text, re.MULTILINE)[1])  # type: ignore[index]
    assert size >= ready["log_size"]
