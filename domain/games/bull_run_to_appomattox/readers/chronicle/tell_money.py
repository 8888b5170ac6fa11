"""The chronicle of events of the turn, money, purchases and winter (chapters 8, 9, 10 and 7.5)."""

from collections.abc import Mapping

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.saying import purchase_words
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import (
    by_group,
    fleet,
    fleets,
    hq_name,
    place,
    places,
    side_name,
    units,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import (
    EventRolled,
    FixedEvent,
    LeaderChosen,
    RevenueAwarded,
    TechnologyRolled,
    UnitsDeserted,
    VolunteersRaised,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.events import (
    FleetsUnpaid,
    PreparationPaid,
    RevenueCollected,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.events import (
    FleetPlaced,
    RaiderPlaced,
    UnitsBought,
    UnitsPlaced,
    WinterLosses,
    WinterRolled,
)
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.telling.chronicle import Entry, known
from ironclad.domain.kernel.telling.words import counted, listed

EVENT_NAMES = {
    "": "nothing happens",
    "illness": "illness",
    "dissatisfaction": "the President is dissatisfied",
    "blockade_runners": "blockade runners",
    "volunteers": "volunteers",
    "desertions": "desertions",
    "technology": "technology",
}
FIXED_EVENTS = {
    "davis": ("Jefferson Davis is elected President of the Confederacy", "8.9/1"),
    "abolition": ("slavery is abolished: the South's dice have +1 in this turn", "8.10/1"),
    "reelection": ("Lincoln is reelected: the North's dice have +1", "8.11/1"),
}
TECHNOLOGIES = {
    "balloons": "observation balloons: +2 to reconnaissance",
    "war_effort": "a war effort: revenue",
    "false_rumor": "a false rumor: nothing",
    "industry": "industry: each CP costs 1 less",
    "shipyards": "shipyards: each fleet costs 2 less",
    "repeating_rifles": "repeating rifles: cavalry hits on one less",
}


@teller(EventRolled)
def event_rolled(event: EventRolled) -> Entry:
    one, other = event.dice
    lines = [f"dice {one} and {other}: {one + other} on table 8.1"]
    if event.side:
        struck = "the North on an even number, the South on an odd one"
        lines.append(f"die {event.die}: {struck} (8/3)")
    whom = f", {side_name(event.side)}" if event.side else ""
    return entry(f"random event: {EVENT_NAMES[event.event]}{whom}", "8/1", *lines, side=event.side)


@teller(FixedEvent)
def fixed_event(event: FixedEvent) -> Entry:
    text, rule = FIXED_EVENTS[event.event]
    return entry(text, rule)


@teller(LeaderChosen)
def leader_chosen(event: LeaderChosen) -> Entry:
    if not event.hq:
        return entry(f"{side_name(event.side)} has no such HQ on the map", "8", side=event.side)
    roll = f"die {event.die} of {event.of} HQs" if event.die else "the only one"
    return entry(f"it strikes {hq_name(event.hq)}", "8", roll, side=event.side)


@teller(RevenueAwarded)
def revenue_awarded(event: RevenueAwarded) -> Entry:
    base = f"{event.base} + " if event.base else ""
    line = f"{base}5 × die {event.die} = {event.gained}: revenue {event.revenue}"
    text = f"{side_name(event.side)} gains {counted(event.gained, 'revenue point')}"
    return entry(text, event.why, line, side=event.side)


@teller(VolunteersRaised)
def volunteers_raised(event: VolunteersRaised) -> Entry:
    raised = known(event.raised)
    lines = [f"die {event.die} + 6 = {event.called} (8.5/1)"]
    lines += (
        []
        if raised is None
        else [f"{raised} infantry CP wait for placement: what the pool has of them (8.5/2)"]
    )
    text = f"{side_name(event.side)} calls {event.called} infantry CP of volunteers"
    return entry(text, event.why, *lines, side=event.side)


@teller(UnitsDeserted)
def units_deserted(event: UnitsDeserted) -> Entry | None:
    """No news where the reader sees nobody desert for want of pay: the event is there in every turn."""
    seen = event.leaderless or known(event.armies)
    return deserters(event) if seen or event.why != "9.2/4" else None


@quiet(UnitsDeserted)
def deserters(event: UnitsDeserted) -> Entry:
    """The losses of armies are their own side's to know (6.4/18)."""
    cause = "for want of pay" if event.why == "9.2/4" else "by the event"
    return _lost(f"desert {cause}", event.side, event.why, event.leaderless, event.armies)


@teller(WinterLosses)
def winter_losses(event: WinterLosses) -> Entry:
    """The losses of armies are their own side's to know (7.5/11)."""
    return _lost("are lost to the winter", event.side, "7.5/11", event.leaderless, event.armies)


def _lost(
    how: str, side: str, rule: str, leaderless: Mapping[str, Units], armies: Secret[dict[str, Units]]
) -> Entry:
    own = known(armies)
    total = sum(of.total for of in leaderless.values())
    if own is None:
        text = f"leaderless units of {side_name(side)} that {how}: {total} CP"
        secret = "what its armies lose is hidden (6.4/18)"
        return entry(text, rule, *by_group(leaderless), secret, side=side)
    total += sum(of.total for of in own.values())
    text = f"units of {side_name(side)} that {how}: {total} CP"
    return entry(text, rule, *by_group(leaderless), *by_group(own), side=side)


@teller(TechnologyRolled)
def technology_rolled(event: TechnologyRolled) -> Entry:
    known_already = " (the North has what the die shows already, 8.7/4)"
    more = known_already if event.result == "war_effort" and event.die != 2 else ""
    text = f"the North's technology is {TECHNOLOGIES[event.result]}"
    return entry(text, event.why, f"die {event.die}{more}", side="north")


@teller(PreparationPaid)
def preparation_paid(event: PreparationPaid) -> Entry:
    """What it is paid for is its own side's to know (6.4/22)."""
    bill, paid = known(event.bill), event.before - event.revenue
    lines = [f"{event.before} − {paid} = {event.revenue}"]
    if bill is not None:
        lines.append(f"maintenance {bill.maintenance} (9.2/1), purchases {bill.purchases} (10/1)")
    text = f"{side_name(event.side)} pays {counted(paid, 'revenue point')} and has {event.revenue} left"
    return entry(text, "9.2/1", *lines, side=event.side)


@teller(FleetsUnpaid)
def fleets_unpaid(event: FleetsUnpaid) -> Entry:
    lines = [f"{fleet(each)}: {'sunk' if each in event.sunk else 'one step'}" for each in event.fleets]
    text = f"{fleets(event.fleets)} of {side_name(event.side)} {_are(event.fleets)} not paid"
    return entry(f"{text} and {_lose(event.fleets)} a step", "9.2/6", *lines, side=event.side)


def _are(ids: tuple[str, ...]) -> str:
    return "is" if len(ids) == 1 else "are"


def _lose(ids: tuple[str, ...]) -> str:
    return "loses" if len(ids) == 1 else "lose"


@teller(RevenueCollected)
def revenue_collected(event: RevenueCollected) -> Entry:
    """The income with each of its terms: cities, pillaged ones left out, the blockade."""
    gross = sum(event.cities.values())
    lines = [f"{len(event.cities)} cities: {gross} (9/2)"]
    if event.pillaged:
        lost = sum(event.cities[zone] for zone in event.pillaged)
        lines.append(f"−{lost} pillaged: {places(event.pillaged)} (11.3/2)")
    if event.blockade:
        lines.append(f"−{len(event.blockade)} blockaded: {places(event.blockade)} (9.3/1)")
    lines.append(f"income {event.income}: revenue {event.revenue}")
    text = f"{side_name(event.side)} collects {counted(event.income, 'revenue point')}"
    return entry(text, "9/2", *lines, side=event.side)


@teller(UnitsBought)
def units_bought(event: UnitsBought) -> Entry:
    bought = known(event.bought)
    lines = (purchase_words(bought),) if bought is not None else ("what it buys is hidden (6.4/18)",)
    return entry(f"{side_name(event.side)} makes its purchases", "10/1", *lines, side=event.side)


@teller(UnitsPlaced)
def units_placed(event: UnitsPlaced) -> Entry:
    """What joins HQs is its own side's to know (4/17)."""
    lines = [f"{units(of)} in {place(spot)}" for spot, of in event.cities.items()]
    own = known(event.armies)
    lines += by_group(own) if own is not None else ["what joins HQs is hidden (6.4/18)"]
    return entry(f"{side_name(event.side)} places new units", "4/17", *lines, side=event.side)


@teller(FleetPlaced)
def fleet_placed(event: FleetPlaced) -> Entry:
    text = f"{side_name(event.side)} places {fleet(event.fleet)} in {place(event.port)}"
    return entry(text, "4/19", place=event.port, side=event.side)


@teller(RaiderPlaced)
def raider_placed(event: RaiderPlaced) -> Entry:
    text = f"{side_name(event.side)} places its raider of {event.strength} CP in {place(event.spot)}"
    return entry(text, "11/1", place=event.spot, side=event.side)


@teller(WinterRolled)
def winter_rolled(event: WinterRolled) -> Entry:
    rolled = [side for side in SIDES if side in event.dice]
    lines = [f"{side_name(side)}: die {event.dice[side]} − 1 = {event.losses[side]} CP" for side in rolled]
    both = listed([f"{side_name(side)} {event.losses[side]} CP" for side in rolled])
    return entry(f"winter attrition: {both}", "7.5/9", *lines)
