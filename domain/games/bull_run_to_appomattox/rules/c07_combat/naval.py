"""A round of naval combat: dice are divided among targets, then both sides roll (7.10, 7.11, 7.13.2)."""

from collections.abc import Iterator, Mapping

from ironclad.domain.games.bull_run_to_appomattox.position.combats import NavalCombat
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, under_way
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import AimGuns
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    BroadsidesFired,
    GunsAimed,
    Volley,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.firing import (
    SIX,
    is_hit,
    listed,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_deciding import (
    after_naval_round,
    end_naval,
    is_over,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_forces import (
    OTHERS,
    count_dice,
    dice_of,
    naval_of,
    only_six,
    targets_of,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_losses import take_naval_hits
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.fixed import galvanized
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

MOST_OFFERED = 150
"""Ways to divide dice that are listed; any other that is right may be given too."""


@under_way("naval")
@rule("7.10/4")
def go_on_at_sea(play: Play) -> None:
    """The next thing in a naval combat: the attacker aims, then the defender, both fire, hits are taken."""
    naval = naval_of(play.position)
    sides = (naval.meeting.side, ENEMY[naval.meeting.side])
    if naval.stage == "losses":
        if not take_naval_hits(play):
            after_naval_round(play)
    elif is_over(play.position, naval):
        end_naval(play, "", "7.10/1")
    else:
        for side in sides:
            if side not in naval.targets:
                _aim_or_ask(play, naval, side)
                return
        _fire(play, naval)


@rule("7.10/1")
def _aim_or_ask(play: Play, naval: NavalCombat, side: str) -> None:
    targets = targets_of(play.position, naval, side)
    count = count_dice(play.position, naval, side)
    if len(targets) == 1:
        play.emit(GunsAimed(side, {targets[0]: count}))
    else:
        asking.ask(play, side, "aim", "7.10/1", dice=count, targets=list(targets))


@brta.check(AimGuns, "aim")
@rule("7.10/1")
def _check_aim(position: Position, due: Due, command: AimGuns) -> None:
    for target in command.targets:
        require(target in due.about["targets"], "7.10/1", f"{target} is no target")
    aimed, dice = sum(command.targets.values()), due.about["dice"]
    require(aimed == dice, "7.10/1", f"you roll {dice} dice, and {aimed} are aimed")


@brta.carry_out(AimGuns)
def _aim(play: Play, due: Due, command: AimGuns) -> None:
    asking.close(play, due)
    play.emit(GunsAimed(due.seat, {target: count for target, count in command.targets.items() if count}))


@brta.evolves(GunsAimed)
def _guns_aimed(position: Position, event: GunsAimed) -> None:
    naval = naval_of(position)
    position.naval = naval.with_(targets={**naval.targets, event.side: event.targets})


@rule("7/2", "7.5/8", "7.11/1", "7.11/2", "7.13.2/1")
def _fire(play: Play, naval: NavalCombat) -> None:
    """Both sides roll, the attacker first; winter has no effect at sea."""
    volleys = {
        side: tuple(_volleys(play, naval, side)) for side in (naval.meeting.side, ENEMY[naval.meeting.side])
    }
    hits: dict[str, dict[str, int]] = {}
    for side, fired in volleys.items():
        hits[side] = {}
        for volley in fired:
            hits[side][volley.target] = hits[side].get(volley.target, 0) + volley.hits
    play.emit(BroadsidesFired(naval.meeting.place, naval.round, volleys, hits))


def _volleys(play: Play, naval: NavalCombat, side: str) -> Iterator[Volley]:
    modifiers = listed(("galvanized", galvanized(play.position, side)))
    for source, unit, count, hits_from, target in aimed_dice(play.position, naval, side):
        needs = SIX if only_six(play.position, naval, side, target) else hits_from
        dice = play.roll(f"{side}: {unit} of {source} at {target}", "7.10/1", count)
        hits = sum(is_hit(die, modifiers, needs) for die in dice)
        yield Volley(source, unit, dice, needs, modifiers, hits, target)


@rule("7.10/1")
def aimed_dice(
    position: Position, naval: NavalCombat, side: str
) -> tuple[tuple[str, str, int, int, str], ...]:
    """Which dice of a side go at which target: (source, unit, dice, hit number, target).

    The dice with the best hit numbers are those at other fleets, since all need a 6 elsewhere.
    """
    wanted = _in_order(naval.targets[side])
    found = []
    for source, unit, count, hits_from in sorted(dice_of(position, naval, side), key=lambda each: each[3]):
        left = count
        for target in wanted:
            taken = min(left, wanted[target])
            if taken:
                found.append((source, unit, taken, hits_from, target))
            left, wanted[target] = left - taken, wanted[target] - taken
    return tuple(found)


def _in_order(targets: Mapping[str, int]) -> dict[str, int]:
    """Other fleets first, then the rest by name."""
    return {target: targets[target] for target in sorted(targets, key=lambda each: (each != OTHERS, each))}


@brta.evolves(BroadsidesFired)
def _broadsides_fired(position: Position, event: BroadsidesFired) -> None:
    naval = naval_of(position)
    pending = {
        ENEMY[side]: {target: count for target, count in hits.items() if count}
        for side, hits in event.hits.items()
    }
    position.naval = naval.with_(stage="losses", pending=pending)


@also_offers("aim")
def _offer_aims(position: Position, due: Due) -> Iterator[Command]:
    """All dice at one target first, then the ways to divide them."""
    targets, dice = tuple(due.about["targets"]), due.about["dice"]
    whole = [{target: dice} for target in targets]
    for number, aims in enumerate((*whole, *_divided(targets, dice))):
        if number < MOST_OFFERED:
            yield AimGuns(targets=aims)


def _divided(targets: tuple[str, ...], dice: int) -> Iterator[dict[str, int]]:
    """Every way to divide dice among targets that leaves no die over and does not give all to one."""
    if len(targets) == 1:
        yield {targets[0]: dice}
        return
    for count in range(dice + 1):
        for rest in _divided(targets[1:], dice - count):
            aims = {target: each for target, each in {targets[0]: count, **rest}.items() if each}
            if max(aims.values(), default=0) < dice or len(targets) < 2:
                yield aims
