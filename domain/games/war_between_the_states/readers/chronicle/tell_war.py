"""The strategic level in words: production, recruiting, leaders, departments, politics."""

from ironclad.domain.games.war_between_the_states.readers.chronicle.telling import (
    chronicle,
    entry,
    of_topic,
)
from ironclad.domain.games.war_between_the_states.readers.wording import (
    listed,
    piece,
    place,
    points,
    side,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production import events as production
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting import events as recruiting
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick import events as leaders
from ironclad.domain.games.war_between_the_states.rules.c24_departments import events as departments
from ironclad.domain.games.war_between_the_states.rules.c25_politics import events as politics
from ironclad.domain.kernel.telling.chronicle import Entry

of_topic("production", *production.EVENTS, *recruiting.EVENTS, *departments.EVENTS)
of_topic("leaders", *(kind for kind in leaders.EVENTS if kind is not leaders.LeaderHit))
of_topic("politics", *(kind for kind in politics.EVENTS if kind is not politics.BattleCredited))


def _cost(supply: int, personnel: int = 0) -> list[str]:
    lines = [f"{supply} supply points"] if supply else []
    return lines + ([f"{personnel} personnel points"] if personnel else [])


@chronicle.teller(production.StrategicTurnBegan)
def _strategic(event: production.StrategicTurnBegan) -> Entry:
    return entry(f"the strategic turn of cycle {event.cycle}", "4.2/1")


@chronicle.teller(production.IncomeReceived)
def _income(event: production.IncomeReceived) -> Entry:
    lines = [f"{name.replace('_', ' ')}: {number}" for name, number in event.by.items()]
    for port in event.ports:
        shut = ", blockaded" if port.blockaded else ""
        lines.append(f"imports of {place(port.hex)}{shut}: die {port.die}, {port.points} (R.9/2)")
    lines += [f"{event.personnel} personnel points (R.7/6)"] if event.personnel else []
    text = f"{side(event.side)} receives {event.supply} supply points"
    return entry(text, "R.7/5", *lines, side=event.side)


@chronicle.teller(production.MenCalled)
def _called(event: production.MenCalled) -> Entry:
    lines = [f"{event.personnel} personnel points", f"{event.political} political points"]
    lines += [f"{event.supply} supply points"] if event.supply else []
    clause = "R.7/20" if event.side == "union" else "R.7/21"
    return entry(f"{side(event.side)} raises men: {event.how}", clause, *lines, side=event.side)


@chronicle.teller(production.PieceOrdered)
def _ordered(event: production.PieceOrdered) -> Entry:
    where = f" at {place(event.port)}" if event.port else ""
    what = f"{event.what.replace('_', ' ')} of {event.strength}"
    lines = _cost(event.supply, event.personnel)
    return entry(f"{side(event.side)} orders {what}{where}", "R.7/11", *lines, side=event.side)


@chronicle.teller(production.IroncladWorked)
def _worked(event: production.IroncladWorked) -> Entry:
    text = f"the ironclad at {place(event.port)} is {'finished' if event.finished else 'not finished'}"
    return entry(text, "R.7/18", f"die {event.die}", side=event.side, hex=event.port)


@chronicle.teller(production.YardsLost)
def _yards(event: production.YardsLost) -> Entry:
    where = ", ".join(place(hex) for hex in event.ports)
    return entry(f"{side(event.side)} loses what is laid down in {where}", "R.7/18", side=event.side)


@chronicle.teller(production.PieceDeployed)
def _deployed(event: production.PieceDeployed) -> Entry:
    what = piece(event.id) if event.id else "a fort"
    return entry(f"{what} comes to {place(event.place)}", "R.7/17", side=event.side)


@chronicle.teller(recruiting.UnitAugmented)
def _augmented(event: recruiting.UnitAugmented) -> Entry:
    lines = _cost(event.supply, event.personnel)
    text = f"{piece(event.unit)} grows to {event.strength} SP"
    return entry(text, "R.7/12", *lines, side=event.side, hex=event.department)


@chronicle.teller(recruiting.GarrisonRaised)
def _garrison(event: recruiting.GarrisonRaised) -> Entry:
    lines = _cost(event.supply, event.personnel)
    text = f"the garrison of {place(event.hex)} has {event.strength} SP"
    return entry(text, "R.7/16", *lines, side=event.side, hex=event.hex)


@chronicle.teller(recruiting.UnitConverted)
def _converted(event: recruiting.UnitConverted) -> Entry:
    lines = [*points(event.made, "SP"), *_cost(event.supply)]
    return entry(f"{piece(event.unit)} is converted", "R.7/13", *lines, side=event.side)


@chronicle.teller(recruiting.BrigadesMerged)
def _merged(event: recruiting.BrigadesMerged) -> Entry:
    text = f"{listed(event.brigades)} become {piece(event.division)} of {event.strength} SP"
    return entry(text, "R.7/14", side=event.side)


@chronicle.teller(recruiting.MilitiaDisbanded)
def _disbanded(event: recruiting.MilitiaDisbanded) -> Entry:
    lines = points(event.left, "SP are left")
    return entry(f"militia of {side(event.side)} goes home", "R.7/19", *lines, side=event.side)


@chronicle.teller(recruiting.ReinforcementsReceived)
def _received(event: recruiting.ReinforcementsReceived) -> Entry:
    lines = [f"{event.fresh} of them may form new units"]
    lines += [f"{what.replace('_', ' ')} of {strength}" for what, strength in event.pieces]
    text = f"{side(event.side)} has {event.infantry} SP of reinforcements"
    return entry(text, "R.3/4", *lines, side=event.side)


@chronicle.teller(recruiting.UnitReinforced)
def _reinforced(event: recruiting.UnitReinforced) -> Entry:
    text = f"{piece(event.unit)} gets {event.added} SP and has {event.strength}"
    return entry(text, "R.3/4", side=event.side)


@chronicle.teller(recruiting.ReinforcementRaised)
def _raised(event: recruiting.ReinforcementRaised) -> Entry:
    text = f"{piece(event.unit)} of {event.strength} SP comes to {place(event.hex)}"
    return entry(text, "R.3/5", side=event.side, hex=event.hex)


@chronicle.teller(leaders.LeadersDrawn)
def _drawn(event: leaders.LeadersDrawn) -> Entry:
    lines = [f"drawn from {len(event.among)} leaders"] if event.among else ["by their dates"]
    return entry(f"{listed(event.leaders)} come into play", "R.6/2", *lines, side=event.side)


@chronicle.teller(leaders.LeaderPlaced)
def _placed(event: leaders.LeaderPlaced) -> Entry:
    return entry(f"{event.leader} comes to {place(event.hex)}", "R.6/1", side=event.side, hex=event.hex)


@chronicle.teller(leaders.CommanderAppointed)
def _appointed(event: leaders.CommanderAppointed) -> Entry:
    left = [f"he leaves {piece(event.left)}"] if event.left else []
    text = f"{event.leader} commands {piece(event.headquarters)}"
    return entry(text, "R.6/1", *left, side=event.side)


@chronicle.teller(leaders.LeaderRecalled)
def _recalled(event: leaders.LeaderRecalled) -> Entry:
    return entry(f"{event.leader} is recalled", "R.6/1", side=event.side)


@chronicle.teller(leaders.LeaderPromoted)
def _promoted(event: leaders.LeaderPromoted) -> Entry:
    return entry(f"{event.leader} has {event.stars} stars", "R.6/4", side=event.side)


@chronicle.teller(leaders.HeadquartersCreated)
def _created(event: leaders.HeadquartersCreated) -> Entry:
    text = f"{event.name} is created in {place(event.hex)}"
    return entry(text, "R.6/8", side=event.side, hex=event.hex)


@chronicle.teller(leaders.HeadquartersRemoved)
def _hq_removed(event: leaders.HeadquartersRemoved) -> Entry:
    lines = [f"{event.supply} supply points stay in the hex"] if event.supply else []
    text = f"{piece(event.headquarters)} is taken off the map"
    return entry(text, "R.6/9", *lines, side=event.side, hex=event.hex)


@chronicle.teller(leaders.ExchangeAnswered)
def _exchange(event: leaders.ExchangeAnswered) -> Entry:
    does = "are exchanged" if event.agreed else "are not exchanged"
    return entry(f"{event.own} and {event.enemy} {does}", "R.6/5", side=event.side)


@chronicle.teller(leaders.LeaderParoled)
def _paroled(event: leaders.LeaderParoled) -> Entry:
    lines = [f"{event.points} political points"] if event.points else []
    return entry(f"{event.leader} is paroled", "R.6/6", *lines, side=event.side)


@chronicle.teller(departments.StagePaid)
def _stage(event: departments.StagePaid) -> Entry:
    done = f"the {event.grade} in {place(event.hex)} is built" if event.grade else ""
    text = done or f"the first stage of a fort in {place(event.hex)} is paid"
    return entry(text, "R.8/7", *_cost(event.supply), side=event.side, hex=event.hex)


@chronicle.teller(departments.StagesLost)
def _stages_lost(event: departments.StagesLost) -> Entry:
    where = ", ".join(place(hex) for hex in event.hexes)
    return entry(f"the unfinished forts in {where} are lost", "R.8/7")


@chronicle.teller(departments.BasePlaced)
def _base(event: departments.BasePlaced) -> Entry:
    text = f"{side(event.side)} places a base in {place(event.hex)}"
    return entry(text, "R.8/6", *_cost(event.supply), side=event.side, hex=event.hex)


@chronicle.teller(departments.DepartmentMoved)
def _department(event: departments.DepartmentMoved) -> Entry:
    text = f"the department of {place(event.origin)} moves to {place(event.hex)}"
    return entry(text, "R.8/4", *_cost(event.supply), side=event.side, hex=event.hex)


@chronicle.teller(politics.CitiesCaptured)
def _captured(event: politics.CitiesCaptured) -> Entry:
    lines = [f"{place(hex)}: {number} political points" for hex, number in event.cities.items()]
    return entry(f"{side(event.side)} has captured cities", "R.10/3", *lines, side=event.side)


@chronicle.teller(politics.AppealMade)
def _appeal(event: politics.AppealMade) -> Entry:
    lines = [f"lead {event.lead}, die {event.die}: {event.total}"]
    text = f"{side(event.side)} appeals and {'wins' if event.won else 'does not win'}"
    return entry(text, "R.10/5", *lines, side=event.side)


@chronicle.teller(politics.EmancipationProclaimed)
def _emancipation(event: politics.EmancipationProclaimed) -> Entry:
    line = f"{event.points} political points"
    return entry("the Union proclaims emancipation", "R.10/6", line, side="union")
