"""The chronicle of a battle's end: retreat, pursuit, result, experience."""

from ironclad.domain.games.eagle_variant.readers.chronicle.telling import entry, modified, quiet, teller
from ironclad.domain.games.eagle_variant.readers.wording import (
    army,
    doing,
    lost_units,
    place,
    unit,
    unit_list,
    units,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    BattleDecided,
    BattleEnded,
    BrigadeBecameElite,
    ExperienceRolled,
    LateUnitsPlaced,
    LeaderGained,
    PursuitBegan,
    PursuitEnded,
    PursuitRolled,
    RetreatNamed,
    SpecialForcesLeft,
    UnitsRetreated,
)
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import counted, dice


@teller(RetreatNamed)
def retreat_named(event: RetreatNamed) -> Entry:
    lines = ["the retreat crosses a major river (rivers/5)"] if event.crossing else []
    text = f"{doing(event.army, 'retreats')} to {place(event.to)}"
    return entry(text, "tactical/44", *lines, place=event.to, side=event.army)


@teller(PursuitBegan)
def pursuit_began(event: PursuitBegan) -> Entry:
    if event.cavalry_only:
        text = f"{doing(event.army, 'may pursue')} with cavalry alone: the beaten army has cavalry"
        return entry(text, "tactical/46", side=event.army)
    text = f"{doing(event.army, 'may pursue')} with cavalry and infantry"
    return entry(text, "tactical/45", side=event.army)


@teller(PursuitRolled)
def pursuit_rolled(event: PursuitRolled) -> Entry:
    added = modified(event.modifiers)
    said = f"{dice((event.die,))}{added}; total {event.total}, {event.needed} or more hits"
    result = "a hit, it is eliminated" if event.hit else "a miss"
    text = f"{unit(event.unit)} pursues {unit(event.target)}: {result}"
    return entry(text, "tactical/48", said, side=event.army)


@quiet(PursuitEnded)
def pursuit_ended(event: PursuitEnded) -> Entry:
    return entry("the pursuit is over, or there is none", "tactical/51", side=event.army)


@teller(UnitsRetreated)
def units_retreated(event: UnitsRetreated) -> Entry:
    verb = "retreats" if len(event.units) == 1 else "retreat"
    text = f"{units(event.units)} {verb} from {place(event.start)} to {place(event.to)}"
    return entry(text, "battle-effects/1", unit_list(event.units), place=event.to, side=event.army)


@teller(SpecialForcesLeft)
def special_forces_left(event: SpecialForcesLeft) -> Entry:
    rule = "movement-restrictions/7" if event.army == "indians" else "csa-declares-emancipation/11"
    text = f"{doing(event.army, 'has won')}; {units(event.units)} leave the map"
    return entry(text, rule, unit_list(event.units))


@teller(LateUnitsPlaced)
def late_units_placed(event: LateUnitsPlaced) -> Entry:
    verb = "goes" if len(event.units) == 1 else "go"
    text = f"{units(event.units)}, not entered in the battle, {verb} to {place(event.to)}"
    return entry(text, "battle-reinforcements/9", unit_list(event.units), place=event.to, side=event.army)


@teller(BattleDecided)
def battle_decided(event: BattleDecided) -> Entry:
    attackers = counted(event.attackers, "attacking brigade")
    lines = [
        f"{attackers} and {counted(event.defenders, 'defending brigade')} were in it"
        " (battle-reinforcements/7)",
        f"lost by {army(event.winner)}: {lost_units(event.winner_lost)}",
        f"lost by {army(event.loser)}: {lost_units(event.loser_lost)}",
    ]
    size = "the major battle" if event.major else "the battle"
    text = f"{doing(event.winner, 'wins')} {size} in {place(event.space)} against {army(event.loser)}"
    return entry(text, "battle-effects/1", *lines, place=event.space, side=event.winner)


@teller(ExperienceRolled)
def experience_rolled(event: ExperienceRolled) -> Entry:
    what = "a leader" if event.gains == "leader" else "an elite brigade"
    said = f"{dice(event.dice)}; total {event.total}, {event.needed} or more succeeds"
    result = "success" if event.success else "no success"
    return entry(f"{doing(event.army, 'rolls')} for {what}: {result}", "elite-units/2", said, side=event.army)


@teller(LeaderGained)
def leader_gained(event: LeaderGained) -> Entry:
    text = f"{unit(event.unit)} joins the survivors in {place(event.space)}"
    return entry(text, "elite-units/4", place=event.space, side=event.army)


@teller(BrigadeBecameElite)
def brigade_became_elite(event: BrigadeBecameElite) -> Entry:
    return entry(f"{unit(event.unit)} becomes an elite brigade", "elite-units/5", side=event.army)


@quiet(BattleEnded)
def battle_ended(event: BattleEnded) -> Entry:
    return entry(f"the battle in {place(event.space)} is over", "battle-effects/13", place=event.space)
