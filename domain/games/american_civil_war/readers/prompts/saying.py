"""Orders and answers as their giver would say them, where the fields of a command alone say too little."""

from collections.abc import Callable, Iterable
from typing import Any

from ironclad.domain.games.american_civil_war.board.names import counted, fleet, listed, name_of, place
from ironclad.domain.games.american_civil_war.position.units import Group
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.placing import (
    PlaceReinforcement,
    PlaceReinforcements,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction import (
    AttemptReaction,
    ReactTo,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import RideTrain
from ironclad.domain.games.american_civil_war.rules.c09_battle.draws import RetreatOrStand
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import CreateLeader
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import TakeLosses
from ironclad.domain.games.american_civil_war.rules.c09_battle.preparing import (
    ChooseLeader,
    ChooseParticipants,
    UseBattleSupply,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat import Retreat
from ironclad.domain.games.american_civil_war.rules.c11_forts.sieges import HoldSiege, JoinRelief
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_support import SupportWithVessels
from ironclad.domain.kernel.engine.codec import Command


def described(groups: Iterable[Group]) -> str:
    """Units with what is wrong with them: "1 ASP (demoralized 2) and 2 ASP"; "nobody" for none."""
    said = []
    for group in groups:
        marks = [f"demoralized {group.demoralized}"] if group.demoralized else []
        marks += [f"out of supply {group.oos}"] if group.oos else []
        marks += [group.station] if group.station != "field" else []
        marks += [f"from {place(group.origin)}"] if group.origin else []
        name = group.kind if group.kind == "cavalry" else group.kind.upper()
        said.append(f"{group.count} {name}" + (f" ({', '.join(marks)})" if marks else ""))
    return listed(said) or "nobody"


def says(command: Command) -> str:
    """What an order says under a heading of its type; "" where its fields say enough."""
    said = _SAID.get(type(command))
    return "" if said is None else said(command)


def _leader(command: ChooseLeader | CreateLeader) -> str:
    return f"Leader {command.leader}" if command.leader else "No leader"


def _units(command: TakeLosses | ChooseParticipants) -> str:
    return described(command.units)


def _attempt(command: AttemptReaction) -> str:
    return f"The force in {place(command.hex)} tries"


def _react(command: ReactTo) -> str:
    works = {"fort": ", into the fort", "entrenched": ", into the entrenchment"}.get(command.works, "")
    return f"To {place(command.to)}{works}"


def _retreat(command: Retreat) -> str:
    if command.into:
        return "Into the fort" if command.into == "fort" else "Into the entrenchment"
    return f"To {listed([place(hex_id) for hex_id in command.path]).replace(' and ', ', then ')}"


def _reinforcement(command: PlaceReinforcement) -> str:
    return f"{command.count} {name_of(command.unit)} in {place(command.hex)}, {command.source}"


def _reinforcements(command: PlaceReinforcements) -> str:
    placed = [f"{each.count} {name_of(each.unit)} in {place(each.hex)}" for each in command.placements]
    return listed([*placed, *(f"leader {letter} in {place(at)}" for letter, at in command.leaders.items())])


def _train(command: RideTrain) -> str:
    way = f"to {place(command.path[-1])}, {counted(len(command.path), 'hex', 'hexes')}"
    return f"From {place(command.from_hex)} {way}" if command.from_hex else f"On {way}"


def _support(command: SupportWithVessels) -> str:
    return fleet(command.vessels) or "No vessel helps"


_SAID: dict[type[Command], Callable[[Any], str]] = {
    RetreatOrStand: lambda command: "Retreat" if command.retreat else "Stay",
    UseBattleSupply: lambda command: "Spend it" if command.use else "Keep it",
    SupportWithVessels: _support,
    ChooseLeader: _leader,
    CreateLeader: _leader,
    TakeLosses: _units,
    ChooseParticipants: _units,
    HoldSiege: lambda command: f"Kept back: {described(command.units)}",
    JoinRelief: lambda command: f"Sent out: {described(command.units)}",
    AttemptReaction: _attempt,
    ReactTo: _react,
    Retreat: _retreat,
    PlaceReinforcement: _reinforcement,
    PlaceReinforcements: _reinforcements,
    RideTrain: _train,
}
