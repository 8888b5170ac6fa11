"""Forms of decisions: what they offer is what the checks accept."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.readers.forms import KINDS, Form, form_of, orders_form
from ironclad.domain.games.eagle_variant.readers.forms_production import production_form
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import SealSetUp, SetUpArmy
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.commands import (
    PlaceFreeInfantry,
    SealFreeInfantry,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import BuyRating, BuyUnit
from ironclad.domain.kernel.engine.codec import Command, canonical, name_of
from ironclad.domain.kernel.engine.records import Due
from tests.games.eagle_variant.test_words import cases, steps
from tests.games.eagle_variant.walking import start

HANDLERS = RULESET.rules.handlers


@cache
def asked() -> dict[str, list[tuple[Position, Due]]]:
    """Decisions by kind, each with the position as its seat knows it: of random games, and of all cases."""
    found: dict[str, list[tuple[Position, Due]]] = {}
    for position, due in _all():
        few = found.setdefault(due.kind, [])
        if len(few) < 12:
            few.append((RULESET.sight.see(position, due.seat), due))
    return found


def _all() -> Iterator[tuple[Position, Due]]:
    yield from ((position, due) for position, _ in cases() for due in RULESET.rules.due(position))
    yield from ((step.before, step.due) for step in steps())


def forms(*kinds: str) -> Iterator[tuple[Position, Due, Form]]:
    """Forms of decisions of some kinds."""
    for kind in kinds:
        assert asked()[kind], kind
        for position, due in asked()[kind]:
            form = form_of(position, due)
            assert form is not None
            yield position, due, form


def test_every_form_is_plain_data_and_named_in_words() -> None:
    for _, _, form in forms(*sorted(KINDS)):
        assert canonical(form)
        for name in _names(form):
            assert name
            assert "_" not in name, form


def _names(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if "name" in value:
            yield value["name"]
        for each in value.values():
            yield from _names(each)
    elif isinstance(value, list):
        for each in value:
            yield from _names(each)


def test_decisions_that_are_answered_otherwise_have_no_form() -> None:
    for kind in asked().keys() - KINDS:
        assert form_of(*asked()[kind][0]) is None


def test_a_set_up_filled_in_from_its_form_is_legal() -> None:
    """Each line gets the least number of brigades that it needs, the first one all that is left."""
    for position, due, form in forms("sealed_set_up", "open_set_up"):
        first, *rest = form["spaces"]
        brigades = [each["id"] for each in form["units"] if each["kind"] != "leader"]
        spaces = {}
        for each in rest:
            spaces[each["id"]] = tuple(brigades.pop() for _ in range(each["least"]))
        leaders = [each["id"] for each in form["units"] if each["kind"] == "leader"]
        spaces[first["id"]] = (*brigades, *leaders)
        kind = SealSetUp if due.kind == "sealed_set_up" else SetUpArmy
        assert HANDLERS.allows(position, due, kind(spaces=spaces))


def test_a_free_set_up_filled_in_from_its_form_is_legal() -> None:
    for position, due, form in forms("free_set_up", "sealed_free_set_up"):
        chosen = tuple(each["spaces"][-1]["id"] for each in form["states"][: form["count"]])
        kind = PlaceFreeInfantry if due.kind == "free_set_up" else SealFreeInfantry
        assert HANDLERS.allows(position, due, kind(spaces=chosen))


def test_the_actions_that_a_form_has_open_are_those_offered() -> None:
    for position, due, form in forms("politics"):
        offered = {name_of(type(each)) for each in HANDLERS.offers["politics"](position, due)}
        assert {each["type"] for each in form["actions"] if each["open"]} == offered
        assert all(each["reason"] and each["rule"] for each in form["actions"] if not each["open"])


def test_what_a_form_says_can_be_bought_is_what_is_offered() -> None:
    for position, due, form in islice(forms("production"), 6):
        offered = {each for each in HANDLERS.offers["production"](position, due) if _buys(each)}
        assert {each for nation in form["nations"] for each in _purchases(nation)} == offered


def _buys(command: Command) -> bool:
    return isinstance(command, BuyUnit | BuyRating)


def _purchases(nation: Form) -> Iterator[Command]:
    """Everything that a nation can buy by a form: within its pool and its limits, invaded states first."""
    for each in (*nation["units"], *nation["ratings"]):
        if each["left"] == 0 or each["price"] > nation["pool"]:
            continue
        if "system" in each:
            yield BuyRating(nation=nation["nation"], good=each["id"], system=each["system"])
        else:
            first = nation["invaded"]
            for space in nation["spaces"] if not first else _in(first, nation["spaces"]):
                yield BuyUnit(nation=nation["nation"], kind=each["id"], space=space["id"])


def _in(states: list[str], spaces: list[Form]) -> list[Form]:
    return [space for space in spaces if space["state"] in states]


def test_places_that_wait_for_invaded_states_are_in_the_form() -> None:
    """Once each invaded state has got a unit, a unit may come to each place of the form that is left."""
    position = start("historical")
    position.units["usa_infantry_99"] = Unit("usa", "infantry", "NC_E")
    state = position.board.spaces["NC_W"].state
    position.production = Production("csa", invaded=(state,))
    position.pools["csa"] = 99
    due = Due("d9", "csa", "production", "production-round/2")
    form = production_form(position, due)["nations"][0]
    assert form["invaded"] == [state]
    elsewhere = [each["id"] for each in form["spaces"] if each["state"] != state]
    assert elsewhere
    first = BuyUnit(nation="csa", kind="infantry", space="NC_W")
    second = BuyUnit(nation="csa", kind="infantry", space=elsewhere[0])
    assert not HANDLERS.allows(position, due, second)
    assert HANDLERS.allows(position, due, first)
    position.production = Production("csa", placed=("NC_W",))
    form = production_form(position, due)["nations"][0]
    assert "NC_W" not in [each["id"] for each in form["spaces"]]
    assert all(
        HANDLERS.allows(position, due, BuyUnit(nation="csa", kind="infantry", space=each["id"]))
        for each in form["spaces"]
    )


def test_orders_at_any_time_are_in_the_scene_of_their_owner_alone() -> None:
    found = 0
    for position, _ in cases():
        if position.battle is None or position.ended is not None:
            continue
        for reader in (*RULESET.seats, None):
            assert RULESET.show.scene is not None
            shown = RULESET.show.scene(RULESET.sight.see(position, reader), reader).play["anytime"]
            fights = reader in position.battle.players.values()
            assert [each["seat"] for each in shown] == ([reader] if fights else [])
            found += bool(shown)
    assert found


def test_standing_orders_of_a_form_are_those_of_its_own_seat() -> None:
    """A seat reads its own sealed orders; the other's form does not change with them."""
    seen = 0
    for position, _ in cases():
        for seat, orders in position.battle_orders.items():
            own = orders_form(RULESET.sight.see(position, seat), seat)
            assert own is not None
            assert own["standing"]["now"]["stance"] == orders.standing.stance
            assert len(own["sealed"]) == len(orders.set_up)
            other = next(each for each in RULESET.seats if each != seat)
            blind = position.copy()
            del blind.battle_orders[seat]
            assert orders_form(RULESET.sight.see(position, other), other) == orders_form(blind, other)
            seen += 1
    assert seen
