"""What the page shows: the scene, overlays, views, forms and the printed map, on positions of play."""

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import ends, middle
from ironclad.domain.games.war_between_the_states.readers.drawing.sheet import printed_map
from ironclad.domain.games.war_between_the_states.readers.drawing.windows import window_of
from ironclad.domain.games.war_between_the_states.readers.forms import KINDS, form_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import RideRails
from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine import decider, playout
from ironclad.domain.kernel.engine.playout import Step
from tests.games.war_between_the_states.table import Table

SCENE = RULESET.show.scene
assert SCENE is not None
FORMS = 5
"""Forms of each kind that are looked at."""


def shown(position: Position, seat: str | None = None) -> Scene:
    assert SCENE is not None
    return SCENE(position, seat)


def played(scenario: str, seeds: int = 1) -> Iterator[Step]:
    for seed in range(1, seeds + 1):
        yield from playout.steps(RULESET, seed, RULESET.rules.begin(scenario, {}))


@pytest.mark.rule("3.11/1", "3.13/1")
def test_the_printed_map_has_every_hex_once() -> None:
    document = printed_map().document
    hexes = {each["id"]: each for each in document["hexes"]}
    assert len(document["hexes"]) == len(hexes) == 4735 + 977
    assert hexes["C0101"]["aliases"] == "A6101"
    assert [sheet["name"] for sheet in document["sheets"]] == ["A", "B", "C"]
    for sheet in document["sheets"]:
        assert sheet["x"] + sheet["width"] <= document["width"]
        assert sheet["y"] + sheet["height"] <= document["height"]
    terms = document["terms"]
    assert {each["terrain"] for each in hexes.values()} <= terms["terrain"].keys()
    assert {each["kind"] for each in document["sides"]} <= terms["sides"].keys()


def test_a_hexside_lies_between_its_two_hexes() -> None:
    for a, b in (("C2608", "C2609"), ("C2608", "C2508"), ("A0106", "A0107")):
        (x, y), (u, v) = ends(a, b)
        assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 == pytest.approx(26, abs=0.2)
        at = middle(f"{a}-{b}")
        assert at == pytest.approx(((x + u) / 2, (y + v) / 2), abs=0.2)


@pytest.mark.rule("3.13/2")
@pytest.mark.parametrize("scenario", RULESET.identity.scenarios)
def test_the_window_holds_the_part_that_is_played_on(scenario: str) -> None:
    position = RULESET.rules.initial(RULESET.rules.begin(scenario, {}))
    boxes = window_of(scenario)
    assert (boxes == ()) is (scenario == "campaign_1861")
    for hex in (*position.part.hexes, *position.part.sea) if boxes else ():
        x, y = middle(hex)
        assert any(left < x < left + wide and top < y < top + high for left, top, wide, high in boxes)
    assert len(msgspec.json.encode(RULESET.storage.to_document(position))) < 1_000_000


@pytest.mark.parametrize("scenario", RULESET.identity.scenarios)
def test_every_view_is_made_at_the_start(scenario: str) -> None:
    position = RULESET.rules.initial(RULESET.rules.begin(scenario, {}))
    for name, view in views_of(RULESET).items():
        assert len(msgspec.json.encode(view(position))) < 200_000, name
    scene = shown(position)
    keys = [each.key for each in scene.elements]
    assert len(keys) == len(set(keys))
    assert scene.holders.places.keys() == position.part.hexes


def test_counters_are_the_stacks_and_only_the_force_on_the_move_is_ready() -> None:
    seen = 0
    for step in list(played("manassas_1861"))[::3]:
        scene = shown(step.after)
        assert {each.key for each in scene.elements if each.layer == "counters"} == {
            stack.key for stack in scene.stacks
        }
        force = step.after.phase.force if step.after.phase else ()
        ready = [
            id for stack in scene.stacks for part in stack.parts if part.ready for id in part.unit["ids"]
        ]
        assert set(ready) <= set(force)
        seen += bool(ready)
        for stack in scene.stacks:
            listed = [id for part in stack.parts for id in part.unit["ids"]]
            assert len(listed) == len(set(listed))
            assert all(len(part.unit["ids"]) == part.count for part in stack.parts)
    assert seen > 10


def test_a_form_begins_with_what_is_legal() -> None:
    """The first answer of a form of numbers is one that the rules take; each form names a command."""
    found = Counter[str]()
    for step in played("forts_1862"):
        for due in RULESET.rules.due(step.before):
            if due.kind not in KINDS or found[due.kind] >= FORMS:
                continue
            form = form_of(step.before, due)
            assert form is not None
            assert form["command"] in RULESET.storage.commands.types
            found[due.kind] += 1
            if form.get("total") is not None:
                now = {row["id"]: row["now"] for row in form["rows"] if row["now"]}
                command = RULESET.storage.commands.read({"type": form["command"], form["field"]: now})
                assert RULESET.rules.handlers.allows(step.before, due, command)
    assert found.keys() >= {"spans", "feeding", "broadcast"}


@pytest.mark.rule("R.1/12", "R.1/13")
def test_standing_answers_are_shown_to_their_owner_alone() -> None:
    table = Table("manassas_1861")
    table.give("union", {"type": "set_standing_answers", "answers": {"feed": True}})
    for seat, sees in (("union", True), ("confederate", False), (None, False)):
        scene = shown(RULESET.sight.see(table.position, seat), seat)
        assert ("all are fed who can be" in str(scene.play["anytime"])) is sees


@pytest.mark.rule("6.5/2", "6.54/1")
def test_rides_have_a_reach() -> None:
    table = Table("manassas_1861")
    table.give("union", {"type": "declare_spans"})
    table.give("union", {"type": "command_unit", "unit": "union_infantry_4"})
    (due,) = RULESET.rules.due(table.position)
    assert RULESET.advice.reach is not None
    reached = list(RULESET.advice.reach(table.position, due, RideRails(("union_infantry_4",), ())))
    assert {"C2806", "C2406"} <= {each.place for each in reached}  # Baltimore, Frederick
    for each in reached:
        command = RULESET.storage.commands.read(each.command)
        assert decider.is_legal(RULESET, table.position, "union", command)
        assert each.cost == 4


@pytest.mark.rule("17.0/1")
def test_overlays_name_hexes_of_the_map() -> None:
    steps = list(played("manassas_1861"))[::40]
    for step in steps:
        for name in ("overlay_control", "overlay_zones", "overlay_supply"):
            areas = RULESET.show.views[name](step.after).get("areas", [])
            places = [place for area in areas for place in area["places"]]
            assert set(places) <= load_map().hexes.keys()
            assert all(GRID.canonical(place) == place for place in places)
