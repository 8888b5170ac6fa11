"""Mexican revolutionaries who rise against the French (war-with-europe/15, /16)."""

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle, goes_on, step
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import occupied_by
from ironclad.domain.games.eagle_variant.rules.c05_battles.starting import start_battle
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import UprisingRoll, UprisingRolled
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option
from ironclad.domain.kernel.turn.sequence import Step

OPTIONS = {
    "revolutionaries_wait_for_movement": Option(
        "war-with-europe/16",
        "Revolutionaries that appear among enemy units fight only at the end of the next movement.",
        ("no", "yes"),
    ),
}


@step("uprising")
@rule("war-with-europe/15", "war-with-europe/16")
def rise(play: Play, entered: Step) -> None:
    """With France at war each region of Mexico rolls a die; those who appear among enemies fight at once."""
    if "france" not in play.position.at_war:
        return
    less, rolls = int(numbers("europe")["revolutionaries_less"]), []
    for region in regions_of_mexico(play.position):
        (die,) = play.roll(f"revolutionaries in {name_of(region)}", "war-with-europe/15")
        rolls.append(UprisingRoll(region, die, max(0, die - less)))
    waiting = play.position.plays("revolutionaries_wait_for_movement")
    risen = (each.region for each in rolls if each.infantry and not waiting)
    battles = tuple(region for region in risen if occupied_by(play.position, region, CSA))
    play.emit(UprisingRolled(tuple(rolls), battles))


def regions_of_mexico(position: Position) -> tuple[str, ...]:
    """The regions of Mexico in the order of the map; Mexico City is a city and none of them."""
    found = position.board.spaces.values()
    return tuple(each.id for each in found if each.side == "mexico" and not each.city)


@eagle.evolves(UprisingRolled)
def _rolled(position: Position, event: UprisingRolled) -> None:
    for each in event.rolls:
        for _ in range(each.infantry):
            add_unit(position, "revolutionaries", "infantry", each.region)
    position.pending = event.battles


@goes_on
@rule("war-with-europe/16")
def fight_uprising(play: Play) -> bool:
    """Revolutionaries among enemies attack them at once, region by region."""
    position = play.position
    if position.phase != "uprising" or not position.pending or position.battle is not None:
        return False
    start_battle(play, position.pending[0], USA, CSA, uprising=True)
    return True
