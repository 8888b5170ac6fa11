"""The scene's shapes, by vectors that the browser's drawer is held to as well."""

import json
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from ironclad.domain.kernel.drawing.scene import Element, Line, Scene, drawn, primitives, shift

VECTORS = Path(__file__).parents[1] / "browser" / "data" / "scene_vectors.json"
CASES = json.loads(VECTORS.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["element"]["key"])
def test_an_element_has_these_shapes(case: dict) -> None:
    element = msgspec.convert(case["element"], Element)
    assert [list(each) for each in primitives(element)] == case["shapes"]
    assert shift(element) == case["shift"]


def test_a_drawn_scene_has_every_element_in_its_layer() -> None:
    elements = tuple(msgspec.convert(case["element"], Element) for case in CASES)
    scene = Scene(play={}, elements=elements, lines=(Line("laid", (((0.0, 1.5), (2.0, 3.0)),)),))
    root = ElementTree.fromstring(drawn(scene))
    layers = {each.get("class"): [group.get("data-key") for group in each.findall("g")] for each in root}
    for name in ("works", "counters", "above"):
        assert layers[f"layer {name}"] == [each.key for each in elements if each.layer == name]
    assert [each.get("d") for each in root.iter("path") if each.get("class") == "laid"] == ["M0,1.5L2,3"]
    assert "two <depots> & more" in [each.text for each in root.iter("title")]
