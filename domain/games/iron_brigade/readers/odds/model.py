"""What the kernel asks of this game's odds."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import ChargePlan, FirePlan, MovePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.odds.charge_odds import charge_odds
from ironclad.domain.games.iron_brigade.readers.odds.fire_odds import fire_odds
from ironclad.domain.games.iron_brigade.readers.odds.melee_odds import melee_chances
from ironclad.domain.games.iron_brigade.readers.odds.stories import Story, note
from ironclad.domain.games.iron_brigade.readers.wording import name_of
from ironclad.domain.games.iron_brigade.registry import Play
from ironclad.domain.games.iron_brigade.rules.c03_movement.commands import ChangeOrders, GiveOrders
from ironclad.domain.games.iron_brigade.rules.c03_movement.offering import forced
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import OrderFire
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import OrderCharges, Respond
from ironclad.domain.games.iron_brigade.rules.sequence import SEQUENCE
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.odds.odds_model import (
    Assumed,
    Chance,
    Computed,
    Forecast,
    Joint,
    OddsModel,
    Table,
)

KINDS = ("fire", "charges", "response")


def own(position: Position, due: Due | None, command: Command | None) -> Computed:
    """The odds of a fire order, of a charge, or of a melee that is under way. Raises Refused."""
    keep_answers(position)
    match command:
        case OrderFire(plan):
            return fire_odds(position, plan)
        case OrderCharges(plan):
            return charge_odds(position, plan)
        case None if position.contacts:
            return _melee(position)
    raise Refused("IX.D/3", "no fight follows from that")


def _melee(position: Position) -> Computed:
    """The first melee that is under way, as if its round were fought now."""
    fell, fought = melee_chances(position, position.contacts[0].charger)
    stories = {Story(fell=each, ended=True): weight for each, weight in fell.items()}
    rows = [
        Chance.of("; ".join(f"{name_of(id)}: {result}" for id, result in each) or "nobody falls back", weight)
        for each, weight in sorted(fell.items(), key=lambda pair: -pair[1])
    ]
    losses = [
        Table(
            f"melee {id}",
            f"{name_of(id)}: men lost",
            "IX.C/1",
            (Chance.of(str(each.loss), Fraction(1)),),
            float(each.loss),
        )
        for id, each in fought.units.items()
    ]
    tables = (Table("melee", "Who falls back", "IX.E/4", tuple(rows)), *losses)
    outcomes = tuple(
        Joint(msgspec.to_builtins(story), str(weight), float(weight)) for story, weight in stories.items()
    )
    return Computed(stories, (), Forecast(tables, (), outcomes), len(stories))


def _waits(position: Position) -> bool:
    return bool(position.agenda.due) or position.ended is not None


def _stage(play: Play) -> None:
    SEQUENCE.proceed(play)


def _assume(position: Position, due: Due, command: Command | None) -> Assumed | None:
    """Nobody else fires or charges, and a charged unit stands."""
    match due.kind:
        case "fire":
            return Assumed(OrderFire(plan=FirePlan()), "nobody else fires")
        case "charges":
            return Assumed(OrderCharges(plan=ChargePlan()), "nobody else charges")
        case "movement":
            return Assumed(GiveOrders(plan=MovePlan(forced(position, due.seat))), "nobody moves who need not")
        case "changes":
            return Assumed(ChangeOrders(plan=MovePlan()), "no order changes")
        case "response":
            return Assumed(Respond(back=0), "the charged unit stands")
    return None


def _report(stories: Mapping[Story, Fraction]) -> Forecast:
    outcomes = tuple(
        Joint(msgspec.to_builtins(story), str(weight), float(weight)) for story, weight in stories.items()
    )
    return Forecast((), (), outcomes)


MODEL: OddsModel[Position] = OddsModel(
    waits=_waits,
    stage=_stage,
    begin=lambda position: Story(),
    note=note,
    over=lambda story: story.ended,
    assume=_assume,
    report=_report,
    asks=lambda due: due.kind in KINDS,
    own=own,
)
