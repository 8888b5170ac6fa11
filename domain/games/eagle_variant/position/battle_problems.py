"""What can be wrong with the battle of a position document, in sentences."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.battles import COLUMN_OF, LATE, RESERVE, RETREAT, Battle
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.position.units import SPECIAL

ON_THE_MAP = ("set_up", "fight", "beaten", "pursuit")
"""The stages in which every unit of a battle is in its space, and in a box."""
LETTERS = frozenset("lcrv")


def battle_problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with the battle under way, and with sealed orders."""
    for seat, orders in position.battle_orders.items():
        if seat not in SIDES or not set(orders.set_up) <= LETTERS:
            yield f"battle_orders: orders of {seat!r} are a side's, with a letter of l, c, r, v for each unit"
    if (battle := position.battle) is None:
        return
    armies = (battle.attacker, battle.defender)
    if battle.space not in position.board.spaces:
        yield f"battle: {battle.space} is no space of this game's map"
    if battle.attacker == battle.defender or not set(armies) <= {*SIDES, *SPECIAL}:
        yield "battle: two armies fight, of a side or of a special force each"
    if set(battle.players) != set(armies) or sorted(battle.players.values()) != sorted(SIDES):
        yield "battle: one seat decides for each army"
    if battle.columns not in (0, 1, 3) or not -1 <= battle.part < 2 * len(tactics()["phases"]):
        yield "battle: there are 1 or 3 columns, and 8 parts of a turn"
    if not {battle.first, battle.acting, battle.beaten, battle.sees, battle.surprise} <= {"", *armies}:
        yield "battle: first, acting, beaten, sees and surprise name one of the two armies"
    if not set(battle.boxes.values()) <= {*COLUMN_OF, *LATE, RESERVE, RETREAT}:
        yield "battle: a box is a line, a middle, reserve, retreat, turn_1 or turn_2"
    if battle.stage in ON_THE_MAP:
        yield from _unit_problems(position, battle)


def _unit_problems(position: Position, battle: Battle) -> Iterator[str]:
    armies = (battle.attacker, battle.defender)
    here = {id: unit.side or unit.nation for id, unit in position.units.items() if unit.space == battle.space}
    if not set(battle.boxes) <= set(here):
        yield f"battle: units in boxes are in {battle.space}"
    if battle.stage != "fight" or battle.turn == 0:
        return
    if not {id for id, army in here.items() if army in armies} <= set(battle.boxes):
        yield "battle: every unit of the two armies is in a box"
    for army in armies:
        for line in battle.lines:
            held = (
                here.get(id) == army and COLUMN_OF.get(box) == line and position.units[id].brigade
                for id, box in battle.boxes.items()
            )
            if not any(held):
                yield f"battle: {army} has no brigade in the {line} column"
