"""Pairs of games that differ in nothing but what one seat may not see, followed command by command.

A pair begins at a position of random play, and a copy of it in which hidden facts of the other side are
exchanged for others: what its armies hold, what waits for placement, an order that is in, standing answers,
what it found out, what its fleets carry. Both are given the same commands and the same dice. The seat must
get the same bytes from both until a rule opens what differs: `OPENED` says which events do.

    python -m tests.games.bull_run_to_appomattox.twins [--seed S] [--count PAIRS]

prints what was compared, and ends with 1 at the first leak.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, product
from random import Random
from typing import Any

import msgspec

from ironclad.conformance.subject import strange_commands
from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES
from ironclad.domain.games.bull_run_to_appomattox.position.document import problems
from ironclad.domain.games.bull_run_to_appomattox.position.orders import PreparationOrder
from ironclad.domain.games.bull_run_to_appomattox.position.sight import see
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Orders, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Standing, Units, Waiting
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import reserve_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import HqLost
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.maintenance import bill_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown
from ironclad.domain.kernel.turn.asking import DecisionOpened
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.referee.sight import body_for
from tests.games.bull_run_to_appomattox import seeded
from tests.games.bull_run_to_appomattox.playing import walk, written

SEAL = GameSeal(game_key(b"m" * 32, "game"), RULESET.sight.padded_to)
LONGEST = 40
"""Commands for which a pair is followed at most."""

OPENED = {
    "armies_shown": "6.4/19: a combat shows all CP",
    "hq_reconnoitred": "6.4/6, 6.4/15: what is declared and found out",
    "zone_entered": "6.4/21: whether an enemy HQ is alone is learnt on entering its zone",
    "fleets_sailed": "6.4/20: the same of an enemy HQ in a port",
    "preparation_paid": "6.4/22: the revenue track is open",
    "revenue_collected": "9.3/3, 5.2/20: a fleet in a port without a city blockades if an army holds that",
    "city_taken": "5.2/10: an army takes a city, an HQ alone does not",
    "place_surrendered": "12.2/8: what surrenders is counted as eliminated, openly",
    "steps_lost": "7.12/5: the HQ is lost with the fleet that carries it",
    "works_destroyed": "12.3/6: an army destroys the enemy's works, an HQ alone does not",
    "units_attached": "2.4/8, 6.4/17: an HQ takes what leaderless units it can; what it leaves is open",
    "units_placed": "4/18, 6.4/17: new units in a city join its HQs; what these cannot command is open",
    "raider_met": "7.13.1/2: of two armies the one with more cavalry meets a raider",
    "raider_fought": "7.13.1/3, 7.13.1/5: cavalry fights a raider, other armies let it go",
    "decision_opened raider_stays": "7.13.1/3: a raider may go from an army without cavalry",
    "hq_drawn": "4/7: an order that is carried out draws an HQ, which is open",
    "decision_opened move_aside": "15/7: a lone HQ steps aside",
    "hq_lost stranded": "15/8: a lone HQ that has nowhere to go is out of the game",
    "decision_opened refusal": "7.9/3: only an army of cavalry may refuse combat",
}
"""The events by which a rule opens what is hidden, with the rule."""
MAY_DIFFER = {
    "hq_reconnoitred": frozenset({"report", "findings"}),
    "zone_entered": frozenset({"stops"}),
    "fleets_sailed": frozenset({"stops"}),
    "preparation_paid": frozenset({"revenue", "bill"}),
    "revenue_collected": frozenset({"blockade", "income", "revenue"}),
    "steps_lost": frozenset({"drowned"}),
    "place_surrendered": frozenset({"losses"}),
    "units_attached": frozenset({"units"}),
    "units_placed": frozenset({"cities", "armies"}),
}
"""The fields of such an event that may differ; all where it is not here."""


class Leak(AssertionError):
    """A seat got something else from two games that differ only in what it may not see."""


@dataclass
class Compared:
    """What was compared, in all pairs so far."""

    pairs: int = 0
    positions: int = 0
    events: int = 0
    offers: int = 0
    refusals: int = 0
    changed: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        counts = f"{self.pairs} pairs, {self.positions} positions, {self.events} events, {self.offers} offers"
        changed = ", ".join(f"{name} {count}" for name, count in sorted(self.changed.items()))
        ended = ", ".join(f"{name} {count}" for name, count in self.ended.most_common())
        return f"{counts}, {self.refusals} refusals; changed: {changed}; ended: {ended}"


def twin_of(position: Position, hidden: str, random: Random) -> tuple[Position, list[str]]:
    """A copy in which hidden facts of a side are others, and the names of what was changed."""
    twin, changed = position.copy(), list[str]()
    for change in (armies, waiting, orders, standing, intelligence, cargo):
        if random.random() < 0.7:
            before = written(twin)
            change(twin, hidden, random)
            if written(twin) != before:
                changed.append(change.__name__)
    return twin, changed


def armies(twin: Position, hidden: str, random: Random) -> None:
    """The side's CP in other armies, as many of each type in all. What a combat shows stays where it is."""
    free = [hq for hq in twin.hqs_of(hidden) if hq not in twin.shown and not twin.hqs[hq].aboard]
    if len(free) < 2 or not all(twin.units[hq].known for hq in free) or _bound(twin, hidden):
        return
    before = {hq: twin.units[hq] for hq in free}
    for _ in range(random.randint(1, 6)):
        one, other = random.sample(free, 2)
        kind = random.choice(TYPES)
        most = getattr(twin.units[one], kind)
        count = random.randint(0, most)
        moved = Units(**{kind: count})
        twin.units[one], twin.units[other] = twin.units[one].minus(moved), twin.units[other].plus(moved)
    if random.random() < 0.3:
        one, other = random.sample(free, 2)
        twin.units[one], twin.units[other] = twin.units[other], twin.units[one]
    if list(problems(twin)) or any(_held(twin, hq) and twin.units[hq] == NONE != before[hq] for hq in free):
        twin.units.update(before)


def _bound(position: Position, side: str) -> bool:
    """Whether an order is in that names units of the side: it fits no others."""
    given = position.orders.get(side, Orders())
    unpaid = given.preparation is not None and given.preparation.unpaid
    return bool(unpaid or given.placement or given.attrition)


def _held(position: Position, hq: str) -> bool:
    """Whether what is open tells that an HQ commands CP: it besieges, is besieged, or digs."""
    return position.hqs[hq].digging or bool(position.sieges)


def waiting(twin: Position, hidden: str, random: Random) -> None:
    """Other units, fleets and raiders wait."""
    was = twin.waiting.get(hidden)
    if was is None or not was.units.total or _bound(twin, hidden):
        return
    infantry = random.randint(0, was.units.total)
    fleets = {} if random.random() < 0.5 else was.fleets
    twin.waiting[hidden] = Waiting(Units(infantry, was.units.total - infantry), fleets, was.raider)


def orders(twin: Position, hidden: str, random: Random) -> None:
    """Another order is in, at the same cost: the revenue track is open."""
    given = twin.orders.get(hidden)
    if given is None or given.preparation is None:
        return
    was, cost = given.preparation, _cost(twin, hidden, given.preparation)
    for _ in range(20):
        other = decider.sample(RULESET, twin, Due("", hidden, "preparation", "4/4"), random)
        order: PreparationOrder = msgspec.structs.replace(other.order, draw=was.draw)  # type: ignore[attr-defined]
        if order.unpaid == was.unpaid and order != was and _cost(twin, hidden, order) == cost:
            break
    else:
        order = msgspec.structs.replace(was, draw=not was.draw and bool(reserve_of(twin, hidden)))
    twin.orders[hidden] = msgspec.structs.replace(given, preparation=order)


def _cost(position: Position, side: str, order: PreparationOrder) -> int:
    bill = bill_of(position, side, order)
    return bill.maintenance + bill.purchases


def standing(twin: Position, hidden: str, random: Random) -> None:
    hqs = tuple(twin.hqs_of(hidden))
    declared = {hq: random.randint(0, 4) for hq in hqs if random.random() < 0.5}
    refusal = {hq: random.choice(("refuse", "fight")) for hq in hqs if random.random() < 0.3}
    twin.standing[hidden] = Standing(declared, refusal)  # type: ignore[arg-type]


def intelligence(twin: Position, hidden: str, random: Random) -> None:
    twin.intelligence[hidden] = {}


def cargo(twin: Position, hidden: str, random: Random) -> None:
    """What an embarked army's fleets carry, and which of them the HQ is on."""
    for hq, loads in list(twin.cargo.items()):
        fleets = twin.hqs[hq].aboard
        if twin.hqs[hq].side != hidden or len(fleets) < 2:
            continue
        mixed = [*fleets]
        random.shuffle(mixed)
        twin.cargo[hq] = dict(zip(mixed, (loads.get(each, NONE) for each in fleets), strict=True))
        twin.flagships[hq] = random.choice(fleets)


class Pair:
    """Two games, the seat that must not tell them apart, and the versions of their logs."""

    def __init__(self, one: Position, other: Position, seat: str, random: Random, compared: Compared) -> None:
        self.games, self.seat, self.random, self.compared = (one, other), seat, random, compared
        self.version = 1

    def compare(self, every: list[Command], whole: bool) -> None:
        """What the seat and an onlooker may know of both positions, and what the seat may order; `whole`: in
        views too.

        Raises Leak.
        """
        one, other = self.games
        for reader in (self.seat, None):
            seen = [see(each, reader) for each in (one, other)]
            self._same("position", *map(written, seen))
            for name, view in RULESET.show.views.items() if whole else ():
                self._same(f"view {name}", *(canonical(view(each)) for each in seen))
        seen_one = see(one, self.seat)
        self._same("what is due", *(RULESET.rules.due(each) for each in (seen_one, one)))
        lists = [self._offers(each) for each in (seen_one, one, other)]
        self._same("offers of the seat", lists[0], lists[1])
        self._same("offers of the seat", lists[1], lists[2])
        self.compared.positions += 1
        self.compared.offers += len(lists[0])
        for command in every:
            self._same_answer(seen_one, command)

    def _offers(self, position: Position) -> list[bytes]:
        return [canonical(each) for each in decider.legal(RULESET, position, self.seat)]

    def _same_answer(self, seen: Position, command: Command) -> None:
        """A command is refused in the same words, or what is certain of it is the same."""
        told = [_answer(each, self.seat, command) for each in (seen, *self.games)]
        self._same(f"answer to {command}", told[0], told[1])
        self._same(f"answer to {command}", told[1], told[2])
        self.compared.refusals += told[0] != ""

    def play(self, due: Due, commands: tuple[Command, Command]) -> str:
        """Give both games a command. The name of the event by which a rule opened what differs; "" if none.

        Raises Leak.
        """
        dice = SeededDice(f"{self.version}"), SeededDice(f"{self.version}")
        results = [
            decider.execute(RULESET, game, due.seat, command, die, due.id)
            for game, command, die in zip(self.games, commands, dice, strict=True)
        ]
        for one, other in zip(results[0][0], results[1][0], strict=False):
            self.version += 1
            told = [self._told(one), self._told(other)]
            if told[0] != told[1]:
                return self._opened(one, other)
            self.compared.events += 1
        lengths = [len(events) for events, _ in results]
        if lengths[0] != lengths[1]:
            later = results[0][0][lengths[1] :] or results[1][0][lengths[0] :]
            raise Leak(f"only one of the games has {later[0]}")
        self._same("rolls", dice[0].proof(), dice[1].proof())
        self.games = (results[0][1], results[1][1])
        return ""

    def _told(self, event: Event) -> tuple[int, list[bytes]]:
        """An event's length in the log, and as the seat and an onlooker read it."""
        sealed = SEAL.sealed("game/main", self.version, event, {})
        topic, body = RULESET.storage.events.encode(sealed)
        row = ("game/main", self.version, topic, body, self.version)
        return len(body), [body_for(SEAL, row, reader) for reader in (self.seat, None)]

    def _opened(self, one: Event, other: Event) -> str:
        """The name of an event by which a rule opens what differs. Raises Leak for any other."""
        names = [_name(each) for each in (one, other)]
        for name in names:
            if name in OPENED and (names[0] != names[1] or _same_but(name, one, other)):
                return name
        raise Leak(f"{one} and {other}")

    def _same(self, what: str, one: Any, other: Any) -> None:
        if one != other:
            raise Leak(f"{what}: {one} and {other}")


def _name(event: Event) -> str:
    """An event's type; of a decision that was opened its kind too, of an HQ that was lost its fate."""
    tag = str(type(event).__struct_config__.tag)
    if isinstance(event, DecisionOpened):
        return f"{tag} {event.due.kind}"
    return f"{tag} {event.fate}" if isinstance(event, HqLost) else tag


def _same_but(name: str, one: Event, other: Event) -> bool:
    """Whether two events of a type are the same but for the fields that a rule opens; all may be."""
    parts = [msgspec.to_builtins(each) for each in (one, other)]
    shown = MAY_DIFFER.get(name, frozenset(parts[0]))
    return all(parts[0][field] == parts[1][field] for field in parts[0] if field not in shown)


def _answer(position: Position, seat: str, command: Command) -> str:
    """Why a command is refused, "" where it is not."""
    try:
        decider.check(RULESET, position, seat, command)
    except Refused as refused:
        return f"{refused.rule} {refused.reason}"
    except NotKnown as unknown:
        return f"not known: {unknown}"
    return ""


def choices(pair: Pair, random: Random) -> tuple[Due, tuple[Command, Command]] | None:
    """A decision that is due in both games, and a command for each that is the same in public; None if there
    is none.
    """
    one, other = pair.games
    due = random.choice(RULESET.rules.due(one))
    offered = [list(RULESET.rules.handlers.offers[due.kind](each, due)) for each in (one, other)]
    if due.seat == pair.seat:
        command = random.choice(offered[0])
        return due, (command, command)
    texts = {canonical(each): each for each in offered[1]}
    both = [(each, texts[canonical(each)]) for each in offered[0] if canonical(each) in texts]
    if both:
        moving = [each for each in both if type(each[0]).__name__ in ("March", "Ride", "Sail", "Reconnoitre")]
        return due, random.choice(moving if moving and random.random() < 0.5 else both)
    if due.kind == "attrition":
        alike = [each for each in product(*offered) if _in_public(one, each[0]) == _in_public(one, each[1])]
        return (due, random.choice(alike)) if alike else None
    return None


def _in_public(position: Position, command: Any) -> dict[str, Units]:
    """The winter losses of leaderless units, which are open."""
    losses: dict[str, Units] = command.order.losses
    return {id: units for id, units in losses.items() if id not in position.hqs}


def follow(step: Step, every: list[Command], random: Random, compared: Compared) -> None:
    """Make a pair of a position and follow it. Raises Leak."""
    seat = random.choice(RULESET.seats)
    twin, changed = twin_of(step.before, ENEMY[seat], random)
    if not changed:
        return
    compared.pairs += 1
    compared.changed.update(changed)
    pair = Pair(step.before, twin, seat, random, compared)
    strange = list(strange_commands(RULESET, step.command, every, random))
    for number in range(LONGEST):
        whole = number % 10 == 0
        pair.compare(strange if whole else strange[:2], whole)
        if not RULESET.rules.due(pair.games[0]):
            compared.ended["the game ended"] += 1
            return
        chosen = choices(pair, random)
        if chosen is None:
            compared.ended["no command in common"] += 1
            return
        opened = pair.play(*chosen)
        if opened:
            compared.ended[opened] += 1
            return
    compared.ended["followed to the end"] += 1


def pairs(seed: int, count: int) -> Iterator[Compared]:
    """Follow so many pairs from random games. Raises Leak, naming the seed."""
    compared, random, game = Compared(), Random(f"twins {seed}"), seed
    while compared.pairs < count:
        steps = list(walk(game, 500)) if game % 2 else _seeded(game)
        every = [each.command for each in steps]
        for step in chosen_of(steps, random):
            try:
                follow(step, every, random, compared)
            except Leak as leak:
                raise Leak(f"game {game}, command {step.number}: {leak}") from leak
            yield compared
            if compared.pairs == count:
                return
        game += 1


def _seeded(game: int) -> list[Step]:
    """Play from eight positions with landings, sieges, ships and raiders."""
    return list(chain.from_iterable(map(seeded.walk, range(8 * game, 8 * game + 8))))


def chosen_of(steps: list[Step], random: Random) -> list[Step]:
    """Forty steps; a half of them where an order is in, or an army is aboard ships."""
    telling = [each for each in steps if each.before.orders or each.before.cargo]
    some = random.sample(telling, min(len(telling), 20))
    return some + random.sample(steps, min(len(steps), 40 - len(some)))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.bull_run_to_appomattox.twins")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    asked = parser.parse_args(arguments)
    compared = Compared()
    try:
        for each in pairs(asked.seed, asked.count):
            compared = each
    except Leak as leak:
        print(leak)
        return 1
    print(compared)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
