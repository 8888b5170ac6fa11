"""Random combats give the same volleys, hits and losses as a second implementation (7.1 to 7.6)."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    AttackAnswered,
    BattleDecided,
    DefenceSupported,
    LossesTaken,
    ReliefJoined,
    RoundFired,
)
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import SeededDice
from tests.games.bull_run_to_appomattox.second_combat import TYPES, Force, Ground, hits, volleys

OPEN, WINTER, ABOLITION, REELECTION = 1, 5, 8, 23
"""Boxes of the turn track: no modifier, winter, the South's +1, the North's +1 in winter."""
FIELDS: dict[str, tuple[str, str, str, bool, bool]] = {
    # the attacking side, where it comes from, where it goes, whether there is cover, whether over a bridge
    "open": ("north", "LOU", "MUN", False, False),
    "difficult": ("north", "SHE", "STA", True, False),
    "fort": ("north", "WIL", "YOR", False, False),
    "major": ("north", "COH", "RIC", True, False),
    "bridge": ("north", "SPI", "STL", False, True),
    "works": ("north", "LOU", "MUN", True, False),
    "gunboats": ("south", "MUN", "LOU", False, False),
    "landing": ("north", "BFM", "NOR", False, False),
    "landing_fort": ("north", "BFM", "SAV", False, False),
    "assault": ("north", "YOR", "YOR", False, False),
    "sortie": ("south", "YOR", "YOR", False, False),
    "relief": ("south", "WIL", "YOR", False, False),
    "relief_bridge": ("south", "PET", "RIC", False, True),
}
FORTS = ("fort", "landing_fort", "assault", "sortie", "relief")
WITHOUT_SIXES = ("open", "gunboats", "landing", "sortie", "relief")
SAMPLE, ALL = range(50), range(50, 2050)


@dataclass
class Field:
    """A combat that is about to begin, as both implementations see it."""

    position: Position
    commands: list[dict[str, Any]]
    attacker: str
    forces: dict[str, Force]
    ground: Ground
    fort: int
    inside: dict[str, list[int]]
    """Besieged armies that may join a relief."""


def some_units(random: Random, most: tuple[int, int, int] = (6, 3, 4)) -> list[int]:
    found = [random.randint(0, each) for each in most]
    return found if sum(found) else [1, 0, 0]


def units_of(counts: list[int]) -> dict[str, int]:
    return dict(zip(TYPES, counts, strict=True))


def made(seed: int) -> Field:
    """A random combat: the same facts as a document of the ruleset and as two forces."""
    random = Random(f"second {seed}")
    name = random.choice(sorted(FIELDS))
    side, start, spot, cover, bridge = FIELDS[name]
    boxes = (OPEN, ABOLITION) + ((WINTER, REELECTION) if name in WITHOUT_SIXES else ())
    box = random.choice(boxes)
    rifles = random.random() < 0.4
    document = RULESET.storage.to_document(RULESET.rules.initial(RULESET.rules.begin("empty_map", {})))
    document["first_turn"], document["agenda"] = box, {**document["agenda"], "layers": []}
    document["taking"] = document["initiative"] = side
    document["technology"] = ["repeating_rifles"] if rifles else []
    armies: dict[str, dict[str, list[int]]] = {each: {} for each in SIDES}
    experienced = set()
    for which in ("hqs", "units", "fleets", "forts", "works", "sieges"):
        document[which] = dict(document.get(which, {}))

    def army(hq: str, where: str) -> list[int]:
        of = document["hqs"][hq]["side"]
        skilled = random.random() < 0.5
        document["hqs"][hq] = {"side": of, "state": "map", "spot": where, "experienced": skilled}
        counts = some_units(random)
        document["units"][hq] = units_of(counts)
        armies[of][hq] = counts
        if skilled:
            experienced.add(hq)
        return counts

    ours, theirs = ("grant", "buell"), ("lee", "bragg")
    mine, others = (ours, theirs) if side == "north" else (theirs, ours)
    fort, leaderless, inside = 0, dict[str, list[int]](), dict[str, list[int]]()
    ships: dict[str, dict[str, tuple[str, int]]] = {each: {} for each in SIDES}
    army(mine[0], start)
    commands: list[dict[str, Any]] = [{"type": "activate_hq", "hq": mine[0]}]
    for hq in others[: random.randint(1, 2)]:
        army(hq, spot)
    if name in FORTS:
        fort = random.randint(1, 2)
        document["forts"][spot] = {"side": "south", "steps": fort}
    if name not in ("sortie", "relief", "relief_bridge", "gunboats") and random.random() < 0.4:
        leaderless = {spot: some_units(random, (3, 1, 1))}
        document["leaderless"] = {"north": {}, "south": {spot: units_of(leaderless[spot])}}
    if name == "works":
        document["works"][spot] = {"side": "south"}
    if name in ("assault", "sortie", "relief", "relief_bridge"):
        document["sieges"][spot] = {"besieger": "north", "first_turn": 1}
    if name in ("assault", "sortie"):
        joined = [mine[1]] if random.random() < 0.5 else []
        for hq in joined:
            army(hq, spot)
        commands.append({"type": name, "joined": joined})
    elif name.startswith("relief"):
        inside = {mine[1]: army(mine[1], spot)}
        del armies[side][mine[1]]
        commands.append({"type": "march", "path": [spot]})
    elif name.startswith("landing"):
        document["forts"]["BFM"] = {"side": "north"}
        kind = random.choice(("sail", "steam", "ironclad"))
        for number in (1, 2):
            steps = random.randint(1, 2)
            id = f"north_{kind}{number}"
            document["fleets"][id] = {"side": "north", "kind": kind, "place": "BFM", "steps": steps}
            ships["north"][id] = (kind, steps)
        first, second = sorted(ships["north"])
        infantry, cavalry, artillery = armies["north"][mine[0]]
        cargo = {first: {"infantry": infantry}, second: {"cavalry": cavalry, "artillery": artillery}}
        commands.append({"type": "embark", "fleets": [first, second], "cargo": cargo, "hq_on": first})
        way = ["S2", "NOR"] if spot == "NOR" else ["S2", "S3", "S4", "S5", "SAV"]
        if kind == "sail" and spot == "SAV":  # four zones are as far as sail goes (6.1)
            document["forts"].pop("BFM")
            document["forts"]["NEB"] = {"side": "north"}
            document["hqs"][mine[0]]["spot"] = "NEB"
            for id in (first, second):
                document["fleets"][id]["place"] = "NEB"
            way = way[1:]
        commands += [{"type": "sail", "path": way}, {"type": "land", "spot": spot}]
    else:
        commands.append({"type": "march", "path": [spot]})
    if name == "gunboats":
        document["fleets"]["north_gunboat1"] = {"side": "north", "kind": "gunboat", "place": spot}
    defender = ENEMY[side]
    sallies = fort if name == "sortie" else 0
    forces = {
        side: Force(armies[side], frozenset(experienced), {}, sallies, False, ships[side]),
        defender: Force(armies[defender], frozenset(experienced), leaderless, fort if side == "north" else 0),
    }
    ground = Ground(
        cover, bridge, frozenset((mine[0],)), box in (WINTER, REELECTION), rifles,
        {ABOLITION: "south", REELECTION: "north"}.get(box, ""),
    )  # fmt: skip
    position = RULESET.rules.initial(RULESET.rules.begin("empty_map", {}, document))
    return Field(position, commands, side, forces, ground, fort, inside)


def compare(of: Field, event: Event) -> None:
    """Follow what the sides chose and compare what was rolled and lost."""
    forces, side = of.forces, of.attacker
    if isinstance(event, AttackAnswered) and event.to:
        del forces[ENEMY[side]].armies[event.hq]
    elif isinstance(event, ReliefJoined):
        forces[side].armies |= {hq: of.inside[hq] for hq in event.hqs}
        forces[side].fort = of.fort if event.hqs else 0
    elif isinstance(event, DefenceSupported):
        forces["north"].ships = dict.fromkeys(event.fleets, ("gunboat", 2))
    elif isinstance(event, RoundFired):
        for each in SIDES:
            expected = volleys(forces[each], forces[ENEMY[each]], each, each == side, of.ground)
            fired = {("fort" if at.unit == "fort" else at.source, at.unit): at for at in event.volleys[each]}
            assert len(fired) == len(event.volleys[each])
            assert {key: len(at.dice) for key, at in fired.items()} == {
                key: count for key, (count, _, _) in expected.items()
            }
            scored = {key: hits(at.dice, *expected[key][1:]) for key, at in fired.items()}
            assert scored == {key: at.hits for key, at in fired.items()}
            assert event.hits[each] == sum(scored.values())
            assert event.taken[each] == forces[ENEMY[each]].can_lose(sum(scored.values()))
    elif isinstance(event, LossesTaken):
        force = forces[event.side]
        for name, units in event.losses.items():
            assert force.lose(name, units.total) == [units.infantry, units.cavalry, units.artillery]
        assert not event.fort or (force.damageable and force.points <= 1)  # 7.6: one land unit at most
        force.fort -= event.fort


def fight(seed: int) -> int:
    """Play a combat to its decision, comparing each event. Returns the number of rounds."""
    of = made(seed)
    position, dice, random = of.position, SeededDice(f"second {seed}"), Random(f"second choices {seed}")
    commands, rounds = list(of.commands), 0
    for _ in range(60):
        due = RULESET.rules.due(position)[0]
        if commands:
            command = RULESET.storage.commands.read(commands.pop(0))
        else:
            command = random.choice(list(RULESET.rules.handlers.offers[due.kind](position, due)))
        events, position = decider.execute(RULESET, position, due.seat, command, dice, due.id)
        for event in events:
            compare(of, event)
            rounds += isinstance(event, RoundFired)
        decided = any(isinstance(event, BattleDecided) for event in events)
        if not commands and (position.battle is None or decided):
            return rounds
    raise AssertionError("a combat that does not end")


def test_fifty_combats_agree_with_the_second_implementation() -> None:
    assert sum(fight(seed) for seed in SAMPLE) > len(SAMPLE)


@pytest.mark.full
def test_two_thousand_combats_agree_with_the_second_implementation() -> None:
    assert sum(fight(seed) for seed in ALL) > len(ALL)
