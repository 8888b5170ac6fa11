"""The chronicle of supply: markers, surrender, depots and the weather (8)."""

from domain.games.american_civil_war.attrition import AttritionRolled
from domain.games.american_civil_war.depot_losses import DepotDestroyed
from domain.games.american_civil_war.depots import DepotBuilt
from domain.games.american_civil_war.supply import SupplyChecked
from domain.games.american_civil_war.surrendering import ForceSurrendered
from domain.games.american_civil_war.telling import (
    Entry,
    entry,
    force,
    listed,
    place,
    side_name,
    sums,
    teller,
    units,
)


@teller(SupplyChecked)
def supply_checked(event: SupplyChecked) -> Entry | None:
    """A line a hex whose markers change, and what fed whom; nothing where nothing changed."""
    details = [f"{units(s.before)} in {place(s.hex)}: {_fate(s.by, s.after[0].oos)}" for s in event.stacks]
    details += [f"the fort in {place(f.hex)}: {f.before} to {f.after} markers (11.8/4)" for f in event.forts]
    for feed in event.feeds:
        what = place(feed.hex) if feed.hex else f"the ports of the {feed.zone}"
        details.append(f"{feed.vessel} supplies {what} (8.1.3)")
    details += [f"{units(f.units)} in {place(f.hex)} fed by {place(f.source)} (8.3/4)" for f in event.feeding]
    details += [f"{n} depots in {place(h)} fed a last time (8.4.2/9)" for h, n in event.expended.items()]
    if not details:
        return None
    when = "at the end of the impulse" if event.final else "as the impulse begins"
    return entry(f"{side_name(event.side)} checks supply {when}", event.rule, *details)


def _fate(by: str, markers: int) -> str:
    if by == "none":
        return f"out of supply, {markers} markers (8.4/1)"
    if by.startswith("forage"):
        return f"lives off {place(by.removeprefix('forage '))}, 1 marker (8.4.3/4)"
    return "in supply, its markers are gone (8.5.2/1)"


@teller(ForceSurrendered)
def force_surrendered(event: ForceSurrendered) -> Entry:
    what = [force(event.units, event.leaders)] if event.units else []
    what += ["the fort"] if event.fort else []
    text = f"cut off in {place(event.hex)}, {listed(what)} of {side_name(event.side)} surrender"
    return entry(text, event.rule, "two out-of-supply markers each (8.5.1/1)", hex_id=event.hex)


@teller(DepotBuilt)
def depot_built(event: DepotBuilt) -> Entry:
    text = f"{units(event.units)} build a depot in {place(event.hex)}, {event.count} there now"
    return entry(text, event.rule, hex_id=event.hex)


@teller(DepotDestroyed)
def depot_destroyed(event: DepotDestroyed) -> Entry:
    text = f"depots of {side_name(event.side)} in {place(event.hex)} are destroyed, {event.left} are left"
    return entry(text, event.rule, event.reason, hex_id=event.hex)


@teller(AttritionRolled)
def attrition_rolled(event: AttritionRolled) -> Entry:
    fate = "demoralized" if event.demoralized else "unharmed"
    detail = f"die {event.die}, 5 or more demoralizes"
    text = f"the {event.season} weather finds {units(event.units)} in {place(event.hex)} {fate}"
    return entry(text, event.rule, detail, *sums(event.modifiers), hex_id=event.hex)
