"""The computer player in the introductory scenario: it does what wins most often in rehearsals (17)."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters, set_up, turns
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Findings, Range, Units
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.odds_model import attack_by
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent import answering, ordering
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.assessment import away
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.rehearsal import (
    ON_FOOT,
    Act,
    Army,
    Stage,
    fight,
    fight_on,
    join,
    leave,
    rehearse,
    stays,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.ways import ways
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.activation import cost_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    ActivateHq,
    EndActivation,
    PassActivation,
    Passing,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import ground, hqs_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import March, Ride
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import DecideCombat
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.deciding import choices
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import battle_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import one_of, struck_type
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import protections
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import Fortify
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import last_turn
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

HEATS = (100, 400, 1600)  # how often each order is rehearsed, then the better half of them, and so on


class Option(NamedTuple):
    """A command, and what it does on a stage."""

    command: Command
    act: Act


def activate(position: Position, due: Due, random: Random) -> Command:
    """The HQ whose best order wins most often, or a pass."""
    side = due.seat
    stage = stage_of(position, side)
    found = [Option(PassActivation(), _pass)]
    for hq in position.hqs_of(side):
        command = ActivateHq(hq=hq)
        if brta.allows(position, due, command):
            twin = position.copy()
            twin.activation = Activation(side, "hq", hq, (), position.hqs[hq].spot)
            orders = Due(id="plan", seat=side, kind="hq_orders", rule="4/12")
            found += [Option(command, _paid(each.act, hq)) for each in _orders(twin, orders)]
    return _best(stage, found, random)


def order(position: Position, due: Due, random: Random) -> Command:
    """A search for the enemies near the active HQ, and then the order that wins most often."""
    assert position.activation is not None
    if position.activation.fleets:
        return ordering.order_fleets(position, due)
    if (found := ordering.search(position, due, position.activation)) is not None:
        return found
    stage = stage_of(position, due.seat)
    stage.army(position.activation.hq).active = True
    return _best(stage, list(_orders(position, due)), random)


def decide(position: Position, due: Due, random: Random) -> Command:
    """Whether to stay in a combat: on land, what wins most often."""
    if position.battle is None:
        return answering.decide_combat(position, due)
    battle = battle_of(position)
    stage = stage_of(position, due.seat)
    if position.activation is not None and position.activation.hq:
        stage.army(position.activation.hq).active = True
    offered = choices(position, battle) if due.kind == "attacker_stays" else ("stay", "withdraw")
    found = [Option(DecideCombat(choice=each), _answer(position, due, each)) for each in offered]  # type: ignore[arg-type]
    return _best(stage, [each for each in found if brta.allows(position, due, each.command)], random)


def _best(stage: Stage, found: list[Option], random: Random) -> Command:
    """The option that wins most often, the first of equal ones: the worse half drops out after each heat."""
    for times in HEATS:
        if len(found) > 1:
            ordered = sorted(found, key=lambda each: -rehearse(stage, each.act, times, random))
            found = ordered[: max(2, len(found) // 2)]
    return found[0].command


# -- what orders do on a stage


def _pass(stage: Stage, random: Random) -> None:
    stage.passed.add(stage.side)


def _paid(act: Act, hq: str) -> Act:
    def paid(stage: Stage, random: Random) -> None:
        stage.use(stage.army(hq))
        act(stage, random)

    return paid


def _orders(position: Position, due: Due) -> Iterator[Option]:
    """What an active HQ may be ordered: to end there, pass its units, dig in, march and attack."""
    assert position.activation is not None
    hq, side = position.activation.hq, due.seat
    if brta.allows(position, due, EndActivation()):
        yield Option(EndActivation(), _end)
    for other in hqs_in(position, side, position.hqs[hq].spot):
        passing = EndActivation(passing=Passing(other, position.units_of(hq)))
        if other != hq and position.units_of(hq) != NONE and brta.allows(position, due, passing):
            yield Option(passing, _passing(hq, other))
    if brta.allows(position, due, Fortify()):
        yield Option(Fortify(), _digging(side, _place(position, position.hqs[hq].spot)))
    seen = set()
    for command, end in ways(position, position.activation):
        option = _march(position, side, hq, command, end)
        key = option[1]
        if key not in seen and brta.allows(position, due, command):
            seen.add(key)
            yield option[0]


def _march(
    position: Position, side: str, hq: str, command: March | Ride, end: str
) -> tuple[Option, tuple[object, ...]]:
    """A march with what it does, and what tells it from others: where it attacks, or how it lies."""
    place = _place(position, end)
    try:
        attack = attack_by(position, side, command)
    except Refused:
        safe = bool(protections(position, side, end, False))
        near = tuple(_how_far(away(each.spot, end)) for each in position.hqs.values() if each.spot)
        return Option(command, _going(hq, place)), (safe, near)
    six = bool(protections(position, ENEMY[side], end, attack.over_bridge))
    start = _place(position, attack.start)
    return Option(command, _attacking(hq, start, place, six)), (place, six)


def _how_far(zones: int) -> int:
    """0 for the same place, 1 for a neighbour, 2 within reach, 3 beyond."""
    return min(zones, 1) + (zones > 1) + (zones > ON_FOOT)


def _end(stage: Stage, random: Random) -> None:
    stage.taking = ENEMY[stage.side]


def _passing(giver: str, taker: str) -> Act:
    def act(stage: Stage, random: Random) -> None:
        join(stage, stage.army(giver), stage.army(taker))
        stage.points[stage.side] += stage.army(giver).cost
        stage.taking = ENEMY[stage.side]

    return act


def _digging(side: str, spot: str) -> Act:
    def act(stage: Stage, random: Random) -> None:
        stage.digging.add((side, spot))
        stage.taking = ENEMY[stage.side]

    return act


def _going(hq: str, spot: str) -> Act:
    def act(stage: Stage, random: Random) -> None:
        stage.army(hq).spot = spot
        stage.taking = ENEMY[stage.side]

    return act


def _attacking(hq: str, start: str, spot: str, six: bool) -> Act:
    def act(stage: Stage, random: Random) -> None:
        army = stage.army(hq)
        army.spot = start
        if army.total:
            fight(stage, army, spot, random, six)
        stage.taking = ENEMY[stage.side]

    return act


def _answer(position: Position, due: Due, choice: str) -> Act:
    """An answer after a round of combat; the attacker goes back to where he came from."""
    battle = battle_of(position)
    attack, spot = battle.attack, _place(position, battle.attack.spot)
    six = bool(protections(position, ENEMY[attack.side], attack.spot, attack.over_bridge))
    start = _place(position, attack.start or attack.spot)
    lost = battle.losses[attack.side], battle.losses[ENEMY[attack.side]]

    def act(stage: Stage, random: Random) -> None:
        army, defenders = stage.army(attack.hqs[0]), stage.at(ENEMY[attack.side], spot)
        army.spot = start
        stage.taking = ENEMY[attack.side]
        if choice == "besiege":
            army.spot = spot
        elif choice == "withdraw" and due.seat != attack.side:
            leave(stage, defenders, start)
            army.spot = spot
        elif choice == "stay" and (due.seat == attack.side or stays(stage, attack.side, random)):
            fight_on(stage, army, defenders, spot, six, lost, battle.round, random)

    return act


# -- the stage


def stage_of(position: Position, side: str) -> Stage:
    """The position in few numbers, as a seat sees it."""
    units = {
        hq: position.shown.get(hq, position.units_of(hq)) for each in SIDES for hq in position.hqs_of(each)
    }
    units |= guessed(position, side, {hq: found for hq, found in units.items() if found.known})
    spots = board().spots
    return Stage(
        side,
        position.eliminated[side] - position.eliminated[ENEMY[side]],
        last_turn(position) - position.turn,
        position.taking,
        dict(position.action_points),
        set(position.passed),
        [_army(position, hq, units[hq]) for hq in units],
        {each: frozenset(s for s in spots if protections(position, each, s, False)) for each in SIDES},
        dict(turns()[position.box].bonus),
        {(works.side, spot) for spot, works in position.works.items() if not works.done},
    )


def _army(position: Position, hq: str, units: Units) -> Army:
    record = position.hqs[hq]
    return Army(
        hq, record.side, units.infantry, units.cavalry, units.artillery, _place(position, record.spot),
        record.experienced, record.active, cost_of(hq),
    )  # fmt: skip


def _place(position: Position, spot: str) -> str:
    """One spot for all of a place."""
    return min(ground(position, spot))


def guessed(position: Position, side: str, known: dict[str, Units]) -> dict[str, Units]:
    """What the enemy's HQs may command, where that is hidden: the printed set-up less the CP that were
    lost in the open, within what the side has found out.
    """
    enemy = ENEMY[side]
    hidden = [hq for hq in position.hqs_of(enemy) if hq not in known]
    printed = {army["hq"]: Units(*army["units"]) for army in set_up(position.scenario)["armies"]}
    left = sum(units.total for hq, units in printed.items() if headquarters()[hq].side == enemy)
    left -= position.eliminated[side]
    left -= sum(units.total for hq, units in known.items() if position.hqs[hq].side == enemy)
    left -= sum(units.total for units in position.leaderless[enemy].values())
    units = {hq: printed.get(hq, NONE) for hq in hidden}
    while (
        units
        and sum(each.total for each in units.values()) > left
        and any(each.total for each in units.values())
    ):
        hq = max(units, key=lambda each: units[each].total)
        units[hq] = units[hq].minus(one_of(struck_type(units[hq])))
    if hidden and (more := left - sum(each.total for each in units.values())) > 0:
        units[hidden[-1]] = units[hidden[-1]].plus(Units(infantry=more))
    return {hq: _within(found, position, side, hq) for hq, found in units.items()}


def _within(units: Units, position: Position, side: str, hq: str) -> Units:
    """A guess that agrees with what was found in this turn, if the army has not fought since."""
    found: Findings | None = position.intelligence.get(side, {}).get(hq)
    record = position.hqs[hq]
    if found is None or found.turn != position.turn or record.won or record.lost:
        return units
    guess = Units(
        _clip(units.infantry, found.infantry),
        _clip(units.cavalry, found.cavalry),
        _clip(units.artillery, found.artillery),
    )
    more = _clip(guess.total, found.total) - guess.total
    return Units(max(0, guess.infantry + more), guess.cavalry, guess.artillery)


def _clip(value: int, found: Range | None) -> int:
    return value if found is None else min(max(value, found.low), found.high)
