"""The chronicle of marches, searches, voyages, works and sieges, and raiders (chapters 5, 6, 11 and 12)."""

from msgspec import UNSET

from ironclad.domain.games.bull_run_to_appomattox.board.charts import firing, limits
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.units import Findings
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import (
    between,
    bridge,
    by_group,
    fleets,
    hq_name,
    hqs,
    place,
    places,
    side_name,
    units,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import (
    ArmyEmbarked,
    CityTaken,
    FleetsLost,
    FleetsRetreated,
    FleetsSailed,
    HqReconnoitred,
    HqRetreated,
    Report,
    TroopsLanded,
    ZoneEntered,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import RaiderMet
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.events import (
    BridgeDestroyed,
    CityPillaged,
    RaiderFightEnded,
    RaiderFought,
    RaiderLost,
    RaiderMoved,
    RaidersFought,
    RailroadDestroyed,
    Repaired,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import (
    FortLost,
    PlaceSurrendered,
    SiegeBegun,
    SiegeDelayed,
    SiegeLifted,
    WorksBegun,
    WorksDestroyed,
    WorksDone,
)
from ironclad.domain.kernel.telling.chronicle import Entry, known
from ironclad.domain.kernel.telling.words import counted, dice, listed, signed

MODES = {"foot": "marches", "rail": "goes by rail", "sea": "sails", "": "moves"}


@teller(HqReconnoitred)
def hq_reconnoitred(event: HqReconnoitred) -> Entry:
    """The report is for both sides, the findings for the searcher (6.4/15)."""
    report, lines = known(event.report), [f"die {event.die}"]
    if report is not None:
        lines = [_total(event.die, report)]
        lines += _found(event.findings.value, report.total) if event.findings.value is not UNSET else []
    return entry(f"{hq_name(event.hq)} searches {hq_name(event.target)}", "6.4/3", *lines)


def _total(die: int, report: Report) -> str:
    balloons = f" + {report.balloons} balloons (6.4/8)" if report.balloons else ""
    return (
        f"die {die} + {report.searcher} cavalry declared (6.4/4) − {report.target} cavalry of the target"
        f" (6.4/5){balloons} = {report.total}"
    )


def _found(found: Findings | None, total: int) -> list[str]:
    if found is None:
        return [f"a total of {total} shows nothing (6.4/3)"]
    figures = {
        "CP in all": found.total,
        "infantry": found.infantry,
        "cavalry": found.cavalry,
        "artillery": found.artillery,
    }
    return [f"{between(figure)} {name}" for name, figure in figures.items() if figure is not None]


@teller(ZoneEntered)
def zone_entered(event: ZoneEntered) -> Entry:
    piece = f"the raider of {side_name(event.side)}" if event.piece == "raider" else hq_name(event.piece)
    lines = [f"{counted(event.spent, 'movement point')} spent (6.1/8)"]
    lines += ["over a bridge: defenders there have the river's benefit (13/3)"] if event.bridge else []
    lines += ["it has to stop there (6.1/12)"] if event.stops else []
    text = f"{piece} {MODES[event.mode]} from {place(event.start)} to {place(event.end)}"
    return entry(text, "6.3/1" if event.mode == "rail" else "6.1/8", *lines, place=event.end, side=event.side)


@teller(ArmyEmbarked)
def army_embarked(event: ArmyEmbarked) -> Entry:
    cargo, flagship = known(event.cargo), known(event.hq_on)
    lines = [] if cargo is None else by_group(cargo)
    lines += [f"the HQ is on {fleets((flagship,))}"] if flagship else []
    lines += [f"{counted(event.cost, 'action point')} for the fleets"] if event.cost else []
    text = f"{hq_name(event.hq)} boards {fleets(event.fleets)} in {place(event.port)}"
    return entry(text, "7.13.3/3", *lines, place=event.port)


@teller(FleetsSailed)
def fleets_sailed(event: FleetsSailed) -> Entry:
    lines = [f"{counted(event.spent, 'movement point')} spent (6.1/8)"]
    lines += ["they have to stop there (6.1/12)"] if event.stops else []
    carry = f" with {hq_name(event.hq)} aboard" if event.hq else ""
    sail = "sails" if len(event.fleets) == 1 else "sail"
    text = f"{fleets(event.fleets)} of {side_name(event.side)} {sail}{carry}"
    text = f"{text} from {place(event.start)} to {place(event.end)}"
    return entry(text, "6.2/1", *lines, place=event.end, side=event.side)


@teller(TroopsLanded)
def troops_landed(event: TroopsLanded) -> Entry:
    text = f"{hq_name(event.hq)} lands from {fleets(event.fleets)} in {place(event.spot)}"
    return entry(text, "7.13.3/1", place=event.spot)


@teller(HqRetreated)
def hq_retreated(event: HqRetreated) -> Entry:
    """What each fleet carries is its own side's to know (7.13.3/16)."""
    if not event.aboard:
        text = f"{hq_name(event.hq)} retreats from {place(event.start)} to {place(event.end)}"
        return entry(text, event.why, place=event.end)
    text = f"{hq_name(event.hq)} goes back aboard {fleets(event.aboard)} from {place(event.start)}"
    cargo = known(event.cargo)
    return entry(text, event.why, *by_group(cargo or {}), place=event.end)


@teller(FleetsRetreated)
def fleets_retreated(event: FleetsRetreated) -> Entry:
    go = "goes" if len(event.fleets) == 1 else "go"
    text = f"{fleets(event.fleets)} of {side_name(event.side)} {go} back from {place(event.start)}"
    return entry(f"{text} to {place(event.end)}", event.why, place=event.end, side=event.side)


@teller(FleetsLost)
def fleets_lost(event: FleetsLost) -> Entry:
    are = "is" if len(event.fleets) == 1 else "are"
    lines = [f"{hqs(event.drowned)} lost with the army aboard (7.12/5)"] if event.drowned else []
    text = f"{fleets(event.fleets)} of {side_name(event.side)} can go nowhere and {are} lost"
    return entry(text, event.why, *lines, place=event.place, side=event.side)


@teller(CityTaken)
def city_taken(event: CityTaken) -> Entry:
    text = f"{side_name(event.side)} takes {place(event.zone)}"
    before = f"held by {side_name(event.before)} before"
    return entry(text, event.why, before, place=event.zone, side=event.side)


@teller(WorksBegun)
def works_begun(event: WorksBegun) -> Entry:
    who = hq_name(event.hq) if event.hq else f"leaderless units of {side_name(event.side)}"
    dig = "begins" if event.hq else "begin"
    text = f"{who} {dig} to fortify {place(event.spot)}"
    later = "it protects from the end of the activation phase on (12.3/2)"
    return entry(text, "12.3/1" if event.hq else "12.3/5", later, place=event.spot, side=event.side)


@teller(WorksDone)
def works_done(event: WorksDone) -> Entry:
    return entry(f"fortified: {places(event.spots)}", "12.3/2", "attackers hit there on a 6 only (12.3/3)")


@teller(WorksDestroyed)
def works_destroyed(event: WorksDestroyed) -> Entry:
    return entry(f"the fortification in {place(event.spot)} is gone", event.why, place=event.spot)


@teller(SiegeBegun)
def siege_begun(event: SiegeBegun) -> Entry:
    text = f"{side_name(event.besieger)} begins the siege of {place(event.spot)}"
    falls = event.turn + limits().siege_turns
    later = f"it surrenders as turn {falls} begins, if it is besieged until then (12.2/6)"
    return entry(text, "12.2/1", later, place=event.spot, side=event.besieger)


@teller(SiegeDelayed)
def siege_delayed(event: SiegeDelayed) -> Entry:
    falls = event.turn + limits().siege_turns
    later = f"it surrenders as turn {falls} begins, if it is besieged until then (12.2/6)"
    return entry(
        f"the counterattack puts off the surrender of {place(event.spot)}", event.why, later, place=event.spot
    )


@teller(SiegeLifted)
def siege_lifted(event: SiegeLifted) -> Entry:
    why = "nobody is left inside" if event.why == "5.2/4" else "no besieging army is left"
    return entry(f"the siege of {place(event.spot)} ends: {why}", event.why, place=event.spot)


@teller(PlaceSurrendered)
def place_surrendered(event: PlaceSurrendered) -> Entry:
    lines = by_group(event.losses)
    lines += [f"{hqs(event.hqs)} out of the game (12.2/8)"] if event.hqs else []
    lines += ["its fort is removed (12.2/8)"] if event.fort else []
    text = f"{place(event.spot)} surrenders: {side_name(event.side)} loses all that is inside"
    return entry(text, event.why, *lines, place=event.spot, side=event.side)


@teller(FortLost)
def fort_lost(event: FortLost) -> Entry:
    text = f"the fort of {side_name(event.side)} in {place(event.spot)} is lost"
    return entry(text, event.why, place=event.spot, side=event.side)


@teller(RaiderMet)
def raider_met(event: RaiderMet) -> Entry:
    meeting = event.meeting
    enemy = hq_name(meeting.hq) if meeting.hq else "the enemy's raider"
    text = f"the raider of {side_name(meeting.side)} meets {enemy} in {place(meeting.spot)}"
    return entry(text, "7.13.1/1" if meeting.hq else "7.13.1/9", place=meeting.spot, side=meeting.side)


@teller(RaiderFought)
def raider_fought(event: RaiderFought) -> Entry:
    added = f", {signed(event.modifier)} on each" if event.modifier else ""
    lines = [
        f"the raider loses 1 CP and has {event.left} left (7.13.1/5)",
        f"{dice(event.dice)}{added}, {firing(False)['raider'].hits_from} or more hits:"
        f" {counted(event.hits, 'hit')} (7.13.1/6)",
        f"{hq_name(event.hq)} loses {units(event.losses)}",
    ]
    text = f"the raider of {side_name(event.side)} fights {hq_name(event.hq)}"
    return entry(text, "7.13.1/4", *lines, side=event.side)


@teller(RaidersFought)
def raiders_fought(event: RaidersFought) -> Entry:
    lines = [
        f"{side_name(side)}: {dice(event.dice[side])}, {signed(event.modifiers.get(side, 0))} on each;"
        f" {event.left[side]} CP left"
        for side in SIDES
    ]
    text = f"the raiders fight in {place(event.spot)}; that of {side_name(event.loser)} has to leave"
    return entry(text, "7.13.1/9", *lines, place=event.spot)


@teller(RaiderMoved)
def raider_moved(event: RaiderMoved) -> Entry:
    text = f"the raider of {side_name(event.side)} retreats from {place(event.start)} to {place(event.end)}"
    return entry(text, event.why, place=event.end, side=event.side)


@teller(RaiderLost)
def raider_lost(event: RaiderLost) -> Entry:
    text = f"the raider of {side_name(event.side)} in {place(event.spot)} is removed"
    again = "another may be bought (11/1)"
    return entry(text, event.why, again, place=event.spot, side=event.side)


@quiet(RaiderFightEnded)
def raider_fight_ended(event: RaiderFightEnded) -> Entry:
    return entry(f"the meeting with the raider in {place(event.spot)} is over", "7.13.1/1", place=event.spot)


@teller(BridgeDestroyed)
def bridge_destroyed(event: BridgeDestroyed) -> Entry:
    text = f"the raider of {side_name(event.side)} destroys the bridge on {bridge(event.bridge)}"
    return entry(text, "11.1/1", "no HQ may cross there until it is repaired (11.1/2)", side=event.side)


@teller(RailroadDestroyed)
def railroad_destroyed(event: RailroadDestroyed) -> Entry:
    text = f"the raider of {side_name(event.side)} destroys the railroad of {place(event.zone)}"
    return entry(text, "11.2/1", place=event.zone, side=event.side)


@teller(CityPillaged)
def city_pillaged(event: CityPillaged) -> Entry:
    text = f"the raider of {side_name(event.side)} pillages {place(event.zone)}"
    gain = f"{side_name(event.side)} gains its value, {event.value}: revenue {event.revenue}"
    return entry(text, "11.3/1", gain, place=event.zone, side=event.side)


@teller(Repaired)
def repaired(event: Repaired) -> Entry:
    lines = [f"bridge on {bridge(each)} (11.1/3)" for each in event.bridges]
    lines += [f"railroad of {place(each)} (11.2/3)" for each in event.railroads]
    kinds = [counted(len(event.bridges), "bridge")] if event.bridges else []
    kinds += [counted(len(event.railroads), "railroad")] if event.railroads else []
    return entry(f"HQs repair {listed(kinds)}", "11.1/3" if event.bridges else "11.2/3", *lines)
