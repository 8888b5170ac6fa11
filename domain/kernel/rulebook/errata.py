"""Versions of a ruleset and the errata between them.

A correction that changes events or legality is an erratum: the clause, the reading before and after it, and
the version that brings it. The old reading stays in the code, so that one build decides the games of every
published version. `data/versions.toml` of a ruleset lists its versions, oldest first, and its errata:

    [[versions]]
    version = "1.1"
    data = {}      # file name: SHA-256, as the first event of its games states them; {}: those of this build
    golden = {}    # golden game: SHA-256 of its stored events
    perft = {}     # position: {legal, one, two}, each {count, digest}

    [[errata]]
    id = "ferries-in-winter"
    clause = "5.3.3/2"
    before = "…"
    after = "…"
    version = "1.1"
    cases = ["5.3.3_ferries.yaml"]

A version has its own errata and those of all versions before it. The lists may grow; no entry changes.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.board.tables import ChartError, load_toml
from ironclad.domain.kernel.engine.codec import Unreadable


class Erratum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A corrected rule. `before` and `after` are sentences that say how the clause was and is carried out.

    `version` is the first version in which it holds; `cases` are the files of cases that show it.
    """

    id: str
    clause: str
    before: str
    after: str
    version: str
    cases: tuple[str, ...] = ()


class Version(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published version: the ids of the errata that hold in it, and what it is held to.

    `data` maps data files to their SHA-256 in hex, as first events state them; empty where the files of this
    build are those of the version. `golden` maps golden games to the SHA-256 of their stored events. `perft`
    maps positions to the counts and digests of the perft tests.
    """

    version: str
    errata: tuple[str, ...] = ()
    data: Mapping[str, str] = {}
    golden: Mapping[str, str] = {}
    perft: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}


class Versions(msgspec.Struct, frozen=True):
    """The published versions of a ruleset, oldest first, and every erratum, in the order of the file."""

    versions: tuple[Version, ...]
    errata: tuple[Erratum, ...] = ()

    @property
    def newest(self) -> Version:
        return self.versions[-1]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all errata."""
        return frozenset(each.id for each in self.errata)

    def find(self, version: str) -> Version:
        """The version of that name. Raises Unreadable."""
        for each in self.versions:
            if each.version == version:
                return each
        names = ", ".join(each.version for each in self.versions)
        raise Unreadable(f"there is no version {version!r} of these rules; there are {names}")

    def with_errata(self, ids: Sequence[str]) -> Version:
        """The newest version in which exactly these errata hold. Raises Unreadable, naming unknown ids."""
        self.require_known(ids)
        for each in reversed(self.versions):
            if set(each.errata) == set(ids):
                return each
        raise Unreadable(f"errata: no version has exactly {', '.join(ids)}")

    def of_document(self, document: Mapping[str, Any] | None, named: str = "") -> Version:
        """The version to open a game with: the one that is named, else that of the errata that a position
        document names, else the newest. Raises Unreadable where the two contradict each other.
        """
        brought = () if document is None else document.get("errata", ())
        if not isinstance(brought, (list, tuple)) or not all(isinstance(each, str) for each in brought):
            raise Unreadable("position: errata must be a list of ids")
        if not brought:
            return self.find(named) if named else self.newest
        played = self.with_errata(brought)
        if named and set(self.find(named).errata) != set(brought):
            raise Unreadable(f"version is {named}, but the position has the errata of {played.version}")
        return self.find(named) if named else played

    def require_known(self, ids: Sequence[str]) -> None:
        """Raises Unreadable for an id that names no erratum, and for one that is named twice."""
        if unknown := [each for each in ids if each not in self.ids]:
            raise Unreadable(f"errata: there is no erratum {', '.join(unknown)}")
        if len(set(ids)) != len(ids):
            raise Unreadable("errata: each is named once")

    def is_newer(self, version: str, than: str) -> bool:
        """Whether `version` was published after `than`. Raises Unreadable for an unknown one."""
        return self.versions.index(self.find(version)) > self.versions.index(self.find(than))


class _Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written: which errata hold in a version follows from their own versions."""

    versions: tuple[Version, ...]
    errata: tuple[Erratum, ...] = ()


def load_versions(path: Path) -> Versions:
    """Read a versions.toml. Raises ChartError, naming what is wrong with it."""
    try:
        listed = msgspec.convert(dict(load_toml(path).content), _Listed)
    except msgspec.ValidationError as wrong:
        raise ChartError(f"{path.name}: {wrong}") from wrong
    names = [each.version for each in listed.versions]
    if not names or len(set(names)) != len(names):
        raise ChartError(f"{path.name}: it lists one version or more, each once")
    if any(each.errata for each in listed.versions):
        raise ChartError(f"{path.name}: a version's errata are those that name it or a version before it")
    ids = [each.id for each in listed.errata]
    if len(set(ids)) != len(ids):
        raise ChartError(f"{path.name}: two errata have one id")
    for each in listed.errata:
        if each.version not in names[1:]:
            raise ChartError(f"{path.name}: erratum {each.id} needs a version after {names[0]}")
    versions = tuple(_with_errata(each, names, listed.errata) for each in listed.versions)
    return Versions(versions, listed.errata)


def _with_errata(version: Version, names: Sequence[str], errata: Sequence[Erratum]) -> Version:
    until = names.index(version.version)
    holding = tuple(each.id for each in errata if names.index(each.version) <= until)
    return msgspec.structs.replace(version, errata=holding)


def only(version: str) -> Versions:
    """A ruleset that has one version, and so no errata."""
    return Versions((Version(version),))
