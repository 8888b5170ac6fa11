"""The campaign for tests: a map without pieces, opened at any step of its strategic turn."""

from ironclad.domain.games.war_between_the_states.position.document import to_document
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.turns import steps
from ironclad.domain.kernel.turn.agenda import Agenda
from tests.games.war_between_the_states.table import Table

END = {
    "leader_pick": {"type": "end_leader_pick"},
    "deployment": {"type": "end_deployment"},
    "reinforcements": {"type": "end_deployment"},
    "production": {"type": "end_production"},
    "politics": {"type": "end_politics"},
    "siege": {"type": "end_siege"},
    "feeding": {"type": "feed_units"},
    "broadcast": {"type": "end_broadcast"},
}
RICHMOND, ATLANTA, NEW_ORLEANS, NASHVILLE, MEMPHIS = "C2516", "B5410", "B2729", "A4325", "B2802"
WASHINGTON, ST_LOUIS, CHARLESTON = "C2608", "A2712", "C1640"


def turn_of(number: int, year: int) -> int:
    """The game turn that opens a cycle: turn 1 is that of 7/61."""
    return ((year - 61) * 13 + number - 7) * 4 + 1


def blank(turn: int = 1, **options: str) -> Position:
    """The campaign before a game turn: no pieces, 100 supply and 20 personnel points a side."""
    position = Position("campaign_1861", options).copy()
    position.agenda = Agenda(turn=turn)
    position.supply = {"union": 100, "confederate": 100}
    position.production = position.production.with_(personnel={"union": 20, "confederate": 20})
    return position


def opened(position: Position, name: str, seat: str) -> Table:
    """A game at that position as a step of its strategic turn begins."""
    found = [(step.name, step.seat) for step in steps(position)].index((name, seat))
    position.agenda = Agenda(turn=position.turn, step=found - 1)
    return Table(position.scenario, position.options, to_document(position))
