"""Political points, appeals, emancipation and the end of the war (R.10)."""

import pytest

from ironclad.domain.games.war_between_the_states.position.campaign import Order, Politics
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import wbts
from ironclad.domain.games.war_between_the_states.rules.c21_production.economy import major_cities
from ironclad.domain.games.war_between_the_states.rules.c21_production.events import YardsLost
from ironclad.domain.games.war_between_the_states.rules.c24_departments.events import StagesLost
from ironclad.domain.games.war_between_the_states.rules.c25_politics.events import (
    AppealMade,
    BattleCredited,
    CitiesCaptured,
)
from ironclad.domain.games.war_between_the_states.rules.c25_politics.phase import (
    credit_battle,
    settle_control,
)
from ironclad.domain.games.war_between_the_states.rules.c25_politics.points import (
    battle_points,
    prizes,
)
from ironclad.domain.kernel.engine.dice import NoDice
from ironclad.domain.kernel.engine.resolution import Resolution
from tests.games.war_between_the_states.campaign import (
    ATLANTA,
    END,
    MEMPHIS,
    NASHVILLE,
    NEW_ORLEANS,
    RICHMOND,
    ST_LOUIS,
    WASHINGTON,
    blank,
    opened,
    turn_of,
)
from tests.games.war_between_the_states.table import Table

APPEAL = {"type": "appeal"}
EMANCIPATE = {"type": "proclaim_emancipation"}


def ahead(union: int, confederate: int, turn: int = 1, **options: str) -> Position:
    position = blank(turn, **options)
    position.politics = Politics(points={"union": union, "confederate": confederate})
    return position


def at_politics(position: Position) -> Table:
    """The political phase, reached from the Confederate's last production."""
    table = opened(position, "production", "confederate")
    table.give("confederate", END["production"], [1, 2] if not _asks(position) else [])
    return table


def _asks(position: Position) -> bool:
    """Whether somebody may act in the political phase, so that no chits are drawn yet."""
    points = position.politics.points
    lead = points.get("union", 0) - points.get("confederate", 0)
    appeals = abs(lead) >= 20 and not position.plays("no_political_appeals")
    return appeals or (position.cycle.year >= 63 and lead >= 0 and not position.politics.emancipation)


@pytest.mark.rule("R.10/3")
def test_the_first_capture_of_cities() -> None:
    union = prizes()["union"]
    assert [union[hex] for hex in (RICHMOND, ATLANTA, NEW_ORLEANS, NASHVILLE, MEMPHIS)] == [15, 10, 10, 8, 8]
    assert union["C1640"] == 4
    assert prizes()["confederate"][WASHINGTON] == 25
    position = blank()
    play = Resolution(position, NoDice(), wbts.evolvers)
    settle_control(play)
    assert not play.events
    position.owners = {NASHVILLE: "union", "C1640": "union", ST_LOUIS: "confederate"}
    settle_control(play)
    captured = [event for event in play.events if isinstance(event, CitiesCaptured)]
    assert [(event.side, event.cities) for event in captured] == [
        ("union", {NASHVILLE: 8, "C1640": 4}),
        ("confederate", {ST_LOUIS: 15}),
    ]
    assert position.politics.points == {"union": 12, "confederate": 15}
    position.owners = {}
    settle_control(play)
    position.owners = {NASHVILLE: "union"}
    settle_control(play)
    assert position.politics.points == {"union": 12, "confederate": 15}


@pytest.mark.rule("R.10/3")
def test_cities_are_counted_as_a_player_turn_ends() -> None:
    position = blank(2)
    position.chits = {"union": 1, "confederate": 0}
    position.owners = {MEMPHIS: "union"}
    table = opened(position, "spans", "union")
    table.give("union", {"type": "declare_spans"})
    captured = table.one(CitiesCaptured, table.give("union", {"type": "end_movement"}))
    assert captured.cities == {MEMPHIS: 8}


@pytest.mark.rule("R.7/18", "R.8/7")
def test_what_is_under_construction_is_lost_with_its_hex() -> None:
    position = blank()
    position.construction = position.construction.with_(stages={NASHVILLE: "confederate"})
    order = Order("confederate", "ironclad", 1, 1, NEW_ORLEANS)
    position.production = position.production.with_(orders=(order,))
    play = Resolution(position, NoDice(), wbts.evolvers)
    settle_control(play)
    assert position.production.orders == (order,)
    position.owners = {NASHVILLE: "union", NEW_ORLEANS: "union"}
    settle_control(play)
    assert {type(event) for event in play.events} == {CitiesCaptured, StagesLost, YardsLost}
    assert not position.construction.stages
    assert not position.production.orders


@pytest.mark.rule("R.10/4")
def test_points_for_a_battle() -> None:
    assert [battle_points(own, enemy) for own, enemy in ((9, 10), (10, 10), (0, 9), (4, 30))] == [2, 0, 0, 2]
    position = blank()
    play = Resolution(position, NoDice(), wbts.evolvers)
    credit_battle(play, {"union": 14, "confederate": 11})
    assert play.events == [BattleCredited("confederate", 11, 14, 2)]
    assert position.politics.points == {"confederate": 2}


@pytest.mark.rule("R.10/5", "4.2/1")
def test_appeals() -> None:
    table = at_politics(ahead(45, 0))
    assert table.asked == [("union", "politics")]
    assert table.refused("union", EMANCIPATE) == "R.10/6"
    made = table.one(AppealMade, table.give("union", APPEAL, [3]))
    assert (made.lead, made.total, made.won, made.points) == (45, 7, False, -5)
    assert table.position.politics.points["union"] == 40
    assert table.refused("union", APPEAL) == "R.10/5"
    table = at_politics(ahead(45, 0))
    made = table.one(AppealMade, table.give("union", APPEAL, [4]))
    assert made.total == 8
    ended = table.position.ended
    assert ended is not None
    assert (ended.winner, ended.rule) == ("union", "R.10/5")
    assert table.asked == []


@pytest.mark.rule("R.10/5")
def test_who_may_not_appeal() -> None:
    assert at_politics(ahead(0, 20)).asked == [("confederate", "politics")]
    assert at_politics(ahead(0, 19)).position.step == "spans"
    assert at_politics(ahead(45, 0, no_political_appeals="yes")).position.step == "spans"
    both = ahead(45, 0, turn_of(1, 63), no_political_appeals="yes")
    assert at_politics(both).refused("union", APPEAL) == "R.10/5"


@pytest.mark.rule("R.10/6")
def test_emancipation() -> None:
    assert at_politics(ahead(3, 3, turn_of(13, 62))).position.step == "spans"
    assert at_politics(ahead(3, 4, turn_of(1, 63))).position.step == "spans"
    table = at_politics(ahead(3, 3, turn_of(1, 63)))
    assert table.asked == [("union", "politics")]
    table.give("union", EMANCIPATE)
    assert table.position.politics.emancipation
    assert table.position.politics.points == {"union": 3, "confederate": 6}
    assert table.refused("union", EMANCIPATE) == "R.10/6"
    table.give("union", END["politics"], [1, 2])
    assert table.position.step == "spans"


@pytest.mark.rule("R.10/1")
def test_five_cities_win_the_war() -> None:
    position = blank(turn_of(3, 63))
    position.owners = dict.fromkeys(major_cities(), "union")
    table = opened(position, "production", "confederate")
    table.give("confederate", END["production"])
    ended = table.position.ended
    assert ended is not None
    assert (ended.winner, ended.rule) == ("union", "R.10/1")


@pytest.mark.rule("R.10/7")
def test_the_election() -> None:
    for held, number, winner in ((2, 12, "confederate"), (3, 12, None), (2, 11, None)):
        position = blank(turn_of(number, 64), no_political_appeals="yes")
        position.owners = dict.fromkeys(major_cities()[:held], "union")
        position.politics = Politics(emancipation=True)
        table = opened(position, "production", "confederate")
        table.give("confederate", END["production"], [] if winner else [1, 2])
        ended = table.position.ended
        assert (ended.winner if ended else None) == winner
        if ended:
            assert ended.rule == "R.10/7"
