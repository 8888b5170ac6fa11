"""Whole battles: random ones end and replay, offers are legal, and sealed orders stay sealed."""

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import NoDice
from ironclad.domain.kernel.engine.playout import play, rebuild, same_position, steps, stored


@pytest.mark.rule("S/5", "S/6", "S/7", "S/30", "S/32", "S/33", "S/34", "VIII.A/1")
@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("first_shots", 1),
        ("first_shots", 3),
        pytest.param("brawner_farm", 2, marks=pytest.mark.full),
        pytest.param("millers_mill", 1, marks=pytest.mark.full),
        pytest.param("mcphersons_ridge", 1, marks=pytest.mark.full),
        pytest.param("brandy_station", 1, marks=pytest.mark.full),
        pytest.param("battery_wagner", 1, marks=pytest.mark.full),
        pytest.param("proving_ground", 1, marks=pytest.mark.full),
    ],
)
def test_a_random_battle_ends_and_replays(scenario: str, seed: int) -> None:
    played = play(RULESET, seed, scenario)
    assert played.outcome is not None
    assert played.outcome.rule in ("S/5", "S/6")
    log = stored(RULESET, played.events)
    assert same_position(RULESET, rebuild(RULESET, log), played.position)
    document = RULESET.storage.to_document(played.position)
    assert RULESET.storage.to_document(RULESET.storage.from_document(document)) == document
    assert RULESET.storage.thaw(RULESET.storage.freeze(played.position)) == played.position


def test_the_same_seed_gives_the_same_log() -> None:
    one, other = (stored(RULESET, play(RULESET, 4, "first_shots").events) for _ in range(2))
    assert one == other


@pytest.mark.rule("VIII.A/2", "VIII.A/3", "VIII.A/4")
def test_offers_are_legal_and_need_nothing_that_is_hidden() -> None:
    begun = RULESET.rules.begin("first_shots", {}, None, "")
    asked = 0
    for step in steps(RULESET, 4, begun):
        if step.number % 3:
            continue
        for due in RULESET.rules.due(step.before):
            seen = RULESET.sight.see(step.before, due.seat)
            offered = [command for _, command in decider.offers(RULESET, step.before, due.seat, due.id)]
            assert offered
            assert offered == [command for _, command in decider.offers(RULESET, seen, due.seat, due.id)]
            for command in offered:
                asked += 1
                assert decider.is_legal(RULESET, step.before, due.seat, command, due.id)
                assert RULESET.storage.commands.read(msgspec.to_builtins(command)) == command
    assert asked > 100


@pytest.mark.rule("VIII.A/2")
def test_sealed_orders_are_read_by_their_own_seat_alone() -> None:
    begun = RULESET.rules.begin("first_shots", {}, None, "")
    sealed = 0
    for step in steps(RULESET, 1, begun):
        position = step.after
        for name in ("moves", "fires", "charges", "changes"):
            for seat, plan in getattr(position, name).items():
                sealed += 1
                assert plan is not None
                assert getattr(RULESET.sight.see(position, seat), name)[seat] == plan
                for other in ("union", "confederate", None):
                    if other != seat:
                        assert getattr(RULESET.sight.see(position, other), name)[seat] is None
        if sealed > 5:
            return
    pytest.fail("orders were sealed")


@pytest.mark.rule("S/6")
def test_either_seat_may_concede() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("first_shots", {}, None, ""))
    command = RULESET.storage.commands.read({"type": "concede"})
    _, after = decider.execute(RULESET, position, "confederate", command, NoDice())
    outcome = RULESET.rules.outcome(after)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("union", "S/6")
    assert RULESET.rules.due(after) == ()


@pytest.mark.rule("S/6")
def test_a_battle_ends_when_both_seats_offer_it() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("first_shots", {}, None, ""))
    command = RULESET.storage.commands.read({"type": "offer_end"})
    _, offered = decider.execute(RULESET, position, "union", command, NoDice())
    assert RULESET.rules.outcome(offered) is None
    with pytest.raises(Refused) as refused:
        decider.check(RULESET, offered, "union", command)
    assert refused.value.rule == "S/6"
    _, ended = decider.execute(RULESET, offered, "confederate", command, NoDice())
    outcome = RULESET.rules.outcome(ended)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (None, "S/5")


@pytest.mark.parametrize(
    ("scenario", "options", "document", "said"),
    [
        ("gettysburg", {}, None, "no scenario"),
        ("first_shots", {"dice": "yes"}, None, "no option"),
        ("first_shots", {"free_orders": "maybe"}, None, "one of no, yes"),
        ("first_shots", {}, {"table": {"width": 100, "height": 100}, "towns": {}}, "no field towns"),
        ("first_shots", {}, {"table": {"width": 9999, "height": 100}}, "7800"),
    ],
)
def test_a_battle_that_cannot_begin(
    scenario: str, options: dict[str, str], document: dict[str, object] | None, said: str
) -> None:
    with pytest.raises(Unreadable, match=said):
        RULESET.rules.begin(scenario, options, document, "")


@pytest.mark.rule("S/29")
def test_every_fault_of_a_position_is_named() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("first_shots", {}, None, ""))
    document = msgspec.json.decode(msgspec.json.encode(RULESET.storage.to_document(position)))
    document["units"]["oh30"]["at"] = [-500, 800]
    document["units"]["ny12"]["stands"][0]["men"] = 99
    document["muster"]["al9"]["value"] = 20
    with pytest.raises(Unreadable) as wrong:
        RULESET.storage.from_document(document)
    for said in ("oh30: stand 1 is off the table", "ny12 has more men", "al9: a morale value of 20"):
        assert said in str(wrong.value)


@pytest.mark.rule("S/29")
def test_units_that_nobody_knows_are_named() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("first_shots", {}, None, ""))
    document = msgspec.json.decode(msgspec.json.encode(RULESET.storage.to_document(position)))
    document["triggers"] = {"nobody": ["a test"]}
    document["messages"] = {"stranger": {"unit": "ghost", "order": {"kind": "HOLD", "goal": [1, 1]}}}
    document["arrivals"] = {"ghost": 3}
    document["visibility"] = -1
    document["fires"] = {"france": None}
    document["successes"] = [{"charger": "x", "target": "oh30", "side": "front", "charged": ["x"]}]
    with pytest.raises(Unreadable) as wrong:
        RULESET.storage.from_document(document)
    for said in (
        "triggers: nobody is not", "messages: stranger is not", "messages: ghost is not", "arrivals: ghost",
        "visibility", "fires: only the two sides", "contacts: a unit in contact",
    ):  # fmt: skip
        assert said in str(wrong.value)


def test_a_position_without_deeds_begins_a_turn() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("brawner_farm", {}, None, ""))
    document = msgspec.json.decode(msgspec.json.encode(RULESET.storage.to_document(position)))
    del document["deeds"], document["agenda"], document["phase"]
    document["units"]["wi2"]["state"] = "broken"
    begun = RULESET.rules.begin("brawner_farm", {}, document, "")
    again = RULESET.rules.initial(begun)
    assert again.deeds["wi2"].rally != ""
    assert [due.kind for due in RULESET.rules.due(again)] == ["movement", "movement"]


@pytest.mark.rule("III.G/1")
def test_orders_that_are_too_long_are_refused() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("first_shots", {}, None, ""))
    legs = [{"leg": "move", "dx": 0, "dy": 1}] * 16
    orders = {f"unit {number}": {"action": "march", "legs": legs} for number in range(60)}
    command = RULESET.storage.commands.read({"type": "give_orders", "plan": {"orders": orders}})
    with pytest.raises(Refused) as refused:
        decider.check(RULESET, position, "union", command)
    assert refused.value.rule == "III.G/1"
    assert "bytes" in refused.value.reason
