"""Sorties: units inside a besieged fort attack their besiegers (11.8.2)."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.position.in_progress import Contingent
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import ASP, FORT, READY, Group, pick
from ironclad.domain.games.american_civil_war.registry import Play, acw, close
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import require_no_mediation
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import begin_battle
from ironclad.domain.games.american_civil_war.rules.c09_battle.preparing import BattleLeaderChosen
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import besieged
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due


class Sortie(Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="sortie"):
    """Attack the besiegers of a fort with ASP from inside it, led by one leader or none (11.8.2)."""

    hex: str
    units: tuple[Group, ...]
    leader: str | None = None


@acw.check(Sortie, "movement")
def _check_sortie(position: Position, due: Due, command: Sortie) -> None:
    sortie_units(position, due.seat, command)


@rule("11.8.2/1", "9.3/2", "15.3/3")
def sortie_units(position: Position, seat: str, command: Sortie) -> tuple[Group, ...]:
    """The units that a command sends out. Refuses unless they are ready ASP in a besieged fort."""
    here = command.hex
    require(besieged(position, seat, here), "11.8.2/1", f"nobody besieges a fort of yours in {here}")
    inside = tuple(group for group in position.groups(seat, here) if group.station == FORT)
    units = pick(inside, command.units, "11.8.2/1")
    require(all(group.kind == ASP for group in units), "11.8.2/1", "only ASP make a sortie")
    require(
        all(group.activity == READY for group in units), "5.2/4", "these units have acted in this impulse"
    )
    require_no_mediation(position, seat, here)
    leaders = position.leaders_at(seat, here)
    require(
        command.leader is None or command.leader in leaders,
        "9.3/2",
        f"no leader {command.leader} is in {here}",
    )
    return units


@acw.carry_out(Sortie)
@rule("11.8.2/1", "9.4/8")
def _sortie(play: Play, due: Due, command: Sortie) -> None:
    """They stay counted as inside: won, drawn or lost, they are back in the fort when the battle is over."""
    units = sortie_units(play.position, due.seat, command)
    leaders = () if command.leader is None else (command.leader,)
    stop(play)
    close(play)
    begin_battle(play, command.hex, due.seat, (Contingent("", units, leaders),), "sortie")
    play.emit(BattleLeaderChosen(due.seat, command.leader or ""))


def sortie_candidates(position: Position, seat: str) -> Iterator[Sortie]:
    """Sorties that could be ordered: with all that are ready inside each fort, led and not led."""
    for here in sorted(position.forts):
        units = tuple(
            group.with_(origin="")
            for group in position.groups(seat, here)
            if group.station == FORT and group.kind == ASP and group.activity == READY
        )
        if units and besieged(position, seat, here):
            for leader in (*position.leaders_at(seat, here), None):
                yield Sortie(hex=here, units=units, leader=leader)
