"""The views of the Eagle variant: they agree with the position, and hide what is sealed."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.board.map_files import DATA
from ironclad.domain.games.eagle_variant.position.battles import BattleOrders, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import places
from ironclad.domain.games.eagle_variant.rules.c09_production.events import IncomeReceived
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine.codec import canonical
from tests.games.eagle_variant.walking import READERS, some, start, walked

CLAUSES = {each["id"] for each in tomllib.loads((DATA / "clauses.toml").read_text())["clause"]}


def view(name: str, position: Position, seat: str | None = None) -> dict[str, Any]:
    """A view as a reader gets it."""
    return views_of(RULESET, seat)[name](RULESET.sight.see(position, seat))


@pytest.mark.parametrize("seed", [1])
def test_every_view_is_plain_data_for_every_reader(seed: int) -> None:
    for step in some(seed, 3)[::3]:
        for reader in READERS:
            position = RULESET.sight.see(step.after, reader)
            before = canonical(RULESET.storage.to_document(position))
            for name, made in views_of(RULESET, reader).items():
                assert canonical(made(position)), name
            assert canonical(RULESET.storage.to_document(position)) == before


@pytest.mark.parametrize("seed", [1])
def test_armies_agree_with_the_units_of_the_position(seed: int) -> None:
    for step in some(seed, 6):
        position, shown = step.after, view("armies", step.after)
        told = {unit["id"]: army["space"] for army in shown["armies"] for unit in army["units"]}
        assert told == {id: unit.space for id, unit in position.units.items()}
        counted = Counter((unit.nation, unit.kind) for unit in position.units.values())
        for nation, kinds in shown["totals"].items():
            for kind in ("infantry", "cavalry", "artillery", "leader"):
                assert kinds[kind] == counted.pop((nation, kind), 0)
            elite = [each for each in position.units.values() if each.nation == nation and each.elite]
            assert kinds["elite"] == len(elite)
        assert not counted
        for army in shown["armies"]:
            units = [position.units[unit["id"]] for unit in army["units"]]
            assert {unit.side or unit.nation for unit in units} == {army["army"]}
            assert army["brigades"] == sum(unit.kind != "leader" for unit in units)


@pytest.mark.parametrize("seed", [1])
def test_a_city_is_held_as_its_brigades_say(seed: int) -> None:
    """By the map and the units alone: brigades of one side hold a city; an empty home city is its owner's."""
    for step in some(seed, 6):
        position = step.after
        if position.options.get("control_stays_with_last_occupant") == "yes":
            continue
        for city in view("map", position)["cities"]:
            here = [each for each in position.units.values() if each.space == city["id"]]
            sides = {each.side for each in here if each.kind != "leader"}
            if len(sides) == 1:
                assert (city["holder"] or "") == next(iter(sides))
            elif sides:
                assert city["holder"] is None
            elif city["side"] in SIDES and city["state"] not in position.seceded:
                assert city["holder"] == city["side"]


def test_money_and_ratings_agree_with_the_position() -> None:
    for step in some(1, 6):
        position = step.after
        for side in view("economy", position)["sides"]:
            assert side["rail_stock"] == position.rail_stock[side["side"]]
            left = side["rail_stock_left"]
            moving = position.moving == side["side"]
            assert left == (position.rail_stock[side["side"]] - position.stock_used if moving else None)
            ocean = sum(side["fleets"]["ocean"].values())
            allied = position.naval["britain"] if "britain" in position.at_war else 0
            assert ocean == position.naval[side["side"]] + (allied if side["side"] == "csa" else 0)
            for account in side["nations"]:
                assert account["pool"] == position.pools[account["nation"]]
                assert account["income"] == sum(share["points"] for share in account["shares"])


def test_the_income_of_the_view_is_the_one_that_comes_in() -> None:
    """Where nothing changed between the last decision and the income, it is what the view had said."""
    seen = 0
    for step in walked(1):
        received = [event for event in step.events if isinstance(event, IncomeReceived)]
        others = {type(event).__name__ for event in step.events}
        still = others <= {
            "DecisionClosed", "DecisionOpened", "StepEntered", "IncomeReceived", "ProductionBegan",
            "ProductionEnded", "BlockadeSet",
        }  # fmt: skip
        for event in received if still else ():
            sides = view("economy", step.before)["sides"]
            said = {each["nation"]: each["income"] for side in sides for each in side["nations"]}
            assert said[event.nation] == sum(share.points for share in event.shares)
            seen += 1
    assert seen > 0


def test_the_battle_view_has_every_unit_of_both_armies_once() -> None:
    battles = 0
    for step in some(1, 3):
        battle, shown = step.after.battle, view("battle", step.after)["battle"]
        assert (battle is None) == (shown is None)
        if battle is None:
            continue
        battles += 1
        for army in shown["armies"]:
            placed = [id for ids in army["boxes"].values() for id in ids]
            told = sorted([*placed, *army["unplaced"]])
            units = {id: each for id, each in step.after.units.items() if each.space == battle.space}
            assert told == sorted(
                id for id, each in units.items() if army["army"] in (each.side or each.nation, each.nation)
            )
            assert all(battle.boxes[id] == box for box, ids in army["boxes"].items() for id in ids)
    assert battles > 5


def altered(position: Position, side: str, random: Random) -> Position:
    """The position with other sealed orders and free infantry of a side, where it has any."""
    twin = position.copy()
    if side in twin.free:
        twin.free[side] = tuple(random.choices([each.id for each in twin.board.home_of(side)], k=11))
    if side in twin.battle_orders:
        old = twin.battle_orders[side]
        letters = "".join(random.choice("lcrv") for _ in old.set_up)
        standing = StandingOrders(random.choice(("fire", "charge")), ("cavalry",), True, random.randint(1, 9))
        twin.battle_orders[side] = BattleOrders(letters, standing)
    return twin


@pytest.mark.parametrize("seed", [1])
def test_what_is_sealed_changes_no_view_of_another_reader(seed: int) -> None:
    random, hidden = Random(seed), Counter[str]()
    sealed = [step for step in walked(seed) if step.after.battle_orders][::9][:4]
    sealed += [
        step for step in walked(seed, sealed_free_setup="yes") if step.after.free or step.after.battle_orders
    ][:15]
    for step in sealed:
        for side in SIDES:
            twin = altered(step.after, side, random)
            changed = (twin.free, twin.battle_orders) != (step.after.free, step.after.battle_orders)
            hidden["free"] += twin.free != step.after.free
            hidden["sealed"] += twin.battle_orders != step.after.battle_orders
            for reader in (ENEMY[side], None) if changed else ():
                for name in views_of(RULESET, reader):
                    assert view(name, step.after, reader) == view(name, twin, reader), name
            if changed and twin.battle_orders != step.after.battle_orders:
                assert view("battle", step.after, side) != view("battle", twin, side)
            if twin.free != step.after.free:
                assert view("lists", step.after, side) != view("lists", twin, side)
    assert hidden["sealed"] > 2
    assert hidden["free"] > 0


def blocks(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a document."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from blocks(each)


def test_blocks_name_clauses_events_and_places_that_exist() -> None:
    found: Counter[str] = Counter()
    for step in some(1, 3):
        for name in ("tracks", "lists", "places"):
            shown = view(name, step.after)
            for block in blocks(shown):
                if block.get("block") == "why":
                    assert set(block["rules"]) <= CLAUSES
                    assert set(block["types"]) <= RULESET.storage.events.types.keys()
                if "clause" in block:
                    assert block["clause"] in CLAUSES
                if "place" in block and "text" in block:
                    assert block["place"] in places()
                found.update(set(block) & {"clause", "place", "block"})
        assert set(view("places", step.after)["places"]) <= set(places())
    assert min(found.values()) > 10


def test_the_election_and_the_goals_are_counted_from_the_map() -> None:
    position = start()
    assert view("politics", position)["goals"]["csa"]["count"] == 0
    usa = view("politics", position)["goals"]["usa"]
    base = usa["count"]
    position.units = {id: unit for id, unit in position.units.items() if unit.space != "c_Nashville"}
    position.units["usa_infantry_98"] = Unit("usa", "infantry", "c_Nashville")
    position.units["csa_infantry_98"] = Unit("csa", "infantry", "c_Buffalo")
    shown = view("politics", position)
    assert shown["goals"]["usa"]["count"] == base + 1
    assert shown["goals"]["csa"]["held"] == ["c_Buffalo"]
    counted = {each["what"]: each["points"] for each in shown["election"]["modifiers"]}
    assert counted["c_Nashville"] == 1
    assert counted["c_Buffalo"] == -1
    assert shown["election"]["total"] == sum(counted.values())


def test_trains_of_nobody_pass_an_occupied_city() -> None:
    position = start("empty_map")
    roles = {each["role"] for each in view("overlay_rails", position)["lines"]}
    assert "rails usa" in roles
    position.units["csa_infantry_1"] = Unit("csa", "infantry", "NJ")
    cut = next(each for each in view("overlay_rails", position)["lines"] if each["role"] == "rails cut")
    before = next(
        (each for each in view("overlay_rails", start("empty_map"))["lines"] if each["role"] == "rails cut"),
        {"runs": []},
    )
    assert len(cut["runs"]) > len(before["runs"])
