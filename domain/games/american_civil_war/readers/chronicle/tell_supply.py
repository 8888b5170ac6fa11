"""The chronicle of supply: markers, surrender, depots and the weather (8)."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.map import CONFEDERATE, load_map
from ironclad.domain.games.american_civil_war.board.names import (
    agree,
    counted,
    listed,
    place,
    side_name,
    the_fort,
    vessel_name,
)
from ironclad.domain.games.american_civil_war.position.units import strength
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import (
    do,
    entry,
    force,
    sums,
    teller,
    units,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.attrition import AttritionRolled
from ironclad.domain.games.american_civil_war.rules.c08_supply.depot_losses import DepotDestroyed
from ironclad.domain.games.american_civil_war.rules.c08_supply.depots import DepotBuilt
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply import StackChecked, SupplyChecked
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_plan import Feeding
from ironclad.domain.games.american_civil_war.rules.c08_supply.surrendering import ForceSurrendered
from ironclad.domain.kernel.telling.chronicle import Entry

MAP = load_map()


@teller(SupplyChecked)
def supply_checked(event: SupplyChecked) -> Entry | None:
    """A line a hex whose markers change, and what fed whom; nothing where nothing changed."""
    details = [line for stack in event.stacks for line in _stack(stack)]
    details += [f"{the_fort(f.hex)}: {_markers(f.after)} instead of {f.before} (11.8/4)" for f in event.forts]
    for feed in event.feeds:
        what = place(feed.hex) if feed.hex else f"the ports of the {feed.zone}"
        details.append(f"{vessel_name(feed.vessel)} supplies {what} (8.1.3)")
    details += [_feeding(event.side, f) for f in event.feeding]
    details += [
        f"{counted(spent, 'depot feeds', 'depots feed')} a last time in {place(hex_id)} (8.4.2/9)"
        for hex_id, spent in event.expended.items()
    ]
    if not details:
        return None
    when = "at the end of the impulse" if event.final else "as the impulse begins"
    return entry(f"{side_name(event.side)} checks supply {when}{_wanting(event)}", event.rule, *details)


def _stack(stack: StackChecked) -> Iterator[str]:
    """A line for each number of markers that units of a hex now hold."""
    for markers in sorted({group.oos for group in stack.after}):
        alike = [group for group in stack.after if group.oos == markers]
        yield f"{units(alike)} in {place(stack.hex)}: {_fate(stack.by, markers)}"


def _wanting(event: SupplyChecked) -> str:
    """How many points got or kept markers, if any: the news of a check."""
    without = sum(strength(stack.before) for stack in event.stacks if stack.by == "none")
    foraging = sum(strength(stack.before) for stack in event.stacks if stack.by.startswith("forage"))
    told = [f"{without} SP out of supply"] if without else []
    told += [f"{foraging} SP living off the land"] if foraging else []
    return f": {listed(told)}" if told else ""


def _markers(count: int) -> str:
    return counted(count, "marker") if count else "no marker"


def _feeding(side: str, feeding: Feeding) -> str:
    """Who is fed by a depot, or by a Confederate centre that feeds no more than a few (8.3)."""
    limited = side == CONFEDERATE and MAP.hexes[feeding.source].supply_centre
    by = f"{place(feeding.source)} ({'8.3/4' if limited else '8.4.2/8'})"
    return f"{units(feeding.units)} in {place(feeding.hex)}: fed by {by}"


def _fate(by: str, markers: int) -> str:
    if by == "none":
        return f"out of supply, {_markers(markers)} (8.4/1)"
    if by.startswith("forage"):
        return f"living off {place(by.removeprefix('forage '))}, {_markers(markers)} (8.4.3/4)"
    return "in supply, no marker any more (8.5.2/1)"


@teller(ForceSurrendered)
def force_surrendered(event: ForceSurrendered) -> Entry:
    what = [force(event.units, event.leaders)] if event.units else []
    what += [the_fort(event.hex)] if event.fort else []
    count = strength(event.units) + len(event.leaders) + event.fort
    where = "" if event.fort else f" in {place(event.hex)}"
    text = (
        f"cut off{where}, {listed(what)} of {side_name(event.side)} {agree(count, 'surrenders', 'surrender')}"
    )
    return entry(text, event.rule, "two out-of-supply markers (8.5.1/1)", hex_id=event.hex)


@teller(DepotBuilt)
def depot_built(event: DepotBuilt) -> Entry:
    more = f", the {('second', 'third')[event.count - 2]} there" if event.count > 1 else ""
    text = f"{units(event.units)} of {side_name(event.side)} {do(event.units, 'builds', 'build')} a depot"
    text = f"{text} in {place(event.hex)}{more}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(DepotDestroyed)
def depot_destroyed(event: DepotDestroyed) -> Entry:
    left = counted(event.left, "is left", "are left") if event.left else "none is left"
    text = f"{side_name(event.side)} loses depots in {place(event.hex)}, {left}: {event.reason}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(AttritionRolled)
def attrition_rolled(event: AttritionRolled) -> Entry:
    fate = "demoralized" if event.demoralized else "unharmed"
    detail = f"die {event.die}, 5 or more demoralizes"
    text = f"the {event.season} weather finds {units(event.units)} in {place(event.hex)} {fate}"
    return entry(text, event.rule, detail, *sums(event.modifiers), hex_id=event.hex)
