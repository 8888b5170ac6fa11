"""Where units can go: every place is accepted by the rules, and none that they accept is missing."""

from collections import Counter, defaultdict
from random import Random

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.in_progress import Leg
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import place_of
from ironclad.domain.games.eagle_variant.readers.reachable import reach
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import MoveUnits, RailUnits
from ironclad.domain.games.eagle_variant.rules.c03_movement.marching import ready_groups, some_of
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.commands import ShipUnits
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.records import Due, Reached
from tests.games.eagle_variant.walking import some, start


def reached(
    position: Position, seat: str, units: tuple[str, ...], path: tuple[str, ...] = ()
) -> list[Reached]:
    """Where units could march."""
    return list(decider.reached(RULESET, position, seat, MoveUnits(units=units, path=path)))


def orders(units: tuple[str, ...], *paths: tuple[str, ...], to: str = "") -> dict[str, Command]:
    """The orders that take units somewhere, by the name of the way; the first by land is open."""
    waters = ("ocean", "Mississippi", "St Lawrence")
    ships = {each: ShipUnits(waters=each, legs=(Leg(units, to),)) for each in waters}
    marches = {f"march {number}": MoveUnits(units=units, path=path) for number, path in enumerate(paths)}
    return {**marches, "rail": RailUnits(units=units, to=to), **ships}


def accepted(position: Position, seat: str, units: tuple[str, ...]) -> dict[str, set[str]]:
    """The places that some command of each way takes units to, tried one by one on all spaces of the map."""
    due, found = position.agenda.due[0], defaultdict[str, set[str]](set)
    here = position.units[units[0]].space
    near = position.board.neighbours
    for space in position.board.spaces:
        paths = [(space,), *((first, space) for first in near[here] if space in near[first])]
        for way, command in orders(units, *paths, to=space).items():
            if eagle.allows(position, due, command) and place_of(space) != place_of(here):
                found[way.partition(" ")[0]].add(place_of(space))
    return found


@pytest.mark.parametrize("seed", [1])
def test_every_place_is_accepted_and_none_is_missing(seed: int) -> None:
    """Each order lists what is reached in its own way, and nothing that another kind of order would reach."""
    random, kinds = Random(seed), Counter[str]()
    moves = [step for step in some(seed, 12) if [due.kind for due in step.after.agenda.due] == ["movement"]]
    for step in moves[:9]:
        position, due = step.after, step.after.agenda.due[0]
        ready = ready_groups(position, due.seat)
        for space in random.sample(sorted(ready), min(2, len(ready))):
            units = some_of(random, ready[space])
            expected = accepted(position, due.seat, units)
            for way, asked in orders(units, ()).items():
                try:
                    found = list(decider.reached(RULESET, position, due.seat, asked))
                except Refused:
                    found = []
                assert {each.place for each in found} == expected[way.partition(" ")[0]]
                assert len({each.place for each in found}) == len(found)
                for each in found:
                    command = RULESET.storage.commands.read(each.command)
                    assert type(command) is type(asked)
                    kinds[each.command["type"]] += 1
                    after = decider.decide(RULESET, position, due.seat, command, SeededDice(seed), due.id)
                    assert after
                    charges = [charge for paid in each.steps for charge in paid.charges]
                    assert each.cost == sum(charge["amount"] for charge in charges)
                    assert each.steps[-1].place == each.place
                    assert each.left >= 0
    assert {"move_units", "rail_units", "ship_units"} <= set(kinds)


def test_costs_and_what_is_left() -> None:
    position = start("empty_map", rivers="on")
    position.units["csa_cavalry_1"] = Unit("csa", "cavalry", "c_New_Orleans")
    position.units["csa_infantry_1"] = Unit("csa", "infantry", "c_New_Orleans")
    position.units["usa_infantry_1"] = Unit("usa", "infantry", "MS_S")
    position.rail_stock["csa"], position.naval["csa"] = 5, 3
    found = {each.place: each for each in reached(position, "csa", ("csa_cavalry_1", "csa_infantry_1"))}
    by_land = found["LA_SE"]
    assert (by_land.cost, by_land.left, by_land.command["type"]) == (1, 0, "move_units")
    assert "SC" not in found, "a march takes no ship"
    ships = ShipUnits(waters="ocean", legs=(Leg(("csa_cavalry_1", "csa_infantry_1"), ""),))
    by_sea = {each.place: each for each in decider.reached(RULESET, position, "csa", ships)}["SC"]
    assert (by_sea.cost, by_sea.left, by_sea.command["type"]) == (3, 0, "ship_units")
    assert by_sea.steps[0].charges[0]["rule"] == "amphibious-movement/2"
    assert not found["LA_SE"].meets
    alone = {each.place: each for each in reached(position, "csa", ("csa_cavalry_1",))}
    assert (alone["MS_S"].cost, alone["MS_S"].left, alone["MS_S"].meets) == (2, 0, "enemy")
    assert alone["LA_SE"].left == 1


def test_the_last_leg_of_a_shipment_is_open_and_the_others_go_with_it() -> None:
    position = start("empty_map")
    for number, port in enumerate(("c_Boston", "c_New_York", "c_New_York"), 1):
        position.units[f"usa_infantry_{number}"] = Unit("usa", "infantry", port)
    position.naval["usa"] = 3
    first = Leg(("usa_infantry_1",), "NC_E")
    command = ShipUnits(waters="ocean", legs=(first, Leg(("usa_infantry_2", "usa_infantry_3"), "")))
    due = Due("d1", "usa", "movement", "movement-rounds/1")
    found = {each.place: each for each in reach(position, due, command)}
    assert "NC_E" in found
    for each in found.values():
        assert each.command["type"] == "ship_units"
        assert (each.cost, each.left) == (2, 0)
        legs = each.command["legs"]
        assert [leg["to"] for leg in legs] == ["NC_E", legs[-1]["to"]]
        assert place_of(legs[-1]["to"]) == each.place
    position.naval["usa"] = 2
    with pytest.raises(Refused) as refused:
        list(reach(position, due, command))
    assert refused.value.rule == "amphibious-movement/2"


def test_a_path_that_is_named_comes_first_and_goes_on_over_land_alone() -> None:
    position = start("empty_map")
    position.units["csa_cavalry_1"] = Unit("csa", "cavalry", "c_Richmond")
    found = reached(position, "csa", ("csa_cavalry_1",), ("VA_E",))
    assert found[0].place == "VA_E"
    assert {each.command["type"] for each in found} == {"move_units"}
    assert all(each.command["path"][0] == "VA_E" for each in found)
    assert {each.place for each in found[1:]} <= set(position.board.neighbours["VA_E"])
    assert len(found) > 3


def test_units_that_may_not_move_are_refused_with_a_clause() -> None:
    position = start("empty_map")
    position.units["csa_infantry_1"] = Unit("csa", "infantry", "c_Richmond", moved=True)
    position.units["usa_infantry_1"] = Unit("usa", "infantry", "c_Richmond")
    for units in ((), ("csa_infantry_1",), ("usa_infantry_1",), ("nobody",)):
        with pytest.raises(Refused) as refused:
            reached(position, "csa", units)
        assert refused.value.rule == "movement-rounds/1"
