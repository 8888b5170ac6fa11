"""The remedy `replay`: the game is annulled, and a new one is opened on its terms; each names the other."""

from pathlib import Path
from typing import Any

import pytest

from tests.disputes.hall import Hall, hall, of_kind
from tests.disputes.test_rulings import JUDGES

POLICY = {"limits": "open", "panel": 1, "late_hours": 48}
REPLAY = {"type": "replay"}


def begun(game: Hall) -> Hall:
    return game.open(officials=JUDGES, policy=POLICY, control="10m+30s", title="The rope", options={})


def asked(game: Hall) -> dict[str, Any]:
    """The request that opened the game."""
    found: dict[str, Any] = game.match_events()[0][1]["command"]
    return found


def test_a_game_is_played_again(tmp_path: Path) -> None:
    with hall() as game:
        begun(game)
        number = game.claim(game.pull())
        cost = game.call("POST", f"/claims/{number}/costs", "Carl", {"remedies": [REPLAY]}).json["items"][0]
        assert (cost["allowed"], cost["undone"]["commands"]) == (True, 1)
        game.done(f"/claims/{number}/take", "Carl")
        body = {"finding": "event_wrong", "facts": "The map was wrong.", "clauses": ["2"], "remedy": REPLAY}
        events = game.done(f"/claims/{number}/ruling", "Carl", id="again", **body)
        assert of_kind(events, "game_ended")["how"] == "annulled"
        old, was, terms = game.game, asked(game), game.read("/claims")
        new = of_kind(events, "remedy_applied")["effect"]["game"]
        assert game.done(f"/claims/{number}/ruling", "Carl", id="again", **body) == events
        assert game.verdict(tmp_path).word == "holds"
        assert game.read("", "Ann")["outcome"]["winner"] is None

        game.game = new
        assert asked(game) == {**was, "replays": old}
        assert game.read("/claims")["policy"] == terms["policy"]
        named = game.read("/claims")["officials"]
        assert len(named["assessors"]) == len(JUDGES["assessors"])
        assert named["chief"] != terms["officials"]["chief"]
        for seat, name in (("blue", "Bob"), ("grey", "Ann")):
            assert game.call("POST", f"/seats/{seat}", name, {}).status_code == 201
        assert game.read("/clock")["control"] is not None
        assert game.verdict(tmp_path).word == "holds"


def test_both_seats_settle_by_one() -> None:
    with hall() as game:
        begun(game)
        number = game.claim(game.pull())
        offered = game.done(f"/claims/{number}/settle", "Ann", remedy=REPLAY)
        games = len(game.call("GET", "/api/v1/games", "Ann").json["items"])
        assert games == 1, offered
        events = game.done(f"/claims/{number}/settle", "Bob", remedy=REPLAY)
        assert of_kind(events, "remedy_applied")["effect"]["game"] != game.game
        assert len(game.call("GET", "/api/v1/games", "Ann").json["items"]) == 2


def test_a_private_game_is_played_again_in_private() -> None:
    with hall() as game:
        begun_private = game.open(officials=JUDGES, policy=POLICY, private=True, sit=False)
        invited = game.call("POST", "/readers", "Ann", {"name": "Bob"})
        assert invited.status_code in (200, 201, 204), invited.text
        for seat, name in (("blue", "Ann"), ("grey", "Bob")):
            assert game.call("POST", f"/seats/{seat}", name, {}).status_code == 201
        number = begun_private.claim(game.pull())
        new = of_kind(game.ruled(number, remedy=REPLAY), "remedy_applied")["effect"]["game"]
        assert game.call("GET", f"/api/v1/games/{new}", "Otto").status_code == 404
        assert game.call("GET", f"/api/v1/games/{new}", "Ann").status_code == 200


@pytest.mark.parametrize("remedy", [{"type": "replay", "game": "x"}, {"type": "replay", "timeline": "main"}])
def test_it_has_no_fields(remedy: dict[str, Any]) -> None:
    with hall() as game:
        begun(game)
        number = game.claim(game.pull())
        answer = game.post(f"/claims/{number}/settle", "Ann", remedy=remedy)
        assert answer.status_code == 422, answer.text
