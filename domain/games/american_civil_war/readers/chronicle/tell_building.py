"""The chronicle of construction, forts and sieges (4.1.2, 4.2.4, 4.2.5, 11)."""

from ironclad.domain.games.american_civil_war.board.names import (
    counted,
    place,
    places,
    side_name,
    the_fort,
    vessel_name,
    water,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import do, entry, force, teller, units
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.construction import (
    ConstructionEnded,
    ConstructionReckoned,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_conditions import FORT
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_losses import RAILROAD, ProjectLost
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.projects import (
    FortTaken,
    ProjectCompleted,
    ProjectStarted,
    RailroadAdvanced,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.union_building import (
    RailwayUnitReturned,
    UnitBuilt,
)
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_placing import (
    PLACE,
    FortAnnounced,
    FortCompleted,
    FortPlaced,
    FortWorkFailed,
)
from ironclad.domain.games.american_civil_war.rules.c11_forts.sieges import ReliefJoined, SiegeHeld
from ironclad.domain.kernel.telling.chronicle import Entry


def _points(cost: int, left: int) -> str:
    return f"{counted(cost, 'construction point') if cost else 'no construction point'}, {left} left"


@teller(ConstructionReckoned)
def construction_reckoned(event: ConstructionReckoned) -> Entry:
    tenth = event.rule == "4.2.4/1"
    how = f"economy {event.economy} divided by 10, halves up" if tenth else "the Turn Record Track"
    text = f"{side_name(event.side)} has {counted(event.points, 'construction point')}"
    return entry(text, event.rule, f"{event.points}: {how} ({event.rule})")


@teller(ConstructionEnded)
def construction_ended(event: ConstructionEnded) -> Entry | None:
    if not event.unspent:
        return None
    unspent = counted(event.unspent, "construction point")
    return entry(f"{side_name(event.side)} leaves {unspent} unspent", event.rule)


@teller(UnitBuilt)
def unit_built(event: UnitBuilt) -> Entry:
    where = f"at {place(event.hex)}" if event.hex else f"on {water(event.hexside)}"
    if event.zone:
        where = f"in {water(event.zone)}"
    text = f"the Union builds {vessel_name(event.name)} {where}"
    return entry(text, event.rule, _points(event.cost, event.left), hex_id=event.hex)


@teller(RailwayUnitReturned)
def railway_unit_returned(event: RailwayUnitReturned) -> Entry:
    text = f"{vessel_name(event.name)} comes back at {place(event.hex)}"
    return entry(text, event.rule, hex_id=event.hex)


def _project(kind: str, name: str) -> str:
    return f"the {name} railroad" if kind == RAILROAD else vessel_name(name)


@teller(ProjectStarted)
def project_started(event: ProjectStarted) -> Entry:
    if event.kind == FORT:
        text = f"the Confederacy begins a fort, due on turn {event.name}"
    else:
        text = f"the Confederacy begins {_project(event.kind, event.name)} in {place(event.hex)}"
    rests = [f"it rests on the economy's fragment {places(event.fragment)}"] if event.fragment else []
    return entry(text, event.rule, _points(event.cost, event.left), *rests, hex_id=event.hex)


@teller(ProjectCompleted)
def project_completed(event: ProjectCompleted) -> Entry:
    afloat = f" and lies on {water(event.hexside)}" if event.hexside else ""
    text = f"{vessel_name(event.name)} is finished in {place(event.hex)}{afloat}"
    return entry(text, event.rule, _points(event.cost, event.left), hex_id=event.hex)


@teller(RailroadAdvanced)
def railroad_advanced(event: RailroadAdvanced) -> Entry:
    done = ", and the line is finished" if event.finished else ""
    text = f"the Confederacy builds the {event.line} railroad on to {place(event.hex)}{done}"
    return entry(text, event.rule, _points(event.cost, event.left), hex_id=event.hex)


@teller(FortTaken)
def fort_taken(event: FortTaken) -> Entry:
    text = f"the Confederacy takes the fort of turn {event.due} off the track, to be placed in an impulse"
    return entry(text, event.rule, _points(event.cost, event.left))


@teller(ProjectLost)
def project_lost(event: ProjectLost) -> Entry:
    text = f"{_project(event.kind, event.name)} in {place(event.hex)} is lost to the Union"
    return entry(text, event.rule, hex_id=event.hex)


@teller(FortAnnounced)
def fort_announced(event: FortAnnounced) -> Entry:
    if event.work == PLACE:
        text = f"{side_name(event.side)} announces a fort in {place(event.hex)}, by {units(event.units)}"
    else:
        text = f"{side_name(event.side)} announces that {the_fort(event.hex)} is to be completed"
    return entry(text, event.rule, hex_id=event.hex)


@teller(FortPlaced)
def fort_placed(event: FortPlaced) -> Entry:
    text = f"{side_name(event.side)} places a fort in {place(event.hex)}, under construction"
    return entry(text, event.rule, hex_id=event.hex)


@teller(FortCompleted)
def fort_completed(event: FortCompleted) -> Entry:
    done = "restored" if event.rule == "11.5/3" else "completed"
    text = f"{the_fort(event.hex)} of {side_name(event.side)} is {done}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(FortWorkFailed)
def fort_work_failed(event: FortWorkFailed) -> Entry:
    what = "placed" if event.work == PLACE else "completed"
    text = f"{the_fort(event.hex)} is not {what}: no ASP is left alone there"
    return entry(text, event.rule, hex_id=event.hex)


@teller(SiegeHeld)
def siege_held(event: SiegeHeld) -> Entry:
    who = units(event.units) if event.units else "nobody"
    text = f"{side_name(event.side)} keeps {who} out of the battle to hold the siege of {place(event.hex)}"
    line = f"it takes {event.needed} ASP: 1, and 1 for each point inside (11.8.1/2)"
    return entry(text, event.rule, line, hex_id=event.hex)


@teller(ReliefJoined)
def relief_joined(event: ReliefJoined) -> Entry | None:
    if not event.units:
        return None
    out = force(event.units, event.leaders)
    come, join = do(event.units, "comes", "come"), do(event.units, "joins", "join")
    text = f"{out} {come} out of {the_fort(event.hex)} and {join} the attack"
    return entry(text, event.rule, hex_id=event.hex)
