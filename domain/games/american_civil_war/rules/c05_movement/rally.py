"""Rallying from demoralization in place of moving (5.3.7, 15.4/2)."""

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import WORKED, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import require_no_duty
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c05_movement.readiness import ready_units
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_primary
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
NEEDED_IN_ZONE, NEEDED = 5, 3
ALWAYS_FAILS, ALWAYS_RALLIES_IN_APPALACHIA = 1, 6
APPALACHIA = Modifier("Confederates in Appalachia", -2, "15.4/2")


class Rally(Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="rally"):
    """Spend the whole allowance of demoralized units on an attempt to rally; by default all ready ones."""

    hex: str
    units: tuple[Group, ...] | None = None


class RallyAttempted(Event, frozen=True, tag_field="type", tag="rally_attempted"):
    """A force tried to rally (5.3.7): one die a marker; `needed` after modifiers.

    successes: which dice took a marker off; removed: so many, from every unit that has one left.
    """

    side: str
    hex: str
    units: tuple[Group, ...]
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    needed: int
    successes: tuple[bool, ...]
    removed: int
    rule: str = "5.3.7/2"


@acw.check(Rally, "movement")
def _check_rally(position: Position, due: Due, command: Rally) -> None:
    _rallying(position, due.seat, command)


@rule("5.0/1", "5.1/3", "5.3.7/1", "5.3.7/5", "TEC/19")
def _rallying(position: Position, seat: str, command: Rally) -> tuple[Group, ...]:
    """The units that try. Refuses units that have moved, are out of supply, or have nothing to rally from."""
    if command.units is None:
        ready = ready_units(position, seat, command.hex, None)
        units = tuple(group for group in ready if group.demoralized and not group.oos)
        require(
            units or not any(group.demoralized for group in ready),
            "5.3.7/1",
            "units out of supply cannot rally",
        )
    else:
        units = ready_units(position, seat, command.hex, command.units)
    require(units and all(group.demoralized for group in units), "5.3.7/1", "only demoralized units rally")
    require(not any(group.oos for group in units), "5.3.7/1", "units out of supply cannot rally")
    require_no_duty(position, seat, command.hex, units)
    require(is_supplied(position, seat, command.hex), "5.3.7/1", "a force without supply cannot rally")
    return units


@acw.carry_out(Rally)
@rule("5.3.7/2", "5.3.7/3", "5.3.7/4", "15.4/2", "TEC/17", "9.9/2")
def _rally(play: Play, due: Due, command: Rally) -> None:
    """Roll a die for each marker; 3 or more succeeds, 5 or more in an enemy primary zone, a 1 never."""
    units = _rallying(play.position, due.seat, command)
    stop(play)
    position = play.position
    dice = play.roll(f"rally in {command.hex}", "5.3.7/2", max(group.demoralized for group in units))
    modifiers = rally_modifiers(position, due.seat, command.hex)
    needed = NEEDED_IN_ZONE if in_primary(position, command.hex, ENEMY[due.seat]) else NEEDED
    successes = tuple(rallies(die, modifiers, needed) for die in dice)
    play.emit(
        RallyAttempted(due.seat, command.hex, units, dice, modifiers, needed, successes, sum(successes))
    )


@rule("5.3.7/2", "15.4/2")
def rally_modifiers(position: Position, side: str, hex_id: str) -> tuple[Modifier, ...]:
    """What changes each rally die: the best leader in the hex; 2 less for Confederates in Appalachia."""
    leaders = position.leaders_at(side, hex_id)
    best = max(leaders, key=lambda letter: position.leaders[letter].rating, default="")
    modifiers = [Modifier(f"leader {best}", position.leaders[best].rating, "5.3.7/2")] if best else []
    if side == CONFEDERATE and _MAP.hexes[hex_id].appalachia:
        modifiers.append(APPALACHIA)
    return tuple(modifiers)


@rule("5.3.7/3", "5.3.7/4", "15.4/2")
def rallies(die: int, modifiers: tuple[Modifier, ...], needed: int) -> bool:
    """Whether a die takes a marker off; in Appalachia a natural 6 always does."""
    if die == ALWAYS_FAILS:
        return False
    if die == ALWAYS_RALLIES_IN_APPALACHIA and APPALACHIA in modifiers:
        return True
    return die + total(modifiers) >= needed


@acw.evolves(RallyAttempted)
def _rally_attempted(position: Position, event: RallyAttempted) -> None:
    position.remove(event.side, event.hex, event.units)
    after = [
        group.with_(demoralized=max(0, group.demoralized - event.removed), activity=WORKED)
        for group in event.units
    ]
    position.add(event.side, event.hex, after)


COMMANDS = (Rally,)
EVENTS = (RallyAttempted,)
