"""The chronicle: events in sentences, each with its clause and its arithmetic line by line.

The words of an event are what its reader may know: sealed orders are named without what they say.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import UNSET

from ironclad.domain.games.iron_brigade.readers.wording import inches, items, listed, men, name_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import (
    ChangesRevealed,
    ChangesSealed,
    GunsTaken,
    MovementEnded,
    OrderDelivered,
    OrdersSealed,
    StandingOrdersChanged,
    TurnOpened,
    UnitsArrived,
    UnitsMoved,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    AnswerRolled,
    BarrageFired,
    FireSealed,
    GunsHit,
    LossesTaken,
    MachineGunFired,
    OfficerRolled,
    ShotsFired,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import (
    GunsLost,
    MoraleChecked,
    UnitFled,
    UnitGone,
    UnitRallied,
    UnitRecoiled,
    WeaponsThrown,
)
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import (
    ChargeAnswered,
    ChargeRolled,
    ChargesSealed,
    ChargeWentHome,
    TargetStood,
    UnitFellBack,
)
from ironclad.domain.games.iron_brigade.rules.c09_melee.events import (
    MeleeEnded,
    MeleeFought,
    MeleeGoesOn,
    MenCaptured,
)
from ironclad.domain.games.iron_brigade.rules.c10_mounted.events import UnitDismounted, UnitMounted
from ironclad.domain.games.iron_brigade.rules.c11_woods.events import UnitHidden, UnitSighted, UnseenMoved
from ironclad.domain.games.iron_brigade.rules.c14_supply.events import UnitResupplied
from ironclad.domain.games.iron_brigade.rules.c23_weather.events import NightFell, WeatherRolled
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import EndOffered, PlacingSealed, UnitsPlaced
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.telling.moves import reel
from ironclad.domain.kernel.turn.ending import GameEnded

Entry = dict[str, Any]
E = TypeVar("E", bound=Event)
TELLERS: dict[type[Event], Callable[[Any], Entry | None]] = {}
RESULTS = {
    "routed": "routs",
    "broken": "breaks",
    "disorganized": "is disorganized",
    "halted": "halts and may not advance next turn",
    "good": "holds",
    "advance": "is eager to advance",
}
CHARGES = {
    "breaks": "breaks",
    "disorganized": "is disorganized",
    "holds": "holds and does not charge",
    "melee": "charges home",
}


def teller(kind: type[E]) -> Callable[[Callable[[E], Entry | None]], Callable[[E], Entry | None]]:
    """Register what the chronicle says of an event type; None for what is no news."""

    def register(function: Callable[[E], Entry | None]) -> Callable[[E], Entry | None]:
        TELLERS[kind] = function
        return function

    return register


def tell(event: Event) -> Entry | None:
    """An event's entry in the chronicle, None for what is no news."""
    found = TELLERS.get(type(event))
    return None if found is None else found(event)


def entry(text: str, rule: str, *details: str) -> Entry:
    """An entry: one sentence, its clause, the arithmetic line by line."""
    return {"text": text[:1].upper() + text[1:], "rule": rule, "details": list(details)}


# -- movement


@teller(TurnOpened)
def _turn_opened(event: TurnOpened) -> Entry:
    ways = {
        "flee": "runs on",
        "stay": "may rally where it stands",
        "gather": "must gather its stands to rally",
    }
    said = [f"{name_of(id)} {ways[way]}" for id, way in event.rally.items()]
    return entry(f"Turn {event.turn} begins", "VIII.A/1", *said)


@teller(UnitsArrived)
def _units_arrived(event: UnitsArrived) -> Entry:
    return entry(f"{listed(event.units)} come onto the table", "G/61")


@teller(StandingOrdersChanged)
def _standing_orders_changed(event: StandingOrdersChanged) -> Entry:
    said = [f"{name_of(id)}: {order.kind}" for id, order in event.orders.items()]
    return entry("Standing orders change", event.rule, *said)


@teller(OrdersSealed)
def _orders_sealed(event: OrdersSealed) -> Entry:
    return entry(f"{name_of(event.seat)}: orders are written", "VIII.A/2")


@teller(ChangesSealed)
def _changes_sealed(event: ChangesSealed) -> Entry:
    return entry(f"{name_of(event.seat)}: changes of orders are written", "XII.D/3")


@teller(ChangesRevealed)
def _changes_revealed(event: ChangesRevealed) -> Entry | None:
    if not event.orders:
        return None
    return entry(f"{listed(event.orders)} take new orders after half the turn", "XII.D/2")


@teller(UnitDismounted)
def _unit_dismounted(event: UnitDismounted) -> Entry:
    left = f"{men(event.led.men)} hold the horses"
    return entry(f"{name_of(event.unit)} dismounts, and {left}", "X.A/2")


@teller(UnitMounted)
def _unit_mounted(event: UnitMounted) -> Entry:
    return entry(f"{name_of(event.unit)} is in the saddle again", "X.A/1")


@teller(WeatherRolled)
def _weather_rolled(event: WeatherRolled) -> Entry:
    dice = f"dice {event.dice[0]} and {event.dice[1]}"
    return entry(f"The weather is {event.weather}", "XXIII.C/1", dice, f"one sees {inches(event.visibility)}")


@teller(NightFell)
def _night_fell(event: NightFell) -> Entry:
    return entry("Night falls", "XX.A/1", f"die {event.die}", f"one sees {inches(event.visibility)}")


@teller(PlacingSealed)
def _placing_sealed(event: PlacingSealed) -> Entry:
    return entry(f"{name_of(event.seat)}: the set-up is written", "S/26")


@teller(UnitsPlaced)
def _units_placed(event: UnitsPlaced) -> Entry:
    return entry("Both set-ups are revealed", "S/26", *(f"{name_of(id)} is moved" for id in event.units))


@teller(UnitHidden)
def _unit_hidden(event: UnitHidden) -> Entry:
    return entry(f"{name_of(event.unit)} is out of the enemy's sight", "XI.C/6")


@teller(UnitSighted)
def _unit_sighted(event: UnitSighted) -> Entry:
    return entry(f"{name_of(event.unit)} is in sight", "XI.C/2")


@teller(UnseenMoved)
def _unseen_moved(event: UnseenMoved) -> Entry | None:
    move = event.move.value
    if move is UNSET or move.moved is None:
        return None
    top, bottom = move.moved.used
    return entry(f"{name_of(event.unit)} moves out of sight", "XI.C/6", f"used {top}/{bottom} of its move")


@teller(UnitsMoved)
def _units_moved(event: UnitsMoved) -> Entry:
    said = []
    for id, moved in event.moved.items():
        top, bottom = moved.used
        line = f"{name_of(id)} used {top}/{bottom} of its move"
        said.append(f"{line} and stopped before {name_of(moved.stopped)}" if moved.stopped else line)
    said += [f"{name_of(id)} let foot pass and may not fire" for id in event.passed]
    said += [f"{name_of(id)} was ridden through" for id in event.ridden]
    when = "a quarter of the turn" if event.part < 16 else "the turn"
    film = [reel(id, moved.trail, moved.stopped) for id, moved in event.moved.items()]
    return {**entry(f"Units move for {when}", "G/34", *said), "film": film}


@teller(MovementEnded)
def _movement_ended(event: MovementEnded) -> Entry | None:
    if not event.disordered:
        return None
    return entry(f"{listed(event.disordered)}: order is lost in the movement", "III.C/3")


@teller(GunsTaken)
def _guns_taken(event: GunsTaken) -> Entry:
    return entry(f"{name_of(event.unit)} takes the guns left by {name_of(event.battery)}", "VII.P/5")


@teller(OrderDelivered)
def _order_delivered(event: OrderDelivered) -> Entry:
    return entry(
        f"{name_of(event.orderly)} brings {name_of(event.unit)} an order: {event.order.kind}", "XII.C/1"
    )


# -- fire


@teller(FireSealed)
def _fire_sealed(event: FireSealed) -> Entry:
    return entry(f"{name_of(event.seat)}: fire orders are written", "VIII.A/3")


@teller(AnswerRolled)
def _answer_rolled(event: AnswerRolled) -> Entry:
    how = "answers" if event.fires else "is too surprised to answer"
    return entry(f"{name_of(event.unit)} {how} {name_of(event.target)}", "XI.C/3", f"die {event.die}")


@teller(VolleyFired)
def _volley_fired(event: VolleyFired) -> Entry:
    die = f", die {event.die}" if event.die else ""
    return entry(
        f"{name_of(event.firer)} fires at {name_of(event.target)}: {men(event.loss)} lost",
        "IV.E/1",
        f"{event.weapon.replace('_', ' ')} at {inches(event.range)}: {event.weapon_factor} (IV.A/6)",
        *items(event.added),
        f"{event.men} men: times {event.men_factor} (IV.C/1)",
        *items(event.multipliers, "times"),
        f"{event.product}: {event.whole} and {event.tenths} tenths{die}",
    )


@teller(BarrageFired)
def _barrage_fired(event: BarrageFired) -> Entry:
    said: list[str] = []
    for each in event.batteries:
        sections = " + ".join(map(str, each.factors))
        said.append(f"{name_of(each.battery)}, {each.feet} feet: chart {each.chart} (V.E/1)")
        said += items(each.added)
        said.append(f"sections {sections}, together {each.together} (V.A/6)")
        said += items(each.multipliers, "times")
    die = f", die {event.die}" if event.die else ""
    said.append(f"{event.whole} and {event.rest} of 20{die}")
    who = listed(each.battery for each in event.batteries)
    hits = "1 hit" if event.casualties == 1 else f"{event.casualties or 'no'} hits"
    return entry(f"{who} at {name_of(event.target)}: {hits}", "V.C/1", *said)


@teller(MachineGunFired)
def _machine_gun_fired(event: MachineGunFired) -> Entry:
    who = f"section {event.section} of {name_of(event.firer)}"
    dice = [f"jam die {event.jam} (XXIV.F/1)"] if event.jam else []
    if event.clear:
        dice.insert(0, f"die {event.clear} to clear a jam (XXIV.F/2)")
    if event.jammed:
        return entry(f"{who} is jammed", "XXIV.F/2" if event.was_jammed else "XXIV.F/1", *dice)
    die = f", die {event.die}" if event.die else ""
    return entry(
        f"{who} fires at {name_of(event.target)}: {men(event.loss)} lost",
        "XXIV.E/1",
        *dice,
        f"chart {event.chart} at {inches(event.range)} (XXIV.B)",
        *items(event.added),
        *items(event.multipliers, "times"),
        f"{event.product}: {event.whole} and {event.tenths} tenths{die}",
    )


@teller(ShotsFired)
def _shots_fired(event: ShotsFired) -> Entry:
    hits = "1 hit" if event.hits == 1 else f"{event.hits or 'no'} hits"
    dice = ", ".join(map(str, event.dice))
    return entry(
        f"{name_of(event.firer)} at {name_of(event.target).replace('_', ' ')}: {hits}",
        event.rule,
        f"dice {dice}; a hit up to {event.up_to}",
    )


@teller(UnitResupplied)
def _unit_resupplied(event: UnitResupplied) -> Entry:
    arms = (f"{men(event.armed)} get weapons again (VII.U/2)",) if event.armed else ()
    text = f"{name_of(event.unit)} is supplied by {name_of(event.source)}, which has {event.left} left"
    return entry(text, "XIV.B/1", *arms)


@teller(GunsHit)
def _guns_hit(event: GunsHit) -> Entry:
    lost = " and ".join(f"a {thing}" for thing in event.lost) or "nothing"
    die = (f"die {event.die}",) if event.die else ()
    return entry(f"{name_of(event.unit)} loses {lost}", event.rule, *die)


@teller(LossesTaken)
def _losses_taken(event: LossesTaken) -> Entry:
    said = [f"stand {number + 1}: {men(count)}" for number, count in event.stands]
    total = sum(count for _, count in event.stands)
    return entry(f"{name_of(event.unit)} loses {men(total)}", event.rule, *said)


@teller(OfficerRolled)
def _officer_rolled(event: OfficerRolled) -> Entry:
    who = f"{name_of(event.officer)} with {name_of(event.unit)}"
    return entry(f"{who} is {event.fate}", "VI.D/3", f"die {event.die}")


# -- morale


@teller(MoraleChecked)
def _morale_checked(event: MoraleChecked) -> Entry:
    further = f", further {'+'.join(map(str, event.further))}" if event.further else ""
    return entry(
        f"{name_of(event.unit)} checks its morale and {RESULTS[event.result]}",
        event.rule,
        f"because: {event.reason}",
        f"value {event.value}, red {event.red}, green {event.green}{further}: {event.dice:+d} (VII.C/1)",
        *items(event.items),
        f"total {event.total} (VII.E/1)",
    )


@teller(UnitFled)
def _unit_fled(event: UnitFled) -> Entry:
    said = []
    for number, ran in enumerate(event.stands, 1):
        dice = f"{sum(ran.distance)} inches, direction {ran.direction}" if ran.distance else "straight back"
        said.append(f"stand {number}: {dice}{', off the table' if ran.off else ''}")
    return entry(f"{name_of(event.unit)} runs", event.rule, *said)


@teller(UnitRecoiled)
def _unit_recoiled(event: UnitRecoiled) -> Entry:
    return entry(f"{name_of(event.unit)} goes back facing the enemy", event.rule)


@teller(GunsLost)
def _guns_lost(event: GunsLost) -> Entry:
    lost = "saves its guns" if not event.lost else f"leaves the guns of {event.lost} sections"
    return entry(f"{name_of(event.unit)} {lost}", "VII.P/1", f"dice {', '.join(map(str, event.dice))}")


@teller(WeaponsThrown)
def _weapons_thrown(event: WeaponsThrown) -> Entry:
    return entry(f"{men(event.men)} of {name_of(event.unit)} throw down their weapons", "VII.U/1")


@teller(UnitRallied)
def _unit_rallied(event: UnitRallied) -> Entry:
    state = "of good morale" if event.state == "good" else event.state
    return entry(f"{name_of(event.unit)} rallies: it is {state}", event.rule)


@teller(UnitGone)
def _unit_gone(event: UnitGone) -> Entry:
    return entry(f"{name_of(event.unit)} is out of the battle: {event.how}", event.rule)


# -- charges and melee


@teller(ChargesSealed)
def _charges_sealed(event: ChargesSealed) -> Entry:
    return entry(f"{name_of(event.seat)}: charges are written", "VIII.A/4")


@teller(ChargeRolled)
def _charge_rolled(event: ChargeRolled) -> Entry:
    further = f", further {'+'.join(map(str, event.further))}" if event.further else ""
    needs = ("it needs no roll to succeed (VIII.H/1)",) if event.automatic else ()
    return entry(
        f"{name_of(event.unit)} charges {name_of(event.target)} and {CHARGES[event.result]}",
        "VIII.C/1",
        *needs,
        f"value {event.value}, red {event.red}, green {event.green}{further}: {event.dice:+d} (VII.C/1)",
        *items(event.items),
        f"total {event.total}",
    )


@teller(ChargeAnswered)
def _charge_answered(event: ChargeAnswered) -> Entry:
    how = f"falls back {inches(event.back)}" if event.back else "stands to meet the charge"
    return entry(f"{name_of(event.unit)} {how}", "VIII.D/1")


@teller(UnitFellBack)
def _unit_fell_back(event: UnitFellBack) -> Entry:
    more = " and is disorganized" if event.disorganized else ""
    return entry(f"{name_of(event.unit)} falls back, {event.running} times running{more}", "VIII.D/3")


@teller(ChargeWentHome)
def _charge_went_home(event: ChargeWentHome) -> Entry:
    how = f"meets {name_of(event.target)}" if event.contact else "makes no contact"
    return entry(f"{name_of(event.unit)} goes in and {how}", "VIII.C/7")


@teller(TargetStood)
def _target_stood(event: TargetStood) -> Entry:
    return entry(f"{name_of(event.unit)} stands up to meet the charge", "VIII.K/1")


@teller(MeleeFought)
def _melee_fought(event: MeleeFought) -> Entry:
    said: list[str] = []
    for id, fighter in event.units.items():
        said.append(f"{name_of(id)}: {fighter.men} men of {fighter.each} points: {fighter.points}")
        said += items(fighter.factors, "times")
    lost = ", ".join(f"{name_of(side)} {count}" for side, count in event.losses.items())
    return entry(f"{listed(event.units)} fight: {lost} lost", "IX.C/1", *said)


@teller(MenCaptured)
def _men_captured(event: MenCaptured) -> Entry:
    taken = f"captures {men(event.men)} of {name_of(event.loser)}"
    return entry(f"{name_of(event.winner)} {taken}", "IX.F/1", f"die {event.die}")


@teller(MeleeEnded)
def _melee_ended(event: MeleeEnded) -> Entry:
    return entry(f"The melee of {listed(event.left)} is over", "VIII.F/1")


@teller(MeleeGoesOn)
def _melee_goes_on(event: MeleeGoesOn) -> Entry:
    return entry(f"The melee of {listed(event.units)} continues next turn", "IX.E/4")


@teller(EndOffered)
def _end_offered(event: EndOffered) -> Entry:
    return entry(f"{name_of(event.seat)}: an offer to end the battle by points", "S/6")


@teller(GameEnded)
def _game_ended(event: GameEnded) -> Entry:
    outcome = event.outcome
    who = "The battle is drawn" if outcome.winner is None else f"{name_of(outcome.winner)}: victory"
    return entry(who, outcome.rule, outcome.reason)
