"""Two battles that differ only in sealed orders give everyone else the same (tactical/55, /57).

Each pair is given the same commands and dice; in one battle a seat's set-up and standing orders are others.
What the other seat and an onlooker get must be the same to the byte, until the set-ups are shown or the
orders act.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.battles import (
    BattleOrders,
    StandingOrders,
)
from ironclad.domain.games.eagle_variant.position.sight import see
from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    GiveBattleOrders,
    MoveInBattle,
    PassPhase,
    SealSetUp,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import ArmySetUp
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import NotKnown, Sight
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.referee.sight import body_for
from tests.games.eagle_variant.fields import Field, start, written

SEAL = GameSeal(game_key(b"m" * 32, "game"), RULESET.sight.padded_to)
SPARE = 17  # the salt and the mark of a sealed value
STANCES: Any = ("ask", "stand", "fire", "charge")


class Leak(AssertionError):
    """A seat got something else from two battles that differ only in what it may not see."""


def standing(random: Random, stance: str = "") -> StandingOrders:
    """Any standing orders."""
    kinds: Any = random.sample(("infantry", "cavalry", "artillery"), random.randrange(4))
    chosen: Any = stance or random.choice(STANCES)
    pursue: Any = random.choice(("ask", "all", "none"))
    return StandingOrders(chosen, tuple(kinds), random.random() < 0.5, random.randrange(6), pursue)


class Pair:
    """Two battles with their own sealed orders of `hidden`, compared as everyone else sees them."""

    def __init__(self, position: Position, hidden: str, see: Any = see) -> None:
        self.games = [position, position]
        self.hidden, self.seat, self.see = hidden, ENEMY[hidden], see
        assert position.battle is not None
        self.army = position.battle.army_of(hidden)
        self.number = 0
        self.positions = 0

    def compare(self) -> None:
        """The position, the offers and the answers to strange commands."""
        self.positions += 1
        for reader in (self.seat, None):
            seen = [self.see(game, reader) for game in self.games]
            self._same("position", *map(written, seen))
            self._same("position", *(RULESET.storage.freeze(each) for each in seen))
        self._same("offers", *(list(decider.legal(RULESET, game, self.seat)) for game in self.games))
        seen = self.see(self.games[0], self.seat)
        for command in self._strange():
            answers = [answer(game, self.seat, command) for game in (*self.games, seen)]
            self._same("answers", answers[0], answers[1])
            self._same("answers", answers[0], answers[2])

    def _strange(self) -> list[Command]:
        battle = self.games[0].battle
        ids = sorted(self.games[0].units)[:3]
        spaces = {"center": tuple(ids), "reserve": ids[:1]}
        return [
            PassPhase(), SealSetUp(spaces={}), GiveBattleOrders(), SealSetUp(spaces=spaces),
            GiveBattleOrders(spaces={"left": (ids[0],)}),
            GiveBattleOrders(standing=StandingOrders("fire", withdraw_at=100)),
            *(MoveInBattle(unit=id, to=battle.lines[0]) for id in ids if battle),
        ]  # fmt: skip

    def give(self, seat: str, commands: list[Command], due: Due | None = None) -> list[Event] | None:
        """Give both games a command. The events, or None where the rules have opened what differs."""
        results = [
            decider.execute(RULESET, game, seat, command, SeededDice(self.number), due and due.id)
            for game, command in zip(self.games, commands, strict=True)
        ]
        for one, other in zip(results[0][0], results[1][0], strict=False):
            self.number += 1
            if self.read_by_others(one) != self.read_by_others(other):
                if all(opened(each, self.hidden, self.army) for each in (one, other)):
                    return None
                raise Leak(f"{one} and {other}")
        self._same("events", *(len(events) for events, _ in results))
        self.games = [after for _, after in results]
        return results[0][0]

    def read_by_others(self, event: Event) -> tuple[int, list[bytes]]:
        """An event's length in the log, and as the seat and an onlooker read it."""
        sealed = SEAL.sealed("game/main", self.number, event, {})
        topic, body = RULESET.storage.events.encode(sealed)
        row = ("game/main", self.number, topic, body, self.number)
        return len(body), [body_for(SEAL, row, reader) for reader in (self.seat, None)]

    def _same(self, what: str, one: Any, other: Any) -> None:
        if one != other:
            raise Leak(f"{what}: {one} and {other}")


def answer(position: Position, seat: str, command: Command) -> str:
    """Why a command is refused, "" where it is not."""
    try:
        decider.check(RULESET, position, seat, command)
    except (Refused, NotKnown) as refused:
        return str(refused)
    return ""


def opened(event: Event, seat: str, army: str) -> bool:
    """Whether an event shows what orders are: the set-ups are open, or an army acts by its orders."""
    if isinstance(event, ArmySetUp):
        return True
    acts = getattr(event, "army", "") == army or getattr(getattr(event, "due", None), "seat", "") == seat
    return acts and type(event).__name__ != "BattleOrdersSealed"


def sealing(seed: int, see: Any = see) -> tuple[Pair, Random, Due] | None:
    """A pair at the moment in which both set-ups are due; None if the battle has no sealed ones of both."""
    position, random, _ = start(seed)
    due = RULESET.rules.due(position)
    if len(due) != 2 or due[0].kind != "sealed_set_up":
        return None
    hidden = random.choice(due)
    return Pair(position, hidden.seat, see), random, hidden


def two_set_ups(pair: Pair, random: Random, due: Due, alike: bool) -> list[SealSetUp]:
    """A set-up for each battle; `alike` but for the standing orders."""
    first: Any = RULESET.rules.handlers.samplers[due.kind](pair.games[0], due, random)
    second: Any = first if alike else RULESET.rules.handlers.samplers[due.kind](pair.games[1], due, random)
    given = [standing(random), standing(random)]
    return [
        SealSetUp(spaces=each.spaces, standing=of) for each, of in zip((first, second), given, strict=True)
    ]


def follow(seed: int, see: Any = see) -> str:
    """Follow a pair until its orders are open; how that came. Raises Leak."""
    found = sealing(seed, see)
    return "no pair" if found is None else follow_pair(*found)


def follow_pair(pair: Pair, random: Random, due: Due) -> str:
    """Give a pair different orders and follow it until they are open; how that came. Raises Leak."""
    set_ups = two_set_ups(pair, random, due, alike=random.random() < 0.5)
    pair.give(due.seat, list(set_ups), due)
    pair.compare()
    other = set_ups[1 - random.randrange(2)]
    replacements: list[Command] = [
        GiveBattleOrders(spaces=other.spaces, standing=standing(random)),
        GiveBattleOrders(standing=standing(random)),
        GiveBattleOrders(),
    ]
    pair.give(due.seat, random.sample(replacements, 2))
    pair.compare()
    for number in range(60):
        own = [each for each in RULESET.rules.due(pair.games[0]) if each.seat == pair.seat]
        if not own:
            return "the hidden seat acts"
        command = decider.sample(RULESET, pair.games[0], own[0], random)
        if pair.give(pair.seat, [command, command], own[0]) is None:
            return "opened by the rules" if number else "set-ups shown"
        if pair.games[0].battle is None:
            break
        pair.compare()
    return "followed to the end"


def follow_all(seeds: Iterable[int], see: Any = see) -> Iterator[str]:
    """Follow a pair for each seed; how each of them came to be open. Raises Leak."""
    return (follow(seed, see) for seed in seeds)


@pytest.mark.rule("tactical/6", "tactical/55", "tactical/57")
@pytest.mark.parametrize("first", [0, 100])
def test_nobody_else_learns_of_sealed_orders(first: int) -> None:
    ends = Counter(follow_all(range(first, first + 100)))
    assert ends["set-ups shown"] > 10, ends
    assert ends["opened by the rules"] > 3, ends


def test_a_leak_is_found() -> None:
    """A sight that shows standing orders is found out."""

    def shows_too_much(position: Position, seat: str | None) -> Position:
        seen = see(position, seat)
        seen.battle_orders = dict(position.battle_orders)
        return seen

    leaking: Any = Sight(True, shows_too_much, RULESET.sight.padded_to)
    with pytest.raises(Leak, match="position"):
        list(follow_all(range(40), leaking.see))


def test_what_follows_from_hidden_orders_is_not_known() -> None:
    """On the position that a seat sees, nothing is worked out for the other seat's orders."""
    field = Field().add("csa", "infantry", 2).add("usa", "infantry", 2, came_from="VA_W", moved=True)
    position = field.position(SeededDice(1), {"battle_initiative": "off"})
    for seat in ("csa", "usa"):
        (command, *_) = decider.legal(RULESET, position, seat)
        _, position = decider.execute(RULESET, position, seat, command, SeededDice(1))
    seen = see(position, "usa")
    assert RULESET.rules.due(seen) == RULESET.rules.due(position)
    with pytest.raises(NotKnown):
        decider.execute(RULESET, seen, "usa", PassPhase(), SeededDice(1))


def test_every_sealed_order_fits_in_one_box() -> None:
    """The length of a box tells nothing: all are of one size, of an army of 250 units too."""
    orders = BattleOrders(
        "l" * 250, StandingOrders("charge", ("infantry", "cavalry", "artillery"), True, 99, "none")
    )
    assert len(canonical(orders)) + SPARE <= RULESET.sight.padded_to
