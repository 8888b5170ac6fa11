"""The odds of a fire order: casualties of each target by all that fire at it, its officers, its check.

Only what the seat orders itself is counted: what the enemy fires is not known before it is revealed.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import FirePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.odds.stories import Story
from ironclad.domain.games.iron_brigade.readers.odds.weights import (
    Weights,
    add,
    check_chances,
    every_way,
    joined,
    sums,
)
from ironclad.domain.games.iron_brigade.readers.wording import name_of
from ironclad.domain.games.iron_brigade.registry import Play
from ironclad.domain.games.iron_brigade.rules.between import officers_with
from ironclad.domain.games.iron_brigade.rules.c04_small_arms.fire import Loss
from ironclad.domain.games.iron_brigade.rules.c05_artillery.fire import Casualties
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import (
    officers_before,
    roll_officers,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    BarrageFired,
    FireRevealed,
    MachineGunFired,
    PieceFired,
    ShotsFired,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import computed, take_losses
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.games.iron_brigade.rules.c07_morale.step import reasons
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import items_of
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import less
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.odds.odds_model import Chance, Computed, Forecast, Joint, Line, Modifier, Table

MOST_STORIES = 5000
Fire = VolleyFired | BarrageFired
"""What is counted: muskets and batteries at troops."""


def fire_odds(position: Position, plan: FirePlan) -> Computed:
    """The odds of the fire of one seat: of muskets, and of batteries at troops.

    Raises Refused where it fires at nobody, or something else fires, or guns at works.
    """
    ordered = list(computed(position, plan.orders, {}))
    fires = [each for each in ordered if isinstance(each, Fire)]
    others = any(isinstance(each, MachineGunFired | ShotsFired | PieceFired) for each in ordered)
    require(not others, "IV/2", "odds are counted of muskets and batteries at troops alone")
    require(fires, "IV/2", "no order of it fires at a target")
    by_target: dict[str, list[Fire]] = {}
    for fire in fires:
        by_target.setdefault(fire.target, []).append(fire)
    losses = {
        target: joined(loss_chances(position, each) for each in those) for target, those in by_target.items()
    }
    shown = _revealed(position, plan)
    tables = [
        table
        for target, those in by_target.items()
        for table in (
            _losses(position, target, losses[target]),
            *_officers(shown, target, those),
            *_check(shown, target, those),
        )
    ]
    modifiers = tuple(Modifier(line, "1") for fire in fires for line in lines_of(position, fire))
    stories = _stories(losses)
    outcomes = tuple(
        Joint({name_of(target): lost for target, lost in story.lost}, str(weight), float(weight))
        for story, weight in sorted(stories.items(), key=lambda each: -each[1])
    )
    return Computed(stories, (), Forecast(tuple(tables), modifiers, outcomes), len(stories))


def loss_chances(position: Position, fire: Fire) -> Weights[int]:
    """The casualties of one fire, by the faces of its die."""
    loss: Loss | Casualties
    if isinstance(fire, VolleyFired):
        loss, sides, rolls = Loss(fire.whole, fire.tenths), 10, fire.tenths > 0
    else:
        loss, sides, rolls = Casualties(fire.whole, fire.rest), 20, fire.rest > 0
    if not rolls:
        return {loss.with_die(None, less(position)): Fraction(1)}
    found: Weights[int] = {}
    for die in range(1, sides + 1):
        add(found, loss.with_die(die, less(position)), Fraction(1, sides))
    return found


def _stories(losses: Mapping[str, Weights[int]]) -> dict[Story, Fraction]:
    """All targets together; beyond a number of ways the targets that are most certain are left out of it."""
    targets = sorted(losses)
    ways = 1
    for each in losses.values():
        ways *= len(each)
    while ways > MOST_STORIES:
        left = min(targets, key=lambda target: len(losses[target]))
        targets.remove(left)
        ways //= len(losses[left])
    found: dict[Story, Fraction] = {}
    for row in product(*(losses[target].items() for target in targets)):
        weight = Fraction(1)
        for _, chance in row:
            weight *= chance
        story = Story(tuple(zip(targets, (lost for lost, _ in row), strict=True)), ended=True)
        add(found, story, weight)
    return found


# -- tables


def _losses(position: Position, target: str, chances: Weights[int]) -> Table:
    battery = position.muster[target].is_battery
    what = "casualties or hits" if battery else "men lost"
    return Table(
        name=f"losses {target}",
        title=f"{name_of(target)}: {what}",
        rule="V.D/1" if battery else "IV.E/1",
        rows=tuple(Chance.of(str(lost), chances[lost]) for lost in sorted(chances)),
        expected=float(sum(lost * weight for lost, weight in chances.items())),
    )


def _revealed(position: Position, plan: FirePlan) -> Position:
    """The position with these orders revealed: units have fired, and are seen."""
    after = position.copy()
    ((found, _),) = every_way(after, lambda play: play.emit(FireRevealed(dict(plan.orders))))
    return found


def _after(position: Position, fires: list[Fire]) -> list[tuple[Position, Fraction]]:
    """Every position after these fires with their losses; battery hits are not followed."""
    found = [(position, Fraction(1))]
    for fire in fires:
        step: list[tuple[Position, Fraction]] = []
        for before, weight in found:
            for lost, chance in loss_chances(position, fire).items():
                hit = _with_loss(fire, lost)

                def act(play: Play, hit: Fire = hit) -> None:
                    play.emit(hit)
                    take_losses(play, hit)

                step += [(after, weight * chance * each) for after, each in every_way(before, act)]
        found = step
    return found


def _with_loss(fire: Fire, lost: int) -> Fire:
    if isinstance(fire, BarrageFired):
        return msgspec.structs.replace(fire, casualties=lost)
    return msgspec.structs.replace(fire, loss=lost)


def _officers(position: Position, target: str, fires: list[Fire]) -> Iterator[Table]:
    """What becomes of the officers who are with a regiment that is fired at (VI.D/3)."""
    if not position.muster[target].is_regiment:
        return
    officers = officers_with(position, target)
    if not officers:
        return
    before = {target: officers_before(position)[target]}
    found: dict[str, Weights[str]] = {each: {} for each in officers}
    for after, weight in _after(position, fires):
        for rolled, chance in every_way(after, lambda play: roll_officers(play, before)):
            for each in officers:
                gone = rolled.gone.get(each)
                add(found[each], "unhurt" if gone is None else gone.how, weight * chance)
    for each, chances in found.items():
        if set(chances) != {"unhurt"}:
            rows = tuple(Chance.of(fate, chances[fate]) for fate in sorted(chances))
            yield Table(f"officer {each}", name_of(each), "VI.D/3", rows)


def _check(position: Position, target: str, fires: list[Fire]) -> Iterator[Table]:
    """The check of a regiment that this fire alone brings about, and how far its stands would run."""
    if not position.muster[target].is_regiment:
        return
    results: Weights[str] = {}
    flights: Weights[int] = {}
    for after, weight in _after(position, fires):
        if target not in after.units:
            add(results, "destroyed", weight)
        elif not reasons(after, target):
            add(results, "no check", weight)
        else:
            for (result, dice), chance in check_chances(after, target, items_of(after, target)).items():
                add(results, result, weight * chance)
                if dice:
                    add(flights, dice, weight * chance)
    if set(results) == {"no check"}:
        return
    yield Table(f"check {target}", f"{name_of(target)}: its check", "VII.E/1", _rows(results))
    if flights:
        distances: Weights[int] = {}
        for dice, weight in flights.items():
            for inches, chance in sums(dice).items():
                add(distances, inches, weight * chance)
        stays = 1 - sum(flights.values(), Fraction(0))
        rows = (
            Chance.of("does not run", stays),
            *(Chance.of(f"{each} inches", distances[each]) for each in sorted(distances)),
        )
        yield Table(f"flight {target}", f"{name_of(target)}: how far a stand runs", "VII.E/1", rows)


def _rows(chances: Weights[str]) -> tuple[Chance, ...]:
    return tuple(
        Chance.of(what, weight) for what, weight in sorted(chances.items(), key=lambda each: -each[1])
    )


# -- the sum, line by line


def lines_of(position: Position, fire: Fire) -> Iterator[Line]:
    """What is added and multiplied in a fire, each with its clause."""
    if isinstance(fire, VolleyFired):
        yield from _volley_lines(position, fire)
        return
    for each in fire.batteries:
        side = position.muster[each.battery].side
        roll = f"{name_of(each.battery)} at {name_of(fire.target)}"
        yield Line(roll, f"chart at {each.feet} feet", each.chart, "V.E/2", side)
        yield from _items(roll, each.added, "", side)
        yield Line(
            roll, f"{each.sections} sections together", each.together, "V.A/7", side, f"= {each.together}"
        )
        yield from _items(roll, each.multipliers, "× ", side)
        yield Line(roll, "product", 0, "V.B/1", side, f"= {each.product}")


def _volley_lines(position: Position, fire: VolleyFired) -> Iterator[Line]:
    side = position.muster[fire.firer].side
    roll = f"{name_of(fire.firer)} at {name_of(fire.target)}"
    yield Line(
        roll,
        f"{fire.weapon.replace('_', ' ')} at {fire.range / 100:.2f} inches",
        fire.weapon_factor,
        "IV.A/6",
        side,
    )
    yield from _items(roll, fire.added, "", side)
    yield Line(roll, "sum", 0, "IV.B/8", side, f"= {fire.factor}")
    yield Line(roll, f"{fire.men} men firing", 0, "IV.C/3", side, f"× {fire.men_factor}")
    yield from _items(roll, fire.multipliers, "× ", side)
    yield Line(roll, "men hit", 0, "IV.E/1", side, f"= {fire.product}")


def _items(roll: str, items: tuple[ItemSaid, ...], sign: str, side: str) -> Iterator[Line]:
    for each in items:
        amount = f"{sign}{each.amount}" if sign or each.amount.startswith("-") else f"+{each.amount}"
        yield Line(roll, each.name, 0, each.rule, side, amount)
