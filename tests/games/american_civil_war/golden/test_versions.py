"""The build comes to what versions.toml says of every published version."""

from pathlib import Path

import msgspec
import pytest

from ironclad.conformance.golden import log_digest
from ironclad.domain.games.american_civil_war.board.charts import data_digests
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.rulebook.errata import Version, load_versions
from tests.games.american_civil_war.golden import versions
from tests.games.american_civil_war.golden.playing import index, kept, ruleset
from tests.games.american_civil_war.perft.test_perft import POSITIONS, count

PUBLISHED = ruleset().identity.published
COUNTED = [(each.version, title) for each in PUBLISHED.versions for title in each.perft]
FIRST = PUBLISHED.versions[0]
PUBLISHED_1_0 = "f619c4d3379994ba4fa4b6fb152d38402bbb47cc64d669735e5eb7f0f8244ed5"


def test_the_first_version_is_what_was_published() -> None:
    """The digest of its whole entry: nothing that is said of 1.0 ever changes."""
    entry = {"data": FIRST.data, "golden": FIRST.golden, "perft": FIRST.perft}
    assert FIRST.version == "1.0"
    assert not FIRST.errata
    assert versions.digest_of(canonical(entry)) == PUBLISHED_1_0


@pytest.mark.parametrize("version", [each.version for each in PUBLISHED.versions])
def test_golden_logs_have_the_digests_of_their_version(version: str) -> None:
    """That they are played as they were is test_golden.py's."""
    for name, digest in PUBLISHED.find(version).golden.items():
        assert index()[name].version == version
        assert log_digest(kept(name)) == digest


@pytest.mark.parametrize(("version", "title"), COUNTED)
def test_counts_are_those_of_their_version(version: str, title: str) -> None:
    assert count(title, version=version) == PUBLISHED.find(version).perft[title]


def test_every_version_but_the_newest_names_its_data() -> None:
    assert all(each.data for each in PUBLISHED.versions[:-1])
    newest = PUBLISHED.newest.data or data_digests()
    assert newest == data_digests(), "a data file has changed: list a new version"
    assert set(FIRST.perft) == set(POSITIONS)


def test_a_published_entry_is_never_changed() -> None:
    """What differs from an entry is named; what has no entry yet is none of it."""
    version = Version("1.5", (), {"a.csv": "1"}, {"one": "2"}, {"p": {"legal": {"count": 1, "digest": "x"}}})
    same = {"data": version.data, "golden": {"one": "2", "new": "3"}, "perft": version.perft}
    assert not list(versions.differences(version, same))
    for table, name in (("data", "a.csv"), ("golden", "one"), ("perft", "p")):
        found = list(versions.differences(version, {**same, table: {name: "other"}}))
        assert len(found) == 1
        assert found[0].startswith(f"1.5, {table}: {name}")


def test_writing_adds_what_is_new_and_keeps_the_rest(tmp_path: Path) -> None:
    whole = versions.FILE.read_text(encoding="utf-8") + "\n# a remark\n"
    erratum = '[[errata]]\nid = "e"\nclause = "1"\nbefore = "b"\nafter = "a"\nversion = "1.1"\n'
    blocks = {}
    for each in PUBLISHED.versions:
        now = {"data": each.data, "golden": {"new": "0"} if each is not FIRST else {}, "perft": each.perft}
        blocks[each.version] = versions.text_of(each, now)
    path = tmp_path / "versions.toml"
    body = whole.partition("[[errata]]")[0] + erratum
    path.write_text(versions.rewritten(body, blocks), encoding="utf-8")
    read = load_versions(path)
    assert read.errata[-1].id == "e"
    assert read.versions[0] == FIRST
    for was, now_ in zip(PUBLISHED.versions[1:], read.versions[1:], strict=True):
        assert now_.golden == {**was.golden, "new": "0"}
        assert msgspec.to_builtins(now_.perft) == msgspec.to_builtins(was.perft)
