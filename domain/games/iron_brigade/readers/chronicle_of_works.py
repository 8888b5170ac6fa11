"""The chronicle of the later chapters: works, fires, charges of powder, smoke, weather of days."""

from ironclad.domain.games.iron_brigade.readers.chronicle import Entry, entry, teller
from ironclad.domain.games.iron_brigade.readers.wording import inches, items, men, name_of
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import PieceFired
from ironclad.domain.games.iron_brigade.rules.c13_works.events import (
    BlastTaken,
    FireFought,
    FireStarted,
    FuseBurnt,
    GunsSet,
    SceneryChanged,
    WorkDone,
)
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import TURN
from ironclad.domain.games.iron_brigade.rules.c16_balloons.events import BalloonChanged
from ironclad.domain.games.iron_brigade.rules.c17_trains.events import (
    PassengersLost,
    TrainRan,
    UnitBoarded,
    UnitLanded,
    UnloadingEnded,
)
from ironclad.domain.games.iron_brigade.rules.c23_weather.events import SmokeDrifted, WeatherHeld
from ironclad.domain.games.iron_brigade.rules.c26_ships.events import (
    MineRolled,
    ShipHit,
    ShipRammed,
    ShipSailed,
)
from ironclad.domain.games.iron_brigade.rules.c28_general.events import AgreementMade, AgreementOffered

WORKS = {
    "dig": "digs", "tear_down": "tears down", "torn": "has torn down", "sap": "saps",
    "charge": "sets a charge at",
    "tear_track": "tears up", "repair_track": "repairs", "pontoon": "builds a bridge over",
    "emplace": "emplaces its guns", "take_down": "takes down its guns", "torn_track": "has torn up",
}  # fmt: skip


def place(word: str) -> str:
    """A piece of terrain as players read it; a unit by its name."""
    return name_of(word).replace("_", " ")


@teller(WorkDone)
def _work_done(event: WorkDone) -> Entry | None:
    if not event.unit:
        return None
    what = f" {place(event.work.piece)}" if event.work.piece else ""
    turns, rest = divmod(event.work.done, TURN)
    spent = f"{turns} and {rest}/{TURN} turns of work" if rest else f"{turns} turns of work"
    text = f"{name_of(event.unit)} {WORKS.get(event.work.kind, 'works at')}{what}"
    return entry(text, event.rule, *((spent,) if event.work.done else ()))


@teller(SceneryChanged)
def _scenery_changed(event: SceneryChanged) -> Entry:
    what = ", ".join(map(place, event.removed)) or ", ".join(place(each.id) for each in event.added)
    return entry(f"{what}: {event.reason}", event.rule)


@teller(FuseBurnt)
def _fuse_burnt(event: FuseBurnt) -> Entry:
    how = "The charge goes off" if event.explodes else "The fuse has failed"
    return entry(how, "XIII.F/2", f"die {event.die}")


@teller(GunsSet)
def _guns_set(event: GunsSet) -> Entry:
    how = "has emplaced its guns" if event.formation == "emplaced" else "has its guns on their carriages"
    return entry(f"{name_of(event.unit)} {how}", event.rule)


@teller(BlastTaken)
def _blast_taken(event: BlastTaken) -> Entry:
    lost = men(sum(count for _, count in event.stands)) if event.stands else f"{event.sections} sections"
    return entry(f"{name_of(event.unit)} loses {lost}", event.rule)


@teller(FireStarted)
def _fire_started(event: FireStarted) -> Entry:
    how = f"is on fire, until turn {event.until}" if event.burns else "does not catch fire"
    return entry(f"{place(event.piece)} {how}", "VI.E/2", f"die {event.die}")


@teller(FireFought)
def _fire_fought(event: FireFought) -> Entry:
    how = "puts out the fire in" if event.out else "does not put out the fire in"
    return entry(f"{name_of(event.unit)} {how} {place(event.piece)}", "VI.E/3", f"die {event.die}")


@teller(PieceFired)
def _piece_fired(event: PieceFired) -> Entry:
    fire = event.fire
    hits = "1 hit" if event.hits == 1 else f"{event.hits or 'no'} hits"
    die = f", die {event.die}" if event.die else ""
    return entry(
        f"{name_of(fire.battery)} at {place(event.piece)}: {hits}",
        "V.C/1",
        f"{fire.feet} feet: chart {fire.chart} (V.E/1)",
        *items(fire.added),
        f"sections {' + '.join(map(str, fire.factors))}, together {fire.together} (V.A/6)",
        *items(fire.multipliers, "times"),
        f"{event.whole} and {event.rest} of 20{die}",
    )


@teller(SmokeDrifted)
def _smoke_drifted(event: SmokeDrifted) -> Entry | None:
    if event.quiet == 0:
        return entry(f"Smoke lies on the field: one sees {inches(event.visibility)}", "XXIII.A/2")
    return None


@teller(WeatherHeld)
def _weather_held(event: WeatherHeld) -> Entry:
    how = (
        "clears" if event.weather == "good" else "stays for three days" if event.fixed else "does not change"
    )
    return entry(f"The weather {how}", "XXIII.D/1", f"die {event.die}")


@teller(BalloonChanged)
def _balloon_changed(event: BalloonChanged) -> Entry:
    how = {"rising": "begins to rise", "sinking": "begins to come down", "up": "is up", "down": "is down"}
    return entry(f"{name_of(event.unit)} {how[event.height]}", event.rule)


@teller(TrainRan)
def _train_ran(event: TrainRan) -> Entry:
    speed = f"its speed is {inches(event.speed)} a turn" if event.speed else "it stops"
    if event.torn:
        how = "is wrecked at" if event.wrecked else "halts before"
        return entry(f"{name_of(event.unit)} {how} torn track", "XVII.B/2")
    return entry(f"{name_of(event.unit)} runs, and {speed}", "XVII.B/1")


@teller(UnitBoarded)
def _unit_boarded(event: UnitBoarded) -> Entry:
    return entry(f"{name_of(event.unit)} is aboard {name_of(event.carrier)}", "III.G/11")


@teller(UnitLanded)
def _unit_landed(event: UnitLanded) -> Entry:
    return entry(f"{name_of(event.unit)} is off {name_of(event.carrier)}, and disorganized", "XVII.A/1")


@teller(UnloadingEnded)
def _unloading_ended(event: UnloadingEnded) -> Entry:
    return entry(f"{name_of(event.unit)} has unloaded: it is in good order", "XVII.A/3")


@teller(PassengersLost)
def _passengers_lost(event: PassengersLost) -> Entry:
    return entry(f"{name_of(event.unit)} loses {men(sum(each for _, each in event.stands))}", event.rule)


@teller(ShipSailed)
def _ship_sailed(event: ShipSailed) -> Entry:
    met = f" and comes upon {name_of(event.met)}" if event.met else ""
    return entry(f"{name_of(event.unit)} sails{met}", "XXVI.A/1", f"{event.knots} knots")


@teller(ShipRammed)
def _ship_rammed(event: ShipRammed) -> Entry:
    text = f"{name_of(event.unit)} rams {name_of(event.target)} at {event.knots} knots"
    lost = f"{event.target_feet} feet of draft for the target, {event.own_feet} for the rammer"
    return entry(text, "XXVI.E/1", lost)


@teller(ShipHit)
def _ship_hit(event: ShipHit) -> Entry:
    how = "goes through" if event.penetrates else "does not go through"
    special = (
        (f"special damage: {event.special}, dice {', '.join(map(str, event.dice))}",) if event.special else ()
    )
    return entry(
        f"{name_of(event.unit)} is hit: it {how}, and {event.points} points are lost",
        event.rule,
        f"{event.penetration} against armor of {event.armor}",
        *special,
        f"{event.left.value} points and {event.left.draft} feet of draft are left",
    )


@teller(MineRolled)
def _mine_rolled(event: MineRolled) -> Entry:
    how = "A torpedo bursts under" if event.bursts else "No torpedo bursts under"
    return entry(f"{how} {name_of(event.unit)}", "XXVI.D/1", f"die {event.die}")


@teller(AgreementOffered)
def _agreement_offered(event: AgreementOffered) -> Entry:
    text = f"{name_of(event.seat)}: an offer to play {event.option.replace('_', ' ')}: {event.value}"
    return entry(text, "XXVIII/1", f"of {event.clause}")


@teller(AgreementMade)
def _agreement_made(event: AgreementMade) -> Entry:
    return entry(
        f"Both agree on {event.option.replace('_', ' ')}: {event.value}", "XXVIII/2", f"of {event.clause}"
    )
