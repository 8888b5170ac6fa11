"""Water and ships against the second reading, over seeded random positions."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.games.war_between_the_states.board.charts import embarkation_costs, unit_types
from ironclad.domain.games.war_between_the_states.board.features import ENEMY, SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import load_waters, may_lie
from ironclad.domain.games.war_between_the_states.position.in_progress import Phase
from ironclad.domain.games.war_between_the_states.position.pieces import Ship, Unit, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import (
    links_now,
    reach_of,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.ships import (
    naval_result,
    warships_lost,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.transit import (
    ALL_LOST,
    transit_die,
    transit_result,
)
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.turn.agenda import Agenda
from tests.games.war_between_the_states import second_reading as book

WATERS = load_waters()
POSITIONS, BATTLES = 40, 3000
KINDS: Any = tuple(book.ALLOWANCE)


def test_the_numbers_of_ships_and_embarkation() -> None:
    assert {kind: unit_types()[kind].allowance for kind in KINDS} == book.ALLOWANCE
    assert dict(embarkation_costs()) == book.EMBARKS


def _place(random: Random, kind: str) -> str:
    places = [place for place in sorted(WATERS.kind) if may_lie(kind, place)]
    return random.choice(places)


def _position(random: Random, side: Any, kind: Any) -> tuple[Position, set[str], set[str]]:
    """A ship of a side, and enemies near it: warships, and garrisoned forts that face one hexside each."""
    position = Position("campaign_1861").copy()
    position.agenda = Agenda(turn=random.randint(1, 52))
    position.phase = Phase(side)
    position.ships["own"] = Ship(side, kind, _place(random, kind))
    near = [to for here in (position.ships["own"].at,) for to in links_now(position).get(here, ())]
    near += [to for here in tuple(near) for to in links_now(position)[here]]
    warships, guns = set(), set()
    for number, place in enumerate(random.sample(sorted(set(near)), min(2, len(set(near))))):
        position.ships[f"enemy_{number}"] = Ship(ENEMY[side], "ironclad", place)  # type: ignore[arg-type]
        warships.add(place)
    for number, place in enumerate(random.sample(sorted(set(near)), min(3, len(set(near))))):
        if "-" in place:
            hex = hexside_hexes(place)[0]
            if hex not in position.works and hex[0] in "ABC" and place not in warships:
                position.works[hex] = Work(ENEMY[side], "fort", place)  # type: ignore[arg-type]
                position.units[f"in_{number}"] = Unit(ENEMY[side], "garrison", hex, 3, True)  # type: ignore[arg-type]
    for hex, work in position.works.items():
        guns.add(work.facing)
        guns.update((hex,) if load_map().hexes[hex].kind == "coastal" else ())
        guns.update(load_map().features.fort_waters.get(hex, ()))
    return position, warships, guns


@pytest.mark.rule("7.0/2", "7.13/1", "7.13/2", "7.14/1", "7.16/1", "7.53/1", "11.11/1", "11.22/1")
@pytest.mark.parametrize("seed", range(POSITIONS))
def test_where_ships_come_agrees_with_the_second_reading(seed: int) -> None:
    random = Random(seed)
    side, kind = random.choice(SIDES), random.choice(KINDS)
    position, warships, guns = _position(random, side, kind)
    meets = {place: list(others) for place, others in links_now(position).items()}
    start = position.ships["own"].at
    expected = book.voyage(kind, start, meets, dict(WATERS.kind), warships, guns)
    if start in guns:
        return
    found = {way[-1]: len(way) for way in reach_of(position, side, ("own",), book.ALLOWANCE[kind]) if way}
    assert found == expected


@pytest.mark.rule("11.11/4", "11.11/5", "11.12/1", "11.12/2")
def test_battles_of_ships_agree_with_the_second_reading() -> None:
    random = Random(11)
    for _ in range(BATTLES):
        attack, defence, die = random.randint(10, 200), random.randint(10, 200), random.randint(1, 6)
        attackers, defenders = random.randint(1, 9), random.randint(1, 9)
        lost = warships_lost(naval_result(attack, defence, die), attackers, defenders)
        assert tuple(lost) == book.ships_lost(attack, defence, die, attackers, defenders)


@pytest.mark.rule("11.24/1", "11.24/2", "11.24/3")
def test_transits_agree_with_the_second_reading() -> None:
    random = Random(24)
    said = {
        "pass": (True, 0),
        "pass-": (True, 1),
        "stop": (False, 0),
        "stop-": (False, 1),
        "sunk": (False, ALL_LOST),
    }
    for _ in range(BATTLES):
        grade, die, garrison = (
            random.choice(("fort", "fortress")),
            random.randint(1, 6),
            random.randint(1, 12),
        )
        iron, down, leader = (random.random() < 0.5 for _ in range(3))
        read = transit_die(die, ironclads_only=iron, downstream=down, naval_leader=leader, garrison=garrison)
        assert tuple(transit_result(grade, read)) == said[book.run(grade, die, iron, down, leader, garrison)]
