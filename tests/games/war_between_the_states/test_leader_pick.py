"""The leader pick: draws, appointments, headquarters, prisoners, losses (R.6)."""

import pytest

from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.pieces import LeaderPiece
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import wbts
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import headquarters_of
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.events import (
    ExchangeAnswered,
    HeadquartersRemoved,
    LeaderHit,
    LeaderParoled,
    LeadersDrawn,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.picking import (
    not_in_play,
    pool_of,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.prisoners import (
    roll_for_leader,
)
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.resolution import Resolution
from tests.games.war_between_the_states.campaign import END, ST_LOUIS, WASHINGTON, blank, opened, turn_of
from tests.games.war_between_the_states.table import Table, armed, led

AWAY = "C2512"  # Fredericksburg: no department of the Union
ISLAND = "B4028"  # Fort Pickens, which no chain reaches without ships


def picking(position: Position, seat: str = "union") -> Table:
    """A leader pick for which nobody is left to draw."""
    drawn = tuple(name for _, name in leaders())
    position.leader_pick = position.leader_pick.with_(drawn=drawn)
    return opened(position, "leader_pick", seat)


def place(name: str, hex: str) -> dict[str, str]:
    return {"type": "place_leader", "leader": name, "hex": hex}


def appoint(hq: str, name: str) -> dict[str, str]:
    return {"type": "appoint_commander", "headquarters": hq, "leader": name}


def recall(name: str) -> dict[str, str]:
    return {"type": "recall_leader", "leader": name}


@pytest.mark.rule("R.6/2", "10.0/5")
def test_a_leader_comes_by_chance() -> None:
    table = Table("campaign_1861")
    waiting = not_in_play(table.position, "union")
    assert "McDowell" not in waiting
    assert "Farragut" not in waiting
    drawn = table.one(LeadersDrawn, table.give("confederate", {"type": "begin_game"}, [len(waiting)]))
    assert drawn.leaders == (waiting[-1],)
    assert drawn.among == waiting
    assert pool_of(table.position, "union") == drawn.leaders
    assert waiting[-1] not in not_in_play(table.position, "union")
    table = Table("campaign_1861", {"naval_leaders": "yes"})
    assert "Farragut" in not_in_play(table.position, "union")


@pytest.mark.rule("R.6/2")
def test_leaders_come_by_date_by_the_option() -> None:
    table = Table("campaign_1861", {"leaders_by_date": "yes"})
    events = table.give("confederate", {"type": "begin_game"})
    assert not any(isinstance(event, LeadersDrawn) for event in events)
    position = blank(turn_of(8, 61), leaders_by_date="yes")
    opened(position, "leader_pick", "union")
    table = opened(position, "production", "union")
    drawn = table.one(LeadersDrawn, table.give("union", END["production"], [1] * 19))
    early = {
        name
        for (side, name), leader in leaders().items()
        if side == "confederate" and str(leader.entry) == "8/61"
    }
    assert set(drawn.leaders) == early
    assert drawn.among == ()


@pytest.mark.rule("R.6/1", "10.1/9")
def test_leaders_are_placed_and_appointed() -> None:
    position = blank()
    hq = led(position, "union", WASHINGTON, "McDowell", "corps", (5,))
    other = led(position, "union", ST_LOUIS, "Lyon", "corps", (5,))
    position.leaders["Grant"] = LeaderPiece("union")
    table = picking(position)
    assert table.refused("union", place("Grant", AWAY)) == "R.6/1"
    assert table.refused("union", place("McDowell", ST_LOUIS)) == "R.6/1"
    assert table.refused("union", place("Lee", ST_LOUIS)) == "R.6/1"
    assert table.refused("union", appoint(hq, "Grant")) == "R.6/1"
    table.give("union", place("Grant", ST_LOUIS))
    assert table.refused("union", appoint(hq, "McDowell")) == "R.6/1"
    table.give("union", appoint(hq, "Grant"))
    assert headquarters_of(table.position, "Grant") == hq
    assert table.position.leaders["McDowell"].hex == WASHINGTON
    assert headquarters_of(table.position, "McDowell") is None
    assert table.refused("union", appoint(other, "Grant")) == "R.6/1"  # once in a pick
    table.give("union", appoint(hq, "Lyon"))
    assert table.position.headquarters[other].commander == ""


@pytest.mark.rule("R.6/1", "R.6/3")
def test_who_is_off_the_chain_of_supply() -> None:
    position = blank()
    far = led(position, "union", ISLAND, "Banks", "corps", (5,))
    near = led(position, "union", WASHINGTON, "McDowell", "corps", (5,))
    led(position, "union", ISLAND, "Butler")
    table = picking(position)
    assert table.refused("union", recall("Banks")) == "R.6/3"
    assert table.refused("union", appoint(near, "Banks")) == "R.6/1"
    assert table.refused("union", appoint(far, "McDowell")) == "R.6/1"
    table.give("union", appoint(far, "Butler"))
    table.give("union", recall("McDowell"))
    assert pool_of(table.position, "union") == ("McDowell",)
    assert table.position.headquarters[near].commander == ""
    assert table.refused("union", recall("McDowell")) == "R.6/3"
    assert table.refused("union", place("McDowell", WASHINGTON)) == "R.6/1"  # once in a pick


@pytest.mark.rule("R.6/4")
def test_promotion() -> None:
    def promote(name: str) -> dict[str, str]:
        return {"type": "promote_leader", "leader": name}

    early = blank(turn_of(13, 63))
    led(early, "union", WASHINGTON, "Grant")
    assert picking(early).refused("union", promote("Grant")) == "R.6/4"
    position = blank(turn_of(1, 64))
    for name in ("Grant", "Sherman", "Thomas"):
        led(position, "union", WASHINGTON, name)
    table = picking(position)
    assert table.refused("union", promote("Thomas")) == "R.6/4"
    table.give("union", promote("Grant"))
    assert table.position.leaders["Grant"].stars == 5
    assert table.refused("union", promote("Sherman")) == "R.6/4"


@pytest.mark.rule("R.6/8", "R.6/9", "3.26/1")
def test_headquarters_are_created_and_taken_off() -> None:
    def create(kind: str, hex: str) -> dict[str, str]:
        return {"type": "create_headquarters", "kind": kind, "hex": hex}

    position = blank()
    hq = led(position, "union", WASHINGTON, "McDowell", "army", (5, 4))
    position.headquarters[hq] = position.headquarters[hq].with_(supply=2)
    armed(position, "union", "C2806", infantry=(3, 3))
    armed(position, "union", "C2706", infantry=(3, 3))
    table = picking(position)
    assert table.refused("union", create("corps", "C2706")) == "R.6/8"
    assert table.refused("union", create("division", WASHINGTON)) == "R.6/8"
    position = table.position.copy()
    armed(position, "union", "C2706", infantry=(2,))
    table = picking(position)
    table.give("union", create("corps", "C2706"))
    assert table.position.headquarters["union_corps_1"].commander == ""
    assert table.refused("union", create("corps", WASHINGTON)) == "R.6/8"
    removed = table.one(
        HeadquartersRemoved, table.give("union", {"type": "remove_headquarters", "headquarters": hq})
    )
    assert removed.roster == ("union_infantry_1", "union_infantry_2")
    assert table.position.units["union_infantry_1"].hq == ""
    assert table.position.loose == {WASHINGTON: 2}
    assert table.position.leaders["McDowell"].hex == WASHINGTON
    full = blank()
    for name in ("Wilson", "Stoneman", "Sheridan"):
        led(full, "union", WASHINGTON, name, "cavalry")
    assert picking(full).refused("union", create("cavalry", WASHINGTON)) == "3.26/1"


def captives() -> Position:
    position = blank()
    for side, name in (("union", "Banks"), ("union", "Grant"), ("confederate", "Polk")):
        position.leaders[name] = LeaderPiece(side, prisoner=True)  # type: ignore[arg-type]
    return position


@pytest.mark.rule("R.6/5", "10.33/3")
def test_prisoners_are_exchanged_if_both_agree() -> None:
    def offer(own: str, enemy: str) -> dict[str, str]:
        return {"type": "offer_exchange", "own": own, "enemy": enemy}

    table = picking(captives())
    assert table.refused("union", offer("Grant", "Polk")) == "R.6/5"  # 4 stars and 3
    assert table.refused("union", offer("Polk", "Banks")) == "R.6/5"
    table.give("union", offer("Banks", "Polk"))
    assert table.asked == [("confederate", "exchange")]
    table.give("confederate", {"type": "answer_exchange", "agree": False})
    assert table.asked == [("union", "leader_pick")]
    assert table.position.leaders["Banks"].prisoner
    assert table.refused("union", offer("Banks", "Polk")) == "R.6/5"
    table = picking(captives())
    table.give("union", offer("Banks", "Polk"))
    events = table.give("confederate", {"type": "answer_exchange", "agree": True})
    assert table.one(ExchangeAnswered, events).agreed
    assert pool_of(table.position, "union") == ("Banks",)
    assert pool_of(table.position, "confederate") == ("Polk",)
    table.give("union", place("Banks", WASHINGTON))


@pytest.mark.rule("R.6/6", "10.33/3")
def test_parole() -> None:
    table = picking(captives())
    assert table.refused("union", {"type": "parole_leader", "leader": "Banks"}) == "R.6/6"
    paroled = table.one(LeaderParoled, table.give("union", {"type": "parole_leader", "leader": "Polk"}))
    assert (paroled.until, paroled.points) == (1 + 13 * 4, 2)
    assert table.position.politics.points == {"union": 2}
    for turn, allowed in ((turn_of(6, 62), False), (turn_of(7, 62), True)):
        position = blank(turn)
        position.leaders["Polk"] = LeaderPiece("confederate")
        position.leader_pick = table.position.leader_pick
        later = picking(position, "confederate")
        if allowed:
            later.give("confederate", place("Polk", "C2516"))
        else:
            assert later.refused("confederate", place("Polk", "C2516")) == "R.6/6"


@pytest.mark.rule("R.6/7", "R.6/10")
@pytest.mark.parametrize(
    ("total", "dice", "result"),
    [(1, [], None), (2, [5], "unhurt"), (2, [6, 4], "wounded"), (8, [6, 5], "killed")],
)
def test_leaders_who_are_hit(total: int, dice: list[int], result: str | None) -> None:
    position = blank(leader_losses="yes")
    hq = led(position, "union", WASHINGTON, "McDowell", "corps")
    rolled = ScriptedDice(dice)
    play = Resolution(position, rolled, wbts.evolvers)
    roll_for_leader(play, "McDowell", total)
    assert not rolled.left()
    hits = [event.result for event in play.events if isinstance(event, LeaderHit)]
    assert hits == ([result] if result else [])
    assert ("McDowell" in position.leaders) == (result != "killed")
    assert position.headquarters[hq].commander == ("" if result in ("wounded", "killed") else "McDowell")
    if result == "wounded":
        assert pool_of(position, "union") == ("McDowell",)
        assert position.leader_pick.barred == {"McDowell": 1 + 3 * 4}


@pytest.mark.rule("R.6/7")
def test_no_leader_is_hit_without_the_option() -> None:
    position = blank()
    led(position, "union", WASHINGTON, "McDowell", "corps")
    play = Resolution(position, ScriptedDice([]), wbts.evolvers)
    roll_for_leader(play, "McDowell", 8)
    assert not play.events


@pytest.mark.rule("R.6/1")
def test_every_offer_of_the_pick_is_legal() -> None:
    position = captives()
    led(position, "union", WASHINGTON, "McDowell", "corps", (5,))
    position.leaders["Halleck"] = LeaderPiece("union")
    table = picking(position)
    offers = list(decider.legal(RULESET, table.position, "union"))
    kinds = {type(command).__name__ for command in offers}
    assert kinds >= {"PlaceLeader", "RecallLeader", "CreateHeadquarters", "OfferExchange", "ParoleLeader"}
    assert all(decider.is_legal(RULESET, table.position, "union", command) for command in offers)
