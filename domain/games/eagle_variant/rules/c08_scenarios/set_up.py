"""The set-ups of the scenarios: fixed units in their cities, ratings and stock."""

from ironclad.domain.games.eagle_variant.board.charts import KINDS, set_up
from ironclad.domain.games.eagle_variant.position.document import empty_position
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

PLAYED = ("historical", "balanced")
OPTIONS = {
    "rivers": Option(
        "advanced-optional-rules/6",
        "Rivers with river navies: on, off, or as the scenario has it.",
        ("scenario", "on", "off"),
    ),
    "start_with_production_in_hand": Option(
        "scenarios/4",
        "Each side begins with the sum of its cities' values in its pool.",
        ("no", "yes"),
    ),
}


@rule("scenarios/1", "scenarios/4")
def set_up_position(scenario: str, options: dict[str, str]) -> Position:
    """A scenario's units where they begin. Nobody has leaders, elite units, or ratings that blockade."""
    position = empty_position(scenario)
    position.options = dict(options)
    content = set_up(scenario)
    for side in SIDES:
        for city, units in content[side].items():
            for kind in KINDS:
                for _ in range(units.get(kind, 0)):
                    add_unit(position, side, kind, city)
        if position.plays("start_with_production_in_hand"):
            held = (city for city in position.board.cities if city.held_by == side)
            position.pools[side] = sum(position.points_of(city.id) for city in held)
    return position


def next_id(position: Position, nation: str, kind: str) -> str:
    """The name of the next unit that is made of a nation and kind."""
    name = f"{nation}_{kind}"
    return f"{name}_{position.made.get(name, 0) + 1}"


def add_unit(position: Position, nation: str, kind: str, space: str) -> str:
    """Put a new unit on the map and give its id; only for evolvers and set-ups."""
    id, name = next_id(position, nation, kind), f"{nation}_{kind}"
    position.made[name] = position.made.get(name, 0) + 1
    position.units[id] = Unit(nation, kind, space)  # type: ignore[arg-type]
    return id
