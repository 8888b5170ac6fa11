"""Ships, what they carry, battles on the water, and journeys by rail of more than one turn, in words."""

from ironclad.domain.games.war_between_the_states.readers.chronicle.telling import (
    chronicle,
    entry,
    of_topic,
)
from ironclad.domain.games.war_between_the_states.readers.wording import (
    force,
    listed,
    movement_points,
    piece,
    place,
    side,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    SupplyRode,
    TrainLeft,
    TrainWent,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement import events as water
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat import events as naval
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.moves import move

of_topic("movement", SupplyRode, TrainLeft, TrainWent, *water.EVENTS)
of_topic("combat", *naval.EVENTS, water.LandingTried, water.LandingSettled)


def _paid(spent: dict[str, int]) -> list[str]:
    return [f"{piece(id)} pays {movement_points(halves)}" for id, halves in spent.items() if halves]


def _by_rail(weight: int, rail_points: int, rail_cost: int) -> str:
    return f"{rail_points} rail transport points for {weight} SP, {rail_cost} rail MP each (6.5/4)"


def _stops(stopped: tuple[str, ...]) -> list[str]:
    return [f"{listed(stopped)} may go no further in this phase"] if stopped else []


# -- by rail


@chronicle.teller(TrainLeft)
def _left(event: TrainLeft) -> Entry:
    end = event.path[-1] if event.path else event.start
    text = f"{listed(event.pieces)} ride from {place(event.start)} to {place(end)} and stay on the train"
    lines = [_by_rail(event.weight, event.rail_points, event.rail_cost), *_paid(event.spent)]
    lines.append("a sealed order says where to and when (6.56/2)")
    return entry(text, "6.56/2", *lines, side=event.side, hex=end)


@chronicle.teller(TrainWent)
def _went(event: TrainWent) -> Entry:
    end = event.path[-1] if event.path else event.start
    ends = "leave the train" if event.detrains else "stay on the train"
    text = f"{listed(event.pieces)} ride on from {place(event.start)} to {place(end)} and {ends}"
    lines = [_by_rail(event.weight, event.rail_points, event.rail_cost), *_paid(event.spent)]
    if event.arrived:
        lines.append("they arrive as their order said (6.56/3)")
    elif event.because:
        lines.append(f"the order ends: {event.because} (6.56/4)")
    lines += [f"{listed(event.lost)} are eliminated"] if event.lost else []
    lines += _stops(event.stopped)
    told = entry(text, "6.56/3", *lines, side=event.side, hex=end)
    told["moves"] = [move(event.side, force(event.pieces), (event.start, *event.path))]
    return told


@chronicle.teller(SupplyRode)
def _supply_rode(event: SupplyRode) -> Entry:
    text = f"{event.points} supply points go by rail from {piece(event.source)} to {piece(event.target)}"
    line = f"{event.points} rail transport points, {event.rail_cost} rail MP each (6.57/3)"
    return entry(text, "6.57/3", line, side=event.side, hex=event.path[-1] if event.path else event.start)


# -- by water


@chronicle.teller(water.ShipsSailed)
def _sailed(event: water.ShipsSailed) -> Entry:
    end = event.path[-1] if event.path else event.start
    text = f"{listed(event.ships)} sail from {place(event.start)} to {place(end)}"
    lines = [f"{event.spent} MP each (7.0/2)"]
    lines += ["an enemy warship is there: they go no further (11.11/1)"] if event.stopped else []
    told = entry(text, "7.0/2", *lines, side=event.side)
    told["moves"] = [move(event.side, listed(event.ships), (event.start, *event.path))]
    return told


@chronicle.teller(water.VoyageOrdered)
def _ordered(event: water.VoyageOrdered) -> Entry:
    text = f"{piece(event.ship)} has a sealed order for a voyage of more than one turn"
    return entry(text, "7.28/1", side=event.side)


@chronicle.teller(water.VoyageOver)
def _over(event: water.VoyageOver) -> Entry:
    how = "is kept" if event.kept else "cannot be kept and ends where the ship is"
    lines = [f"it was to be at {place(event.order.destination)} in turn {event.order.arrives}"]
    lines += [f"{listed(event.lost)} are eliminated"] if event.lost else []
    clause = "7.28/1" if event.kept else "7.28/3"
    return entry(f"the order of {piece(event.ship)} is opened and {how}", clause, *lines, side=event.side)


@chronicle.teller(water.PiecesEmbarked)
def _embarked(event: water.PiecesEmbarked) -> Entry:
    lines = [*_paid(event.spent), f"the ship pays {event.transport} MP (7.26/1)"]
    lines += [f"a forced march of {event.extension} MP"] if event.extension else []
    lines += [f"{strength} SP of {piece(of)} stay behind" for of, strength in event.dropped.values()]
    text = f"{listed(event.pieces)} go aboard {piece(event.ship)} in {place(event.hex)}"
    return entry(text, "7.21/1", *lines, side=event.side, hex=event.hex)


@chronicle.teller(water.PiecesLanded)
def _landed(event: water.PiecesLanded) -> Entry:
    lines = [*_paid(event.spent), f"the ship pays {event.transport} MP (7.26/1)"]
    lines += [f"a forced march of {event.extension} MP"] if event.extension else []
    lines += [f"{place(hex)} is taken" for hex in event.taken]
    lines += [f"{listed(event.captured)} are captured"] if event.captured else []
    lines += [f"{listed(event.eliminated)} are eliminated"] if event.eliminated else []
    lines += _stops(event.stopped)
    text = f"{listed(event.pieces)} land from {piece(event.ship)} in {place(event.hex)}"
    return entry(text, "7.21/1", *lines, side=event.side, hex=event.hex)


@chronicle.teller(water.SupplyShipped)
def _shipped(event: water.SupplyShipped) -> Entry:
    aboard = event.target == event.ship
    other, way = (event.source, "aboard") if aboard else (event.target, "ashore")
    text = f"{event.points} supply points go {way}: {piece(event.ship)} and {piece(other)}"
    line = f"the ship pays {event.transport} MP (7.25/2)"
    return entry(text, "7.25/2", line, side=event.side)


@chronicle.teller(water.BoatTaken)
def _boat(event: water.BoatTaken) -> Entry:
    text = f"{listed(event.pieces)} go by boat from {place(event.start)} to {place(event.hex)}"
    lines = [*_paid(event.spent), *_stops(event.stopped)]
    return entry(text, "10.31/1", *lines, side=event.side, hex=event.hex)


@chronicle.teller(water.BayRounded)
def _bay(event: water.BayRounded) -> Entry:
    if not event.hex:
        return entry(f"{listed(event.pieces)} leave the map around Galveston Bay", "7.54/1", side=event.side)
    lines = [f"{place(hex)} is taken" for hex in event.taken]
    text = f"{listed(event.pieces)} are back from Galveston Bay in {place(event.hex)}"
    return entry(text, "7.54/1", *lines, side=event.side, hex=event.hex)


# -- battles


@chronicle.teller(water.LandingTried)
def _tried(event: water.LandingTried) -> Entry:
    does = "may land against the enemy" if event.succeeds else "does not land"
    line = f"die {event.die} against initiative {event.initiative} (7.24/2)"
    return entry(f"{event.leader} {does}", "7.24/2", line, side=event.side)


@chronicle.teller(water.LandingSettled)
def _settled(event: water.LandingSettled) -> Entry:
    if event.clear:
        text, clause = f"{place(event.hex)} is clear: the assault may land", "7.24/8"
    else:
        text, clause = f"the defenders of {place(event.hex)} stay: the assault has failed", "7.24/9"
    times = "" if event.clear else ", three times the losses"
    line = f"the attackers lose {event.loss} of {event.strength} SP{times} ({clause})"
    return entry(text, clause, line, side=event.side, hex=event.hex)


@chronicle.teller(naval.NavalBattleFought)
def _naval(event: naval.NavalBattleFought) -> Entry:
    lines = [f"{side(who)}: {listed(ships)}, {event.strengths[who]} SP" for who, ships in event.ships.items()]
    rolled = f"die {event.die}: {event.result}" if event.die else "transports alone: no die (11.13/1)"
    lines.append(f"{event.ratio} (11.11/4), {rolled}")
    lines += [f"{side(who)} loses {count} warships" for who, count in event.losses.items() if count]
    return entry(f"ships fight on {place(event.at)}", "11.12/1", *lines, side=event.side)


@chronicle.teller(naval.ShipsSunk)
def _sunk(event: naval.ShipsSunk) -> Entry:
    lost = (*event.units, *event.headquarters)
    lines = [f"with them {listed(lost)}, {event.strength} SP (11.12/3)"] if lost else []
    lines += [f"{listed(event.captured)} are prisoners"] if event.captured else []
    lines += [f"{listed(event.drowned)} are lost"] if event.drowned else []
    text = f"{side(event.side)} loses {listed(event.ships)}"
    return entry(text, event.clause, *lines, side=event.side)


@chronicle.quiet(naval.NavalEnded)
def _ended(event: naval.NavalEnded) -> Entry:
    return entry(f"{side(event.side)} has fought its battles on the water", "11.11/3", side=event.side)


@chronicle.teller(naval.FortPassed)
def _passed(event: naval.FortPassed) -> Entry:
    does = "pass" if event.passes else "do not pass"
    stream = "downstream" if event.downstream else "not downstream"
    text = f"{listed(event.ships)} {does} the {event.grade} in {place(event.fort)}"
    lines = [f"garrison of {event.garrison} SP, {stream} (11.24/3)"]
    lines.append(f"die {event.die}, read as {event.read} (11.24/1)")
    lines += [f"{event.lost} ships are lost (11.24/2)"] if event.lost else []
    return entry(text, "11.24/1", *lines, side=event.side, hex=event.fort)


@chronicle.teller(naval.FortAttacked)
def _attacked(event: naval.FortAttacked) -> Entry:
    lines = [f"{event.attack} SP against {event.defence}: column {event.column}, die {event.die} (11.23/1)"]
    for who, percent in event.percents.items():
        lines.append(f"{side(who)}: {percent} percent, {event.losses[who]} SP (11.23/2)")
    lines += ["the ships are to retreat (11.23/5)"] if event.retreats else []
    text = f"{listed(event.ships)} attack the garrison of {place(event.hex)}"
    return entry(text, "11.23/1", *lines, side=event.side, hex=event.hex)
