"""A server that is stopped, and one that is killed in a burst of orders: what was acknowledged stands."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.running import PATIENCE, Server
from tests.api.story.playing import Story
from tests.api.story.script import (
    CAMPAIGN,
    FIRST_UNION_IMPULSE,
    PREPARATIONS,
    UNION,
    march,
    union,
)

pytestmark = [pytest.mark.full, pytest.mark.every_store]

PLAYED = 10
ENOUGH = 60


def test_after_a_restart_the_war_goes_on(own_server: Server) -> None:
    with own_server.client() as http:
        story = Story.begin(http)
        story.play(CAMPAIGN[:PLAYED])
        paths = ("", "/position", "/events", "/views/chronicle", "/views/map", "/map", "/match/events")
        before = {path: story.table.get(path).content for path in paths}
    assert own_server.stop() == 0
    own_server.start()
    with story.at(own_server):
        assert {path: story.table.get(path).content for path in paths} == before
        story.play(CAMPAIGN[PLAYED:])
        versions = [event["version"] for event in story.events()]
        assert versions == list(range(1, story.game()["version"] + 1))


def test_a_restart_in_the_middle_of_a_battle(own_server: Server) -> None:
    """Whose decision it is, and what it is about, outlives the process that asked."""
    with own_server.client() as http:
        story = Story.begin(http)
        orders = iter(CAMPAIGN)
        while story.game()["due"][0]["kind"] != "defending_leader":
            story.give(next(orders))
        due = story.game()["due"]
    own_server.kill()
    own_server.start()
    with story.at(own_server):
        assert story.game()["due"] == due
        assert story.give(next(orders)).one("battle_fought")["hex"] == "4406"


def marches() -> Iterator[dict[str, Any]]:
    """What the first thread orders: corps on the march, and word to the garrisons between them."""
    for path in (("1207", "1307"), ("1513", "1413"), ("1208", "1109"), ("4506", "4605"), ("4502", "4503")):
        yield {"type": "move_force", **march(*path)}
        for hex_id in ("4506", "1207", "1513"):
            yield {"type": "set_standing_order", "hex": hex_id, "order": "never"}
            yield {"type": "set_standing_order", "hex": hex_id, "order": "ask"}
    yield from standing_orders("1208")


def standing_orders(hex_id: str) -> Iterator[dict[str, Any]]:
    while True:
        for order in ("never", "always_into_works", "ask"):
            yield {"type": "set_standing_order", "hex": hex_id, "order": order}


class Burst:
    """Orders of one seat from several threads, as fast as they are answered, until the server is gone."""

    def __init__(self, server: Server, story: Story) -> None:
        self._server, self._story = server, story
        self.acknowledged: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.refused: list[str] = []

    def run(self, *streams: Iterator[dict[str, Any]]) -> None:
        """Kill the server once enough was acknowledged."""
        threads = [
            threading.Thread(target=self._give, args=(str(number), stream))
            for number, stream in enumerate(streams)
        ]
        for thread in threads:
            thread.start()
        while len(self.acknowledged) < ENOUGH and any(thread.is_alive() for thread in threads):
            time.sleep(0.002)
        assert self._server.kill() == -9
        for thread in threads:
            thread.join(timeout=PATIENCE)
            assert not thread.is_alive()

    def _give(self, name: str, commands: Iterator[dict[str, Any]]) -> None:
        headers = {"Authorization": f"Bearer {self._story.table.tokens[UNION]}"}
        decision = self._story.given[-1].one("decision_opened")["due"]["id"]
        with self._server.client() as http:
            for number, command in enumerate(commands):
                id = f"burst-{name}-{number}"
                body: dict[str, Any] = {"id": id, "command": command}
                if command["type"] == "move_force":
                    body["decision"] = decision
                self.sent[id] = body
                try:
                    answer = http.post(
                        f"/games/{self._story.table.game}/commands", json=body, headers=headers
                    )
                except httpx.TransportError:
                    return
                if answer.status_code == 200:
                    self.acknowledged[id] = (body, answer.json())
                else:
                    self.refused.append(answer.text)


def test_kill_9_in_a_burst_of_orders_loses_nothing(own_server: Server) -> None:
    with own_server.client() as http:
        story = Story.begin(http)
        story.play((*PREPARATIONS, *FIRST_UNION_IMPULSE[:3]))
        burst = Burst(own_server, story)
        burst.run(marches(), standing_orders("4712"))
    assert not burst.refused
    assert len(burst.acknowledged) >= ENOUGH
    own_server.start()
    with story.at(own_server):
        events = story.events()
        assert [event["version"] for event in events] == list(range(1, len(events) + 1))
        assert_acknowledged_is_there(events, burst)
        assert story.read("/position")["boundary"], "the game stands at the end of an accepted command"
        assert_repeats_get_their_first_answer(story, events, burst)
        assert story.events() == events, "a repeated order adds nothing"
        assert_play_goes_on(story)


def assert_acknowledged_is_there(events: list[dict[str, Any]], burst: Burst) -> None:
    by_version = {event["version"]: event for event in events}
    for _, receipt in burst.acknowledged.values():
        for event in receipt["events"]:
            assert by_version[event["version"]] == event
    moved = [
        receipt for body, receipt in burst.acknowledged.values() if body["command"]["type"] == "move_force"
    ]
    assert moved, "the burst had marches in it"


def assert_repeats_get_their_first_answer(story: Story, events: list[dict[str, Any]], burst: Burst) -> None:
    """Those acknowledged get the same again; one that is in the log without an answer gets it now."""
    in_log = {event["data"]["id"] for event in events if event["type"] == "command_accepted"}
    assert set(burst.acknowledged) <= in_log
    for name in sorted(in_log & set(burst.sent)):
        answer = story.table.post("/commands", burst.sent[name], UNION)
        assert answer.status_code == 200
        receipt = answer.json()
        assert receipt["repeated"]
        first = burst.acknowledged.get(name)
        if first is not None:
            assert {**receipt, "repeated": False} == first[1]
        low = receipt["events"][0]["version"]
        assert receipt["events"] == events[low - 1 : receipt["version"]]
    body = next(iter(burst.acknowledged.values()))[0]
    other = {**body, "command": {"type": "set_standing_order", "hex": "all", "order": "ask"}}
    assert story.table.post("/commands", other, UNION).status_code == 422


def assert_play_goes_on(story: Story) -> None:
    ended = story.give(union("movement", "end_movement"))
    assert ended.one("command_accepted")["id"] == ended.body["id"]
    (due,) = story.game()["due"]
    assert (due["seat"], due["kind"]) == ("confederate", "placement")
