"""The supply phase: need by place, payment, attrition, broadcast, depots removed."""

import pytest

from ironclad.domain.games.war_between_the_states.position.document import problems, to_document
from ironclad.domain.games.war_between_the_states.position.pieces import Depot, Unit, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import LossesTaken
from ironclad.domain.games.war_between_the_states.rules.c12_supply.events import (
    AttritionRolled,
    ConsumptionRolled,
    StoresDestroyed,
    UnitsFed,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.feeding import by_chain
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.events import (
    DepotRemoved,
    SupplyBroadcast,
)
from tests.games.war_between_the_states.campaign import RICHMOND, WASHINGTON, blank, opened, turn_of
from tests.games.war_between_the_states.table import Table, armed

FAR = "C2025"  # Goldsboro, in Confederate country
CHITS = (1, 1)
"""The draw of both sides, which follows where nobody is asked any more."""
HARVEST, AUTUMN, WINTER = turn_of(9, 61), turn_of(11, 61), turn_of(1, 62)


def feed(**fields: object) -> dict[str, object]:
    return {"type": "feed_units", **fields}


def train(position: Position, hex: str, load: int) -> str:
    (id,) = armed(position, "union", hex, supply_train=(0,))
    position.units[id] = position.units[id].with_(load=load)
    return id


def hungry(turn: int, *strengths: int) -> Position:
    """Union infantry in Goldsboro, and what else a test adds."""
    position = blank(turn)
    armed(position, "union", FAR, infantry=strengths)
    position.owners[FAR] = "union"
    return position


def rolling(position: Position, *dice: int) -> tuple[Table, list[object]]:
    """The Confederate ends production, and the Union's need is rolled."""
    table = opened(position, "production", "confederate")
    return table, list(table.give("confederate", {"type": "end_production"}, dice))


@pytest.mark.rule("12.11/1", "12.11/2", "12.12/1", "12.12/2", "12.11/4", "12.11/9", "E.2/3", "4.2/5")
def test_each_place_rolls_and_harvest_feeds_armies_on_their_own_ground() -> None:
    for turn, needs in ((HARVEST, (2, 1)), (AUTUMN, (3, 1))):
        position = blank(turn)
        armed(position, "union", WASHINGTON, infantry=(8, 8, 7))
        armed(position, "union", "C2806", garrison=(4,))
        table, events = rolling(position, 2, 3)
        rolled = table.one(ConsumptionRolled, events)
        assert [(each.place, each.strength, each.need) for each in rolled.mouths] == [
            (WASHINGTON, 23, needs[0]),
            ("C2806", 4, needs[1]),
        ]
        assert table.asked == [("union", "feeding")]
        fed = table.one(UnitsFed, table.give("union", feed(), CHITS))
        assert [(meal.place, meal.general, meal.rail) for meal in fed.meals] == [
            (WASHINGTON, needs[0], 0),
            ("C2806", 1, 0),
        ]
        assert table.position.supply["union"] == 100 - sum(needs)


@pytest.mark.rule("12.11/3", "12.14/1", "17.51/3")
def test_who_eats() -> None:
    position = blank(AUTUMN)
    position.works[WASHINGTON] = Work("union", "fort")
    _, inside = armed(position, "union", WASHINGTON, infantry=(6,), garrison=(5,))
    position.units[inside] = position.units[inside].with_(inside=True)
    armed(position, "union", WASHINGTON, siege_train=(0,), rail_repair=(0,))
    train(position, WASHINGTON, 4)
    position.depots["union.C2609"] = Depot("union", "C2609", 5)
    table, events = rolling(position, 1, 1)
    mouths = table.one(ConsumptionRolled, events).mouths
    assert [(each.place, each.strength) for each in mouths] == [(WASHINGTON, 11), ("C2609", 2)]


@pytest.mark.rule("4.4/1")
def test_nobody_rolls_in_the_first_strategic_turn() -> None:
    position = blank(1)
    armed(position, "union", WASHINGTON, infantry=(8,))
    table, events = rolling(position, *CHITS)
    assert not any(isinstance(event, ConsumptionRolled) for event in events)
    assert table.position.supply["union"] == 100


@pytest.mark.rule("12.11/5", "12.11/6", "12.11/7", "12.11/8", "12.13/1", "17.44/1")
def test_isolated_units_eat_what_lies_beside_them_in_full_or_lose_strength() -> None:
    for load, fed_there in ((2, True), (1, False)):
        position = hungry(AUTUMN, 8, 7)
        supply = train(position, FAR, load)
        assert by_chain(position, "union", FAR) is None
        table, _ = rolling(position, 4)
        assert table.position.agenda.due[0].about["needs"] == {FAR: 2}
        if fed_there:
            fed = table.one(UnitsFed, table.give("union", feed(), CHITS))
            assert (fed.meals[0].general, fed.meals[0].paid) == (0, {supply: 2})
            assert table.position.units[supply].load == 0
            continue
        rolled = table.one(AttritionRolled, table.give("union", feed(), [4]))
        assert (rolled.strength, rolled.die, rolled.loss) == (15, 4, 3)
        assert table.position.units[supply].load == 1
        assert table.asked == [("union", "losses")]
        unlike = {"type": "take_losses", "taken": {"union_infantry_1": 3}}
        assert table.refused("union", unlike) == "8.18/1"
        taken = {"union_infantry_1": 1, "union_infantry_2": 2}
        table.one(LossesTaken, table.give("union", {"type": "take_losses", "taken": taken}, CHITS))
        assert [unit.strength for unit in table.position.units.values()] == [7, 5, 0]
        assert table.position.lost == {"union": 3}


@pytest.mark.rule("12.13/2", "12.11/3", "13.39/5", "13.23/1")
def test_a_besieged_garrison_eats_alone_and_suffers_more() -> None:
    position = blank(WINTER)
    position.works[RICHMOND] = Work("union", "fort")
    (inside,) = armed(position, "union", RICHMOND, garrison=(6,))
    position.units[inside] = position.units[inside].with_(inside=True)
    armed(position, "confederate", RICHMOND, infantry=(6,))
    armed(position, "union", "C2515", infantry=(4,))
    position.loose["C2515"] = 9
    position.owners |= {RICHMOND: "union", "C2515": "union"}
    table, _ = rolling(position, 3, 3)
    events = table.give("union", feed(), [4, 3])
    rolled = table.one(AttritionRolled, events)
    assert (rolled.place, rolled.die, rolled.winter, rolled.besieged, rolled.loss) == (
        RICHMOND,
        4,
        True,
        True,
        3,
    )
    assert table.one(UnitsFed, events).meals[0].paid == {"loose.C2515": 1}
    assert table.position.units[inside].strength == 3


@pytest.mark.rule("12.11/6", "12.11/9", "17.2/1", "17.2/2", "17.2/3")
def test_the_owner_says_who_is_fed_first_and_rails_cost_points() -> None:
    position = blank(AUTUMN)
    position.supply["union"], position.rail_points["union"] = 5, 1
    armed(position, "union", "C2806", infantry=(8,))
    armed(position, "union", WASHINGTON, infantry=(8, 8, 7))
    table, _ = rolling(position, 6, 6)
    assert table.position.agenda.due[0].about["needs"] == {WASHINGTON: 5, "C2806": 2}
    assert table.refused("union", feed(order=("C2512",))) == "12.11/1"
    assert table.refused("union", feed(sources={"C2806": {"loose.C2806": 2}})) == "12.11/5"
    fed = table.one(UnitsFed, table.give("union", feed(order=("C2806",)), [2]))
    assert [(meal.place, meal.need) for meal in fed.meals] == [("C2806", 2)]
    assert fed.unfed == (WASHINGTON,)
    assert table.position.supply["union"] == 3


def sending(position: Position) -> Table:
    return opened(position, "broadcast", "union")


@pytest.mark.rule("17.3/1", "17.31/1", "17.32/1", "17.33/1", "17.42/1", "17.52/1")
def test_supply_is_sent_by_rail_for_a_rail_point_each() -> None:
    position = blank(AUTUMN)
    rail, off = "C2307", "C2204"
    position.owners |= dict.fromkeys(("C2607", "C2507", "C2407", rail, "C2408"), "union")
    position.rail_points["union"] = 14
    name, home = "union.C2707", f"union.{WASHINGTON}"
    position.depots[name] = Depot("union", "C2707", 3)
    position.depots[home] = Depot("union", WASHINGTON, 95)
    afar = train(position, off, 0)
    table = sending(position)

    def send(**points: int) -> dict[str, object]:
        return {"type": "broadcast", "points": points}

    assert table.refused("union", send(**{afar: 1})) == "17.31/1"
    assert table.refused("union", send(**{home: 5})) == "17.33/1"
    by_rail = table.one(SupplyBroadcast, table.give("union", send(**{name: 10}))).rail
    assert (by_rail, table.position.rail_points["union"]) == (10, 4)
    assert table.position.depots[name].points == 13
    assert table.refused("union", send(**{name: 1})) == "17.33/1"
    assert table.position.supply["union"] == 90


@pytest.mark.rule("17.55/1", "17.55/2", "17.55/4")
def test_a_depot_is_removed_and_its_points_come_back_by_rail() -> None:
    position = blank(AUTUMN)
    position.rail_points["union"] = 4
    position.depots["union.C2707"] = Depot("union", "C2707", 6, taken=(("infantry", 2),))
    table = sending(position)
    removed = table.one(DepotRemoved, table.give("union", {"type": "remove_depot", "hex": "C2707"}))
    assert (removed.returned, removed.rail, removed.lost) == (4, 4, 2)
    assert table.position.units == {"union_infantry_1": Unit("union", "infantry", "C2707", 2)}
    assert (table.position.supply["union"], table.position.rail_points["union"]) == (104, 0)
    assert not list(problems(table.position))


@pytest.mark.rule("12.0/5", "17.55/3", "17.55/4")
def test_supply_is_destroyed_after_ones_own_combat_phase() -> None:
    position = Position("manassas_1861").copy()
    position.depots["union.C2206"] = Depot("union", "C2206", 6)
    supply = train(position, "C2206", 7)
    armed(position, "confederate", "C2108", infantry=(3,))
    table = Table("manassas_1861", document=to_document(position))
    table.pass_by("spans", "movement", "combat")
    assert table.asked == [("union", "destruction")]
    order = {"type": "destroy_stores", "points": {supply: 8}}
    assert table.refused("union", order) == "12.0/5"
    events = table.give("union", {**order, "points": {supply: 7}, "depots": ["union.C2206"]})
    assert table.one(StoresDestroyed, events).points == {supply: 7}
    assert table.one(DepotRemoved, events).lost == 6
    assert table.position.units["union_garrison_1"].strength == 2
    assert not table.position.depots
