"""The chronicle of marches, reactions and battles."""

from ironclad.domain.games.american_civil_war.board.charts import (
    MOST_STRENGTH_ADDED,
    ROWS_ADDED_TO,
    leader_effects,
)
from ironclad.domain.games.american_civil_war.board.names import (
    counted,
    listed,
    place,
    places,
    side_name,
    the_fort,
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
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import EntrySettled
from ironclad.domain.games.american_civil_war.rules.c05_movement.detaching import UnitsPickedUp
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import ForceDropped, ForceMoved
from ironclad.domain.games.american_civil_war.rules.c05_movement.rally import RallyAttempted
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction import (
    ForceReacted,
    ReactedIntoWorks,
    ReactionAttempted,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import (
    BattleBegan,
    BattleFought,
    LossesReckoned,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle_end import (
    GOES_ON,
    GONE,
    HALTED,
    BattleEnded,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.draws import StandDecided
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import (
    LeaderCaptured,
    LeaderCreated,
    LeaderEffectsRolled,
    LeaderKilled,
    LeaderMovedAlone,
    LeaderPromoted,
    LeaderWounded,
    PoliticalRoll,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import LossesTaken
from ironclad.domain.games.american_civil_war.rules.c09_battle.preparing import (
    BattleLeaderChosen,
    BattleSupplyAnswered,
    ParticipantsChosen,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.resolution import Force, Losses
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat import (
    ForceDemoralized,
    ForceRetreated,
    SurrenderedForWantOfRetreat,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.lone_leaders import LeaderMoved
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_events import (
    FortDestroyed,
    FortSurrendered,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.entrenchments import (
    DiggingBegan,
    EntrenchmentPlaced,
    WorksEntered,
    WorksLeft,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import EntrenchmentRemoved
from ironclad.domain.games.american_civil_war.rules.c16_cavalry.cavalry import CavalryAttacked
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import dice

_BATTLES = {
    "move": "attacks",
    "reaction": "reacts and attacks",
    "in_place": "attacks in its own hex",
    "storm": "storms",
    "sortie": "sorties against the besiegers of",
    "cavalry": "falls on the cavalry in",
}
_MOVERS = {
    GOES_ON: "the force on the move may continue (6.4/18)",
    HALTED: "the force on the move must stop (5.2/5)",
    GONE: "the force on the move is no longer in the hex",
}
_WORKS = {"fort": "fort", "entrenched": "entrenchment"}
_DEFENCE = {
    "fort": "trebled in a complete fort, doubled in an unfinished, damaged or silenced one (11.8.3, 11.3)",
    "entrenched": "doubled in defence (12.2)",
}
_CAUSES = {
    "battle": "loses",
    "amphibious": "loses at the water's edge",
    "surrender": "surrenders",
    "militia": "disbands",
    "cavalry": "loses",
}


@teller(ForceMoved)
def force_moved(event: ForceMoved) -> Entry:
    text = f"{side_name(event.side)} moves {force(event.units, event.leaders)} from {place(event.from_hex)}"
    total = sum(term.amount for term in event.cost)
    spent = f"{counted(total, 'movement point')}, {event.spent} spent so far"
    massed = ["the force is massed (5.2.4)"] if event.massed else []
    return entry(f"{text} to {place(event.to)}", "5.3", *sums(event.cost), spent, *massed, hex_id=event.to)


@teller(ForceDropped)
def force_dropped(event: ForceDropped) -> Entry:
    stay = do(event.units, "stays", "stay")
    return entry(f"{units(event.units)} {stay} behind in {place(event.hex)}", event.rule, hex_id=event.hex)


@teller(UnitsPickedUp)
def units_picked_up(event: UnitsPickedUp) -> Entry:
    text = f"{units(event.units)} in {place(event.hex)} {do(event.units, 'goes', 'go')} along"
    return entry(text, event.rule, hex_id=event.hex)


@teller(LeaderMoved)
def leader_moved(event: LeaderMoved) -> Entry:
    text = f"leader {event.leader} rides from {place(event.from_hex)} to {place(event.path[-1])}"
    return entry(text, event.rule, f"{counted(event.spent, 'movement point')} spent", hex_id=event.path[-1])


@teller(RallyAttempted)
def rally_attempted(event: RallyAttempted) -> Entry:
    rolls = f"{dice(event.dice)}; {event.needed} or more is needed, a 1 always fails"
    come = counted(event.removed, "marker comes", "markers come")
    text = (
        f"{units(event.units)} in {place(event.hex)} {do(event.units, 'tries', 'try')} to rally: {come} off"
    )
    return entry(text, event.rule, rolls, *sums(event.modifiers), hex_id=event.hex)


@teller(DiggingBegan)
def digging_began(event: DiggingBegan) -> Entry:
    text = f"{units(event.units)} {do(event.units, 'begins', 'begin')} to entrench in {place(event.hex)}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(EntrenchmentPlaced)
def entrenchment_placed(event: EntrenchmentPlaced) -> Entry:
    are = do(event.units, "is", "are")
    text = f"{units(event.units)} {are} entrenched in {place(event.hex)}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(EntrenchmentRemoved)
def entrenchment_removed(event: EntrenchmentRemoved) -> Entry:
    text = f"the entrenchment in {place(event.hex)} is gone: {event.reason}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(WorksEntered)
def works_entered(event: WorksEntered) -> Entry:
    go = do(event.units, "goes", "go")
    text = f"{units(event.units)} in {place(event.hex)} {go} into the {_WORKS[event.works]}"
    return entry(text, event.rule, _DEFENCE[event.works], hex_id=event.hex)


@teller(WorksLeft)
def works_left(event: WorksLeft) -> Entry:
    come = do(event.units, "comes", "come")
    text = f"{units(event.units)} in {place(event.hex)} {come} out into the field"
    return entry(text, event.rule, "no longer doubled or trebled in defence", hex_id=event.hex)


@teller(ReactionAttempted)
def reaction_attempted(event: ReactionAttempted) -> Entry:
    failed = do(event.units, "tries to react and fails", "try to react and fail")
    verdict = "may react" if event.success else failed
    text = f"{force(event.units, event.leaders)} in {place(event.hex)} {verdict}"
    roll = f"die {event.die}, modified {event.total}; 5 or more is needed"
    return entry(text, event.rule, roll, *sums(event.modifiers), hex_id=event.hex)


@teller(ForceReacted)
def force_reacted(event: ForceReacted) -> Entry:
    react = f"{do(event.units, 'reacts', 'react')} from {place(event.from_hex)} to {place(event.to)}"
    into = f", into the {_WORKS[event.works]}" if event.works else ""
    text = f"{force(event.units, event.leaders)} {react}{into}"
    return entry(text, event.rule, hex_id=event.to)


@teller(ReactedIntoWorks)
def reacted_into_works(event: ReactedIntoWorks) -> Entry:
    slip = do(event.units, "slips", "slip")
    text = f"{units(event.units)} in {place(event.hex)} {slip} into the {_WORKS[event.works]}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(EntrySettled)
def entry_settled(event: EntrySettled) -> Entry | None:
    """A battle announces itself; a siege and an empty hex do not."""
    if event.result == "siege":
        return entry(f"{side_name(event.side)} besieges {the_fort(event.hex)}", event.rule, hex_id=event.hex)
    if event.result == "vacated":
        text = f"no enemy is left in {place(event.hex)}, so there is no battle"
        return entry(text, event.rule, hex_id=event.hex)
    return None


@teller(BattleBegan)
def battle_began(event: BattleBegan) -> Entry:
    ways = [
        f"{force(each.groups, each.leaders)} from {place(each.from_hex) if each.from_hex else 'the hex'}"
        for each in event.contingents
    ]
    garrison = [f"a garrison of {event.garrison} in the fort"] if event.garrison else []
    where = the_fort(event.hex) if event.kind == "storm" else place(event.hex)
    against = [f"against {units(event.defenders)}"] if event.defenders else []
    text = f"{side_name(event.attacker)} {_BATTLES.get(event.kind, 'attacks')} {where}"
    return entry(text, event.rule, *ways, *against, *garrison, hex_id=event.hex)


@teller(ParticipantsChosen)
def participants_chosen(event: ParticipantsChosen) -> Entry:
    text = f"{side_name(event.side)} sends {units(event.units)} into the fight"
    return entry(text, event.rule, f"at most {counted(event.limit, 'strength point')} can take part")


@teller(BattleLeaderChosen)
def battle_leader_chosen(event: BattleLeaderChosen) -> Entry:
    who = f"leader {event.leader} leads" if event.leader else "no leader takes part"
    return entry(f"{side_name(event.side)}: {who}", event.rule)


@teller(BattleSupplyAnswered)
def battle_supply_answered(event: BattleSupplyAnswered) -> Entry:
    did = "spends" if event.used else "keeps"
    return entry(f"{side_name(event.side)} {did} the battle supply of {units(event.units)}", event.rule)


def _strength(who: str, side: Force) -> str:
    parts = [
        f"{part.strength_points} {part.what}" + (f" x{part.times}" if part.times > 1 else "")
        for part in side.parts
    ]
    led = [f"{side.bonus} leader {side.leader}"] if side.leader else []
    afloat = [f"{counted(side.naval, 'vessel')} (13.7)"] if side.naval else []
    return f"{who} strength {' + '.join([*parts, *led, *afloat]) or '0'} = {side.strength}"


@teller(BattleFought)
def battle_fought(event: BattleFought) -> Entry:
    winner = {"attacker": "the attacker wins", "defender": "the defender wins", "draw": "a draw"}[
        event.outcome
    ]
    roll = f"die {event.die}, modified {event.modified}, row {event.row} of the Combat Results Table"
    details = (
        _strength("attacking", event.attacking),
        _strength("defending", event.defending),
        f"ratio {event.ratio} (9.3/4)",
        *sums(event.modifiers),
        roll,
    )
    return entry(f"battle of {place(event.hex)}: {winner}", event.rule, *details, hex_id=event.hex)


def _attackers_loss(losses: Losses) -> str:
    """The attacker's loss by the defender's: "1 more than the defender, 3"."""
    more, loss = losses.chart, losses.attacker
    basis = losses.defender
    if loss > max(0, basis + more):  # an option counts the calculated loss, not the possible one
        basis = losses.reckoned
    than = "the defender" if basis == losses.defender else f"the calculated {basis}"
    how = f"{abs(more)} {'more' if more > 0 else 'fewer'} than {than}" if more else f"as {than}"
    return f"{how}, {loss}" + (", all that it can lose" if loss < basis + more else "")


def _share(percent: int, losses: Losses) -> str:
    """The defender's loss before it is bounded: "20% of 8 = 1.6, rounded 2"."""
    whole, rest = divmod(max(0, percent) * losses.base, 100)
    exact = f"{whole}.{rest:02}".rstrip("0") + f", rounded {losses.reckoned}" if rest else str(whole)
    return f"{percent}% of {losses.base} = {exact}"


@teller(LossesReckoned)
def losses_reckoned(event: LossesReckoned) -> Entry:
    losses = event.losses
    percent = sum(share.amount for share in losses.shares)
    details = (
        f"die {losses.die}",
        *sums(losses.shares, "%"),
        f"{_share(percent, losses)}; the defender loses {losses.defender} (9.6)",
        *sums(losses.modifiers),
        f"row {losses.row}: {_attackers_loss(losses)}",
    )
    return entry(
        f"the defender loses {losses.defender}, the attacker {losses.attacker}", event.rule, *details
    )


@teller(LossesTaken)
def losses_taken(event: LossesTaken) -> Entry:
    garrison = ["the fort's garrison"] if event.garrison else []
    lost = listed([units(event.units), *garrison] if event.units else garrison or [units(())])
    verb = _CAUSES.get(event.cause, "loses")
    text = f"{side_name(event.side)} {verb}: {lost} in {place(event.hex)}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(CavalryAttacked)
def cavalry_attacked(event: CavalryAttacked) -> Entry:
    rolls = f"{dice(event.dice)}; 6 or more catches a unit"
    are = do(event.units, "is", "are")
    text = f"{units(event.units)} in {place(event.hex)} {are} attacked, {units(event.eliminated)} caught"
    return entry(text, event.rule, rolls, *sums(event.modifiers), hex_id=event.hex)


@teller(ForceDemoralized)
def force_demoralized(event: ForceDemoralized) -> Entry:
    """Where nobody is left of those who fought, besiegers who were kept out of the battle are."""
    if not event.units:
        text = f"nobody is left of {side_name(event.side)}'s force that fought in {place(event.hex)}"
        return entry(text, event.rule, "those who held the siege must retreat (11.8.1/4)", hex_id=event.hex)
    lost = counted(event.halved, "strength point is", "strength points are")
    halved = [f"{lost} lost at the water's edge (13.3.6)"] if event.halved else []
    are = do(event.units, "is", "are")
    text = f"{units(event.units)} in {place(event.hex)} {are} beaten and demoralized"
    return entry(text, event.rule, *halved, hex_id=event.hex)


@teller(StandDecided)
def stand_decided(event: StandDecided) -> Entry:
    did = "retreats" if event.retreats else "stays"
    return entry(f"after the draw {side_name(event.side)} {did}", event.rule)


@teller(ForceRetreated)
def force_retreated(event: ForceRetreated) -> Entry:
    way = f"into the {_WORKS[event.into]}" if event.into else f"to {places(event.path[-1:])}"
    retreat = f"{do(event.units, 'retreats', 'retreat')} from {place(event.from_hex)} {way}"
    text = f"{force(event.units, event.leaders)} {retreat}"
    via = [f"by way of {places(event.path)}"] if len(event.path) > 1 else []
    return entry(text, event.rule, *via, hex_id=event.from_hex)


@teller(SurrenderedForWantOfRetreat)
def surrendered(event: SurrenderedForWantOfRetreat) -> Entry:
    have, give_up = do(event.units, "has", "have"), "surrenders" if event.count == 1 else "surrender"
    text = f"{units(event.units)} in {place(event.hex)} {have} nowhere to go: {event.count} SP {give_up}"
    return entry(text, event.rule, f"half of {strength(event.units)}, rounded down", hex_id=event.hex)


@teller(BattleEnded)
def battle_ended(event: BattleEnded) -> Entry:
    won = f"{side_name(event.winner)} has won" if event.winner else "nobody has won"
    alone = [f"{listed([side_name(side) for side in event.alone])} has the hex alone"] if event.alone else []
    mover = [_MOVERS[event.mover]] if event.mover else []
    text = f"the fighting in {place(event.hex)} is over: {won}"
    return entry(text, event.rule, *alone, *mover, hex_id=event.hex)


@teller(PoliticalRoll)
def political_roll(event: PoliticalRoll) -> Entry:
    total = sum(event.dice)
    verdict = "it has a political effect" if event.amount else "it has no political effect"
    detail = f"dice {' + '.join(map(str, event.dice))} = {total}, against the defender's {event.strength}"
    return entry(f"the battle of {place(event.hex)}: {verdict}", event.rule, detail, hex_id=event.hex)


@teller(LeaderEffectsRolled)
def leader_effects_rolled(event: LeaderEffectsRolled) -> Entry:
    columns = [
        f"{side_name(side)}, {column}: {listed(list(event.effects.get(side, ()))) or 'nothing'}"
        for side, column in event.columns.items()
    ]
    total = sum(event.dice)
    most = " at most" if event.added == MOST_STRENGTH_ADDED else ""
    more = f"with the defender's SP,{most} {event.added}, {total + event.added} {_rows_added_to(event)}"
    roll = f"dice {' + '.join(map(str, event.dice))} = {total}, {more}"
    return entry("the fate of the leaders is rolled", event.rule, roll, *columns, hex_id=event.hex)


def _rows_added_to(event: LeaderEffectsRolled) -> str:
    """The rows that the defender's SP were added to (9.12/2), by name if the result fits one reading alone.

    The event does not name the reading that its game has chosen.
    """
    total = sum(event.dice)
    fitting = [
        words
        for reading, words in ROWS_ADDED_TO.items()
        if all(
            leader_effects(total, column, event.added, reading) == event.effects.get(side, ())
            for side, column in event.columns.items()
        )
    ]
    return fitting[0] if len(fitting) == 1 else "on the rows that they are added to (9.12/2)"


@teller(LeaderPromoted)
def leader_promoted(event: LeaderPromoted) -> Entry:
    return entry(f"leader {event.leader} is promoted from {event.before} to {event.after}", event.rule)


@teller(LeaderWounded)
def leader_wounded(event: LeaderWounded) -> Entry:
    detail = f"die {event.die}, halved and rounded up: {counted(event.turns, 'turn')}"
    return entry(f"leader {event.leader} is wounded, back in turn {event.returns}", event.rule, detail)


@teller(LeaderKilled)
def leader_killed(event: LeaderKilled) -> Entry:
    return entry(f"leader {event.leader} is killed", event.rule)


@teller(LeaderCreated)
def leader_created(event: LeaderCreated) -> Entry:
    text = f"{side_name(event.side)} makes leader {event.leader} in {place(event.hex)}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(LeaderMovedAlone)
def leader_moved_alone(event: LeaderMovedAlone) -> Entry:
    text = f"leader {event.leader}, left alone, escapes from {place(event.from_hex)} to {place(event.to)}"
    return entry(text, event.rule, hex_id=event.to)


@teller(LeaderCaptured)
def leader_captured(event: LeaderCaptured) -> Entry:
    return entry(f"leader {event.leader} is captured in {place(event.hex)}", event.rule, hex_id=event.hex)


@teller(FortDestroyed)
def fort_destroyed(event: FortDestroyed) -> Entry:
    text = f"{side_name(event.side)} loses {the_fort(event.hex)}: {event.reason}"
    return entry(text, event.rule, hex_id=event.hex)


@teller(FortSurrendered)
def fort_surrendered(event: FortSurrendered) -> Entry:
    text = f"{the_fort(event.hex)}, silenced, surrenders"
    if event.units:
        text += f" with {units(event.units)}"
    return entry(text, event.rule, hex_id=event.hex)
