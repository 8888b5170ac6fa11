"""Random play from positions made for what random campaigns seldom reach: landings, sieges, fights at sea.

    python -m tests.games.bull_run_to_appomattox.seeded [--seed S] [--count POSITIONS] [--games CAMPAIGNS]
                                                        [--some]

prints how many commands and events there were, and the types of events that never came up; ends with 1 where
play fails, or, without --some, where a type of event came up neither from the positions nor in the campaigns.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.document import problems
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Fleet, Fort, Raider, Siege, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.commands import OfferToStop
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step, play, rebuild, same_position, stored
from ironclad.domain.kernel.engine.records import no_decision
from tests.games.bull_run_to_appomattox.playing import start, written

COMMANDS = 60
PORTS = ("NEB", "WMG", "CHS", "SAV", "JAX", "PEN", "MOB", "NOL", "NOR")
PLACES = ("RIC", "ATL", "VIC", "CHS", "SAV", "WMG", "MOB", "NOL", "YOR", "FHD_E", "ISL_E")
EAGER = frozenset(
    ("Assault", "Sortie", "Land", "Embark", "Sail", "AttackFort", "Raid", "EngageRaider", "RaiderMarch")
)


class Setter:
    """Puts pieces on the empty map."""

    def __init__(self, random: Random) -> None:
        self.random, self.position = random, start("empty_map")
        self.position.first_turn = random.choice((1, 2, 5, 9))
        self.left = {
            side: [id for id, hq in self.position.hqs.items() if hq.side == side and hq.state == "reserve"]
            for side in SIDES
        }

    def army(self, side: str, spot: str, most: int = 8) -> str:
        """An army of a few CP; now and then an HQ alone."""
        random = self.random
        hq = self.left[side].pop(random.randrange(len(self.left[side])))
        units = Units(random.randint(0, most), random.randint(0, 3), random.randint(0, 3))
        self.position.hqs[hq] = self.position.hqs[hq].with_(
            state="map", spot=spot, began=spot, experienced=random.random() < 0.3
        )
        self.position.units[hq] = units
        return hq

    def fleets(self, side: str, place: str, kinds: tuple[str, ...], count: int) -> list[str]:
        names = []
        for _ in range(count):
            kind = self.random.choice(kinds)
            number = 1 + sum(name.startswith(f"{side}_{kind}") for name in self.position.fleets)
            name = f"{side}_{kind}{number}"
            steps = self.random.choice((1, 2, 2))
            fleet = Fleet(side, kind, place, steps, began=place)  # type: ignore[arg-type]
            self.position.fleets[name] = fleet
            names.append(name)
        return names

    def fort(self, side: str, spot: str) -> None:
        self.position.forts[spot] = Fort(side, self.random.choice((1, 2, 2)))

    def beside(self, spot: str) -> str:
        """A spot next to another one."""
        return self.random.choice(board().steps[spot]).end


def siege(at: Setter) -> None:
    """A besieged city or fort, besiegers, and at times a relief."""
    spot = at.random.choice(PLACES)
    inside = "south" if at.random.random() < 0.8 else "north"
    if spot in ("YOR", "FHD_E", "ISL_E") or at.random.random() < 0.3:
        at.fort(inside, spot)
    if at.random.random() < 0.8 or spot not in at.position.forts:
        _with_units(at, at.army(inside, spot))
    for _ in range(at.random.randint(1, 2)):
        _with_units(at, at.army(ENEMY[inside], spot))
    at.position.sieges[spot] = Siege(ENEMY[inside], at.random.choice((0, 1)))
    if at.random.random() < 0.6:
        at.army(inside, at.beside(spot))
    if at.random.random() < 0.3:
        at.position.leaderless[inside][spot] = Units(at.random.randint(1, 4))
    if at.random.random() < 0.5:
        at.position.options["counterattack_delays_surrender"] = "yes"


def _with_units(at: Setter, hq: str) -> None:
    """Besiegers and besieged command something."""
    at.position.units[hq] = at.position.units[hq].plus(Units(1))


def landing(at: Setter) -> None:
    """A Northern army aboard off a Southern port, or ready to embark."""
    port = at.random.choice(PORTS)
    sea = next(each for each in board().sails[port] if each.startswith("S"))
    defend(at, port)
    carriers = at.fleets("north", sea, ("sail", "steam"), at.random.randint(1, 3))
    hq = at.army("north", sea, most=4)
    whole = Units(at.random.randint(1, 4), at.random.randint(0, 2), at.random.randint(0, 2))
    at.position.units[hq] = whole
    at.position.hqs[hq] = at.position.hqs[hq].with_(aboard=tuple(sorted(carriers)))
    first = at.random.choice(carriers)
    at.position.cargo[hq] = {first: whole}
    at.position.flagships[hq] = at.random.choice(carriers)
    home = at.random.choice(("NYC", "BFM"))
    at.fleets("north", home, ("sail", "steam"), 1)
    at.army("north", home)


def defend(at: Setter, port: str) -> None:
    spot = board().place_spot(port)
    if at.random.random() < 0.6:
        at.fort("south", spot)
    if at.random.random() < 0.6:
        at.army("south", spot, most=4)
    if at.random.random() < 0.2:
        at.position.leaderless["south"][spot] = Units(at.random.randint(1, 3))


def ships(at: Setter) -> None:
    """Fleets of both sides a sea apart, and gunboats before a fort on a river."""
    one, other = at.random.choice((("S3", "S4"), ("S5", "S6"), ("S7", "S8"), ("S2", "S3")))
    north, south = (one, other) if at.random.random() < 0.5 else (other, one)
    at.fleets("north", north, ("sail", "steam", "ironclad"), at.random.randint(1, 4))
    at.fleets("south", south, ("steam", "ironclad"), at.random.randint(1, 3))
    at.fleets("north", "CAI", ("gunboat",), at.random.randint(1, 2))
    at.fort("south", at.random.choice(("ISL_E", "FHD_E")))
    if at.random.random() < 0.5:
        at.fleets("south", at.random.choice(("MEM", "NAS")), ("gunboat",), 1)


def raid(at: Setter) -> None:
    """Raiders of both sides near each other, and armies."""
    spot = at.random.choice(("LOU", "NAS", "CHA_S", "SHE", "MUN"))
    at.position.raiders["south"] = Raider(spot, at.random.choice((1, 2)))
    at.position.raiders["north"] = Raider(at.beside(spot), at.random.choice((1, 2)))
    at.army("north", at.beside(at.beside(spot)))
    at.army("south", at.beside(at.beside(spot)))


def storm(at: Setter) -> None:
    """A strong army beside a city or fort that few defend, with gunboats near, or beside a siege."""
    spot = at.random.choice(PLACES)
    if spot in ("YOR", "FHD_E", "ISL_E") or at.random.random() < 0.3:
        at.fort("south", spot)
    _with_units(at, at.army("south", spot, most=3))
    near = at.beside(spot)
    for _ in range(2):
        at.position.units[at.army("north", near)] = Units(9, 3, 3)
    if at.random.random() < 0.4:
        at.army("south", at.beside(spot))
    if spot in ("FHD_E", "ISL_E"):
        at.fleets("south", board().zone_of[spot], ("gunboat",), 1)


def harbour(at: Setter) -> None:
    """Fleets in a port that the enemy is about to take, while his own lie before it."""
    port = at.random.choice(("CHS", "SAV", "MOB", "WMG", "GAL"))
    at.fleets("south", port, ("steam", "ironclad"), at.random.randint(1, 2))
    at.fleets("north", board().sails[port][0], ("sail", "steam"), at.random.randint(0, 2))
    if at.random.random() < 0.3:
        at.army("south", port, most=1)
    at.position.units[at.army("north", at.beside(port))] = Units(10, 3, 3)


KINDS: dict[str, Callable[[Setter], None]] = {
    "siege": siege,
    "landing": landing,
    "ships": ships,
    "raid": raid,
    "storm": storm,
    "harbour": harbour,
}


def position(seed: int) -> tuple[str, Position]:
    """The position of a seed, and which kind it is of. It is one that a game could begin from."""
    random = Random(f"seeded {seed}")
    while True:
        kind = tuple(KINDS)[seed % len(KINDS)]
        at = Setter(random)
        KINDS[kind](at)
        if not list(problems(at.position)):
            return kind, at.position


def walk(seed: int, commands: int = COMMANDS) -> Iterator[Step]:
    """Random play from the position of a seed; what attacks is chosen more often."""
    at, dice, random = position(seed)[1], SeededDice(f"seeded {seed}"), Random(f"walk {seed}")
    for number in range(1, commands + 1):
        open_now = RULESET.rules.due(at)
        if not open_now:
            return
        due = random.choice(open_now)
        offered = list(RULESET.rules.handlers.offers[due.kind](at, due))
        eager = [each for each in offered if _is_eager(at, due.seat, each)]
        idle = [each for each in offered if type(each).__name__ != "PassActivation"]
        command = random.choice(eager if eager and random.random() < 0.6 else idle or offered)
        if random.random() < 0.01:
            command, due = OfferToStop(), no_decision(due.seat)
            if not decider.is_legal(RULESET, at, due.seat, command):
                continue
        events, after = decider.execute(RULESET, at, due.seat, command, dice, due.id or None)
        yield Step(number, at, due, command, events, after)
        at = after


def _is_eager(position: Position, side: str, command: Any) -> bool:
    """Whether a command attacks, besieges, sails or enters a place with an enemy HQ."""
    if type(command).__name__ in EAGER or getattr(command, "choice", "") == "besiege":
        return True
    path = getattr(command, "path", ())
    enemies = {position.hqs[hq].spot for hq in position.hqs_of(ENEMY[side])}
    return bool(path) and path[-1] in enemies


def played(seed: int) -> list[Step]:
    """The steps of `walk`; every offer is legal, events replay, positions are whole and can be written down.

    Raises AssertionError.
    """
    steps, storage = list(walk(seed)), RULESET.storage
    again = position(seed)[1]
    for step in steps:
        for due, command in list(decider.offers(RULESET, step.before, step.seat))[:12]:
            legal = decider.is_legal(RULESET, step.before, step.seat, command, due.id)
            assert legal, (seed, step.number, command)
        for topic, body in stored(RULESET, step.events):
            again = decider.evolve(RULESET, again, storage.events.decode(topic, body))
        assert written(again) == written(step.after), (seed, step.number, step.command)
        assert list(problems(step.after)) == [], (seed, step.number, step.command)
    if steps:
        last = steps[-1].after
        assert written(storage.from_document(storage.to_document(last))) == written(last), seed
    return steps


def kinds_of(events: Any) -> Counter[str]:
    """How often each type of event came up."""
    return Counter(str(type(each).__struct_config__.tag) for each in events)


def campaigns(seed: int, count: int) -> Counter[str]:
    """The types of events in so many random campaigns, each played to its end and replayed."""
    found = Counter[str]()
    for number in range(seed, seed + count):
        game = play(RULESET, number)
        assert game.outcome is not None, number
        assert same_position(RULESET, rebuild(RULESET, stored(RULESET, game.events)), game.position), number
        found += kinds_of(game.events)
    return found


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.bull_run_to_appomattox.seeded")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--some", action="store_true", help="Types of events may be missing.")
    asked = parser.parse_args(arguments)
    found, commands = Counter[str](), 0
    for seed in range(asked.seed, asked.seed + asked.count):
        steps = played(seed)
        commands += len(steps)
        found += kinds_of(event for step in steps for event in step.events)
    found += campaigns(asked.seed, asked.games)
    every = RULESET.storage.events.types.keys()
    missing = sorted(set(every) - set(found))
    counts = f"{asked.count} positions, {commands} commands, {asked.games} campaigns, {found.total()} events"
    rare = ", ".join(f"{name} {count}" for name, count in sorted(found.items(), key=lambda each: each[1])[:8])
    print(f"{counts}; {len(every) - len(missing)} of {len(every)} types; missing: {missing}; rarest: {rare}")
    return int(bool(missing) and not asked.some)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
