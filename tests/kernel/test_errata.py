"""versions.toml: what the loader reads, works out and refuses."""

from pathlib import Path

import pytest

from ironclad.domain.kernel.board.tables import ChartError
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.rulebook.errata import Versions, load_versions, only

HEAD = "# rule: 1.0\n# source: reconstructed\n# reason: a test\n"
THREE = """
[[versions]]
version = "1.0"
golden = { one = "abc" }
[[versions]]
version = "1.1"
[[versions]]
version = "1.2"
[[errata]]
id = "later"
clause = "2/1"
before = "b"
after = "a"
version = "1.2"
[[errata]]
id = "first"
clause = "1/1"
before = "b"
after = "a"
version = "1.1"
cases = ["first.yaml"]
"""


@pytest.fixture
def listed(tmp_path: Path) -> Versions:
    return load_versions(written(tmp_path, THREE))


def written(folder: Path, text: str) -> Path:
    path = folder / "versions.toml"
    path.write_text(HEAD + text)
    return path


def test_a_version_has_its_errata_and_those_of_the_versions_before_it(listed: Versions) -> None:
    assert [each.errata for each in listed.versions] == [(), ("first",), ("later", "first")]
    assert listed.newest.version == "1.2"
    assert listed.find("1.0").golden == {"one": "abc"}
    assert listed.errata[1].cases == ("first.yaml",)
    assert listed.ids == {"first", "later"}


def test_the_errata_name_their_version(listed: Versions) -> None:
    assert listed.with_errata(["first"]).version == "1.1"
    assert listed.with_errata(["first", "later"]).version == "1.2"
    assert listed.with_errata([]).version == "1.0"
    assert listed.is_newer("1.1", than="1.0")
    assert not listed.is_newer("1.1", than="1.1")
    assert not listed.is_newer("1.0", than="1.2")


@pytest.mark.parametrize("ids", [["later"], ["unknown"], ["first", "first"]])
def test_errata_of_no_version_are_unreadable(listed: Versions, ids: list[str]) -> None:
    with pytest.raises(Unreadable, match="errata"):
        listed.with_errata(ids)


def test_an_unknown_version_is_unreadable(listed: Versions) -> None:
    for ask in (listed.find, lambda name: listed.is_newer(name, than="1.0")):
        with pytest.raises(Unreadable, match=r"1\.0, 1\.1, 1\.2"):
            ask("9.9")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("versions = []\n", "one version or more"),
        (THREE.replace('"1.1"\n[[versions]]', '"1.0"\n[[versions]]'), "each once"),
        (THREE.replace('id = "later"', 'id = "first"'), "one id"),
        (THREE.replace('version = "1.1"\ncases', 'version = "1.0"\ncases'), "a version after 1.0"),
        (THREE.replace('version = "1.1"\ncases', 'version = "2.0"\ncases'), "a version after 1.0"),
        (THREE.replace("golden", "errata = []\nperfd"), "perfd"),
        (THREE.replace('golden = { one = "abc" }', 'errata = ["first"]'), "those that name it"),
        (THREE.replace("clause", "clauses"), "clause"),
    ],
)
def test_a_list_that_is_not_sound_is_refused(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(ChartError, match=wrong):
        load_versions(written(tmp_path, text))


def test_one_version_alone() -> None:
    assert only("1.0").newest.version == "1.0"
    assert not only("1.0").errata
