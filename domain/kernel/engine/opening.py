"""How a game begins: what every ruleset checks before its first event, and the first decision after it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import GameBegun, Option
from ironclad.domain.kernel.engine.resolution import PositionLike, Resolution
from ironclad.domain.kernel.rulebook.errata import Versions

P = TypeVar("P", bound=PositionLike)


@dataclass(frozen=True)
class Opening:
    """What a game of a ruleset may begin with.

    `digests` gives the SHA-256 of each data file. `from_positions` are further scenarios, which begin from a
    position document alone. `largest` is the most bytes of such a document: the first event must fit a log
    leaf.
    """

    name: str
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    versions: Versions
    digests: Callable[[], Mapping[str, str]]
    from_positions: frozenset[str] = frozenset()
    largest: int = 60_000

    def begun(
        self,
        scenario: str,
        options: Mapping[str, str],
        document: Mapping[str, Any] | None = None,
        version: str = "",
    ) -> GameBegun:
        """The first event of a game, of the newest version unless one is named; its errata hold.

        A document that names errata opens a game of the version that has them. The position is not read
        here. Raises Unreadable for an unknown scenario, option or version, and for a document too large.
        """
        if scenario not in self.scenarios and (scenario not in self.from_positions or document is None):
            raise Unreadable(f"{self.name} has no scenario {scenario!r}; it has {', '.join(self.scenarios)}")
        chosen = _with_options_of(document, options)
        for name, value in chosen.items():
            if name not in self.options:
                raise Unreadable(f"{self.name} has no option {name!r}")
            if value not in self.options[name].values:
                known = ", ".join(self.options[name].values)
                raise Unreadable(f"option {name} is one of {known}, not {value!r}")
        opened = self.versions.of_document(document, version)
        if document is not None and len(msgspec.json.encode(document)) > self.largest:
            raise Unreadable(f"a position document may hold {self.largest} bytes at most")
        return GameBegun(
            ruleset=self.name,
            version=opened.version,
            scenario=scenario,
            options=chosen,
            digests=dict(opened.data) or dict(self.digests()),
            position=None if document is None else dict(document),
            errata=opened.errata or msgspec.UNSET,
        )


def _with_options_of(document: Mapping[str, Any] | None, options: Mapping[str, str]) -> dict[str, str]:
    """The options asked for on top of those that a position document brings; they may not contradict."""
    brought = {} if document is None else document.get("options", {})
    if not isinstance(brought, Mapping):
        raise Unreadable("position: options must be an object")
    for name, value in options.items():
        if brought.get(name, value) != value:
            raise Unreadable(f"option {name} is {value}, but the position was played with {brought[name]}")
    return {**brought, **options}


def open_decision(position: P, handlers: Handlers[P], proceed: Callable[[Resolution[P]], None]) -> None:
    """Carry out what follows of itself up to the first decision; a position in which one is open keeps it.

    Raises Unreadable where a roll comes first: a game that begins has no dice yet.
    """
    try:
        proceed(Resolution(position, NoDice(), handlers.evolvers))
    except RollNeeded as rolled:
        raise Unreadable(f"a game cannot start right before a roll ({rolled}); start before that") from rolled
