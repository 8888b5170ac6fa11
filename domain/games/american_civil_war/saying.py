"""Orders and answers as their giver would say them, where the fields of a command alone say too little."""

from collections.abc import Callable, Iterable
from typing import Any

from domain.games.american_civil_war.draws import RetreatOrStand
from domain.games.american_civil_war.leaders import CreateLeader
from domain.games.american_civil_war.losses import TakeLosses
from domain.games.american_civil_war.names import counted, fleet, listed, name_of, place
from domain.games.american_civil_war.naval_support import SupportWithVessels
from domain.games.american_civil_war.placing import PlaceReinforcement, PlaceReinforcements
from domain.games.american_civil_war.preparing import ChooseLeader, ChooseParticipants, UseBattleSupply
from domain.games.american_civil_war.reaction import AttemptReaction, ReactTo
from domain.games.american_civil_war.retreat import Retreat
from domain.games.american_civil_war.sieges import HoldSiege, JoinRelief
from domain.games.american_civil_war.trains import RideTrain
from domain.games.american_civil_war.units import Group
from domain.kernel.codec import Command


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
    RetreatOrStand: lambda command: "Retreat" if command.retreat else "Stand",
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
