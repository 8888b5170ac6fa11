"""Who fights in a naval combat, with what dice and at which targets (7.10, 7.13.2)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import firing
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.combats import NavalCombat
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import fleets_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import fort_in, siege_at
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.gunboats import may_fire
from ironclad.domain.kernel.engine.citations import rule

FORT, OTHERS, IRONCLAD = "fort", "others", "ironclad"


def naval_of(position: Position) -> NavalCombat:
    """The naval combat that is under way."""
    assert position.naval is not None
    return position.naval


def fleets_of(position: Position, naval: NavalCombat, side: str) -> tuple[str, ...]:
    """The fleets of a side that fight: those that came, or those that are there; none beside a fort that is
    attacked.
    """
    if side != naval.meeting.side and naval.meeting.fort:
        return ()
    return tuple(id for id in present(position, naval, side) if may_fire(position, id))


def present(position: Position, naval: NavalCombat, side: str) -> tuple[str, ...]:
    """The fleets of a side at a combat, also gunboats that may not fight at Washington: they go together."""
    meeting = naval.meeting
    if side == meeting.side:
        return tuple(id for id in meeting.fleets if id in position.fleets)
    return fleets_in(position, side, meeting.place)


@rule("5.2/18", "7.13.2/6", "7.13.3/17")
def fort_of(position: Position, naval: NavalCombat, side: str) -> str:
    """The spot of the fort that fights for a side: that of the defender, on whichever bank; a besieged one
    does not. "" for none.
    """
    place = naval.meeting.place
    if side == naval.meeting.side or place not in board().zones:
        return ""
    spot = board().place_spot(place)
    return "" if siege_at(position, spot) is not None else fort_in(position, spot, side)


@rule("7.1/2", "7.1/3", "7.1/4")
def dice_of(position: Position, naval: NavalCombat, side: str) -> Iterator[tuple[str, str, int, int]]:
    """The dice of a side: (fleet id or spot of a fort, kind, how many, the number that hits)."""
    for id in fleets_of(position, naval, side):
        fleet = position.fleets[id]
        row = firing(True)[fleet.kind]
        yield id, fleet.kind, row.dice if fleet.steps == 2 else row.dice_reduced, row.hits_from
    if spot := fort_of(position, naval, side):
        row = firing(True)[FORT]
        yield spot, FORT, row.dice if position.forts[spot].steps == 2 else row.dice_reduced, row.hits_from


def count_dice(position: Position, naval: NavalCombat, side: str) -> int:
    """How many dice a side rolls in a round."""
    return sum(count for _, _, count, _ in dice_of(position, naval, side))


@rule("7.10/1")
def targets_of(position: Position, naval: NavalCombat, side: str) -> tuple[str, ...]:
    """What a side may aim at: each enemy ironclad, the enemy's fort, his other fleets together."""
    enemy = ENEMY[side]
    fleets = fleets_of(position, naval, enemy)
    found = [id for id in fleets if position.fleets[id].kind == IRONCLAD]
    if fort_of(position, naval, enemy):
        found.append(FORT)
    if len(fleets) > len([id for id in found if id != FORT]):
        found.append(OTHERS)
    return tuple(found)


def other_fleets(position: Position, naval: NavalCombat, side: str) -> tuple[str, ...]:
    """A side's fleets that are no ironclads."""
    fleets = fleets_of(position, naval, side)
    return tuple(id for id in fleets if position.fleets[id].kind != IRONCLAD)


@rule("7.1/5", "7.13.2/6")
def only_six(position: Position, naval: NavalCombat, side: str, target: str) -> bool:
    """Whether dice of a side at a target need a 6: at ironclads and forts, and at fleets inside a fort."""
    return target != OTHERS or bool(fort_of(position, naval, ENEMY[side]))
