"""The chronicle of naval combat, runs past forts, repair, and vessels in a defence on land."""

from ironclad.domain.games.american_civil_war.board.names import (
    afloat,
    agree,
    counted,
    fleet,
    listed,
    place,
    side_name,
    the_fort,
    vessel_name,
    water,
)
from ironclad.domain.games.american_civil_war.position.state import SIDES
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import entry, teller
from ironclad.domain.games.american_civil_war.rules.c11_forts.running_past import (
    FortShotsRolled,
    RunBegan,
    RunResolved,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_combat import (
    NavalCombatBegan,
    NavalCombatEnded,
    NavalFireHeld,
    NavalRoundBegan,
    UnfinishedVesselsLost,
    VesselsWithdrew,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_fire import NavalFire
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_repair import DamagedVesselsReturned
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_support import NavalSupportGiven
from ironclad.domain.kernel.telling.chronicle import Entry

_EFFECTS = {"miss": "misses", "damaged": "damages", "sunk": "sinks", "silenced": "silences"}


def _unit(name: str) -> str:
    return the_fort(name) if name.isdigit() else vessel_name(name)


@teller(NavalCombatBegan)
def naval_combat_began(event: NavalCombatBegan) -> Entry:
    lines = []
    for side in SIDES:
        units = [*event.vessels[side], *event.forts[side]]
        if units:
            lines.append(f"{side_name(side)}: {listed([_unit(name) for name in units])}")
    return entry(f"naval combat on {water(event.hexside)}", event.rule, *lines)


@teller(NavalRoundBegan)
def naval_round_began(event: NavalRoundBegan) -> Entry:
    dice = f"Union die {event.union_die}, Confederate die {event.confederate_die}; the Union wins ties"
    return entry(f"round {event.round} afloat: {side_name(event.first)} acts first", event.rule, dice)


@teller(VesselsWithdrew)
def vessels_withdrew(event: VesselsWithdrew) -> Entry:
    went = [f"{vessel_name(name)} goes to {water(goal)}" for name, goal in event.to.items()]
    return entry(f"{side_name(event.side)} withdraws {fleet(event.to)}", event.rule, *went)


@teller(NavalFire)
def naval_fire(event: NavalFire) -> Entry:
    text = f"{_unit(event.unit)} fires at {_unit(event.target)} and {_EFFECTS[event.effect]} it"
    hex_id = next((name for name in (event.unit, event.target) if name.isdigit()), "")
    die = f"die {event.die}; {event.needed} or more is needed (13.6/6)"
    return entry(text, event.rule, die, hex_id=hex_id)


@teller(NavalFireHeld)
def naval_fire_held(event: NavalFireHeld) -> Entry:
    return entry(f"{side_name(event.side)} has nothing to fire and stays", event.rule)


@teller(UnfinishedVesselsLost)
def unfinished_vessels_lost(event: UnfinishedVesselsLost) -> Entry:
    are = agree(len(event.vessels), "is", "are")
    return entry(f"{fleet(event.vessels)}, still being built, {are} burned", event.rule)


@teller(DamagedVesselsReturned)
def damaged_vessels_returned(event: DamagedVesselsReturned) -> Entry:
    return entry("damaged vessels go for repair", event.rule, *(_repaired(event, name) for name in event.to))


def _repaired(event: DamagedVesselsReturned, name: str) -> str:
    goal, steps = event.to[name], event.steps[name]
    if not goal:
        return f"{vessel_name(name)} reaches no port and is lost"
    if not steps:
        return f"{vessel_name(name)} is repaired where it is, {afloat(goal)}"
    return f"{vessel_name(name)} goes to {water(goal)}, {counted(steps, 'step')} away"


@teller(NavalCombatEnded)
def naval_combat_ended(event: NavalCombatEnded) -> Entry:
    holder = f"{side_name(event.held_by)} holds it" if event.held_by else "nobody is left to fight"
    return entry(f"the combat on {water(event.hexside)} is over: {holder}", event.rule)


@teller(RunBegan)
def run_began(event: RunBegan) -> Entry:
    run = agree(len(event.vessels), "runs", "run")
    return entry(f"{fleet(event.vessels)} {run} past the guns on {water(event.hexside)}", event.rule)


@teller(FortShotsRolled)
def fort_shots_rolled(event: FortShotsRolled) -> Entry:
    text = f"{_unit(event.hex)} has {counted(event.shots, 'shot')} at them"
    return entry(text, event.rule, f"die {event.die}, halved", hex_id=event.hex)


@teller(RunResolved)
def run_resolved(event: RunResolved) -> Entry | None:
    if not event.turned_back:
        return None
    turn = agree(len(event.turned_back), "turns", "turn")
    return entry(f"{fleet(event.turned_back)}, damaged, {turn} back to {water(event.start)}", event.rule)


@teller(NavalSupportGiven)
def naval_support_given(event: NavalSupportGiven) -> Entry:
    help_ = agree(len(event.vessels), "helps", "help")
    who = f"{fleet(event.vessels)} {help_}" if event.vessels else "no vessel helps"
    return entry(f"{who} the defence of {place(event.hex)}", event.rule, hex_id=event.hex)
