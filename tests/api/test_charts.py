"""The printed map of a ruleset over HTTP: drawn and as data, cached by its readers under its tag."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ironclad.api.rulebook.board_sheet import sheets
from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.kernel.engine.records import PrintedMap
from tests.api.shared import Shared, service
from tests.stores import Store
from tests.toy import TUG

BASE = "/rulesets/american_civil_war"
PATHS = (f"{BASE}/map.svg", f"{BASE}/map")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    store = Store(f"sqlite:///{Path(tmp_path_factory.mktemp('charts')) / 'log.db'}")
    with service(store, rulesets={each.name: each for each in (TUG, RULESET)}) as running:
        yield running


def test_the_map_is_told_as_data_in_the_units_of_its_drawing(shared: Shared) -> None:
    drawn, told = (shared.get(path) for path in PATHS)
    root = ElementTree.fromstring(drawn.text)
    assert drawn.mimetype == "image/svg+xml"
    assert root.get("viewBox") == f"0 0 {told.json['width']:.0f} {told.json['height']:.0f}"
    assert (told.json["ruleset"], told.json["version"]) == (RULESET.name, RULESET.version)
    richmond = next(each for each in told.json["hexes"] if each["id"] == "4410")
    assert (richmond["name"], richmond["city"], richmond["state"]) == ("Richmond", "critical", "VA")


@pytest.mark.parametrize("path", PATHS)
def test_who_has_it_is_told_that_it_is_the_same(shared: Shared, path: str) -> None:
    first = shared.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    tag = first.headers["ETag"]
    again = shared.call("GET", path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    other = shared.call("GET", path, headers={"If-None-Match": 'W/"other"'})
    assert (other.status_code, other.data) == (200, first.data)


@pytest.mark.parametrize("path", PATHS)
def test_it_is_compressed_for_who_takes_that(shared: Shared, path: str) -> None:
    plain, packed = shared.get(path), shared.call("GET", path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] == plain.headers["ETag"]
    assert len(packed.data) < 90_000


def test_the_drawing_alone_may_have_its_own_style(shared: Shared) -> None:
    drawn, told = (shared.get(path).headers["Content-Security-Policy"] for path in PATHS)
    assert drawn.count("'sha256-") == 1
    assert "style-src" not in told


@pytest.mark.parametrize("path", ["/rulesets/tug/map", "/rulesets/tug/map.svg", "/rulesets/chess/map"])
def test_a_ruleset_without_a_map_has_none(shared: Shared, path: str) -> None:
    answer = shared.get(path)
    assert answer.status_code == 404
    assert answer.json["type"].endswith("#not-found")


def test_another_map_has_another_digest(shared: Shared) -> None:
    assert RULESET.show.board is not None
    printed = RULESET.show.board()
    drawing, told = sheets(RULESET.name, RULESET.version, RULESET.show.board)
    changed = PrintedMap(printed.svg + " ", printed.document)
    other_drawing, other_told = sheets(RULESET.name, RULESET.version, lambda: changed)
    assert other_drawing.digest != drawing.digest
    assert other_told.digest != told.digest, "the document tells the drawing's digest too"
