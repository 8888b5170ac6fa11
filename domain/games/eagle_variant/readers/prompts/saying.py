"""Orders and answers as their giver would say them, under a heading of their type."""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.eagle_variant.position.battles import StandingOrders
from ironclad.domain.games.eagle_variant.readers.wording import (
    GOODS,
    army,
    box,
    by_space,
    force,
    good,
    markers,
    place,
    places,
    unit,
    unit_list,
    waters,
)
from ironclad.domain.games.eagle_variant.rules.c03_movement.commands import EndMovement, MoveUnits, RailUnits
from ironclad.domain.games.eagle_variant.rules.c04_amphibious.commands import (
    AnswerShipment,
    GiveUpShippedUnits,
    ShipUnits,
)
from ironclad.domain.games.eagle_variant.rules.c05_battles.commands import (
    ChooseBattle,
    OrderBattles,
    RetreatLeaders,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    ChargeInBattle,
    FireInBattle,
    GiveBattleOrders,
    MakeElite,
    MoveInBattle,
    NameMainBody,
    NameRetreat,
    PassPhase,
    Pursue,
    SealSetUp,
    SetUpArmy,
    Spaces,
    StopPursuit,
    WithdrawArmy,
)
from ironclad.domain.games.eagle_variant.rules.c07_naval.commands import ChooseNavalLosses
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.commands import (
    PlaceFreeInfantry,
    SealFreeInfantry,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import (
    AttackBlockade,
    BuyRating,
    BuyUnit,
    EndProduction,
    RollBlockade,
    SetBlockade,
    TurnRatings,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareConscription,
    DeclareEmancipation,
    DeclareWar,
    EnlistFreedmen,
    GiveToEurope,
    PlaceForces,
    PlaceVolunteers,
    RelocateUnits,
    SeekSupport,
    TakeNoAction,
)
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.telling.words import counted, listed, sentence

STANCES = {
    "stand": "units do nothing",
    "fire": "units fire",
    "charge": "units charge, else fire",
}
PURSUITS = {"all": "pursue with all", "none": "do not pursue"}


def says(command: Command) -> str:
    """What an order says under a heading of its type."""
    said = _SAID.get(type(command))
    return "" if said is None else sentence(said(command))


def standing_words(orders: StandingOrders | None) -> tuple[str, ...]:
    """Standing orders, a line for each part that acts."""
    if orders is None:
        return ()
    lines = [f"standing order: {STANCES[orders.stance]}"] if orders.stance in STANCES else []
    if orders.targets:
        lines.append(f"standing order: aim first at {', then '.join(orders.targets)}")
    if orders.hold_reserve:
        lines.append("standing order: hold the reserve")
    if orders.withdraw_at:
        brigades = counted(orders.withdraw_at, "brigade")
        lines.append(f"standing order: withdraw at {brigades} or fewer")
    if orders.pursue in PURSUITS:
        lines.append(f"standing order: {PURSUITS[orders.pursue]}")
    return tuple(lines)


def set_up_words(spaces: Spaces | None) -> tuple[str, ...]:
    """A set-up, a line for each space of the battle map."""
    return tuple(f"{box(of)}: {unit_list(ids)}" for of, ids in (spaces or {}).items() if ids)


def _sealed(command: SealSetUp | SetUpArmy | GiveBattleOrders) -> str:
    lines = (*set_up_words(command.spaces), *standing_words(command.standing))
    return "; ".join(lines) or "nothing new"


def _move(command: MoveUnits) -> str:
    via = f" through {places(command.path[:-1])}" if len(command.path) > 1 else ""
    goal = f" to {place(command.path[-1])}" if command.path else ""
    return f"{unit_list(command.units)}{goal}{via}"


def _ship(command: ShipUnits) -> str:
    legs = [f"{unit_list(leg.units)} to {place(leg.to)}" for leg in command.legs]
    return f"on {waters(command.waters)}: {', '.join(legs) or 'nothing'}"


def _attack(command: FireInBattle | ChargeInBattle) -> str:
    helps = f", with {unit(command.leader)}" if command.leader else ""
    return f"{unit(command.unit)} at {unit(command.target)}{helps}"


def _buy(command: BuyUnit) -> str:
    return f"{GOODS[command.kind]} of {army(command.nation)} in {place(command.space)}"


def _rating(command: BuyRating) -> str:
    return f"a point of {good(command.good, command.system)} for {army(command.nation)}"


def _turned(command: TurnRatings) -> str:
    count = counted(command.count, "Naval Rating")
    return f"{count} of {army(command.nation)} to {waters(command.system)}"


def _forces(command: PlaceForces) -> str:
    pairs = [
        (kind, space) for kind in ("infantry", "cavalry", "artillery") for space in getattr(command, kind)
    ]
    return "; ".join(by_space(pairs)) or "nothing"


def _relocated(command: RelocateUnits) -> str:
    return listed([f"{unit(id)} to {place(space)}" for id, space in command.to.items()]) or "nothing"


_SAID: dict[type[Command], Callable[[Any], str]] = {
    MoveUnits: _move,
    RailUnits: lambda command: f"{unit_list(command.units)} to {place(command.to)}",
    EndMovement: lambda command: "no unit moves any more",
    ShipUnits: _ship,
    AnswerShipment: lambda command: "fight a naval battle" if command.fight else "let it land",
    GiveUpShippedUnits: lambda command: unit_list(command.units),
    ChooseBattle: lambda command: place(command.space),
    OrderBattles: lambda command: places(command.spaces),
    RetreatLeaders: lambda command: f"to {place(command.to)}",
    NameMainBody: lambda command: f"the force from {force(command.space)}",
    SealSetUp: _sealed,
    SetUpArmy: _sealed,
    GiveBattleOrders: _sealed,
    MoveInBattle: lambda command: f"{unit(command.unit)} to {box(command.to)}",
    FireInBattle: _attack,
    ChargeInBattle: _attack,
    PassPhase: lambda command: "do no more in this phase",
    WithdrawArmy: lambda command: "give the battle up",
    NameRetreat: lambda command: f"to {place(command.to)}",
    Pursue: lambda command: f"{unit(command.unit)} after {unit(command.target)}",
    StopPursuit: lambda command: "pursue no more",
    MakeElite: lambda command: unit(command.unit),
    ChooseNavalLosses: lambda command: markers(command.markers),
    PlaceFreeInfantry: lambda command: places(command.spaces),
    SealFreeInfantry: lambda command: places(command.spaces),
    BuyUnit: _buy,
    BuyRating: _rating,
    TurnRatings: _turned,
    EndProduction: lambda command: "save what is left",
    AttackBlockade: lambda command: "attack the blockade" if command.answer == "yes" else "do not attack",
    RollBlockade: lambda command: "roll for the blockade" if command.answer == "yes" else "do not roll",
    SetBlockade: lambda command: counted(command.ratings, "Naval Rating"),
    DeclareEmancipation: lambda command: "the slaves are free",
    DeclareConscription: lambda command: "more points, and riots perhaps",
    GiveToEurope: lambda command: "a gift to the European powers",
    SeekSupport: lambda command: "support or intervention by the European powers",
    DeclareWar: lambda command: "war on Britain and France",
    TakeNoAction: lambda command: "no political action",
    PlaceVolunteers: lambda command: places(command.spaces),
    RelocateUnits: _relocated,
    PlaceForces: _forces,
    EnlistFreedmen: lambda command: "a free infantry" if command.answer == "yes" else "no infantry",
}
