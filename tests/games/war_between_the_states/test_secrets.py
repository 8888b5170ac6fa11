"""What is sealed tells the other side nothing: chits, rail and voyage orders; a leak would be found."""

from typing import Any

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.odds.odds import Question, odds
from tests.games.war_between_the_states.battlefield import SOUTH, TARGET, attack, chit, field, fighting, roll
from tests.games.war_between_the_states.many_secrets import Leak, Pair
from tests.games.war_between_the_states.shore import END, afloat, begun, embark, unit, waters
from tests.games.war_between_the_states.table import Table, armed, led
from tests.games.war_between_the_states.test_journeys import FAR, START, journey
from tests.games.war_between_the_states.test_journeys import field as rails
from tests.games.war_between_the_states.test_landings import CAIRO, DOWN, PORT


def _probes(game: Position) -> list[Command]:
    """Commands that the other side may try: its own movement, and what is the enemy's."""
    data: list[dict[str, Any]] = [
        {"type": "ride_on", "piece": "union_infantry_1"},
        {"type": "order_voyage", "ship": "union_river_transport_1", "destination": CAIRO, "arrives": 3},
        {"type": "choose_chit", "chit": 1},
        {"type": "end_movement"},
    ]
    return [RULESET.storage.commands.read(each) for each in data]


def _battle(confederate: str = "Beauregard") -> Table:
    position = field()
    first = led(position, "union", SOUTH, "McDowell", "army", (6, 5))
    led(position, "confederate", TARGET, confederate, "army", (8, 4))
    table = fighting(position)
    table.give("union", roll("McDowell"), [1])
    table.give("union", attack(TARGET, "McDowell", first))
    assert {("union", "chit"), ("confederate", "chit")} == set(table.asked)
    return table


@pytest.mark.rule("8.0/8", "R.1/12", "R.1/13")
def test_a_chit_tells_nothing_before_both_are_opened() -> None:
    table = _battle()
    pair = Pair(table.position, "union")
    pair.give("union", (chit(0), chit(1)), "chits")
    for seat in ("confederate",):
        pair.refusals(seat, _probes(pair.games[0]))
    told = [odds(RULESET, see(game, "confederate"), Question(seat="confederate")) for game in pair.games]
    assert told[0] == told[1]


@pytest.mark.rule("6.56/2", "R.1/13")
def test_a_rail_order_tells_nothing_before_the_train_comes_there() -> None:
    position = rails()
    (division,) = armed(position, "union", START, infantry=(7,))
    table = begun(position)
    table.give("union", unit(division))
    pair = Pair(table.position, "union")
    pair.give("union", (journey(FAR[50], division), journey(FAR[60], division)), "trains")
    pair.give("union", (END, END), "ends")
    pair.refusals("confederate", _probes(pair.games[0]))
    for _ in range(6):
        due = RULESET.rules.due(pair.games[0])[0]
        if due.seat == "union":
            break
        answer = decider.standing_answer(RULESET, pair.games[0], due)
        data = {"type": type(answer).__struct_config__.tag}
        pair.give(due.seat, (data, data), "standing")


@pytest.mark.rule("7.28/1", "R.1/13")
def test_a_voyage_order_tells_nothing_before_it_is_opened() -> None:
    position = waters()
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    (division,) = armed(position, "union", PORT, infantry=(7,))
    table = begun(position)
    table.give("union", unit(division))
    table.give("union", embark(boat, division))
    pair = Pair(table.position, "union")
    orders = [
        {"type": "order_voyage", "ship": boat, "destination": place, "arrives": turn}
        for place, turn in ((DOWN[-1], 2), (DOWN[2], 4))
    ]
    pair.give("union", (orders[0], orders[1]), "orders")
    pair.give("union", (END, END), "ends")
    pair.refusals("confederate", _probes(pair.games[0]))


@pytest.mark.rule("R.1/13")
@pytest.mark.parametrize("kept", ["chits", "journeys", "ships"])
def test_a_sight_that_forgets_something_is_found_out(kept: str) -> None:
    def leaky(position: Position, seat: str | None) -> Position:
        seen = see(position, seat).copy()
        if kept == "chits":
            seen.battle = position.battle
        elif kept == "journeys":
            seen.journeys = position.journeys
        else:
            seen.ships = position.ships
        return seen

    if kept == "chits":
        pair = Pair(_battle().position, "union", leaky)
        commands: tuple[Any, Any] = (chit(0), chit(1))
    elif kept == "journeys":
        position = rails()
        (division,) = armed(position, "union", START, infantry=(7,))
        table = begun(position)
        table.give("union", unit(division))
        pair = Pair(table.position, "union", leaky)
        commands = (journey(FAR[50], division), journey(FAR[60], division))
    else:
        position = waters()
        (boat,) = afloat(position, "union", "river_transport", CAIRO)
        (division,) = armed(position, "union", PORT, infantry=(7,))
        table = begun(position)
        table.give("union", unit(division))
        table.give("union", embark(boat, division))
        pair = Pair(table.position, "union", leaky)
        order = {"type": "order_voyage", "ship": boat, "destination": DOWN[-1], "arrives": 2}
        commands = (order, order | {"destination": DOWN[2]})
    with pytest.raises(Leak):
        pair.give("union", commands, "leak")
