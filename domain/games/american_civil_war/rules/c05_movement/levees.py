"""Breaching levees (5.3.8, 13.3.4)."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import ASP, READY, WORKED, Group, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import require_no_duty
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_leaders, ready_units
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import require_no_siege
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import BANKS
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
BREACHES_ON = 1
LEAST_RATING = 1


class BreachLevee(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="breach_levee"
):
    """Spend the whole allowance of a force and its leader on a try to breach a levee beside its hex.

    units: one ready ASP if left out.
    """

    hex: str
    hexside: str
    leader: str
    units: tuple[Group, ...] | None = None


class LeveeBreachTried(Event, frozen=True, tag_field="type", tag="levee_breach_tried"):
    """A force tried to breach a levee (5.3.8): a 1 opens the water there for the rest of the game."""

    side: str
    hex: str
    hexside: str
    units: tuple[Group, ...]
    leader: str
    die: int
    breached: bool
    rule: str = "5.3.8/1"


@acw.check(BreachLevee, "movement")
def _check_breach_levee(position: Position, due: Due, command: BreachLevee) -> None:
    _breaching(position, due.seat, command)


@rule("5.3.8/1", "5.1/3", "5.3.7/5")
def _breaching(position: Position, seat: str, command: BreachLevee) -> tuple[Group, ...]:
    """The units that try. Refuses without a levee there, or without a ready ASP and leader of 1 or more."""
    here, key = command.hex, command.hexside
    standing = key in _MAP.levees and key not in position.levees_breached
    require(standing, "5.3.8/1", f"there is no levee to breach at {key}")
    require(here in BANKS[key], "5.3.8/1", f"the levee at {key} is not on a hexside of {here}")
    units = ready_units(position, seat, here, command.units)
    if command.units is None:
        units = tuple(group.with_(count=1) for group in units if group.kind == ASP)[:1]
    require(strength(units, ASP), "5.3.8/1", "a levee is breached by a force with an ASP")
    require_no_siege(position, seat, here, units)
    require_no_duty(position, seat, here, units)
    (leader,) = ready_leaders(position, seat, here, (command.leader,))
    rating = position.leaders[leader].rating
    require(rating >= LEAST_RATING, "5.3.8/1", f"leader {leader} is rated {rating}; it takes a 1 at least")
    return units


@acw.carry_out(BreachLevee)
@rule("5.3.8/1", "5.3.8/2")
def _breach_levee(play: Play, due: Due, command: BreachLevee) -> None:
    stop(play)
    units = _breaching(play.position, due.seat, command)
    (die,) = play.roll(f"breaching the levee at {command.hexside}", "5.3.8/1")
    breached = die == BREACHES_ON
    play.emit(LeveeBreachTried(due.seat, command.hex, command.hexside, units, command.leader, die, breached))


@acw.evolves(LeveeBreachTried)
@rule("5.3.8/2")
def _levee_breach_tried(position: Position, event: LeveeBreachTried) -> None:
    position.remove(event.side, event.hex, event.units)
    position.add(event.side, event.hex, (group.with_(activity=WORKED) for group in event.units))
    position.leaders[event.leader] = position.leaders[event.leader].with_(activity=WORKED)
    if event.breached:
        position.levees_breached = (*position.levees_breached, event.hexside)


def levee_candidates(position: Position, seat: str) -> Iterator[BreachLevee]:
    """Each leader who could try a levee beside him."""
    for key in sorted(_MAP.levees - set(position.levees_breached)):
        for here in BANKS[key]:
            if here in position.forces[seat]:
                for letter in position.leaders_at(seat, here):
                    if position.leaders[letter].activity == READY:
                        yield BreachLevee(hex=here, hexside=key, leader=letter)


COMMANDS = (BreachLevee,)
EVENTS = (LeveeBreachTried,)
