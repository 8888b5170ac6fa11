"""Six Fields by itself: its rules, and what its sight leaves of a position."""

from typing import Annotated, Any

import msgspec
import pytest

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.foresight import foresee
from ironclad.domain.kernel.sight import SECRET, Secret, secret_fields
from tests.toys.sealed_fields import (
    SEALED_FIELDS,
    STACKS,
    UNKNOWN,
    Deploy,
    Fields,
    GiveOrders,
    OrdersGiven,
    StacksDeployed,
)


def deployed(north: tuple[int, ...] = (3, 3, 3), south: tuple[int, ...] = (1, 1, 7)) -> Fields:
    position = SEALED_FIELDS.rules.initial(SEALED_FIELDS.rules.begin("standard", {}, None))
    for seat, points in (("north", north), ("south", south)):
        command = Deploy(strengths=dict(zip(STACKS[seat], points, strict=True)))
        _, position = decider.execute(SEALED_FIELDS, position, seat, command, ScriptedDice(()))
    return position


def orders(position: Fields, seat: str, **to: str) -> GiveOrders:
    """All stay, but for the stacks that are named by their numbers."""
    stays = {stack: position.places[stack] for stack in STACKS[seat]}
    return GiveOrders(plan={**stays, **{f"{seat}-{number[1:]}": area for number, area in to.items()}})


def given(position: Fields, seat: str, command: GiveOrders, *dice: int) -> tuple[list[Any], Fields]:
    return decider.execute(SEALED_FIELDS, position, seat, command, ScriptedDice(dice))


def test_both_seats_are_asked_at_once_and_in_any_order() -> None:
    position = SEALED_FIELDS.rules.initial(SEALED_FIELDS.rules.begin("standard", {}, None))
    assert [(each.id, each.kind) for each in SEALED_FIELDS.rules.due(position)] == [
        ("0.north", "deploy"),
        ("0.south", "deploy"),
    ]
    position = deployed()
    assert [each.id for each in SEALED_FIELDS.rules.due(position)] == ["1.north", "1.south"]
    _, position = given(position, "south", orders(position, "south"))
    assert [each.id for each in SEALED_FIELDS.rules.due(position)] == ["1.north"]


def test_orders_are_revealed_together_and_fights_follow() -> None:
    position = deployed()
    events, position = given(position, "north", orders(position, "north", n1="d"))
    assert [type(each) for each in events] == [OrdersGiven]
    events, position = given(position, "south", orders(position, "south"), 1, 6)
    kinds = [each.__struct_config__.tag for each in events]
    assert kinds == ["orders_given", "orders_revealed", "stacks_shown", "fight_fought", "turn_begun"]
    assert position.places["north-1"] == "d"
    assert (position.strengths["north-1"], position.strengths["south-1"]) == (2, 1)


def test_a_seat_sees_its_own_and_what_was_shown() -> None:
    position = deployed()
    _, position = given(position, "north", orders(position, "north", n1="d"))
    south, onlooker = (SEALED_FIELDS.sight.see(position, seat) for seat in ("south", None))
    assert {south.strengths[stack] for stack in STACKS["north"]} == {UNKNOWN}
    assert [south.strengths[stack] for stack in STACKS["south"]] == [1, 1, 7]
    assert south.orders == onlooker.orders == {"north": None}
    assert set(onlooker.strengths.values()) == {UNKNOWN}
    assert SEALED_FIELDS.sight.see(position, "north").orders == position.orders
    _, position = given(position, "south", orders(position, "south"), 1, 6)
    shown = SEALED_FIELDS.sight.see(position, None).strengths
    assert {stack: points for stack, points in shown.items() if points != UNKNOWN} == {
        "north-1": 2,
        "south-1": 1,
    }


def test_foresight_tells_nothing_of_the_other_seats_orders() -> None:
    position = deployed()
    command = orders(position, "south")
    told = []
    for area in ("a", "d"):
        _, other = given(position, "north", orders(position, "north", n1=area))
        told.append(foresee(SEALED_FIELDS, SEALED_FIELDS.sight.see(other, "south"), "south", command))
    assert told[0] == told[1]
    assert told[0].roll is None


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ({"north-1": "a"}, "orders each of its stacks"),
        ({"north-1": "f", "north-2": "b", "north-3": "c"}, "'f' is not beside it"),
    ],
)
def test_what_is_refused(plan: dict[str, str], reason: str) -> None:
    position = deployed()
    with pytest.raises(Refused, match=reason):
        given(position, "north", GiveOrders(plan=plan))


def test_a_hidden_value_is_written_and_read() -> None:
    event = StacksDeployed("north", Secret(("north",), {"north-1": 9}))
    topic, body = SEALED_FIELDS.storage.events.encode(event)
    assert SEALED_FIELDS.storage.events.decode(topic, body) == event
    hidden = SEALED_FIELDS.storage.events.decode(
        topic, canonical({**msgspec.to_builtins(event), "strengths": {}})
    )
    assert isinstance(hidden, StacksDeployed)
    assert hidden.strengths.known({"?": 0}) == {"?": 0}
    assert secret_fields(GiveOrders) == ("plan",)
    assert SEALED_FIELDS.storage.commands.secret_fields({"type": "unknown"}) == ()


class Part(msgspec.Struct, frozen=True):
    open: int
    hidden: Annotated[int, SECRET]
    more: "Part | None" = None


class Marked(Command, frozen=True, tag_field="type", tag="marked"):
    plain: dict[str, int]
    maybe: Annotated[dict[str, int], SECRET] | None = None
    each: tuple[Annotated[int, SECRET], ...] = ()
    part: Part | None = None


def test_a_mark_in_a_part_of_a_field_hides_the_field() -> None:
    assert secret_fields(Marked) == ("maybe", "each", "part")
