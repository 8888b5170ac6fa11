"""The versions of these rules and their errata (data/versions.toml).

A rule that was corrected asks `holds` and carries out the one reading or the other: games of an earlier
version are decided as they were.
"""

from collections.abc import Mapping
from functools import cache

from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.kernel.rulebook.errata import Versions, load_versions


@cache
def versions() -> Versions:
    """The published versions and their errata, read once."""
    return load_versions(DATA / "versions.toml")


_IDS = versions().ids


def move_rules(
    position: Position, version: str, errata: tuple[str, ...], readings: Mapping[str, str]
) -> None:
    """From here on the position is decided with these errata and readings; nothing else of it changes."""
    position.errata = errata
    position.options = {**position.options, **readings}


def holds(position: Position, id: str) -> bool:
    """Whether an erratum holds in the position. Raises KeyError for an id that is not listed."""
    if id not in _IDS:
        raise KeyError(f"versions.toml has no erratum {id!r}")
    return id in position.errata
