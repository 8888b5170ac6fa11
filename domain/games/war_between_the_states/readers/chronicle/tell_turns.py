"""The sequence of play, initiative, command and movement in words."""

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
from ironclad.domain.games.war_between_the_states.rules.c02_course_of_play.events import (
    StandingAnswersSet,
    StandingAnswerUsed,
)
from ironclad.domain.games.war_between_the_states.rules.c03_units.events import UnitSplit
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.events import (
    ChitsDrawn,
    CycleBegan,
    TurnEnded,
)
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.events import (
    ChitPicked,
    ForceCommanded,
    ForceFinished,
    LeaderTried,
    MovementBegan,
    MovementEnded,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    ForceMarched,
    PiecesMoved,
    PiecesRode,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.events import SpansDeclared
from ironclad.domain.games.war_between_the_states.rules.c16_headquarters.events import RosterSet
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.events import (
    NetRepaired,
    RailCut,
    RailRepaired,
)
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.moves import move
from ironclad.domain.kernel.turn.asking import DecisionClosed, DecisionOpened
from ironclad.domain.kernel.turn.ending import GameEnded
from ironclad.domain.kernel.turn.sequence import StepEntered, TurnBegan

of_topic("movement", ForceCommanded, LeaderTried, PiecesMoved, PiecesRode, ForceMarched, UnitSplit)
of_topic("movement", RailCut, RailRepaired, NetRepaired, RosterSet, SpansDeclared)


@chronicle.teller(CycleBegan)
def _cycle(event: CycleBegan) -> Entry:
    lines = (f"{side(who)}: {number} rail transport points" for who, number in event.rail_points.items())
    return entry(f"cycle {event.cycle} begins", "6.51/1", *lines)


@chronicle.teller(ChitsDrawn)
def _chits(event: ChitsDrawn) -> Entry:
    lines = [f"{side(who)}: {chit}" for who, chit in event.chits.items()]
    pool = ", ".join(str(chit) for chit in event.pool)
    lines.append(f"drawn from {pool}" if pool else "set by the scenario")
    text = f"turn {event.turn}: {side(event.first)} moves first"
    return entry(text, "5.1/2" if pool else "R.13/3", *lines)


@chronicle.quiet(TurnEnded)
def _turn_ended(event: TurnEnded) -> Entry:
    return entry(f"turn {event.turn} ends", "5.12/1")


@chronicle.quiet(TurnBegan)
def _turn_began(event: TurnBegan) -> Entry:
    return entry(f"turn {event.turn} begins", "4.1/1")


@chronicle.quiet(StepEntered)
def _step(event: StepEntered) -> Entry:
    whose = f" of {side(event.step.seat)}" if event.step.seat else ""
    return entry(f"{event.step.name.replace('_', ' ')}{whose}", event.step.rule)


@chronicle.quiet(DecisionOpened)
def _opened(event: DecisionOpened) -> Entry:
    due = event.due
    return entry(f"{side(due.seat)} is asked: {due.kind.replace('_', ' ')}", due.rule, side=due.seat)


@chronicle.quiet(DecisionClosed)
def _closed(event: DecisionClosed) -> Entry:
    return entry("a decision is answered", "4.1/1")


@chronicle.teller(GameEnded)
def _ended(event: GameEnded) -> Entry:
    won = f"{side(event.outcome.winner)} wins" if event.outcome.winner else "a draw"
    return entry(f"{won}: {event.outcome.reason}", event.outcome.rule)


@chronicle.quiet(StandingAnswersSet)
def _standing(event: StandingAnswersSet) -> Entry:
    return entry(f"{side(event.side)} has new standing answers", "R.1/12", side=event.side)


@chronicle.teller(StandingAnswerUsed)
def _answered(event: StandingAnswerUsed) -> Entry:
    asked = event.kind.replace("_", " ")
    text = f"a standing answer of {side(event.side)} is used: {asked}"
    return entry(text, "R.1/12", side=event.side)


@chronicle.teller(ChitPicked)
def _picked(event: ChitPicked) -> Entry:
    does = "takes the chit of the calendar" if event.takes else "draws"
    return entry(f"{side(event.side)} {does}", "5.13/2", side=event.side)


@chronicle.teller(MovementBegan)
def _movement(event: MovementBegan) -> Entry:
    return entry(f"{side(event.side)} moves with {event.commands} commands", "5.2/1", side=event.side)


@chronicle.quiet(MovementEnded)
def _movement_ended(event: MovementEnded) -> Entry:
    return entry(f"{side(event.side)} has moved", "4.1/2", side=event.side)


@chronicle.teller(ForceCommanded)
def _commanded(event: ForceCommanded) -> Entry:
    force = [id for id in event.force if id != event.chief]
    with_him = f", with {listed(force)}" if force else ""
    text = f"{piece(event.chief)} has a command{with_him}"
    return entry(text, "5.21/1", f"{event.commands} commands are left", side=event.side)


@chronicle.teller(LeaderTried)
def _tried(event: LeaderTried) -> Entry:
    does = "moves on his own initiative" if event.succeeds else "does not move"
    detail = f"die {event.die} against an initiative of {event.initiative}"
    return entry(f"{event.leader} {does}", "5.23/1", detail, side=event.side)


@chronicle.quiet(ForceFinished)
def _finished(event: ForceFinished) -> Entry:
    return entry(f"the force of {piece(event.chief)} is finished", "5.28/3", side=event.side)


@chronicle.teller(PiecesMoved)
def _moved(event: PiecesMoved) -> Entry:
    end = event.path[-1]
    lines = [f"{piece(id)}: {movement_points(spent)}" for id, spent in event.spent.items() if spent]
    lines += [f"{place(hex)} is taken (3.23/4)" for hex in event.taken]
    lines += [f"{piece(id)} is captured (10.33/2)" for id in event.captured]
    lines += [f"{piece(id)} is eliminated (6.13/3)" for id in event.eliminated]
    lines += [f"{number} supply points lie in {place(hex)} (12.0/4)" for hex, number in event.left.items()]
    if event.extension:
        lines.append(f"forced march of {event.extension} MP (6.3/1)")
    text = f"{force(event.pieces)} go from {place(event.start)} to {place(end)}"
    told = entry(text, "6.0/1", *lines, side=event.side, hex=end)
    told["moves"] = [move(event.side, force(event.pieces), (event.start, *event.path))]
    return told | ({"takes": list(event.taken)} if event.taken else {})


@chronicle.teller(PiecesRode)
def _rode(event: PiecesRode) -> Entry:
    end = event.path[-1]
    text = f"{force(event.pieces)} ride from {place(event.start)} to {place(end)}"
    lines = [f"{event.rail_points} rail transport points for {event.weight} SP (6.53)"]
    told = entry(text, "6.5/2", *lines, side=event.side, hex=end)
    told["moves"] = [move(event.side, force(event.pieces), (event.start, *event.path))]
    return told


@chronicle.teller(ForceMarched)
def _forced(event: ForceMarched) -> Entry:
    text = f"{listed(event.units)} lose {event.loss} SP by a forced march of {event.extension} MP"
    lines = (
        f"die {event.die}, read as {event.read}: {event.percent} percent (6.32)",
        f"of {event.strength} SP: {event.loss}",
    )
    return entry(text, "6.31/1", *lines, side=event.side, hex=event.hex)


@chronicle.teller(UnitSplit)
def _split(event: UnitSplit) -> Entry:
    text = f"{piece(event.brigade)} of {event.strength} SP leaves {piece(event.unit)}"
    return entry(text, "3.25/3", side=event.side)


@chronicle.quiet(SpansDeclared)
def _spans(event: SpansDeclared) -> Entry:
    lines = (f"{name}: {listed(ids)}" for name, ids in event.spans.items() if ids)
    return entry(f"{side(event.side)} declares spans", "10.1/4", *lines, side=event.side)


@chronicle.quiet(RosterSet)
def _roster(event: RosterSet) -> Entry:
    where = f"on the roster of {piece(event.headquarters)}" if event.headquarters else "on no roster"
    return entry(f"{piece(event.unit)} is {where}", "16.16/1", side=event.side)


@chronicle.teller(RailCut)
def _cut(event: RailCut) -> Entry:
    text = f"{piece(event.unit)} destroys the railroad in {place(event.hex)}"
    return entry(text, "R.2/3", movement_points(event.spent), side=event.side, hex=event.hex)


@chronicle.teller(RailRepaired)
def _repaired(event: RailRepaired) -> Entry:
    does = "repairs the railroad in" if event.mended else "goes along the line to"
    text = f"{piece(event.unit)} {does} {place(event.hex)}"
    return entry(text, "R.2/5", movement_points(event.spent), side=event.side, hex=event.hex)


@chronicle.teller(NetRepaired)
def _net(event: NetRepaired) -> Entry:
    text = f"{side(event.side)} has the railroad in {place(event.hex)} repaired"
    return entry(text, "R.2/7", f"{event.supply} supply points", side=event.side, hex=event.hex)
