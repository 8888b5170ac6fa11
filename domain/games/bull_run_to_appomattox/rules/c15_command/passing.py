"""Passing command (15): units go from the activated HQ to another one in its zone."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters, limits
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, ON_MAP, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import same_place
from ironclad.domain.kernel.engine.citations import require, rule


@rule("15/1", "15/3", "15/5", "5.1/1", "10/4")
def check_passing(position: Position, giver: str, receiver: str, units: Units) -> None:
    """Whether an HQ may pass these units to another. Raises Refused."""
    one, other = position.hqs[giver], position.hqs.get(receiver)
    require(
        other is not None and other.side == one.side and receiver != giver and other.state == ON_MAP,
        "15/1",
        f"you have no other HQ {receiver!r} on the map",
    )
    assert other is not None
    name = headquarters()[receiver].name
    together = not other.aboard and same_place(position, one.spot, other.spot)
    require(together, "15/1", f"{name} is not in the same zone")
    began = one.began and other.began and same_place(position, one.began, other.began)
    require(began and one.began == one.spot, "15/1", f"{name} did not begin the phase in the same zone")
    require(not other.active, "15/3", f"{name} is Active already")
    positive = min(units.infantry, units.cavalry, units.artillery) >= 0 and units != NONE
    require(positive, "15/1", "name the units that are passed")
    require(units.within(position.units_of(giver)), "15/1", "the HQ does not command that many")
    after = position.units_of(receiver).plus(units)
    require(after.total <= limits().cp_per_hq, "5.1/1", f"{name} would command {after.total} CP")
    require(after.artillery <= limits().artillery_per_hq, "10/4", f"{name} would command too much artillery")


@rule("15/6")
def pass_units(position: Position, giver: str, receiver: str, units: Units) -> None:
    """The units change their HQ, for evolvers."""
    position.units[giver] = position.units_of(giver).minus(units)
    position.units[receiver] = position.units_of(receiver).plus(units)
