"""What is tried around a vacated seat: by its old player, at once from all sides, in a game that hides."""

from collections.abc import Callable
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from tests.disputes.hall import NAMED, STANDS, hall
from tests.disputes.test_hidden import HOLDS as HIDDEN
from tests.disputes.test_hidden import deploy
from tests.disputes.test_vacated_seats import GONE, player, sit

LOST = {"timeline": "main", "seats": ["grey"], "custody": "server", "why": "The disk broke."}


def test_the_old_player_does_nothing_more() -> None:
    with hall() as game:
        game.open(officials=NAMED, control="10m+30s")
        version = game.pull(after="1m")
        number = game.claim(version, "Bob")
        game.claim(version + 1, "Ann")
        offer = game.post("/draw-offers", "Bob").json["offer"]["id"]
        back = game.post("/rewinds", "Bob", at=1).json["id"]
        until = "2026-03-02T12:00:00.000Z"
        pause = game.done("/clock/pauses", "Bob", until=until, why="Tea.")[1]["data"]["pause"]
        game.done("/vacate", "Carl", **GONE)
        tries: dict[str, dict[str, Any]] = {
            "/resignation": {},
            "/dice/anchors": {"custody": "server"},
            "/rewinds": {"at": 1},
            "/clock/vacations": {"from": "2026-03-02T12:00:00.000Z", "to": "2026-03-03T12:00:00.000Z"},
            "/seats/grey/token": {},
        }
        for path, body in tries.items():
            assert game.post(path, "Bob", **body).status_code in (403, 404), path
        assert game.refused(f"/claims/{number}/withdraw", "Bob") == "claim/by"
        assert game.refused("/claims/2/settle", "Bob", remedy=STANDS) == "ruling/by"
        sit(game, "Otto")
        assert game.refused(f"/draw-offers/{offer}/accept", "Ann") == "match/no-offer"
        assert game.refused(f"/rewinds/{back}/accept", "Ann") == "match/proposal"
        assert game.refused(f"/clock/pauses/{pause}/accept", "Ann") == "clock/proposal"
        game.done(f"/claims/{number}/withdraw", "Otto")


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    barrier, found = Barrier(len(acts)), list[Any]()

    def act(each: Callable[[], Any]) -> None:
        barrier.wait()
        found.append(each())

    threads = [Thread(target=act, args=(each,)) for each in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("round_", range(3))
def test_all_at_once(tmp_path: Path, round_: int) -> None:
    """Two directors vacate, one orders chains, the players order and offer, somebody sits down."""
    with hall(f"sqlite:///{tmp_path / 'log.db'}") as game:
        game.open(officials=NAMED, control="10m+30s")
        due = game.read("", "Ann")["due"][0]
        order = {"id": "x", "decision": due["id"], "command": {"type": "pull", "effort": 1}}
        answers = at_once(
            lambda: game.post("/vacate", "Carl", **GONE),
            lambda: game.post("/vacate", "Dora", **GONE),
            lambda: game.post("/chains", "Carl", **LOST),
            lambda: game.call("POST", "/commands", "Ann", order),
            lambda: game.post("/draw-offers", "Bob"),
            lambda: game.post("/seats/grey", "Otto"),
        )
        assert max(each.status_code for each in answers) < 500
        vacated = [data for kind, data in game.match_events() if kind == "seat_vacated"]
        seated = [data for kind, data in game.match_events() if kind == "seat_taken"]
        assert 1 <= len(vacated) <= 2
        assert len(seated) - len(vacated) in (1, 2)
        assert (player(game.read("", "Ann")) is None) == (len(seated) - len(vacated) == 1)
        assert game.verdict(tmp_path).word == "holds"


def test_the_old_player_of_a_hidden_game_sees_no_more_than_an_onlooker() -> None:
    with hall() as game:
        game.open(sit=False, ruleset="sealed_fields", scenario="standard", officials=NAMED)
        for seat, name in HIDDEN.items():
            assert game.call("POST", f"/seats/{seat}", name, {}).status_code == 201
        deploy(game)
        paths = ("/position", "/events", "/views/map")
        own = {path: game.call("GET", path, "Bob").data for path in paths}
        game.done("/vacate", "Carl", of="south", why="Gone.")
        for path in paths:
            seen, public = (game.call("GET", path, by).data for by in ("Bob", ""))
            assert seen == public, path
        assert own["/position"] != game.call("GET", "/position", "").data
        sit(game, "Otto", "south")
        assert game.call("GET", "/position", "Otto").data == own["/position"]


@pytest.mark.parametrize("seats", [["grey"] * 9, ["x" * 65], [1], "grey", [None]])
def test_seats_that_are_none(seats: Any) -> None:
    with hall() as game:
        game.open(officials=NAMED)
        assert game.post("/chains", "Carl", **{**LOST, "seats": seats}).status_code == 422
