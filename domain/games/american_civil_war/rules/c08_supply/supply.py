"""The Supply Status step and the check at an impulse's end (3.2.2, 8.4, 8.5): markers, surrender.

Lines are traced in supply_lines.py, limited sources in limited_supply.py, choices settled in supply_plan.py.
The phasing player is asked only where his choice decides who is fed.
"""

from collections.abc import Iterator
from random import Random

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import Depot, Group, merged, without
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step
from ironclad.domain.games.american_civil_war.rules.c07_railroads.usmrr import lose_cut_off
from ironclad.domain.games.american_civil_war.rules.c08_supply.attrition import roll_attrition
from ironclad.domain.games.american_civil_war.rules.c08_supply.depot_losses import sweep_depots
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import pools_of
from ironclad.domain.games.american_civil_war.rules.c08_supply.sea_supply import PORTS, Feed
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_plan import (
    Check,
    Commitment,
    Feeding,
    Foraging,
    Plan,
    Wishes,
    after_feeding,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.surrendering import surrender_marked
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import violate
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
MOST_MARKERS = 2  # 8.4, 8.5.1


class AllocateSupply(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="allocate_supply"
):
    """Settle who is fed where supply does not reach for all (8.1.3, 8.3, 8.4.2, 8.4.3).

    commit: NTP that supply ports or a coastal hex; feed: strength points that depots and ordinary supply
    centres feed; forage: forces that live off the land. What is left out is settled as the engine would
    settle it; an empty list settles it to nothing. violate_kentucky: trace through neutral Kentucky, which
    joins the enemy (15.5.2); the rest is asked again after it.
    """

    commit: tuple[Commitment, ...] | None = None
    feed: tuple[Feeding, ...] | None = None
    forage: tuple[Foraging, ...] | None = None
    violate_kentucky: bool = False


class StackChecked(msgspec.Struct, frozen=True):
    """Units of a hex whose markers change: as they stood and as they stand; `by` what fed them, or "none"."""

    hex: str
    before: tuple[Group, ...]
    after: tuple[Group, ...]
    by: str


class FortChecked(msgspec.Struct, frozen=True):
    """The out-of-supply markers of a fort before and after the check."""

    hex: str
    before: int
    after: int


class SupplyChecked(Event, frozen=True, tag_field="type", tag="supply_checked"):
    """A side's forces were checked for supply: at its impulse's start, or `final` at its end (8.4).

    stacks, forts: whose markers change; feeds: NTP and what they supply; feeding: who draws on sources with a
    limited number; foraging: who lives off the land; expended: depots that fed a last time, by hex.
    """

    side: str
    final: bool
    stacks: tuple[StackChecked, ...]
    forts: tuple[FortChecked, ...]
    feeds: tuple[Feed, ...]
    feeding: tuple[Feeding, ...]
    foraging: tuple[Foraging, ...]
    expended: dict[str, int]
    rule: str = "8.4/1"


@step("operations", "supply")
@rule("3.2.2/2", "8.4/1", "8.4/2", "8.3/4")
def supply_status(play: Play) -> None:
    """Check every force of the phasing player; ask him first where his choice decides who is fed."""
    _check(play, final=False)


@step("operations", "surrender")
@rule("3.2.2/6", "8.4/2", "8.5.2/1", "8.6/1")
def surrender_check(play: Play) -> None:
    """Weather, then the last check: markers go from forces now in supply, then those with two surrender."""
    sweep_depots(play)
    roll_attrition(play)
    _check(play, final=True)


def _check(play: Play, final: bool) -> None:
    position = play.position
    check = Check(position, position.player, final)
    plan = check.plan(Wishes())
    open_questions = list(plan.contested)
    if not final and _kentucky_would_help(check, plan):
        open_questions.append("kentucky")
    if open_questions:
        hungry = {
            h: [msgspec.to_builtins(g) for g in groups] for h, groups in check.unsupplied(check.base).items()
        }
        forts = check.unfed_forts(check.base, pools_of(check.base))
        about = {"open": open_questions, "unsupplied": hungry, "forts": forts, "final": final}
        ask(play, position.player, "supply", "8.3/4", **about)
    else:
        _settle(play, check, plan)


@rule("8.1/4", "15.5.2/2")
def _kentucky_would_help(check: Check, plan: Plan) -> bool:
    """Whether some force or fort is without supply only because Kentucky is neutral."""
    if check.position.kentucky != "neutral":
        return False
    supply = check.supply_map(plan.feeds)
    hungry = after_feeding(check.unsupplied(supply), plan.feeding)
    forts = check.unfed_forts(supply, pools_of(supply))
    if not hungry and not forts:
        return False
    wider = SupplyMap(check.position, check.side, feeds=plan.feeds, open_kentucky=True)
    return any(wider.supplied(hex_id) for hex_id in hungry) or any(
        wider.fort_supplied(hex_id, check.besieged(hex_id)) for hex_id in forts
    )


def _settle(play: Play, check: Check, plan: Plan) -> None:
    """State what the check finds, and begin the next step."""
    play.emit(judged(check, plan))
    if check.final:
        surrender_marked(play, check.side)
    elif check.side == UNION:
        lose_cut_off(play)
    next_step(play)


@rule("8.4/1", "8.4.1/1", "8.4.1/3", "8.4.3/4", "8.5.2/1", "8.0/2")
def judged(check: Check, plan: Plan) -> SupplyChecked:
    """What a check finds under a plan: every group whose markers change, and what feeds it.

    Fed units lose all markers and unspent battle supply. At the impulse's start others gain a marker up to
    two, with the first one battle supply; a forager never holds more than one.
    """
    position, side, final = check.position, check.side, check.final
    supply = check.base if final or not plan.feeds else check.supply_map(plan.feeds)
    hungry = check.unsupplied(supply)
    fed: dict[str, list[tuple[str, tuple[Group, ...]]]] = {}
    for each in plan.feeding:
        fed.setdefault(each.hex, []).append((each.source, each.units))
    left = after_feeding(hungry, plan.feeding)
    grounds = {each.hex: each.ground for each in plan.forage}
    stacks: list[StackChecked] = []
    for hex_id in sorted(position.forces[side]):
        groups = position.groups(side, hex_id)
        lacking = hungry.get(hex_id, ())
        in_line = _in_line(groups, lacking) if final else without(groups, lacking)
        found = [("line", in_line, 0, False), *((by, units, 0, False) for by, units in fed.get(hex_id, ()))]
        if not final and hex_id in left:
            forages = hex_id in grounds
            by = f"forage {grounds[hex_id]}" if forages else "none"
            found.append((by, left[hex_id], 1 if forages else MOST_MARKERS, True))
        for by, units, most, marks in found:
            if not marks and not any(group.oos or group.battle_supply for group in units):
                continue
            after = merged(_marked(group, most) if marks else _cleared(group) for group in units)
            if after != merged(units):
                stacks.append(StackChecked(hex_id, merged(units), after, by))
    rule_id = "8.4/2" if final else "8.4/1"
    forts = tuple(_forts(check, supply))
    feeds = () if final else plan.feeds
    expended = _expended(check, supply, plan)
    return SupplyChecked(
        side, final, tuple(stacks), forts, feeds, plan.feeding, plan.forage, expended, rule_id
    )


def _in_line(groups: tuple[Group, ...], hungry: tuple[Group, ...]) -> tuple[Group, ...]:
    """The marked groups that the final check finds in supply."""
    lacking = {group.alike() for group in hungry}
    return tuple(group for group in groups if group.oos and group.alike() not in lacking)


@rule("8.4.1/3", "8.5.2/1")
def _cleared(group: Group) -> Group:
    return group.with_(oos=0, battle_supply=False)


@rule("8.4.1/1", "8.4.3/4")
def _marked(group: Group, most: int) -> Group:
    return group.with_(oos=min(most, group.oos + 1), battle_supply=group.battle_supply or group.oos == 0)


@rule("11.8/4", "3.1.2/6")
def _forts(check: Check, supply: SupplyMap) -> Iterator[FortChecked]:
    """The forts whose markers change: each is checked with its own garrison like a force."""
    unfed = check.unfed_forts(supply, pools_of(supply))
    for hex_id, fort in sorted(check.position.forts.items()):
        if fort.side == check.side and not check.spared(hex_id):
            after = 0 if hex_id not in unfed else fort.oos if check.final else min(MOST_MARKERS, fort.oos + 1)
            if after != fort.oos:
                yield FortChecked(hex_id, fort.oos, after)


@rule("8.4.2/9")
def _expended(check: Check, supply: SupplyMap, plan: Plan) -> dict[str, int]:
    """Depots out of supply that feed now and are removed: as many of a hex as its strength points take."""
    drawn: dict[str, int] = {}
    for each in plan.feeding:
        if not pools_of(supply).pools[each.source].supplied:
            drawn[each.source] = drawn.get(each.source, 0) + sum(group.count for group in each.units)
    return {hex_id: -(-count // 3) for hex_id, count in sorted(drawn.items())}


@acw.evolves(SupplyChecked)
@rule("8.4/1", "8.5.2/1", "8.1.3/6")
def _supply_checked(position: Position, event: SupplyChecked) -> None:
    for stack in event.stacks:
        position.remove(event.side, stack.hex, stack.before)
        position.add(event.side, stack.hex, stack.after)
    for fort in event.forts:
        position.forts[fort.hex] = msgspec.structs.replace(position.forts[fort.hex], oos=fort.after)
    for hex_id, count in event.expended.items():
        depot = position.depots[hex_id]
        if depot.count > count:
            position.depots[hex_id] = Depot(depot.side, depot.count - count)
        else:
            del position.depots[hex_id]
    if not event.final:
        _commit(position, event)
        for hex_id, depot in list(position.depots.items()):
            if depot.side == event.side and depot.fresh:
                position.depots[hex_id] = Depot(depot.side, depot.count)


@rule("8.1.3/4", "8.1.3/6")
def _commit(position: Position, event: SupplyChecked) -> None:
    """The Union's NTP are bound to what they supply until its next supply step."""
    if event.side == UNION:
        bound = {feed.vessel: feed.hex or PORTS for feed in event.feeds}
        for name, vessel in list(position.vessels.items()):
            if name in bound:
                position.vessels[name] = vessel.with_(feeds=bound[name], activity="committed")
            elif vessel.feeds:
                position.vessels[name] = vessel.with_(feeds="")


# the decision


@acw.check(AllocateSupply, "supply")
def _check_allocate(position: Position, due: Due, command: AllocateSupply) -> None:
    if command.violate_kentucky:
        require(position.kentucky == "neutral", "15.5.2/8", "Kentucky is not neutral")
        useful = "kentucky" in due.about["open"]
        require(useful, "15.5.2/1", "no force without supply could trace it through Kentucky")
        alone = command.commit is None and command.feed is None and command.forage is None
        require(alone, "15.5.2/2", "violate Kentucky first; the rest is asked again")
    else:
        _ordered(position, due.seat, command)


@remembered
def _ordered(position: Position, seat: str, command: AllocateSupply) -> tuple[Check, Plan]:
    check = Check(position, seat, position.step == "surrender")
    return check, check.plan(Wishes(command.commit, command.feed, command.forage))


@acw.carry_out(AllocateSupply)
@rule("8.1/4", "15.5.2/2")
def _allocate(play: Play, due: Due, command: AllocateSupply) -> None:
    if command.violate_kentucky:
        check = Check(play.position, due.seat, False)
        entered = _kentucky_hex(check)
        close(play)
        violate(play, due.seat, entered)
    else:
        check, plan = _ordered(play.position, due.seat, command)
        close(play)
        _settle(play, check, plan)


def _kentucky_hex(check: Check) -> str:
    """A hex of Kentucky that a line would pass first, for the record of the violation."""
    wider = SupplyMap(check.position, check.side, open_kentucky=True)
    for hex_id in (*check.unsupplied(check.base), *check.unfed_forts(check.base, pools_of(check.base))):
        line = wider.line(hex_id)
        for passed in line.path if line is not None else ():
            if passed in _MAP.kentucky:
                return passed
    return min(_MAP.kentucky)


@acw.offer("supply")
def _offer_supply(position: Position, due: Due) -> Iterator[Command]:
    """The default, then each part settled otherwise: nothing committed, fed or foraged, one target or source
    alone, and Kentucky violated."""
    yield AllocateSupply()
    check = Check(position, due.seat, position.step == "surrender")
    asked = due.about["open"]
    if "sea" in asked:
        yield AllocateSupply(commit=())
        for zone, targets in check.sea_targets.items():
            name = next(n for n in check.ready_transports() if position.vessels[n].zone == zone)
            whats = sorted({"", *targets})
            yield from (AllocateSupply(commit=(Commitment(name, hex_id),)) for hex_id in whats)
    if "sources" in asked:
        yield AllocateSupply(feed=())
        yield from (AllocateSupply(feed=(each,), commit=_same(check)) for each in _feedings(check))
    if "forage" in asked:
        yield AllocateSupply(forage=())
    if "kentucky" in asked:
        yield AllocateSupply(violate_kentucky=True)


def _same(check: Check) -> tuple[Commitment, ...] | None:
    return None if check.final else ()


def _feedings(check: Check) -> Iterator[Feeding]:
    """One strength point of each group drawing on each source that it can reach, no NTP committed."""
    pools = pools_of(check.base)
    for hex_id, groups in check.unsupplied(check.base).items():
        for group in check.draws(hex_id, groups):
            for source in pools.within(hex_id, expendable=not check.final):
                yield Feeding(source, hex_id, (group.with_(count=1),))


@acw.sample("supply")
def _sample_supply(position: Position, due: Due, random: Random) -> Command:
    """Mostly the default; now and then anything that is offered."""
    if random.random() < 0.7:
        return AllocateSupply()
    return random.choice(list(_offer_supply(position, due)))


COMMANDS = (AllocateSupply,)
EVENTS = (SupplyChecked,)
