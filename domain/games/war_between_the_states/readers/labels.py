"""Sides, pieces and the point of the game as pages show them: in a line or in a few words."""

from collections.abc import Iterable

from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.position.pieces import Ship, Unit
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import rating

SIDE_NAMES = {"union": "Union", "confederate": "Confederate"}
KINDS = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "militia": "militia",
    "garrison": "garrison",
    "supply_train": "supply train",
    "siege_train": "siege train",
    "rail_repair": "rail repair unit",
}
HEADQUARTERS = {"army": "army headquarters", "corps": "corps headquarters", "cavalry": "cavalry corps"}
SHIPS = {
    "naval_flotilla": ("N", "naval flotilla"),
    "naval_transport": ("T", "naval transport"),
    "river_flotilla": ("R", "river flotilla"),
    "river_transport": ("B", "river transport"),
    "ironclad": ("I", "ironclad"),
}
"""The letter of a kind of ship on the map, and its name."""
STEPS = {
    "begin": "before the first draw",
    "pick": "initiative",
    "initiative": "initiative",
    "siege_order": "siege phase",
    "siege": "siege phase",
    "income": "income",
    "leader_pick": "leader pick",
    "deployment": "deployment",
    "production": "production",
    "disbanding": "militia goes home",
    "arrivals": "arrivals",
    "reinforcements": "reinforcements",
    "consumption": "supply of the units",
    "broadcast": "supply broadcast",
    "politics": "politics",
    "spans": "command for movement",
    "movement": "movement",
    "naval": "battles on the water",
    "combat_spans": "command for combat",
    "combat": "combat",
    "destruction": "end of the player turn",
}
"""Steps of a turn that ask something, in words."""


def side_name(side: str) -> str:
    """A side as a heading has it."""
    return SIDE_NAMES.get(side, side)


def unit_label(unit: Unit) -> str:
    """A unit without its number: "8 infantry", "4 militia of PA", "supply train with 6"."""
    name = KINDS[unit.kind]
    if not unit.fights:
        return f"{name} with {unit.load}" if unit.kind == "supply_train" else name
    size = " division" if unit.division else " brigade" if unit.brigade else ""
    return f"{unit.strength} {name}{size}{f' of {unit.state}' if unit.state else ''}"


def units_label(units: Iterable[Unit]) -> str:
    """Units in a line, "nobody" for none."""
    return ", ".join(map(unit_label, units)) or "nobody"


def roster_label(position: Position, hq: str) -> str:
    """What is on a headquarters' roster."""
    ids = rosters(position).get(hq, ())
    return units_label(position.units[id] for id in ids) if ids else "empty roster"


def leader_label(position: Position, name: str) -> str:
    """A leader with his rank and his ratings in his present command."""
    piece, now = position.leaders[name], rating(position, name)
    stars = piece.stars or leaders()[piece.side, name].stars
    return f"{name} {stars}★ (initiative {now.initiative}, span {now.span}, combat {now.combat})"


def ship_label(id: str, ship: Ship) -> str:
    """A ship with its number and what it carries in supply."""
    name = f"{SHIPS[ship.kind][1]} {id.rpartition('_')[2]}"
    return f"{name} with {ship.load} supply" if ship.load else name


def season(position: Position) -> str:
    """ "winter" or "summer"."""
    return "winter" if position.winter else "summer"


def line(position: Position) -> str:
    """The point of the game in words: turn, cycle, step, whose it is and what he has left."""
    when = f"Turn {position.turn} of {position.book.game_turns}, cycle {position.cycle}, {season(position)}"
    if position.ended is not None:
        return f"{when}: the game is over"
    due = position.agenda.due
    seats = dict.fromkeys(each.seat for each in due)
    step = STEPS.get(position.step, position.step.replace("_", " "))
    if position.battle is not None:
        step = "battle"
    whose = " and ".join(map(side_name, sorted(seats, key=SIDES.index)))
    return f"{when}: {whose + ' ' if whose else ''}{step}{_left(position)}"


def _left(position: Position) -> str:
    phase = position.phase
    if phase is None:
        return ""
    if phase.initiative:
        return ", leaders' own initiative"
    plural = "" if phase.commands == 1 else "s"
    return f", {phase.commands} command{plural} left"
