"""The chronicle of politics, of the war with Europe, and of the election."""

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.eagle_variant.readers.wording import (
    army,
    by_space,
    doing,
    place,
    places,
    unit,
    unit_list,
    units,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import (
    ConscriptionDeclared,
    ElectionHeld,
    EmancipationDeclared,
    ForcesPlaced,
    FreedmenEnlisted,
    GiftGiven,
    MajorBattleCounted,
    PowerLeft,
    RatingMoved,
    RiotsRolled,
    StatesRolled,
    SupportSought,
    UnitsDisbanded,
    UnitsRelocated,
    UprisingRolled,
    VolunteersPlaced,
    WarBrokeOut,
)
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import counted, dice, listed, signed

MODIFIERS = {
    "battles_won": "major battles won",
    "battles_lost": "major battles lost",
    "war_britain": "at war with Britain",
    "war_france": "at war with France",
    "france_defeated": "France defeated",
    "emancipation_usa": "emancipation by the USA",
    "emancipation_csa": "emancipation by the CSA",
    "conscription": "conscription by the USA",
}
"""What modifies the election, in words, by its name in events; others are cities."""


@teller(RatingMoved)
def rating_moved(event: RatingMoved) -> Entry:
    verb = "rises" if event.after > event.before else "falls" if event.after < event.before else "stays"
    text = f"the European Intervention Rating {verb} from {event.before} to {event.after}"
    if event.after == event.before:
        text = f"the European Intervention Rating stays at {event.after}"
    return entry(text, event.rule, event.reason)


@teller(EmancipationDeclared)
def emancipation_declared(event: EmancipationDeclared) -> Entry:
    text = f"{doing(event.side, 'declares')} the emancipation of the slaves"
    return entry(text, "emancipation-of-the-slaves/1", side=event.side)


@teller(VolunteersPlaced)
def volunteers_placed(event: VolunteersPlaced) -> Entry:
    text = f"the CSA places {len(event.spaces)} new infantry: {places(event.spaces)}"
    return entry(text, "usa-declares-emancipation/1", side="csa")


@teller(FreedmenEnlisted)
def freedmen_enlisted(event: FreedmenEnlisted) -> Entry:
    text = f"freed slaves enlist in {place(event.city)}: the USA has a free infantry there"
    return entry(text, "usa-declares-emancipation/3", place=event.city, side="usa")


@teller(StatesRolled)
def states_rolled(event: StatesRolled) -> Entry:
    least = numbers("politics")["state_leaves_on"]
    lines = [
        f"{each.state}: {dice(each.dice)}, total {sum(each.dice)}, {least} or more leaves:"
        f" {'it leaves' if each.leaves else 'it stays'}"
        for each in event.rolls
    ]
    gone = listed([each.state for each in event.rolls if each.leaves]) or "no state"
    verb = "leaves" if sum(each.leaves for each in event.rolls) < 2 else "leave"
    return entry(f"{gone} {verb} the CSA", "csa-declares-emancipation/2", *lines, side="csa")


@teller(UnitsRelocated)
def units_relocated(event: UnitsRelocated) -> Entry:
    lines = [f"{unit(id)} to {place(space)}" for id, space in event.to.items()]
    lines += [f"{unit_list(event.lost)}: eliminated, with no space to go to"] if event.lost else []
    parts = [f"{counted(len(event.to), 'CSA unit')} moved out of states that have left"] if event.to else []
    parts += [f"{units(event.lost)} eliminated"] if event.lost else []
    return entry(", ".join(parts), "csa-declares-emancipation/3", *lines, side="csa")


@teller(UnitsDisbanded)
def units_disbanded(event: UnitsDisbanded) -> Entry:
    most = numbers("politics")["disbands_up_to"]
    lines = [
        f"{unit(id)}: {dice((die,))}{', disbanded' if id in event.lost else ''}"
        for id, die in event.dice.items()
    ]
    text = f"{counted(len(event.dice), 'CSA unit')} rolled, disbanded on {most} or less:"
    return entry(f"{text} {units(event.lost)}", "csa-declares-emancipation/5", *lines, side="csa")


@teller(ConscriptionDeclared)
def conscription_declared(event: ConscriptionDeclared) -> Entry:
    points = numbers("politics")[f"{event.side}_conscription"]
    said = f"+{points} PP in every production round (conscription/2)"
    return entry(f"{doing(event.side, 'declares')} conscription", "conscription/1", said, side=event.side)


@teller(RiotsRolled)
def riots_rolled(event: RiotsRolled) -> Entry:
    least = numbers("politics")["riot_on"]
    lines = [
        f"{place(each.city)}: {dice(each.dice)}, total {sum(each.dice)}, {least} or more riots: "
        + (f"{counted(each.rioters, 'rioter')} (conscription/4)" if each.rioters else "no riot")
        for each in event.rolls
    ]
    if event.battles:
        lines.append(f"units fight rioters at once in {places(event.battles)} (conscription/6)")
    rising = [each.city for each in event.rolls if each.rioters]
    text = f"riots in {places(rising)}" if rising else "no city riots"
    return entry(text, "conscription/3", *lines, side=event.side)


@teller(GiftGiven)
def gift_given(event: GiftGiven) -> Entry:
    said = "it is paid from the coming income" if event.owed else f"{event.pool} PP left"
    text = f"{doing(event.side, 'gives')} {event.points} PP to the European powers"
    return entry(text, "european-diplomacy/1", said, side=event.side)


@teller(SupportSought)
def support_sought(event: SupportSought) -> Entry:
    margin = numbers("politics")["war_margin"]
    said = f"{dice(event.dice)}: total {sum(event.dice)}; the rating is {event.rating}"
    more = f"intervention on {event.rating + margin} or more (seek-support-or-intervention/3)"
    result = f"Europe offers {event.support} PP" if event.support else "Europe offers nothing"
    if event.war:
        result = "the powers intervene" + (f" and offer {event.support} PP" if event.support else "")
    text = f"the CSA seeks support: {result}"
    return entry(text, "seek-support-or-intervention/2", said, more, side="csa")


@teller(WarBrokeOut)
def war_broke_out(event: WarBrokeOut) -> Entry:
    if event.declared:
        text = "the USA declares war on Britain and France"
        return entry(text, "declare-war-on-european-powers/1", side="usa")
    return entry("Britain and France are at war with the USA", "war-with-europe/1", side="csa")


@teller(ForcesPlaced)
def forces_placed(event: ForcesPlaced) -> Entry:
    lines = by_space(event.units)
    rule = "war-with-europe/3" if event.nation == "france" else "war-with-europe/4"
    text = f"the forces of {army(event.nation)} are placed: {counted(len(event.units), 'unit')}"
    return entry(text, rule, *lines, side="csa")


@teller(UprisingRolled)
def uprising_rolled(event: UprisingRolled) -> Entry:
    less = numbers("europe")["revolutionaries_less"]
    lines = [
        f"{place(each.region)}: {dice((each.die,))}, −{less}: {each.infantry} infantry"
        for each in event.rolls
    ]
    if event.battles:
        lines.append(f"they fight at once in {places(event.battles)} (war-with-europe/16)")
    total = sum(each.infantry for each in event.rolls)
    text = f"revolutionaries in Mexico: {total} infantry"
    return entry(text, "war-with-europe/15", *lines, side="usa")


@teller(PowerLeft)
def power_left(event: PowerLeft) -> Entry:
    rule = "war-with-europe/18" if event.nation == "france" else "war-with-europe/19"
    lines = [f"removed: {units(event.removed)} (war-with-europe/20)"] if event.removed else []
    return entry(f"{doing(event.nation, 'is')} out of the war", rule, *lines, side="csa")


@quiet(MajorBattleCounted)
def major_battle_counted(event: MajorBattleCounted) -> Entry:
    lines = [f"CSA units eliminated: {event.csa_lost} (emancipation-of-the-slaves/2)"]
    if event.election:
        lines.append("it counts for the election (1864-presidential-election/6)")
    text = f"the major battle won by {army(event.winner)} counts for politics"
    return entry(text, "european-intervention-rating/2", *lines, side=event.winner)


@teller(ElectionHeld)
def election_held(event: ElectionHeld) -> Entry:
    lines = [dice(event.dice)]
    lines += [f"{signed(points)} {modifier_name(name)} ({rule})" for name, points, rule in event.modifiers]
    passes = numbers("election")["passes"]
    lines.append(f"total {event.total}; {passes} or more passes")
    result = "passed" if event.passed else "lost"
    text = f"the presidential election of 1864 is {result} with a total of {event.total}"
    return entry(text, "1864-presidential-election/1", *lines, side="usa")


def modifier_name(name: str) -> str:
    """What modifies the election: a reason in words, or a city."""
    return MODIFIERS.get(name) or place(name)
