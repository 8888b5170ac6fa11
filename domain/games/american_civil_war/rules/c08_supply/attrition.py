"""Weather attrition at an impulse's end (8.6): winter marches in the north, summer in the swamps."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import HAVE_MOVED, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier, total
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
DEMORALIZED_FROM = 5
SHELTER = Modifier("in a city or port", -1, "8.6/3")


class AttritionRolled(Event, frozen=True, tag_field="type", tag="attrition_rolled"):
    """A force was rolled for against the weather (8.6): 5 or more demoralizes `units` once.

    units: those of the hex that are at risk, as they stood.
    """

    side: str
    hex: str
    season: str
    units: tuple[Group, ...]
    die: int
    modifiers: tuple[Modifier, ...]
    demoralized: bool
    rule: str


@rule("8.6/1", "8.6/2", "8.6/3")
def roll_attrition(play: Play) -> None:
    """Roll one die for each force at risk; one less in a city or port, 5 or 6 demoralizes."""
    for side, hex_id, units, clause in list(at_risk(play.position)):
        (die,) = play.roll(f"weather in {hex_id}", clause)
        place = _MAP.hexes[hex_id]
        modifiers = (SHELTER,) if place.city or place.port else ()
        season = TURNS[play.position.turn].season
        beaten = die + total(modifiers) >= DEMORALIZED_FROM
        play.emit(AttritionRolled(side, hex_id, season, units, die, modifiers, beaten, clause))


@rule("8.6/1", "8.6/2", "8.6/4", "8.6/5")
def at_risk(position: Position) -> Iterator[tuple[str, str, tuple[Group, ...], str]]:
    """Side, hex and units of each force at risk, with the clause, in the order of hexes.

    In winter those units of the active player that moved in this impulse and are north of the snow line, in
    summer his whole forces in swamp hexes; by option the other side's in swamps too.
    """
    season = TURNS[position.turn].season
    both = position.options.get("attrition_both_sides") == "both"
    for side in SIDES:
        active = side == position.player
        for hex_id in sorted(position.forces[side]):
            place, groups = _MAP.hexes[hex_id], position.groups(side, hex_id)
            if season == "winter" and active and place.north_of_snow_line:
                if moved := tuple(group for group in groups if group.activity in HAVE_MOVED):
                    yield side, hex_id, moved, "8.6/1"
            elif season == "summer" and (active or both) and place.terrain == "swamp":
                yield side, hex_id, groups, "8.6/2"


@acw.evolves(AttritionRolled)
def _attrition_rolled(position: Position, event: AttritionRolled) -> None:
    if event.demoralized:
        position.remove(event.side, event.hex, event.units)
        worse = [group.with_(demoralized=group.demoralized + 1) for group in event.units]
        position.add(event.side, event.hex, worse)


OPTIONS = {
    "attrition_both_sides": Option(
        "8.6/2", "Whether swamps wear out the active player's forces only.", ("active", "both")
    ),
}
COMMANDS = ()
EVENTS = (AttritionRolled,)
