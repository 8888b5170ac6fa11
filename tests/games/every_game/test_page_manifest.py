"""Every ruleset's manifest names only what the ruleset has, and its scene only what its board has."""

import re
from typing import Any

import msgspec
import pytest

from ironclad.api.rulebook.rulesets import clauses, installed
from ironclad.domain.kernel.drawing.manifest import Manifest
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine.codec import name_of
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.games.every_game.test_every_game import subject

SHOWN = [each for each in installed().values() if each.show.manifest is not None]


@pytest.fixture(params=SHOWN, ids=lambda each: each.name)
def ruleset(request: pytest.FixtureRequest) -> Ruleset[Any]:
    found: Ruleset[Any] = request.param
    return found


@pytest.fixture
def manifest(ruleset: Ruleset[Any]) -> Manifest:
    assert ruleset.show.manifest is not None
    return ruleset.show.manifest()


def test_sides_are_the_seats(ruleset: Ruleset[Any], manifest: Manifest) -> None:
    assert tuple(side.id for side in manifest.sides) == ruleset.seats
    assert ruleset.identity.about, "the first page says nothing of it"


def test_what_is_named_is_there(ruleset: Ruleset[Any], manifest: Manifest) -> None:
    events, commands = ruleset.storage.events.types.keys(), ruleset.storage.commands.schemas().keys()
    assert {overlay.view for overlay in manifest.overlays} <= ruleset.show.views.keys()
    for moments in manifest.moments:
        assert set(moments.types) <= events
    if (together := manifest.together) is not None:
        assert {*together.opens, *together.closes, together.title} <= events
    if manifest.place_why is not None:
        assert set(manifest.place_why.types) <= events
    if (march := manifest.orders.march) is not None:
        assert {march.begin, march.onward, march.leave, march.halt} <= commands | {""}
    assert set(manifest.orders.ends) <= commands
    assert {*manifest.orders.names, *manifest.orders.verbs, *manifest.orders.gives_up} <= commands
    assert {form.command for form in manifest.orders.filled.values()} <= commands
    if ruleset.show.client is not None:
        for name in (*manifest.orders.forms.values(), *filter(None, [manifest.style])):
            assert (ruleset.show.client / name).is_file(), name


def test_topics_are_those_of_the_chronicle(ruleset: Ruleset[Any], manifest: Manifest) -> None:
    events = (event for step in subject(ruleset.name).points(1) for event in step.events)
    told = (ruleset.words.tell(event) or ruleset.words.tell_quietly(event) for event in events)
    assert {entry["topic"] for entry in told if entry and "topic" in entry} <= set(manifest.topics)


def test_what_happened_is_shown(ruleset: Ruleset[Any], manifest: Manifest) -> None:
    """Results, announcements and the ends of battles are news: the page asks for no other entries."""
    events = ruleset.storage.events.types.keys()
    named = {*manifest.results, *manifest.announced}
    assert manifest.results, "nothing that is rolled for has a card"
    assert manifest.announced, "no new turn is announced"
    assert named <= events
    if manifest.together is not None:
        named |= {*manifest.together.opens, *manifest.together.closes, manifest.together.title}
    happened = [event for step in subject(ruleset.name).points(1) for event in step.events]
    told = {name_of(type(each)): entry for each in happened if (entry := ruleset.words.tell(each))}
    never = named & {name_of(type(each)) for each in happened} - told.keys()
    assert not never, "what is no news has no card, and leaves that of a battle open"
    assert any(entry.get("moves") for entry in told.values()), "no march is drawn on the map"


def test_what_charts_show_is_in_the_record_of_a_turn(ruleset: Ruleset[Any], manifest: Manifest) -> None:
    if not manifest.charts:
        return
    assert ruleset.show.history is not None
    record = ruleset.show.history.stand(subject(ruleset.name).points(1)[-1].after)
    lines = [line for chart in manifest.charts for line in chart.lines]
    layers = [layer for chart in manifest.charts for bar in chart.bars for layer in bar.layers]
    for of in (of for series in (*lines, *layers) for of in series.of if not of.startswith("lost.")):
        value: Any = record
        for name in of.split("."):
            value = value[name]
        assert isinstance(value, int), of


def test_a_scene_is_of_the_board_and_of_the_sides(ruleset: Ruleset[Any], manifest: Manifest) -> None:
    assert ruleset.show.scene is not None
    named = re.compile(manifest.board.place)
    for step in subject(ruleset.name).points(1)[::9]:
        scene = ruleset.show.scene(step.after, None)
        keys = [each.key for each in scene.elements]
        assert len(keys) == len(set(keys))
        counters = {each.key for each in scene.elements if each.layer == "counters"}
        assert counters == {stack.key for stack in scene.stacks}
        for stack in scene.stacks:
            assert named.fullmatch(stack.place)
            assert stack.side in ruleset.seats
            assert len(stack.cells) in (0, len(manifest.cells))
            assert stack.text
        assert {"line", "turn", "due", "outcome"} <= scene.play.keys()
        assert views_of(ruleset)["scene"](step.after) == msgspec.json.decode(msgspec.json.encode(scene))


def test_terms_are_explained_once_by_clauses_that_there_are(
    ruleset: Ruleset[Any], manifest: Manifest
) -> None:
    known = {each.id for each in clauses(ruleset.name, ruleset.version)}
    forms = [form for term in manifest.terms for form in (term.name, *term.also)]
    assert len(forms) == len(set(forms))
    for term in manifest.terms:
        assert term.rules, term.name
        assert set(term.rules) <= known, term.name
        assert term.means.endswith("."), term.name


def test_abbreviations_of_commands_are_explained(ruleset: Ruleset[Any], manifest: Manifest) -> None:
    if manifest.terms:
        assert {each.upper() for each in manifest.abbreviations} <= {each.name for each in manifest.terms}
