"""Replaying events that a caller brings: by the rules as a game's own are, bounded, and nothing is stored."""

import sys
from time import thread_time
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from ironclad.api.settings import Kind, Rate
from ironclad.projections import replaying
from tests.api.shared import Shared, service
from tests.api.test_invitations import home, hosted
from tests.api.test_trials import pull
from tests.games.keeping import kept as kept_of
from tests.games.keeping import names
from tests.stores import Store
from tests.toys.playing_fields import deploy
from tests.toys.sealed_fields import SEALED_FIELDS, SEATS

__all__ = ["home"]

RULES = "/rulesets/tug/replays"


@pytest.fixture
def events(home: Shared) -> list[dict[str, Any]]:
    """The events of a game in which both have pulled, as a bundle has them."""
    game, ada = hosted(home)
    bo = home.sit(game, "grey", player="Bo")
    assert pull(home, game, "blue", "1.blue", None, ada) == 200
    assert pull(home, game, "grey", "1.grey", None, bo) == 200
    stored = home.get(f"/games/{game}/events").json["items"]  # type: ignore[index]
    return [{"line": "main", **{key: each[key] for key in ("version", "name", "data")}} for each in stored]


def replay(shared: Shared, events: list[Any], **more: Any) -> TestResponse:
    return shared.post(RULES, {"events": events, "views": ["map"], **more})


def test_events_come_to_the_position_of_their_game(home: Shared, events: list[dict[str, Any]]) -> None:
    size = home.referee.queries.log_size()
    whole = replay(home, events)
    assert whole.status_code == 200, whole.text
    game = home.get("/games").json["items"][0]["id"]  # type: ignore[index]
    assert whole.json["position"] == home.get(f"/games/{game}/position").json["position"]  # type: ignore[index]
    assert whole.json["views"]["map"] == home.get(f"/games/{game}/views/map").json["data"]  # type: ignore[index]
    told = home.get(f"/games/{game}/views/chronicle?quiet=yes").json["items"]  # type: ignore[index]
    assert [{**each, "line": "main"} for each in told] == whole.json["entries"]  # type: ignore[index]
    first = replay(home, events[:2]).json["position"]  # type: ignore[index]
    rest = replay(home, events[2:], position=first)
    assert rest.json["position"] == whole.json["position"], "some at a time"  # type: ignore[index]
    assert home.referee.queries.log_size() == size, "nothing is stored"


def test_what_does_not_replay_is_refused(home: Shared, events: list[dict[str, Any]]) -> None:
    pulled = next(each for each in events if "pull" in each["name"])
    position = replay(home, events).json["position"]  # type: ignore[index]
    for wrong in (
        [],
        events[1:],
        [{**events[0], "data": {}}],
        [*events, {**pulled, "name": "tug.nothing.1"}],
        [*events, {**pulled, "name": "other.pulled.1"}],
        [*events, {**pulled, "data": {"type": "pulled", "effort": "x" * 10_000}}],
        [events[0]] * 257,
        [{**events[0], "more": 1}],
        [{"line": "main"}],
        [7],
    ):
        assert replay(home, wrong).status_code == 422, wrong
    assert replay(home, events, views=["nothing"]).status_code == 422
    assert replay(home, events, views=["map"] * 17).status_code == 422
    assert replay(home, [], position={"knot": "a"}).status_code == 422
    assert replay(home, [], position=position).status_code == 200, "a position alone"
    assert replay(home, events, seal={"game": "g", "key": "00"}).status_code == 422
    assert home.post("/rulesets/none/replays", {"events": events}).status_code == 404
    huge = b'{"events": [], "position": {"a": "' + b"x" * 5_000_000 + b'"}}'
    answer = home.call("POST", RULES, data=huge, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_a_game_that_hid_something_replays_with_its_key(store: Store) -> None:
    rulesets = {SEALED_FIELDS.name: SEALED_FIELDS}
    with service(store, rulesets=rulesets, accounts=False) as shared:
        game = shared.open_game(ruleset=SEALED_FIELDS.name, scenario="standard")
        tokens = {seat: shared.sit(game, seat, player=seat) for seat in SEATS}

        def give(seat: str, body: dict[str, Any]) -> None:
            answer = shared.post(f"/games/{game}/commands", {**body, "seat": seat}, token=tokens[seat])
            assert answer.status_code in (200, 202), answer.text

        deploy(give, {"north": (1, 1, 7), "south": (2, 3, 4)})
        assert shared.post(f"/games/{game}/resignation", {}, token=tokens["north"]).status_code == 200
        rows = shared.referee.open_games.recorder.placed(f"{game}/main", 0, 1_000)
        events = [
            {"line": "main", "version": version, "name": name, "data": msgspec.json.decode(body)}
            for _, version, name, body, _ in rows
        ]
        assert '"sealed"' in msgspec.json.encode(events).decode()
        with shared.referee.open_games.game(game) as live:
            key = live.match.opened_key
        path = f"/rulesets/{SEALED_FIELDS.name}/replays"
        opened = shared.post(path, {"events": events, "seal": {"game": game, "key": key}})
        assert opened.status_code == 200, opened.text
        position = shared.get(f"/games/{game}/position", token=tokens["south"]).json["position"]  # type: ignore[index]
        assert opened.json["position"] == position  # type: ignore[index]
        without = shared.post(path, {"events": events})
        assert without.status_code in (200, 422)
        assert without.json.get("position") != position, "what is sealed stays so"  # type: ignore[union-attr]
        for seal in ({"game": game, "key": "00" * 32}, {"game": "other", "key": key}):
            assert shared.post(path, {"events": events, "seal": seal}).status_code == 422, seal


def test_work_without_end_is_ended(
    home: Shared, events: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def turns(*_: object) -> None:
        while True:
            len("")

    monkeypatch.setattr(replaying, "SECONDS", 0.2)
    monkeypatch.setattr(replaying.Folder, "fold", turns)
    before = thread_time()
    refused = replay(home, events)
    assert (refused.status_code, "more than 0.2 seconds" in refused.text) == (422, True)
    assert thread_time() - before < 5
    assert sys.getprofile() is None


def test_replaying_is_a_dear_call(store: Store) -> None:
    with service(store, accounts=False, rates={Kind.READ: Rate(25, 600)}) as shared:
        statuses = [replay(shared, []).status_code for _ in range(3)]
        assert statuses == [422, 422, 429], "12 reads each"


@pytest.mark.parametrize("ruleset", names())
def test_golden_games_replay_some_at_a_time(ruleset: str) -> None:
    """By way of position documents, in the midst of commands too."""
    kept, index = kept_of(ruleset), kept_of(ruleset).index()
    rows = kept.log(min(index, key=lambda each: index[each].events))[:400]
    events = [
        replaying.Brought("main", at, name, msgspec.json.decode(body))
        for at, (name, body) in enumerate(rows, 1)
    ]
    whole, position = None, None
    for start in range(0, len(events), 37):
        found = replaying.replay(kept.ruleset, position, events[start : start + 37], ())
        position = msgspec.json.decode(msgspec.json.encode(found.position))
    for start in range(0, len(events), 150):
        whole = replaying.replay(kept.ruleset, whole, events[start : start + 150], ()).position
    assert position == msgspec.json.decode(msgspec.json.encode(whole))


def test_the_turns_of_a_golden_game_are_those_of_its_service() -> None:
    """Each row, made of the position at the turn's end and of the events that count, some at a time."""
    kept = kept_of("american_civil_war")
    index, ruleset = kept.index(), kept.ruleset
    rows = kept.log(max(index, key=lambda each: index[each].events))
    events = [
        replaying.Brought("main", at, name, msgspec.json.decode(body))
        for at, (name, body) in enumerate(rows, 1)
    ]
    history = ruleset.show.history
    assert history is not None
    end = ruleset.storage.events.topics(ruleset.storage.events.types[history.end])
    ends = [each.version for each in events if each.name in end][:2]
    assert ends, "no turn ends in this game"
    position, after = None, 0
    for upto in ends:
        before = events[after : upto - 1]
        found = None
        for start in range(0, len(before), 200):
            part = before[start : start + 200]
            last = start + 200 >= len(before)
            found = replaying.replay(ruleset, position, part, (), turn=before if last else None)
            position = msgspec.json.decode(msgspec.json.encode(found.position))
        assert found is not None
        decoded = [ruleset.storage.events.decode(name, body) for name, body in rows[after : upto - 1]]
        counted = [each for each in decoded if type(each) in history.counted]
        assert found.turn == history.row(ruleset.storage.from_document(position), counted)
        ending = replaying.replay(ruleset, position, events[upto - 1 : upto], ())
        assert [(each.version, each.ends) for each in ending.turn_events] == [(upto, True)]
        position, after = msgspec.json.decode(msgspec.json.encode(ending.position)), upto


def test_two_positions_are_compared_as_those_of_a_game(home: Shared, events: list[dict[str, Any]]) -> None:
    first, last = (replay(home, events[:upto]).json["position"] for upto in (1, len(events)))  # type: ignore[index]
    path = "/rulesets/tug/comparisons"
    found = home.post(path, {"a": first, "b": last})
    assert found.status_code == 200, found.text
    game = home.get("/games").json["items"][0]["id"]  # type: ignore[index]
    known = home.get(f"/games/{game}/compare?a=main@1&b=main").json
    for part in ("changes", "told", "differences", "more"):
        assert found.json[part] == known[part], part  # type: ignore[index]
    assert found.json["differences"]  # type: ignore[index]
    assert not home.post(path, {"a": last, "b": last}).json["differences"]  # type: ignore[index]
    assert home.post(path, {"a": last, "b": {"knot": "a"}}).status_code == 422
    assert home.post(path, {"a": last}).status_code == 422
    assert home.post("/rulesets/none/comparisons", {"a": last, "b": last}).status_code == 404
