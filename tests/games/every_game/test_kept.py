"""Golden games and counts of small positions: the build comes to what versions.toml says of every version."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ironclad.conformance.golden import log_digest
from ironclad.domain.kernel.rulebook.errata import Version, Versions, load_versions
from tests.games import versions
from tests.games.keeping import file_of, folder_of, kept, names

KEPT = {name: kept(name) for name in names()}
LOGS = [(name, log) for name, of in KEPT.items() for log in of.index()]
LISTED = [(name, log) for name, of in KEPT.items() for log in of.listed]
POSITIONS = [(name, title) for name, of in KEPT.items() for title in of.perfts]


def published(name: str) -> Versions:
    return KEPT[name].ruleset.identity.published


def counted() -> Iterator[tuple[str, str, str]]:
    for name in KEPT:
        for each in published(name).versions:
            yield from ((name, each.version, title) for title in each.perft)


@pytest.mark.parametrize("name", KEPT)
def test_every_golden_game_is_kept(name: str) -> None:
    of = KEPT[name]
    assert of.listed
    assert of.index().keys() >= of.listed.keys()
    logs = {path.name.removesuffix(".jsonl.xz") for path in (folder_of(name) / "logs").iterdir()}
    assert logs == of.index().keys()


@pytest.mark.parametrize(("name", "log"), LOGS)
def test_a_golden_game_replays_to_the_position_that_it_states(name: str, log: str) -> None:
    of = KEPT[name]
    assert of.entry(of.log(log)) == of.index()[log]


@pytest.mark.parametrize(("name", "log"), LISTED)
def test_a_golden_game_is_played_as_it_was(name: str, log: str) -> None:
    """Another game means that the rules, their dice or their events changed: see tests/games/versions.py."""
    of = KEPT[name]
    now, was = of.played(*of.listed[log]), of.log(log)
    for number, (played, before) in enumerate(zip(now, was, strict=True), 1):
        assert played == before, f"event {number} of {log}"


@pytest.mark.parametrize(("name", "log"), LOGS)
def test_golden_logs_have_the_digests_of_their_version(name: str, log: str) -> None:
    of = KEPT[name]
    version = published(name).find(of.index()[log].version)
    assert version.golden[log] == log_digest(of.log(log))


@pytest.mark.parametrize("name", KEPT)
def test_a_pinned_version_is_what_was_pinned(name: str) -> None:
    """The digest of its whole entry. Nothing that is said of a released version ever changes."""
    pinned = versions.pins()[name]
    first = published(name).versions[0]
    assert not first.errata
    assert first.version in pinned
    for version, pin in pinned.items():
        assert versions.entry_digest(published(name).find(version)) == pin.entry


@pytest.mark.parametrize("name", KEPT)
def test_every_version_but_the_newest_names_its_data(name: str) -> None:
    digests = KEPT[name].data_digests()
    assert all(each.data for each in published(name).versions[:-1])
    newest = published(name).newest.data or digests
    assert newest == digests, "a data file has changed: list a new version"


@pytest.mark.parametrize("name", KEPT)
def test_every_small_position_is_counted(name: str) -> None:
    of = KEPT[name]
    assert len(of.perfts) >= 10
    for each in (published(name).versions[0], published(name).newest):
        assert each.perft.keys() == of.perfts.keys()


@pytest.mark.parametrize(("name", "version", "title"), list(counted()))
def test_counts_are_those_of_their_version(name: str, version: str, title: str) -> None:
    assert KEPT[name].count(title, version) == published(name).find(version).perft[title]


@pytest.mark.parametrize(("name", "title"), POSITIONS)
@pytest.mark.full
def test_a_slow_counter_agrees(name: str, title: str) -> None:
    assert KEPT[name].count_slowly(title) == published(name).newest.perft[title]


def test_a_published_entry_is_never_changed() -> None:
    """What differs from an entry is named; what has no entry yet is none of it."""
    version = Version("1.5", (), {"a.csv": "1"}, {"one": "2"}, {"p": {"legal": {"count": 1, "digest": "x"}}})
    same = {"data": version.data, "golden": {"one": "2", "new": "3"}, "perft": version.perft}
    assert not list(versions.differences(version, same))
    for table, name in (("data", "a.csv"), ("golden", "one"), ("perft", "p")):
        found = list(versions.differences(version, {**same, table: {name: "other"}}))
        assert len(found) == 1
        assert found[0].startswith(f"1.5, {table}: {name}")


@pytest.mark.parametrize("name", KEPT)
def test_writing_adds_what_is_new_and_keeps_the_rest(name: str, tmp_path: Path) -> None:
    whole = file_of(name).read_text(encoding="utf-8")
    first, *later = published(name).versions
    erratum = '[[errata]]\nid = "e"\nclause = "1"\nbefore = "b"\nafter = "a"\nversion = "9.9"\n'
    nothing = {"data": {}, "golden": {}, "perft": {}}
    blocks = {first.version: versions.text_of(first, nothing)}
    for each in (*later, Version("9.9", data=first.data)):
        blocks[each.version] = versions.text_of(each, {**nothing, "golden": {"new": "0"}})
    path = tmp_path / "versions.toml"
    body = whole.partition("[[errata]]")[0] + erratum
    path.write_text(versions.rewritten(body, blocks), encoding="utf-8")
    read = load_versions(path)
    assert read.errata[-1].id == "e"
    assert read.versions[0] == first
    for was, now in zip(later, read.versions[1:], strict=False):
        assert now.golden == {**was.golden, "new": "0"}
        assert msgspec.to_builtins(now.perft) == msgspec.to_builtins(was.perft)
    assert read.newest.golden == {"new": "0"}


def test_the_entry_of_a_released_version_is_not_replaced() -> None:
    every = [(name, version, pin) for name, of in versions.pins().items() for version, pin in of.items()]
    released = [(name, version) for name, version, pin in every if pin.released]
    assert released
    for name, version in released:
        before = file_of(name).read_bytes()
        assert versions.main([name, "--recut", version]) == 1
        assert file_of(name).read_bytes() == before


def test_an_entry_that_is_not_released_is_cleared_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of a ruleset's files loses the entry and the golden logs of one version, and nothing else."""
    name = "american_civil_war"
    of, file, folder = KEPT[name], tmp_path / "versions.toml", tmp_path / "golden"
    file.write_bytes(file_of(name).read_bytes())
    for log in of.index():
        versions.write_log(folder, log, [])
    versions.write_index(folder, of.index())
    monkeypatch.setattr(versions, "file_of", lambda _: file)
    monkeypatch.setattr(versions, "folder_of", lambda _: folder)
    newest = published(name).newest.version
    versions.clear(name, newest)
    read = load_versions(file)
    assert read.newest == Version(newest, read.newest.errata)
    assert read.versions[:-1] == published(name).versions[:-1]
    assert read.errata == published(name).errata
    left = {log for log, entry in of.index().items() if entry.version != newest}
    assert {path.name.removesuffix(".jsonl.xz") for path in (folder / "logs").iterdir()} == left
    assert versions.read_index(folder).keys() == left
