"""Forts announced, reacted to, besieged, relieved, shelled and run past, from random positions: no dead end,
nothing lost."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.games import ruleset
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import MoveForce
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_placing import CompleteFort, PlaceFort
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import MoveVessels
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event

ACW = ruleset("american_civil_war")
STEPS = 12


class Rolls:
    """Dice from a seed."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(count))

    def proof(self) -> tuple[Any, ...]:
        return ()


def relief(random: Random) -> tuple[dict[str, Any], Command]:
    """A fort besieged, perhaps held, and a force beside it that marches in."""
    inside, beside = random.randint(0, 2), random.randint(0, 2)
    besieged: dict[str, Any] = {"union": {"asp": random.randint(1, 6), "cavalry": random.randint(0, 1)}}
    if inside or beside:
        marked = [{"kind": "asp", "count": inside, "station": "fort"}] if inside else []
        besieged["confederate"] = {"asp": inside + beside, "marked": marked}
    state = random.choice(["complete", "under_construction", "damaged"])
    document = {
        "turn": 3, "phase": "operations", "step": "movement", "player": "confederate",
        "initiative": "confederate", "kentucky": "union",
        "forts": {"2228": {"side": "confederate", "state": state}},
        "forces": {"2228": besieged, "2229": {"confederate": {"asp": random.randint(1, 6)}}},
        "leaders": {"E": {"rating": 1, "hex": random.choice(["2228", "2229"])}, "A": {"hex": "2228"}},
    }  # fmt: skip
    return document, MoveForce(from_hex="2229", path=("2228",))


def fort_work(random: Random) -> tuple[dict[str, Any], Command]:
    """A fort to be placed or completed in Washington, with Confederates around it."""
    flip = random.random() < 0.5
    document: dict[str, Any] = {
        "turn": 3, "phase": "operations", "step": "placement", "player": "union",
        "initiative": "union", "kentucky": "union",
        "forces": {
            "4506": {"union": {"asp": random.randint(1, 4), "msp": random.randint(0, 1)}},
            "4507": {"confederate": {"asp": random.randint(1, 4)}},
            "4606": {"confederate": {"asp": random.randint(1, 4), "cavalry": 1}},
        },
        "leaders": {"E": {"rating": 2, "hex": "4507"}, "A": {"hex": "4506"}},
    }  # fmt: skip
    if not flip:
        return document, PlaceFort(hex="4506")
    document["forts"] = {"4506": {"side": "union", "state": "under_construction"}}
    return document, CompleteFort(hex="4506")


def fleets(random: Random) -> tuple[dict[str, Any], Command]:
    """Union vessels that come up the Mississippi against a fort below Memphis, or run past it."""
    state = random.choice(["complete", "under_construction", "damaged"])
    craft: dict[str, Any] = {
        f"rsp{number}": {"kind": "rsp", "at": "1118-1218", "state": random.choice(["sound", "damaged"])}
        for number in range(1, random.randint(2, 4))
    }
    for number in range(random.randint(0, 2)):
        kind = random.choice(["flotilla", "ironclad"])
        at = random.choice(["1217-1318", "1217-1317", "1216-1317"])
        craft[f"{kind}{number + 1}"] = {"kind": kind, "at": at}
    inside = [{"kind": "asp", "station": "fort"}] if random.random() < 0.5 else []
    document = {
        "turn": 3, "phase": "operations", "step": "movement", "player": "union", "initiative": "union",
        "kentucky": "union", "control": {"1218": random.choice(["union", "confederate"])},
        "forts": {"1318": {"side": "confederate", "state": state}},
        "forces": {"1318": {"union": {"asp": 2}, "confederate": {"asp": len(inside), "marked": inside}}},
        "leaders": {"E": {"hex": "1318"}},
        "vessels": craft,
    }  # fmt: skip
    names = tuple(name for name in craft if name.startswith("rsp"))
    run = not any(vessel["at"].startswith("1217") for vessel in craft.values()) and random.random() < 0.7
    return document, MoveVessels(vessels=names, path=("1217-1317" if run else "1217-1318",), run_past=run)


def play_on(document: dict[str, Any], first: Command, random: Random) -> list[Event]:
    """Give the first order and then random legal ones; every offer is legal, every position a document."""
    position, rolls, told = ACW.rules.initial(ACW.rules.begin("bare_map", {}, document)), Rolls(random), []
    command: Command | None = first
    for _ in range(STEPS):
        (due,) = ACW.rules.due(position)
        offers = list(decider.legal(ACW, position, due.seat))
        assert offers, f"nobody can answer {due.kind}"
        for offer in offers:
            decider.check(ACW, position, due.seat, offer)
        if command is None:
            command = (
                decider.sample(ACW, position, due, random)
                if due.kind == "movement"
                else random.choice(offers)
            )
        events, position = decider.execute(ACW, position, due.seat, command, rolls)
        told.extend(events)
        command = None
        written = ACW.storage.to_document(position)
        assert ACW.storage.to_document(ACW.storage.from_document(written)) == written
        if ACW.rules.outcome(position) is not None:
            break
    return told


@pytest.mark.parametrize("seed", range(25))
def test_relief_of_a_siege_always_finds_its_end(seed: int) -> None:
    random = Random(seed)
    events = play_on(*relief(random), random)
    met = {"BattleBegan", "ForceReacted"}
    assert any(type(event).__name__ in met for event in events), "besiegers are attacked, or react away"


@pytest.mark.parametrize("seed", range(25))
def test_fort_work_is_done_or_fails_after_reactions(seed: int) -> None:
    random = Random(seed)
    events = play_on(*fort_work(random), random)
    names = [type(event).__name__ for event in events]
    settled = {"FortPlaced", "FortCompleted", "FortWorkFailed"}.intersection(names)
    assert "FortAnnounced" in names
    assert settled or "ReactionBegan" in names


@pytest.mark.parametrize("seed", range(40))
def test_fights_afloat_and_runs_past_forts_find_their_end(seed: int) -> None:
    random = Random(seed)
    events = play_on(*fleets(random), random)
    assert {"NavalCombatBegan", "RunBegan"}.intersection(type(event).__name__ for event in events)
