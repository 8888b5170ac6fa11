"""Agreements of both seats (XXVIII); men lent to guns (VI.C/2), grenades (III.G/8)."""

from typing import Any

import pytest

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.aiming import check_fire
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import BarrageFired, VolleyFired
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.volleys import fire_all
from ironclad.domain.games.iron_brigade.rules.c28_general.events import AcceptAgreement, OfferAgreement
from ironclad.domain.kernel.engine.citations import Refused
from tests.games.iron_brigade.battles import battle, changed, give, of, opened, resolving, unit


@pytest.mark.rule("XXVIII/1", "XXVIII/2")
def test_an_agreement_needs_both_seats() -> None:
    position = opened(battle(unit("u1", (3000, 1000)), unit("c1", (3000, 4000), 180)))
    offer = OfferAgreement(option="free_orders", value="yes")
    _, offered = give(position, ("union", offer))
    assert not offered.plays("free_orders")
    with pytest.raises(Refused) as refused:
        give(offered, ("union", AcceptAgreement()))
    assert refused.value.rule == "XXVIII/2", "nobody accepts his own offer"
    _, agreed = give(offered, ("confederate", AcceptAgreement()))
    assert agreed.plays("free_orders")
    assert agreed.proposals == {}
    assert not position.plays("free_orders")
    for option, value, rule in (
        ("free_orders", "yes", "XXVIII/2"),
        ("free_orders", "maybe", "XXVIII/1"),
        ("basic", "yes", "XXVIII/1"),
        ("dice", "yes", "XXVIII/1"),
    ):
        with pytest.raises(Refused) as refused:
            give(agreed, ("union", OfferAgreement(option=option, value=value)))
        assert refused.value.rule == rule


def guns(men: int) -> dict[str, Any]:
    return unit("u1", (3000, 1000), type="battery", sections=2, men=men, horses=4, limbers=4)


@pytest.mark.rule("VI.C/2")
def test_men_of_a_regiment_serve_guns_without_crews() -> None:
    """A Napoleon has 13 at a foot; a section of replacements 3 less. The six lenders fire with 23 men."""
    lender = unit("u2", (3250, 1000), 0, men=24, formation="column")
    position = battle(guns(1), lender, unit("c1", (3000, 1900), 180))
    order = FireOrder(sections={"c1": 2}, lent={"u2": 1})
    check_fire(position, "union", "u1", order)
    position.fires = {"union": FirePlan({"u1": order, "u2": FireOrder("c1")})}
    play, _ = resolving(position.copy(), (20, 10))
    assert fire_all(play)
    (fire,) = of(play.events, BarrageFired)
    assert fire.batteries[0].factors == (13, 10)
    (volley,) = of(play.events, VolleyFired)
    assert volley.men == 8, "two stands of the column fire, and 23 men have weapons in hand"
    for lent, rule in (({"u2": 2}, "VI.C/2"), ({"c1": 1}, "VI.C/2"), ({}, "VI.C/1")):
        with pytest.raises(Refused) as refused:
            check_fire(position, "union", "u1", FireOrder(sections={"c1": 2}, lent=lent))
        assert refused.value.rule == rule
    far = changed(position.copy(), "u2", at=(3300, 1000))
    with pytest.raises(Refused) as refused:
        check_fire(far, "union", "u1", order)
    assert refused.value.rule == "VI.C/2"


@pytest.mark.rule("III.G/8", "VI.A/2")
def test_grenades_are_thrown_by_who_stands() -> None:
    position = battle(
        unit("u1", (3000, 1000), weapons=["rifle_musket", "grenade"]), unit("c1", (3000, 1200), 180)
    )
    order = FireOrder("c1", "grenade")
    check_fire(position, "union", "u1", order)
    with pytest.raises(Refused) as refused:
        check_fire(changed(position.copy(), "u1", deeds={"used": (1, 4)}), "union", "u1", order)
    assert refused.value.rule == "III.G/8"
    position.fires = {"union": FirePlan({"u1": order})}
    play, _ = resolving(position, (10,))
    assert fire_all(play)
    (volley,) = of(play.events, VolleyFired)
    assert (volley.weapon, volley.weapon_factor, [each.name for each in volley.added]) == ("grenade", 3, [])
