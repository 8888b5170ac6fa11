"""What is built of the Eagle variant holds: its cases, its data, random movement, what a seat may see."""

from collections.abc import Iterator

import pytest

from ironclad.domain import games
from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.board.charts import date_of, price, set_up, states
from ironclad.domain.games.eagle_variant.board.map import board
from ironclad.domain.games.eagle_variant.position.sight import see
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Endless, Step, steps
from ironclad.domain.kernel.rulebook.coverage import code_of, misnamed, read_clauses

PACKAGE = "ironclad.domain.games.eagle_variant"
CLAUSES = {each.id for each in read_clauses(PACKAGE)}


def test_it_is_published() -> None:
    assert RULESET.name in games.names()
    assert RULESET.identity.published.newest.version == "1.0"


def test_every_citation_names_a_clause() -> None:
    assert len(CLAUSES) == 356
    assert not misnamed(read_clauses(PACKAGE), RULESET.identity.clause_ids)
    assert not set(code_of(PACKAGE)) - CLAUSES
    assert {each.clause for each in RULESET.identity.options.values()} <= CLAUSES


@pytest.mark.rule("the-board/1", "the-board/3", "the-board/5")
def test_the_map_hangs_together() -> None:
    for rivers, spaces in ((True, 90), (False, 88)):
        found = board(rivers)
        assert len(found.spaces) == spaces
        assert all(id in found.neighbours[near] for id in found.spaces for near in found.neighbours[id])
        assert all(near in found.neighbours[id] for id, near in found.crossed)
    ports = {each.id for each in board(True).cities if each.port}
    assert len(ports) == 11
    assert "c_Memphis" not in ports


@pytest.mark.rule("the-board/4")
def test_a_city_is_in_the_state_of_its_first_region() -> None:
    spaces = board(True).spaces
    assert (spaces["c_Memphis"].state, spaces["c_Chattanooga"].state) == ("Tennessee", "Tennessee")
    assert all(city.state == spaces[city.regions[0]].state for city in board(True).cities)


@pytest.mark.rule("historical-scenario/2", "rivers/18")
def test_sums_dates_and_prices_are_those_of_the_book() -> None:
    held = {side: [city for city in board(True).cities if city.held_by == side] for side in ("usa", "csa")}
    assert {side: sum(city.points for city in of) for side, of in held.items()} == {"usa": 115, "csa": 80}
    assert [len(of) for of in held.values()] == [13, 13]
    assert (date_of(1), date_of(42), date_of(55)) == ("June 1861", "November 1864", "December 1865")
    assert price("historical", "csa", 1863, "leader") == 14
    assert price("historical", "csa", 1864, "river_rating.Mississippi") == 18
    assert [price("balanced", "csa", 1865, good) for good in ("infantry", "artillery")] == [10, 20]
    assert len(states("csa")) == set_up("balanced")["free_infantry"]["csa"]


def movements(seed: int, options: dict[str, str]) -> Iterator[Step]:
    """Random play from the set-up through movements and battles, 400 commands of it."""
    begun = RULESET.rules.begin("historical", options, None)
    try:
        yield from steps(RULESET, seed, begun, cap=400)
    except Endless:
        return


def written(position: Position) -> bytes:
    return canonical(RULESET.storage.to_document(position))


@pytest.mark.parametrize("seed", range(6))
def test_random_movement_replays_and_offers_what_decide_accepts(seed: int) -> None:
    readings = {name: each.values[seed % 2] for name, each in RULESET.identity.options.items()}
    replayed = RULESET.rules.initial(RULESET.rules.begin("historical", readings, None))
    played = list(movements(seed, readings))
    assert len(played) > 10
    storage = RULESET.storage
    for step in played:
        for event in step.events:
            replayed = decider.evolve(RULESET, replayed, storage.events.decode(*storage.events.encode(event)))
        assert written(replayed) == written(step.after)
        assert written(storage.from_document(storage.to_document(step.after))) == written(step.after)
        assert written(storage.thaw(storage.freeze(step.after))) == written(step.after)
    for step in played[:: len(played) // 5]:
        for due, command in list(decider.offers(RULESET, step.before, step.seat))[:60]:
            decider.decide(RULESET, step.before, step.seat, command, SeededDice(1), due.id)
    assert any(step.after.battle for step in played)


def test_a_sealed_free_set_up_is_seen_by_its_side_alone() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("balanced", {"sealed_free_setup": "yes"}, None))
    (command,) = decider.legal(RULESET, position, "usa")
    events, after = decider.execute(RULESET, position, "usa", command, SeededDice(1))
    assert see(after, "usa").free["usa"]
    for reader in ("csa", None):
        seen = see(after, reader)
        assert seen.free == {}
        assert seen.free_given == ("usa",)
    assert events
