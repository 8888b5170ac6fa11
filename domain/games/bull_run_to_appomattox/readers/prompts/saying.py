"""Orders and answers as their giver would say them, under a heading of their type."""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    PlacementOrder,
    PreparationOrder,
    Purchase,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import Standing
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import (
    by_group,
    fleet,
    fleets,
    group,
    hq_name,
    hqs,
    name_of,
    place,
    places,
    target,
    units,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.commands import (
    MoveAside,
    TakeCommand,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    ActivateFleets,
    ActivateHq,
    ActivateRaider,
    BeginGame,
    EndActivation,
    GiveAttritionOrder,
    GivePlacementOrder,
    GivePreparationOrder,
    PassActivation,
    ReplaceOrder,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import (
    Embark,
    Land,
    LeavePort,
    March,
    Reconnoitre,
    Ride,
    Sail,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import (
    AimGuns,
    AimHits,
    AnswerAttack,
    AttackFort,
    DecideCombat,
    LoseSteps,
    RetreatArmy,
    RetreatFleets,
    SupportDefence,
    TakeHits,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import (
    EngageRaider,
    Raid,
    RaiderMarch,
    RaiderRetreat,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import (
    Assault,
    Fortify,
    FortifyWithUnits,
    JoinRelief,
    Sortie,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.commands import OfferToStop
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.telling.words import counted, listed, sentence


def says(command: Command) -> str:
    """What an order says under a heading of its type."""
    said = _SAID.get(type(command))
    return "" if said is None else sentence(said(command))


def purchase_words(buy: Purchase) -> str:
    """A purchase in words: "5 infantry and 2 cavalry CP, an ironclad fleet, a raider"; "nothing"."""
    land = [f"{count} {each}" for each in TYPES if (count := getattr(buy, each))]
    parts = [f"{listed(land)} CP"] if land else []
    parts += [counted(count, f"{kind} fleet") for kind, count in buy.fleets.items() if count]
    parts += ["a raider"] if buy.raider else []
    return f"buys {', '.join(parts) or 'nothing'}"


def preparation_words(order: PreparationOrder) -> tuple[str, ...]:
    """An order of preparation, a line for each part."""
    lines = [purchase_words(order.buy)]
    lines += ["draws an HQ"] if order.draw else []
    if unpaid := {id: count for id, count in order.unpaid.items() if count}:
        lines.append(f"leaves without pay: {', '.join(_unpaid(id, count) for id, count in unpaid.items())}")
    if order.replacements:
        lines.append(f"HQs for units without a leader first in {places(order.replacements)}")
    return tuple(lines)


def _unpaid(id: str, count: int) -> str:
    named = fleet(id)
    return named if named != id else f"{count} CP of {group(id)}"


def placement_words(order: PlacementOrder) -> tuple[str, ...]:
    """An order of placement, a line for each piece."""
    lines = [f"{hq_name(hq)} in {place(spot)}" for hq, spot in order.hqs.items()]
    lines += [f"{units(of)} {_joining(id)}" for id, of in order.units.items()]
    lines += [f"a new {each.kind} fleet in {place(each.port)}" for each in order.fleets]
    lines += [f"a raider in {place(order.raider)}"] if order.raider else []
    return tuple(lines) or ("nothing is placed",)


def _joining(id: str) -> str:
    named = name_of(id)
    return f"in {named}" if place(id) != id else f"with {named}"


def attrition_words(order: AttritionOrder) -> tuple[str, ...]:
    """The losses of a winter, a line for each army."""
    return tuple(by_group(order.losses)) or ("no losses",)


def standing_words(standing: Standing) -> tuple[str, ...]:
    """Standing answers, a line for each."""
    lines = [
        f"standing answer: {hq_name(hq)} declares {count} cavalry CP at most (6.4/7)"
        for hq, count in standing.reconnaissance.items()
    ]
    lines += [
        f"standing answer: {hq_name(hq)} {'refuses combat' if answer == 'refuse' else 'fights'} (7.9/9)"
        for hq, answer in standing.refusal.items()
    ]
    if standing.struck:
        lines.append(f"standing answer: hits strike {listed([group(id) for id in standing.struck])} (7.6/4)")
    return tuple(lines)


def _with_standing(said: str, standing: Standing | None) -> str:
    lines = () if standing is None else standing_words(standing)
    return "; ".join((said, *lines))


def _path(command: March | Ride | Sail | RaiderMarch) -> str:
    via = f" by {places(command.path[:-1])}" if len(command.path) > 1 else ""
    return f"to {place(command.path[-1])}{via}"


def _end(command: EndActivation) -> str:
    parts = []
    if command.passing is not None:
        parts.append(f"pass {units(command.passing.units)} to {name_of(command.passing.to)}")
    parts += [f"stay in {place(command.bank)}"] if command.bank else []
    return _with_standing(", ".join(parts) or "nothing more", command.standing)


def _embark(command: Embark) -> str:
    loads = [f"{fleet(id)} carries {units(of)}" for id, of in command.cargo.items()]
    flagship = f"the HQ is on {fleet(command.hq_on)}"
    return "; ".join((*(loads or [f"aboard {fleets(command.fleets)}"]), flagship))


def _struck(command: TakeHits) -> str:
    counts = {id: command.struck.count(id) for id in dict.fromkeys(command.struck)}
    return listed([f"{counted(count, 'hit')} on {group(id)}" for id, count in counts.items()]) or "nobody"


def _steps(command: LoseSteps) -> str:
    parts = [f"{fleet(id)} {counted(count, 'step')}" for id, count in command.steps.items() if count]
    return listed(parts) or "no step"


def _aimed(command: AimGuns) -> str:
    parts = [
        f"{counted(count, 'die', 'dice')} at {target(id)}" for id, count in command.targets.items() if count
    ]
    return listed(parts) or "no dice"


def _joined(command: Assault | Sortie | JoinRelief) -> str:
    return f"with {hqs(command.joined)}" if command.joined else "nobody else joins"


def _raid(command: Raid) -> str:
    if command.what == "bridge":
        return f"destroy the bridge on {name_of(command.target)}"
    if command.what == "railroad":
        return f"destroy the railroad of {place(command.target)}"
    return f"pillage {place(command.target)}"


def _replaced(command: ReplaceOrder) -> str:
    lines: tuple[str, ...] = ()
    if command.preparation is not None:
        lines = preparation_words(command.preparation)
    elif command.placement is not None:
        lines = placement_words(command.placement)
    elif command.attrition is not None:
        lines = attrition_words(command.attrition)
    return "; ".join(lines) or "no order"


_CHOICES = {"stay": "stay and fight", "withdraw": "withdraw", "besiege": "begin or continue the siege"}
_SAID: dict[type[Command], Callable[[Any], str]] = {
    BeginGame: lambda command: "begin the game",
    GivePreparationOrder: lambda command: _with_standing(
        "; ".join(preparation_words(command.order)), command.standing
    ),
    GivePlacementOrder: lambda command: "; ".join(placement_words(command.order)),
    GiveAttritionOrder: lambda command: "; ".join(attrition_words(command.order)),
    ReplaceOrder: _replaced,
    ActivateHq: lambda command: name_of(command.hq),
    ActivateFleets: lambda command: fleets(command.fleets),
    ActivateRaider: lambda command: "the raider",
    PassActivation: lambda command: _with_standing("activate nothing more in this turn", command.standing),
    EndActivation: _end,
    TakeCommand: lambda command: units(command.units),
    MoveAside: lambda command: f"to {place(command.to)}",
    Reconnoitre: lambda command: f"{name_of(command.target)}, declaring {command.declared} cavalry CP",
    March: _path,
    Ride: _path,
    Sail: _path,
    RaiderMarch: _path,
    Embark: _embark,
    Land: lambda command: f"in {place(command.spot)}",
    LeavePort: lambda command: f"to {place(command.to)}",
    AnswerAttack: lambda command: f"refuse, to {place(command.to)}" if command.to else "fight",
    SupportDefence: lambda command: fleets(command.fleets) if command.fleets else "no gunboats",
    TakeHits: _struck,
    AimHits: lambda command: f"{counted(command.fort, 'hit')} on the fort",
    DecideCombat: lambda command: _CHOICES[command.choice],
    RetreatArmy: lambda command: f"to {place(command.to)}",
    AimGuns: _aimed,
    LoseSteps: _steps,
    RetreatFleets: lambda command: f"to {place(command.to)}",
    AttackFort: lambda command: "fire at the fort",
    RaiderRetreat: lambda command: f"to {place(command.to)}" if command.to else "stay and fight",
    Raid: _raid,
    EngageRaider: lambda command: "attack the enemy raider",
    Fortify: lambda command: "dig in",
    FortifyWithUnits: lambda command: f"in {place(command.spot)}",
    Assault: _joined,
    Sortie: _joined,
    JoinRelief: _joined,
    OfferToStop: lambda command: "withdraw the offer" if command.withdraw else "end it by victory points",
}
