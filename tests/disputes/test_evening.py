"""A director's evening over HTTP: three games, a late flag, two claims, an appeal; every record verifies."""

from pathlib import Path

from tests.disputes.hall import STANDS, Hall, hall, kinds, of_kind
from tests.disputes.test_rulings import JUDGES, _account

POLICY = {"limits": "open", "panel": 1, "pause_on_claim": "both"}


def opened(game: Hall) -> str:
    game.open(officials=JUDGES, policy=POLICY, control="10m+30s")
    return game.game


def test_a_directors_evening(tmp_path: Path) -> None:
    with hall() as game:
        # Eight o'clock: in the first game blue disputes its die. The clocks stand until the ruling.
        first = opened(game)
        version = game.pull(after="1m")
        claim = game.claim(version, reading={"end": "turns"})
        assert game.read("/clock")["paused"] is not None
        game.clock.later("20m")
        asked = {"timeline": "main", "version": version, "reading": {"end": "drift"}}
        found = game.call("POST", "/counterfactuals", "Carl", asked)
        assert found.status_code == 200, found.text
        assert found.json["ended"]["why"] == "end"
        assert found.json["steps"][0]["was"] == found.json["steps"][0]["would"]
        costs = game.read(f"/claims/{claim}/costs", "Carl")["items"]
        assert [each["remedy"]["type"] for each in costs] == ["let_stand"]
        events = game.ruled(claim, finding="event_stands", facts="The die shows 3, the pull was 1.")
        assert kinds(events)[-1] in ("clocks_resumed", "clock_pressed")
        game.pull(after="1m")

        # In the second game both agree that a pull was given by mistake.
        second = opened(game)
        version = game.pull()
        claim = game.claim(version, says="I pressed the wrong button.", kind="conduct")
        game.done(f"/claims/{claim}/answer", "Bob", agrees=True, says="I saw it.")
        back = {"type": "rewind", "timeline": "main", "at": version - 1}
        game.done(f"/claims/{claim}/settle", "Ann", remedy=back)
        settled = game.done(f"/claims/{claim}/settle", "Bob", remedy=back)
        line = of_kind(settled, "timeline_opened")["timeline"]
        assert game.read("", "Ann")["timeline"] == line
        game.pull(after="2m")

        # In the third game blue is late; grey wins by the clock, and the deputy lifts that.
        third = opened(game)
        game.clock.later("1h")
        assert game.post("/claims", "Ann").status_code == 422
        assert game.post("/resignation", "Bob").status_code == 409
        assert game.read("", "Ann")["outcome"]["winner"] == "grey"
        claim = game.claim(1, about={"flag": "blue"}, kind="clock", says="My line was down.")
        game.done(f"/claims/{claim}/take", "Dora")
        game.rule(claim, "Dora", finding="event_wrong", facts="The line was down.", remedy=STANDS)
        game.done("/lift", "Dora", why="The line was down.", claim=claim)
        assert game.read("", "Ann")["outcome"] is None

        # Grey appeals; the assessor who was drawn confirms the ruling.
        game.done(f"/claims/{claim}/appeal", "Bob", grounds=["wrong_fact"], says="It was not.")
        drawn = of_kind(game.done(f"/claims/{claim}/panel", "Carl"), "panel_named")["members"]
        assert len(drawn) == 1
        people = {
            game.referee.claims.official_of(third, _account(game, each)): each for each in JUDGES["assessors"]
        }
        voted = game.done(f"/claims/{claim}/votes", people[drawn[0]], vote="confirm", says="It was right.")
        assert "appeal_decided" in kinds(voted)

        # The night ends: what is open, and every record holds.
        states = {}
        for each in (first, second, third):
            game.game = each
            states[each] = [item["state"] for item in game.read("/claims")["items"]]
            assert game.verdict(tmp_path).word == "holds"
        assert states == {first: ["ruled"], second: ["settled"], third: ["decided"]}
        game.clock.later("25h")
        game.game = first
        assert game.read("/claims")["items"][0]["state"] == "final"
        late = game.post("/claims/1/appeal", "Bob", grounds=["partial"], says="Too late.")
        assert (late.status_code, late.json["rule"]) == (409, "appeal/late")
