"""Orders of any shape are refused under a clause or carried out; nothing else comes of them."""

from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import steps

NUMBERS = (0, 1, -1, 50, 100, -100, 300, 600, 601, 90, 91, 360, 10**9, 10**18)
ACTIONS = ("march", "face", "form", "lie_down", "stand_up", "heads_down", "battery", "fly")


class Hostile:
    """Random orders of a seat, most of them wrong."""

    def __init__(self, position: Position, random: Random) -> None:
        self.units = (*position.muster, "nobody", "")
        self.random = random

    def number(self) -> int:
        return self.random.choice((*NUMBERS, self.random.randrange(-900, 900)))

    def unit(self) -> str:
        return self.random.choice(self.units)

    def leg(self) -> dict[str, Any]:
        kind = self.random.choice(("move", "wheel", "turn", "about", "form", "crawl", "manhandle", "limber"))
        facts: dict[str, dict[str, Any]] = {
            "wheel": {"to": self.random.choice(("left", "right")), "degrees": self.number()},
            "turn": {"degrees": self.number()},
            "about": {},
            "limber": {"facing": self.number()},
            "form": {
                "formation": "open",
                "at": [self.number() + 2000, self.number()],
                "facing": self.number(),
            },
        }
        return {"leg": kind, **facts.get(kind, {"dx": self.number(), "dy": self.number()})}

    def standing(self) -> dict[str, Any]:
        kind = self.random.choice(("HOLD", "ATTACK", "SUPPORT", "WITHDRAW", "DANCE"))
        return {"kind": kind, "goal": [self.number(), self.number()], "unit": self.unit()}

    def moves(self) -> dict[str, Any]:
        legs = [self.leg() for _ in range(self.random.choice((0, 1, 1, 2, 17)))]
        order = {"action": self.random.choice(ACTIONS), "legs": legs, "load": not self.random.randrange(4)}
        plan: dict[str, Any] = {"orders": {self.unit(): order}}
        if not self.random.randrange(4):
            plan["standing"] = {self.unit(): self.standing()}
            plan["messages"] = {self.unit(): {"unit": self.unit(), "order": self.standing()}}
        return plan

    def fire(self) -> dict[str, Any]:
        order = {
            "target": self.random.choice(("", self.unit())),
            "weapon": self.random.choice(("", "rifle_musket", "bow")),
            "sections": {self.unit(): self.number() for _ in range(self.random.randrange(2))},
            "answer": not self.random.randrange(5),
        }
        return {"orders": {self.unit(): order}}

    def command(self, kind: str) -> dict[str, Any]:
        match kind:
            case "movement" | "changes":
                type_ = "give_orders" if kind == "movement" else "change_orders"
                return {"type": type_, "plan": self.moves()}
            case "fire":
                return {"type": "order_fire", "plan": self.fire()}
            case "charges":
                return {"type": "order_charges", "plan": {"charges": {self.unit(): self.unit()}}}
            case _:
                return {"type": "respond", "back": self.number()}


@pytest.mark.parametrize("seed", [3, 7])
def test_orders_of_any_shape(seed: int) -> None:
    random, refused, carried_out = Random(seed), 0, 0
    begun = RULESET.rules.begin("first_shots", {}, None, "")
    for step in steps(RULESET, seed, begun):
        hostile = Hostile(step.before, random)
        frozen = RULESET.storage.freeze(step.before)
        for _ in range(8):
            data = hostile.command(step.due.kind)
            try:
                command = RULESET.storage.commands.read(data)
                events, _ = decider.execute(
                    RULESET, step.before, step.due.seat, command, SeededDice(1), step.due.id
                )
            except (Refused, Unreadable):
                refused += 1
            else:
                carried_out += 1
                for event in events:
                    assert RULESET.storage.events.encode(event)
                assert msgspec.to_builtins(command)["type"] == data["type"]
        assert RULESET.storage.freeze(step.before) == frozen, "a refused order loses nothing"
    assert refused > carried_out > 0
