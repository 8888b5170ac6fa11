"""Battles, forts and sieges in words."""

from ironclad.domain.games.war_between_the_states.readers.chronicle.telling import (
    chronicle,
    entry,
    of_topic,
)
from ironclad.domain.games.war_between_the_states.readers.wording import (
    force,
    listed,
    piece,
    place,
    points,
    side,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat import events as combat
from ironclad.domain.games.war_between_the_states.rules.c13_forts import events as forts
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.events import LeaderHit
from ironclad.domain.games.war_between_the_states.rules.c25_politics.events import BattleCredited
from ironclad.domain.kernel.telling.chronicle import Entry, known

of_topic("combat", *combat.EVENTS, LeaderHit, BattleCredited)
of_topic("forts", *forts.EVENTS)

KINDS = {
    "field": ("attacks", "8.0/2"),
    "march": ("attacks from march", "14.0/1"),
    "storm": ("storms the fort in", "13.32/1"),
    "siege": ("attacks the garrison of", "13.31/2"),
    "sortie": ("sallies against the besiegers of", "13.14/1"),
    "landing": ("attacks from the water", "7.24/1"),
}


@chronicle.quiet(combat.CombatBegan)
def _began(event: combat.CombatBegan) -> Entry:
    return entry(f"{side(event.side)} may attack", "8.0/1", side=event.side)


@chronicle.quiet(combat.CombatEnded)
def _ended(event: combat.CombatEnded) -> Entry:
    return entry(f"{side(event.side)} attacks no more", "8.0/1", side=event.side)


@chronicle.teller(combat.AttackTried)
def _tried(event: combat.AttackTried) -> Entry:
    does = "may attack" if event.active else "does not attack"
    detail = f"die {event.die} against an initiative of {event.initiative}"
    return entry(f"{event.leader} {does}", "8.3/2", detail, side=event.side)


@chronicle.teller(combat.AttackDeclared)
def _declared(event: combat.AttackDeclared) -> Entry:
    does, clause = KINDS[event.kind]
    under = f" under {event.leader}" if event.leader else ""
    text = f"{side(event.side)} {does} {place(event.hex)}{under}"
    return entry(text, clause, f"with {listed(event.units)}", side=event.side, hex=event.hex)


@chronicle.teller(combat.DefenceSet)
def _defence(event: combat.DefenceSet) -> Entry:
    if not event.units and not event.depot:
        return entry(f"{side(event.side)} leaves the hex before the battle", "15.22/2", side=event.side)
    lines = [f"attack {event.attack}, defence {event.defence}: {event.ratio} percent (8.0/5)"]
    lines += [f"led by {event.leader} (8.0/11)"] if event.leader else []
    lines += [f"supported by {listed(event.ships)} (11.3/1)"] if event.ships else []
    who = listed(event.units) if event.units else "the garrison of a depot"
    return entry(f"{side(event.side)} defends with {who}", "8.0/3", *lines, side=event.side)


@chronicle.quiet(combat.ChitChosen)
def _chosen(event: combat.ChitChosen) -> Entry:
    chit = known(event.chit)
    what = "its chit" if chit is None else f"chit {chit}"
    return entry(f"{side(event.side)} chooses {what}", "8.0/8", side=event.side)


@chronicle.teller(combat.ChitsOpened)
def _opened(event: combat.ChitsOpened) -> Entry:
    lines = [f"{side(who)}: {chit}, at most {event.caps[who]}" for who, chit in event.chits.items()]
    return entry(f"the chits come to {sum(event.chits.values())}", "8.0/8", *lines)


@chronicle.teller(combat.CombatSupplied)
def _supplied(event: combat.CombatSupplied) -> Entry:
    if not event.die:
        return entry(f"{side(event.side)} needs no combat supply", "12.2/1", side=event.side)
    lines = [f"die {event.die} for {event.strength} SP: {event.need} supply points (12.24)"]
    lines += points(event.paid, "points")
    does = "is supplied" if event.supplied else "is unsupplied: half strength, double losses (12.23)"
    return entry(f"{side(event.side)} {does}", "12.2/2", *lines, side=event.side)


@chronicle.teller(combat.AttackVoided)
def _voided(event: combat.AttackVoided) -> Entry:
    return entry(f"the attack on {place(event.hex)} has no strength left", "12.23/1", hex=event.hex)


@chronicle.teller(combat.BattleFought)
def _fought(event: combat.BattleFought) -> Entry:
    read = event.reading
    lines = [
        f"{read.attack} to {read.defence}: {read.ratio} percent, column {read.column} (8.0/15)",
        f"chits {read.total}, die {read.die}" + (f" {read.ratings:+d} for leaders" if read.ratings else ""),
    ]
    for who, percent in event.percents.items():
        strength, loss = event.strengths[who], event.losses[who]
        lines.append(f"{side(who)}: {percent} percent of {strength} SP, {loss} SP lost (8.15)")
    if event.retreats:
        lines.append(f"{side(event.retreats)} is to retreat (8.43)")
    return entry(f"battle in {place(event.hex)}", "8.0/16", *lines, side=event.side, hex=event.hex)


@chronicle.teller(combat.LossesTaken)
def _losses(event: combat.LossesTaken) -> Entry:
    total = sum(event.taken.values())
    lines = points(event.taken, "SP")
    return entry(f"{side(event.side)} loses {total} SP", "8.18/1", *lines, side=event.side)


@chronicle.teller(combat.ShipsLost)
def _ships(event: combat.ShipsLost) -> Entry:
    return entry(f"{listed(event.ships)} are lost", "8.18/7", side=event.side)


@chronicle.teller(combat.StoresFell)
def _stores(event: combat.StoresFell) -> Entry:
    what = [*(["the depot"] if event.depot else []), *(["the base"] if event.base else [])]
    what += [piece(id) for id in event.trains]
    text = f"{' and '.join(what)} in {place(event.hex)} are lost with the defenders"
    return entry(text, "8.19/2", f"{event.points} supply points lie there", side=event.side, hex=event.hex)


@chronicle.quiet(combat.RetreatCalled)
def _called(event: combat.RetreatCalled) -> Entry:
    who = " and ".join(side(each) for each in event.sides) or "nobody"
    return entry(f"{who} retreats or may", "8.43/1", hex=event.hex)


@chronicle.teller(combat.PiecesRetreated)
def _retreated(event: combat.PiecesRetreated) -> Entry:
    lines = [f"{piece(id)} to {place(hex)}" for id, hex in event.to.items()]
    lines += [f"{piece(id)} into the fort (13.12/2)" for id in event.inside]
    lines += [f"{piece(id)} has nowhere to go: {sp} SP lost (R.1/6)" for id, sp in event.trapped.items()]
    return entry(f"{side(event.side)} retreats", "R.1/1", *lines, side=event.side)


@chronicle.teller(combat.PiecesAdvanced)
def _advanced(event: combat.PiecesAdvanced) -> Entry:
    lines = [f"{place(hex)} is taken (R.1/10)" for hex in event.taken]
    lines += [f"{piece(id)} is captured (10.33/2)" for id in event.captured]
    lines += [f"{piece(id)} is eliminated (6.13/3)" for id in event.eliminated]
    lines += [f"{event.burned} supply points are burned (17.55/6)"] if event.burned else []
    who = force(event.pieces) if event.pieces else side(event.side)
    told = entry(f"{who} take {place(event.hex)}", "R.1/8", *lines, side=event.side, hex=event.hex)
    return told | ({"takes": list(event.taken)} if event.taken else {})


@chronicle.quiet(combat.BattleEnded)
def _battle_ended(event: combat.BattleEnded) -> Entry:
    return entry(f"the battle in {place(event.hex)} is over", "8.12/1", side=event.side, hex=event.hex)


@chronicle.teller(LeaderHit)
def _hit(event: LeaderHit) -> Entry:
    lines = [f"die {event.die}", *([f"second die {event.second}"] if event.second else [])]
    return entry(f"{event.leader} is {event.result}", "R.6/10", *lines, side=event.side)


@chronicle.teller(BattleCredited)
def _credited(event: BattleCredited) -> Entry:
    lines = [f"{event.enemy_losses} enemy SP lost, {event.own_losses} own"]
    return entry(
        f"{side(event.side)} has {event.points} political points for the battle",
        "R.10/4",
        *lines,
        side=event.side,
    )


@chronicle.teller(forts.PiecesSheltered)
def _sheltered(event: forts.PiecesSheltered) -> Entry:
    does = "go into" if event.inside else "come out of"
    text = f"{listed(event.pieces)} {does} the fort in {place(event.hex)}"
    return entry(text, "13.12/1", side=event.side, hex=event.hex)


@chronicle.teller(forts.WorkTaken)
def _taken(event: forts.WorkTaken) -> Entry:
    does = f"makes the {event.grade} its own" if event.grade else "removes the fort"
    text = f"{side(event.side)} {does} in {place(event.hex)}"
    return entry(text, "13.15/1", side=event.side, hex=event.hex)


@chronicle.teller(forts.WorkRemoved)
def _removed(event: forts.WorkRemoved) -> Entry:
    out = [f"outside it now: {listed(event.pieces)}"] if event.pieces else []
    text = f"{side(event.side)} removes its own {event.grade} in {place(event.hex)}"
    return entry(text, "13.4/1", *out, side=event.side, hex=event.hex)


@chronicle.teller(forts.SiegesOrdered)
def _ordered(event: forts.SiegesOrdered) -> Entry:
    return entry(f"{side(event.first)} acts first in the siege phase", "4.2/2", side="confederate")


@chronicle.teller(forts.WorkBombarded)
def _bombarded(event: forts.WorkBombarded) -> Entry:
    result = "holds" if event.left == event.grade else f"is now a {event.left}" if event.left else "is gone"
    text = f"{piece(event.train)} bombards {place(event.hex)}: the {event.grade} {result}"
    die = f"die {event.die}" + (f" + {event.added} for a further train" if event.added else "")
    return entry(text, "13.36/1", die, side=event.side, hex=event.hex)


@chronicle.teller(forts.GarrisonFreed)
def _freed(event: forts.GarrisonFreed) -> Entry:
    text = f"the garrison of {place(event.hex)} is besieged no more"
    return entry(text, "13.3/7", listed(event.pieces), side=event.side, hex=event.hex)


@chronicle.teller(forts.PlaceFell)
def _fell(event: forts.PlaceFell) -> Entry:
    lines = [f"{piece(id)} is captured (10.33/2)" for id in event.captured]
    lines += [f"{piece(id)} is eliminated (6.13/3)" for id in event.eliminated]
    text = f"nothing is left of the garrison of {place(event.hex)}"
    return entry(text, "13.4/3", *lines, side=event.side, hex=event.hex)
