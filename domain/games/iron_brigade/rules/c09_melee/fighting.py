"""Melee: rounds, the checks that follow, who falls back, and men that are captured."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import grades
from ironclad.domain.games.iron_brigade.position.state import Contact, Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade, step
from ironclad.domain.games.iron_brigade.rules.between import quality, strength
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import (
    lose_gunners,
    officers_before,
    remove_if_destroyed,
    roll_officers,
    without_men,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import LossesTaken
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import side_hit
from ironclad.domain.games.iron_brigade.rules.c07_morale.checks import Check
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.games.iron_brigade.rules.c07_morale.step import friends_about, warn_friends
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import SHAKEN, items_of, roll_check, shake
from ironclad.domain.games.iron_brigade.rules.c09_melee.events import (
    Fighter,
    MeleeEnded,
    MeleeFought,
    MeleeGoesOn,
    MenCaptured,
)
from ironclad.domain.games.iron_brigade.rules.c09_melee.points import (
    casualties_of,
    counting,
    each_man,
    factors,
    men_in_contact,
    officer_points,
    shared,
    touching,
)
from ironclad.domain.games.iron_brigade.rules.items import Item, product, total
from ironclad.domain.kernel.engine.citations import rule

MOST_PAIRS = 20
FALLS = 19
COLORS = {"disorganized": 1, "broken": 2, "routed": 4}
COMPANY = 4
Sides = tuple[tuple[str, ...], tuple[str, ...]]


@step("melee")
@rule("VIII.A/3", "VIII.G/1", "IX.D/3")
def melee_step(play: Play) -> None:
    """Every melee has its round: units that are linked by contacts fight together."""
    done: set[str] = set()
    for id in play.position.in_order():
        group = group_of(play.position, id)
        if id in done or not group:
            continue
        done |= set(group)
        fight(play, group)


def group_of(position: Position, id: str) -> tuple[str, ...]:
    """The units that fight in one melee with a unit, in order; none if it is in none."""
    found, edge = set[str](), {id}
    while edge:
        found |= edge
        edge = {
            other
            for each in position.contacts
            for one, other in ((each.charger, each.target), (each.target, each.charger))
            if one in edge and other not in found
        }
    return tuple(each for each in position.in_order() if each in found) if len(found) > 1 else ()


def sides_of(position: Position, group: Sequence[str]) -> Sides:
    """The units of a melee by side: first the side that checks first, Union in even turns."""
    first = "confederate" if position.turn % 2 else "union"
    here = [each for each in group if each in position.units]
    return (
        tuple(each for each in here if position.side_of(each) == first),
        tuple(each for each in here if position.side_of(each) != first),
    )


def contacts_of(position: Position, group: Sequence[str]) -> tuple[Contact, ...]:
    """The contacts within a melee."""
    return tuple(each for each in position.contacts if each.charger in group)


# -- a round


@rule("IX.C/3", "IX.C/4", "IX.E/1", "IX.E/2", "IX.E/5")
def fight(play: Play, group: Sequence[str]) -> None:
    """One round: points, losses taken together, checks until somebody falls back, captures."""
    position = play.position
    one, other = sides_of(position, group)
    before = officers_before(position)
    if not any(touching(position, id, other) for id in one):
        _end(play, group, ())
        return
    fought = round_of(position, one, other, contacts_of(position, group))
    steps = {id: steps_of(position, id) for id in group}
    play.emit(fought)
    for id in (*one, *other):
        lose(play, id, fought.units[id].loss, other if id in one else one)
    roll_officers(play, {id: each for id, each in before.items() if id in group})
    alive = [id for id in group if id in position.units]
    shaken = _check_all(play, group, [id for id in alive if steps_of(position, id) > steps[id]])
    pairs = 0
    while not shaken and may_fall(position, group) and pairs < MOST_PAIRS:
        pairs += 1
        shaken = _check_all(
            play, group, [id for id in group if id in position.units and position.muster[id].has_morale]
        )
    _settle(play, group, shaken)


def round_of(
    position: Position, one: Sequence[str], other: Sequence[str], contacts: Sequence[Contact]
) -> MeleeFought:
    """What each unit brings, and what each side loses."""
    men: dict[str, int] = {}
    points: dict[str, Fraction] = {}
    sums: dict[str, Fraction] = {}
    applied: dict[str, tuple[Item, ...]] = {}
    for own, foes in ((one, other), (other, one)):
        for id in own:
            men[id] = men_in_contact(position, id, counting(position, id, own, foes))
            applied[id] = factors(position, id, foes, contacts)
            points[id] = (men[id] * each_man(position, id) + officer_points(position, id)) * product(
                applied[id]
            )
        sums[position.side_of(own[0])] = sum((points[id] for id in own), Fraction(0))
    losses: dict[str, int] = {}
    cost: dict[str, int] = {}
    for own, foes in ((one, other), (other, one)):
        side, enemy = position.side_of(own[0]), position.side_of(foes[0])
        cost[side] = casualties_of(sums[enemy])
        numbers = {id: position.muster[id].number for id in own}
        losses |= shared(cost[side], {id: men[id] for id in own}, numbers)
    units = {
        id: Fighter(
            men[id],
            str(each_man(position, id)),
            tuple(ItemSaid(item.name, str(item.amount), item.rule) for item in applied[id]),
            str(points[id]),
            losses[id],
        )
        for id in (*one, *other)
    }
    return MeleeFought(units, {side: str(each) for side, each in sums.items()}, cost)


@rule("IX.C/3")
def lose(play: Play, id: str, men: int, foes: Sequence[str]) -> None:
    """A unit loses men from its stands in contact first, then from the lowest numbers."""
    position = play.position
    if not men or id not in position.units:
        return
    unit = position.units[id]
    if unit.guns is not None:
        lose_gunners(play, id, min(men, unit.guns.men))
        return
    first = touching(position, id, [foe for foe in foes if foe in position.units])
    fallen: dict[int, int] = {}
    for number in sorted(range(len(unit.stands)), key=lambda each: (each not in first, each)):
        taken = min(men, unit.stands[number].men)
        if taken:
            fallen[number] = taken
            men -= taken
    play.emit(LossesTaken(id, "", "IX.C/3", tuple(fallen.items())))
    remove_if_destroyed(play, id)


def steps_of(position: Position, id: str) -> int:
    """How many full 15 percents of its starting men a unit has lost."""
    starting = position.muster[id].men
    return 100 * (starting - strength(position, id)) // (15 * starting)


# -- checks


@rule("IX.E/2", "IX.E/3", "XXVIII/7")
def _check_all(play: Play, group: Sequence[str], ids: Sequence[str]) -> dict[str, Check]:
    """The checks of some units, made together: those that fall back. Nobody runs yet."""
    position = play.position
    order = [id for side in sides_of(position, group) for id in side if id in ids]
    applied = {id: items_of(position, id, melee_sides(position, id)) for id in order}
    found = {}
    for id in order:
        result = roll_check(play, id, "a round of melee", "IX.E/2", applied[id])
        if result.result in SHAKEN:
            found[id] = result
    return found


@rule("VII.D/7")
def melee_sides(position: Position, id: str) -> tuple[str, ...]:
    """The sides of a unit on which its enemies in melee are."""
    foes = [each.charger for each in position.contacts if each.target == id]
    foes += [each.target for each in position.contacts if each.charger == id]
    return tuple(side_hit(position, id, foe) for foe in foes if foe in position.units)


@rule("IX.E/4")
def may_fall(position: Position, group: Sequence[str]) -> bool:
    """Whether both sides are there and with the worst dice some unit could come to 19 or less."""
    one, other = sides_of(position, group)
    if not one or not other:
        return False
    return any(_lowest(position, id) <= FALLS for id in (*one, *other) if position.muster[id].has_morale)


@rule("IX.E/4")
def _lowest(position: Position, id: str) -> int:
    grade = quality(position, id)
    dice = grades()["irregular" if grade.irregular else grade.grade].dice
    return (
        position.muster[id].value - 6 * dice + int(total(items_of(position, id, melee_sides(position, id))))
    )


# -- the end of a round


@rule("IX.E/4", "IX.E/5", "IX.E/6", "IX.F/1", "VIII.F/1")
def _settle(play: Play, group: Sequence[str], shaken: dict[str, Check]) -> None:
    """Who falls back goes; a side that is left alone has won and may capture; else the melee continues."""
    position = play.position
    both = len({position.side_of(id) for id in shaken}) > 1
    losers = [id for id in shaken if id in position.units]
    winners = [id for id in group if id in position.units and id not in shaken]
    for id in losers:
        wide, close = friends_about(position, id)
        state = position.units[id].state
        shake(play, id, shaken[id].distance_dice)
        if state in ("broken", "routed"):
            warn_friends(play, id, state, close, wide)
        foes = [each for each in winners if position.side_of(each) != position.side_of(id)]
        if not both and foes and id in position.units:
            _capture(play, id, foes, state)
    one, other = sides_of(position, [id for id in group if id not in shaken])
    if one and other and _still_linked(position, [*one, *other]):
        if losers:
            _end(play, losers, ())
        play.emit(MeleeGoesOn((*one, *other)))
        return
    home = {id for each in contacts_of(position, group) for id in each.charged}
    _end(play, group, tuple(id for id in (*one, *other) if id in home or shaken))


def _still_linked(position: Position, ids: Sequence[str]) -> bool:
    return any(each.charger in ids and each.target in ids for each in position.contacts)


def _end(play: Play, left: Sequence[str], reforming: tuple[str, ...]) -> None:
    play.emit(MeleeEnded(tuple(left), reforming))


@rule("IX.F/1", "IX.F/2", "IX.F/3")
def _capture(play: Play, id: str, winners: Sequence[str], state: str) -> None:
    """The die for the color company: 4 men, or all if fewer are left, to the winner with the most men."""
    position = play.position
    unit = position.units[id]
    if unit.guns is not None:
        return
    (die,) = play.roll(f"color company of {id}", "IX.F/1")
    winner = max(winners, key=lambda each: (position.units[each].men, -position.muster[each].number))
    taken: dict[int, int] = {}
    men = COMPANY if die <= COLORS[state] else 0
    for number, stand in enumerate(unit.stands):
        if men and stand.men:
            taken[number] = min(men, stand.men)
            men -= taken[number]
    play.emit(MenCaptured(id, winner, die, sum(taken.values()), tuple(taken.items())))
    remove_if_destroyed(play, id)


# -- what it changes


@brigade.evolves(MeleeFought)
def _melee_fought(position: Position, event: MeleeFought) -> None:
    position.contacts = tuple(
        msgspec.structs.replace(each, rounds=each.rounds + 1) if each.charger in event.units else each
        for each in position.contacts
    )


@brigade.evolves(MenCaptured)
@rule("IX.F/2", "IX.F/3", "VII.D/8")
def _men_captured(position: Position, event: MenCaptured) -> None:
    if not event.men:
        return
    loser, winner = position.units[event.loser], position.units[event.winner]
    marks = msgspec.structs.replace(loser.marks, lost_prisoners=position.turn + 1)
    left = without_men(loser, dict(event.stands))
    position.units[event.loser] = msgspec.structs.replace(left, marks=marks)
    position.units[event.winner] = msgspec.structs.replace(winner, prisoners=winner.prisoners + event.men)
    side = position.side_of(event.winner)
    position.captured[side] = position.captured.get(side, 0) + event.men


@brigade.evolves(MeleeEnded)
@rule("VIII.F/1")
def _melee_ended(position: Position, event: MeleeEnded) -> None:
    position.contacts = tuple(
        each for each in position.contacts if each.charger not in event.left and each.target not in event.left
    )
    for id in event.reforming:
        unit = position.units[id]
        marks = msgspec.structs.replace(unit.marks, reforming=position.turn + 1)
        position.units[id] = msgspec.structs.replace(unit, marks=marks)


@brigade.evolves(MeleeGoesOn)
def _melee_goes_on(position: Position, event: MeleeGoesOn) -> None:
    """Its contacts stay as they are."""
