"""Where a piece can go: the reach of HQs, fleets and raiders, held to what the rules carry out."""

from collections.abc import Iterator
from random import Random

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Fleet, Hq, Raider, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import EndActivation
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import March, Ride, Sail
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import RaiderMarch
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.records import Due, Reached
from tests.games.bull_run_to_appomattox.playing import start, walked
from tests.games.bull_run_to_appomattox.test_hidden import altered

KINDS: dict[str, tuple[type[March] | type[Ride] | type[Sail] | type[RaiderMarch], ...]] = {
    "hq_orders": (March, Ride, Sail),
    "fleet_orders": (Sail,),
    "raider_orders": (RaiderMarch,),
}


def activated(kind: str, seat: str = "north") -> Position:
    """The empty map with a decision for an activated piece of a seat."""
    position = start("empty_map")
    (first,) = position.agenda.due
    position.agenda = position.agenda.without(first.id).with_open(Due("d1", seat, f"{kind}_orders", "4/12"))
    return position


def hq_at(spot: str, units: Units, seat: str = "north", hq: str = "grant") -> Position:
    """The empty map with an HQ that may march."""
    position = activated("hq", seat)
    position.hqs[hq] = Hq(seat, "map", spot, active=True, began=spot)
    position.units[hq] = units
    position.activation = Activation(seat, "hq", hq, start=spot)
    return position


def reached(position: Position, command: Command, seat: str = "north") -> dict[str, Reached]:
    found = decider.reached(RULESET, RULESET.sight.see(position, seat), seat, command)
    assert len({each.place for each in found}) == len(found)
    return {each.place: each for each in found}


def test_infantry_marches_three_zones_at_one_point_each() -> None:
    found = reached(hq_at("NAS", Units(5)), Ride(path=()))
    assert found
    found = reached(hq_at("NAS", Units(5)), March(path=()))
    on_foot = {place: each for place, each in found.items() if each.command["type"] == "march"}
    assert {each.cost for each in on_foot.values()} == {1, 2, 3}
    for each in on_foot.values():
        assert each.cost == len(each.steps) == len(each.command["path"])
        assert each.left == 3 - each.cost
        assert each.steps[-1].place == each.place
        assert each.steps[0].charges == ({"name": "zone entered", "amount": 1, "rule": "6.1/8"},)


def test_what_is_reached_by_rail_only_is_a_ride() -> None:
    found = reached(hq_at("WAS", Units(5)), March(path=()))
    by_rail = {place for place, each in found.items() if each.command["type"] == "ride"}
    assert by_rail
    assert by_rail <= reached(hq_at("WAS", Units(5)), Ride(path=())).keys()


def test_a_way_ends_where_the_enemy_is_seen() -> None:
    position = hq_at("NAS", Units(5))
    free = reached(position, March(path=()))
    position.hqs["lee"] = Hq("south", "map", "MUN")
    position.units["lee"] = Units()
    found = reached(position, March(path=()))
    assert found["MUN"].meets == "enemy"
    assert free["MUN"].meets == ""
    assert not any("MUN" in each.command["path"][:-1] for each in found.values())


def test_the_zones_that_a_path_names_come_first() -> None:
    found = reached(hq_at("NAS", Units(5)), March(path=("MUN",)))
    assert found["MUN"].cost == 1
    assert all(each.command["path"][0] == "MUN" for each in found.values())


def test_a_march_that_is_not_allowed_is_refused_with_its_clause() -> None:
    position = hq_at("NAS", Units(5))
    position.hqs["grant"] = position.hqs["grant"].with_(digging=True)
    with pytest.raises(Refused) as refused:
        reached(position, March(path=()))
    assert refused.value.rule == "12.3/4"
    with pytest.raises(Refused):
        reached(position, EndActivation())
    with pytest.raises(Refused):
        reached(activated("hq"), March(path=()))


def test_an_order_without_a_path_is_refused() -> None:
    for kind, position in (("hq", hq_at("NAS", Units(5))), ("raider", raider_at("NAS"))):
        command = March(path=()) if kind == "hq" else RaiderMarch(path=())
        with pytest.raises(Refused) as refused:
            decider.check(RULESET, position, "north", command)
        assert refused.value.rule == "6.1/8"


def raider_at(spot: str) -> Position:
    position = activated("raider")
    position.raiders["north"] = Raider(spot, active=True)
    position.activation = Activation("north", "raider", start=spot)
    return position


def test_a_raider_goes_through_mountains() -> None:
    found = reached(raider_at("KNO"), RaiderMarch(path=()))
    assert found["M_SMOKY"].cost == 1
    assert max(each.cost for each in found.values()) == 6


def test_fleets_sail_along_the_coast() -> None:
    position = activated("fleet")
    position.fleets["north_sail1"] = Fleet("north", "sail", "S1", active=True, began="S1")
    position.fleets["south_sail1"] = Fleet("south", "sail", "S3")
    position.activation = Activation("north", "fleets", fleets=("north_sail1",), start="S1")
    found = reached(position, Sail(path=()))
    assert (found["S2"].cost, found["S2"].meets) == (1, "")
    assert (found["S3"].cost, found["S3"].meets, found["S3"].left) == (2, "enemy", 2)
    assert "S4" not in found


def asked(seed: int) -> Iterator[tuple[Position, Due, Command]]:
    for step in walked(seed):
        for kind in KINDS.get(step.due.kind, ()):
            yield step.before, step.due, kind(path=())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_place_in_reach_is_a_legal_command_and_hidden_facts_change_none(seed: int) -> None:
    """The single steps that are offered are in reach, and what is in reach is legal (6.4/20)."""
    random, legal = Random(seed), 0
    for position, due, command in asked(seed):
        seat = due.seat
        try:
            found = reached(position, command, seat)
        except Refused:
            assert not offered(position, due, type(command))
            continue
        for each in found.values():
            order = RULESET.storage.commands.read(each.command)
            assert decider.is_legal(RULESET, position, seat, order, due.id)
            legal += 1
        single = offered(position, due, type(command))
        assert len(single) <= len(found)
        twin = altered(position, ENEMY[seat], random)
        assert reached(twin, command, seat) == found
    assert legal > 100


def offered(position: Position, due: Due, kind: type[Command]) -> set[bytes]:
    """The offers of a type for a decision."""
    return {
        canonical(each)
        for _, each in decider.offers(RULESET, position, due.seat, due.id)
        if isinstance(each, kind)
    }
