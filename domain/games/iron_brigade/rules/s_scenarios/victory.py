"""Points, the end of a battle, and who has won it (S/2 to S/6, S/35, S/36)."""

from collections.abc import Iterator

from ironclad.domain.games.iron_brigade.position.state import SIDES, Objective, Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY, HORSES, Muster
from ironclad.domain.games.iron_brigade.registry import Play, brigade, step
from ironclad.domain.games.iron_brigade.rules.between import on_table, strength
from ironclad.domain.games.iron_brigade.rules.c10_mounted.mounting import run_off
from ironclad.domain.games.iron_brigade.rules.c13_works.working import work
from ironclad.domain.games.iron_brigade.rules.c14_supply.supplying import resupply
from ironclad.domain.games.iron_brigade.rules.c16_balloons.flying import fly
from ironclad.domain.games.iron_brigade.rules.c17_trains.riding import travel
from ironclad.domain.games.iron_brigade.rules.c23_weather.smoke import drift, pass_time
from ironclad.domain.games.iron_brigade.rules.s_scenarios.events import Concede, EndOffered, OfferEnd
from ironclad.domain.kernel.board.plane import is_within
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown
from ironclad.domain.kernel.turn.ending import end_game

MEN = {"irregular": 1, "green": 2, "regular": 3, "elite": 4, "crack": 5}
MOUNTED = 2
SECTION, HORSE_SECTION, SINGLE_GUN = 20, 25, 10
ALONE = {"officer": 15, "orderly": 2, "wagon": 5, "balloon": 15, "craft": 2}
CAR = 2
UNIT = 10


@rule("S/2")
def man_worth(muster: Muster) -> int:
    """The value of a man: horse is worth 2 more; an irregular regiment counts as irregular."""
    worth = MEN["irregular" if muster.irregular or not muster.grade else muster.grade]
    return worth + (MOUNTED if muster.type != "infantry" else 0)


@rule("S/2")
def worth_alone(muster: Muster) -> int:
    """The value of a lone man, a wagon, a balloon, a boat, a train by its cars, a ship by a quarter of its
    value.
    """
    if muster.hull is not None:
        return muster.hull.value // 4
    return CAR * muster.cars or ALONE[muster.type]


@rule("S/2", "S/3")
def loss_points(position: Position, id: str) -> int:
    """What the enemy scores for a unit: men, sections and lone men that are gone, 10 for a unit that is
    destroyed, surrendered, or routed now. Guns that were left behind count when the enemy has them.
    """
    muster, unit = position.muster[id], position.units.get(id)
    if unit is None and id in position.hidden:
        raise NotKnown("the losses of a unit out of sight")
    if muster.type == HORSES:
        return 0
    if not muster.has_morale:
        return 0 if unit is not None else worth_alone(muster)
    routed = unit is not None and unit.state == "routed"
    ruined = id in position.gone and position.gone[id].how in ("destroyed", "surrendered")
    points = UNIT if routed or ruined else 0
    if muster.is_battery:
        left = unit.guns.sections if unit is not None and unit.guns is not None else 0
        lost = position.lost_guns.get(id)
        if lost is not None and lost.holder != ENEMY[muster.side]:
            left += lost.sections
        worth = SINGLE_GUN if muster.single else HORSE_SECTION if muster.horse_artillery else SECTION
        return points + (muster.sections - left) * worth
    return points + man_worth(muster) * (muster.men - strength(position, id))


@rule("S/4")
def holder(position: Position, objective: Objective) -> str | None:
    """The side with a unit of good morale within an objective's radius, if the enemy has none there."""
    held = [side for side in SIDES if any(_holds(position, id, objective) for id in on_table(position, side))]
    return held[0] if len(held) == 1 else None


def _holds(position: Position, id: str, objective: Objective) -> bool:
    unit = position.units[id]
    if not position.muster[id].has_morale or unit.state != "good":
        return False
    return any(is_within((objective.at,), polygon, objective.radius) for polygon in unit.body.polygons)


@rule("S/3", "S/28", "S/35", "S/36")
def points(position: Position) -> dict[str, int]:
    """The points of each side: what the enemy lost, objectives that it holds, its handicap."""
    found: dict[str, int] = {side: position.sides[side].handicap for side in SIDES}
    for id, muster in position.muster.items():
        if id not in position.arrivals or id in position.aboard:
            found[ENEMY[muster.side]] += loss_points(position, id)
    for objective in position.objectives:
        standing = not objective.needs or any(each.id == objective.needs for each in position.scenery.terrain)
        side = holder(position, objective) if standing else None
        if side is not None:
            found[side] += objective.points.get(side, 0)
    return found


@step("turn_end")
@rule("S/5", "S/6")
def end_turn(play: Play) -> None:
    """A side without a unit that fights has lost; after the last turn the points decide."""
    run_off(play)
    resupply(play)
    fly(play)
    travel(play)
    work(play)
    drift(play)
    pass_time(play)
    position = play.position
    beaten = [side for side in SIDES if any(_own(position, side)) and not any(_fights(position, side))]
    if len(beaten) == 1:
        end_game(play, ENEMY[beaten[0]], f"the {beaten[0]} has no unit left that fights: decisive", "S/6")
    elif position.turn >= position.turns or len(beaten) == len(SIDES):
        decide(play)


def _own(position: Position, side: str) -> Iterator[str]:
    return (id for id, each in position.muster.items() if each.side == side and each.has_morale)


def _fights(position: Position, side: str) -> Iterator[str]:
    """The units of a side that are neither gone nor routed, those that have yet to arrive included."""
    return (
        id
        for id in _own(position, side)
        if id in position.hidden
        or (id in position.units and (id in position.arrivals or position.units[id].state != "routed"))
    )


@rule("S/5")
def decide(play: Play) -> None:
    """The side with more points wins; a small lead is a draw, a large one decisive."""
    position = play.position
    found = points(position)
    lead = found["union"] - found["confederate"]
    said = f"Union {found['union']} points, Confederates {found['confederate']}"
    if abs(lead) < position.draw_below:
        end_game(play, None, said, "S/5")
        return
    winner = "union" if lead > 0 else "confederate"
    decisive = ", decisive" if abs(lead) >= position.decisive_from else ""
    end_game(play, winner, said + decisive, "S/5")


@brigade.check(Concede)
@rule("S/6")
def check_concede(position: Position, due: Due, command: Concede) -> None:
    """Either seat may concede at any time."""


@brigade.carry_out(Concede)
def carry_out_concede(play: Play, due: Due, command: Concede) -> None:
    end_game(play, ENEMY[due.seat], f"the {due.seat} concedes: decisive", "S/6")


@brigade.check(OfferEnd)
@rule("S/6")
def check_offer_end(position: Position, due: Due, command: OfferEnd) -> None:
    """A seat offers it once a turn."""
    require(due.seat not in position.end_offers, "S/6", "you have offered it already")


@brigade.carry_out(OfferEnd)
@rule("S/6")
def carry_out_offer_end(play: Play, due: Due, command: OfferEnd) -> None:
    """When both have offered it, the points decide."""
    play.emit(EndOffered(due.seat))
    if set(play.position.end_offers) == set(SIDES):
        decide(play)


@brigade.evolves(EndOffered)
def _end_offered(position: Position, event: EndOffered) -> None:
    position.end_offers = (*position.end_offers, event.seat)
