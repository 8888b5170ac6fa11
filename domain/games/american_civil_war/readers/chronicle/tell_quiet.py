"""Words for what is no news: events that change a context, or in which nothing came of what the rules ask.

They are shown when a reader steps through a game; the chronicle omits them unless all are requested.
"""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.american_civil_war.board.names import (
    counted,
    listed,
    place,
    side_name,
    the_fort,
    waterway,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import do, entry, force, quiet
from ironclad.domain.games.american_civil_war.readers.prompts.questions import question
from ironclad.domain.games.american_civil_war.registry import DecisionClosed, DecisionOpened, StepBegan
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import RailsTaken
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.construction import ConstructionEnded
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.recruiting import ReinforcementsEnded
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import EntrySettled
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import MoveBegan, MoveEnded
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction_events import (
    ReactionBegan,
    ReactionEnded,
    ReactionStayed,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.standing_orders import (
    StandingOrderSet,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply import SupplyChecked
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import BattleStepBegan
from ironclad.domain.games.american_civil_war.rules.c11_forts.running_past import RunResolved
from ironclad.domain.games.american_civil_war.rules.c11_forts.sieges import ReliefJoined
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import DeploymentsOrdered
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import DraftOrdered
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.telling.chronicle import Entry

_BATTLE_STEPS = {
    "prepare": "both forces choose who fights",
    "fight": "the dice are rolled",
    "losses": "the losses are taken",
    "cavalry": "the cavalry is attacked",
    "cavalry_retreat": "the cavalry retreats",
    "retreat": "the beaten force retreats",
    "politics": "the political effect is determined",
    "leaders": "the leaders' fate is rolled",
    "creation": "a leader may be created",
    "end": "the battle ends",
}
_OUTCOMES = {"battle": "a battle begins", "siege": "the fort is besieged", "vacated": "no enemy is left"}
_ORDERS = {
    "never": "never reacts",
    "always": "reacts whenever it may",
    "ask": "is asked each time",
}


def _step(event: StepBegan) -> Entry:
    where = f"turn {event.turn}, {event.phase.replace('_', ' ')}"
    impulse = f", impulse {event.impulse}, {side_name(event.player)}" if event.phase == "operations" else ""
    step = f": {event.step.replace('_', ' ')}" if event.step else ""
    return entry(f"{where}{impulse}{step}", "3.2.1/1")


def _opened(event: DecisionOpened) -> Entry:
    due = event.due
    return entry(f"{side_name(due.seat)} is asked: {question(due)}", due.rule)


def _battle_step(event: BattleStepBegan) -> Entry:
    text = _BATTLE_STEPS.get(event.step, f"step {event.step.replace('_', ' ')}")
    return entry(f"in the battle {text}", event.rule)


def _move_began(event: MoveBegan) -> Entry:
    set_out = do(event.units, "sets", "set")
    text = f"{force(event.units, event.leaders)} {set_out} out from {place(event.hex)}"
    bonus = f", {event.bonus} of them for the leader (5.3.1)" if event.bonus else ""
    has = counted(event.allowance + event.bonus, "movement point")
    return entry(text, "5.1/1", f"{has} to spend{bonus}", hex_id=event.hex)


def _move_ended(event: MoveEnded) -> Entry:
    text = f"{side_name(event.side)} ends the move in {place(event.hex)}"
    return entry(text, event.rule, f"{counted(event.spent, 'movement point')} spent", hex_id=event.hex)


def _reaction_began(event: ReactionBegan) -> Entry:
    reaction = event.reaction
    text = f"{side_name(reaction.seat)} may react to the step into {place(reaction.entered)}"
    return entry(text, event.rule, hex_id=reaction.entered)


def _standing(event: StandingOrderSet) -> Entry:
    where = place(event.hex) if event.hex.isdigit() else "every hex"
    order = _ORDERS.get(event.order, event.order.replace("_", " "))
    return entry(f"{side_name(event.side)} orders for {where}: the force there {order}", "6.4/11")


def _deployments(event: DeploymentsOrdered) -> Entry:
    what = {"asp": "ASP", "msp": "MSP"}
    tasks = [f"{side_name(t.seat)} {t.count} {what.get(t.unit, t.unit)}" for t in event.tasks]
    return entry(f"Kentucky's joining brings {listed(tasks) or 'no units'}", "15.5/1")


def _supply(event: SupplyChecked) -> Entry:
    when = "at the end of the impulse" if event.final else "as the impulse begins"
    return entry(f"{side_name(event.side)} checks supply {when}: nothing changes", event.rule)


_QUIET: dict[type[Event], Callable[[Any], Entry]] = {
    StepBegan: _step,
    DecisionOpened: _opened,
    DecisionClosed: lambda event: entry("the question is answered", "3.2/1"),
    BattleStepBegan: _battle_step,
    MoveBegan: _move_began,
    MoveEnded: _move_ended,
    ReactionBegan: _reaction_began,
    ReactionStayed: lambda event: entry(
        f"the force in {place(event.hex)} might react and stays", "6.4/8", hex_id=event.hex
    ),
    ReactionEnded: lambda event: entry(
        f"all reactions to the step into {place(event.entered)} are made", "6.4/10", hex_id=event.entered
    ),
    StandingOrderSet: _standing,
    DeploymentsOrdered: _deployments,
    DraftOrdered: lambda event: entry(f"the Union's standing answer on a draft: {event.order}", "4.1.3/1"),
    EntrySettled: lambda event: entry(
        f"{side_name(event.side)} enters {place(event.hex)}: {_OUTCOMES[event.result]}",
        event.rule,
        hex_id=event.hex,
    ),
    ConstructionEnded: lambda event: entry(
        f"{side_name(event.side)} has spent its construction points", event.rule
    ),
    ReinforcementsEnded: lambda event: entry(f"{side_name(event.side)} has placed all that came", "4.0/4"),
    RailsTaken: lambda event: entry(
        f"{side_name(event.side)} takes the rails of {place(event.hex)}", event.rule, hex_id=event.hex
    ),
    RunResolved: lambda event: entry(
        f"the run past the fort on {waterway(event.hexside)} is over, nobody turns back", event.rule
    ),
    ReliefJoined: lambda event: entry(
        f"nobody comes out of {the_fort(event.hex)} to join the relief", event.rule, hex_id=event.hex
    ),
    SupplyChecked: _supply,
}
for _kind, _words in _QUIET.items():
    quiet(_kind)(_words)
