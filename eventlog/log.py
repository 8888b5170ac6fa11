"""The log as an application of the `eventsourcing` library, with closed names instead of import paths."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    Mapper,
    MapperDeserialisationError,
    ProcessRecorder,
    StoredEvent,
    Transcoder,
)

from ironclad.domain.kernel.engine.codec import Event, Registry, UnknownName, Unreadable, canonical
from ironclad.eventlog.store import persistence_module
from ironclad.eventlog.store.append import Append
from ironclad.eventlog.store.leaf import leaf
from ironclad.eventlog.store.recorders import (
    Row,
    StoreAggregateRecorder,
    StoreFactory,
    StoreProcessRecorder,
    event_row,
)
from ironclad.eventlog.store.rows import Answer

Families = Callable[[str], Registry]
"""The registry of a family of events; raises UnknownName for a family that this build does not know."""


class Fact(msgspec.Struct, frozen=True):
    """An event in its place: its stream (`originator_id`), its version there, the family that names it."""

    originator_id: str
    originator_version: int
    family: str
    event: Event


class CanonicalTranscoder(Transcoder):
    """Canonical JSON (the library's own writes tuples as lists unsorted, and NaN)."""

    def encode(self, obj: Any) -> bytes:
        return canonical(obj)

    def decode(self, data: bytes) -> Any:
        return msgspec.json.decode(data)


class ClosedNamesMapper(Mapper[str]):
    """Stores events under the names of our registries, and looks a name up nowhere else."""

    def __init__(self, families: Families) -> None:
        super().__init__(CanonicalTranscoder())
        self.families = families

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        fact = cast(Fact, domain_event)
        name, body = self.families(fact.family).encode(fact.event)
        return StoredEvent(fact.originator_id, fact.originator_version, name, body)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        family = stored_event.topic.partition(".")[0]
        try:
            event = self.families(family).decode(stored_event.topic, stored_event.state)
        except (UnknownName, Unreadable) as wrong:
            raise MapperDeserialisationError(str(wrong)) from wrong
        fact = Fact(str(stored_event.originator_id), stored_event.originator_version, family, event)
        return cast(DomainEventProtocol[str], fact)


class LogBook(Application[str]):
    """The log at a store URL."""

    name = "ironclad"

    def __init__(self, url: str, families: Families) -> None:
        self.families = families
        self._identity: str | None = None
        super().__init__({"PERSISTENCE_MODULE": persistence_module(url), StoreFactory.IRONCLAD_LOG: url})
        assert isinstance(self.factory, StoreFactory)
        self.database = self.factory.database
        self.process_recorder = cast(StoreProcessRecorder, self.recorder)
        try:
            self.kept_positions = cast(StoreAggregateRecorder, self.factory.aggregate_recorder("positions"))
        except BaseException:
            self.close()
            raise

    def identity(self) -> str | None:
        """A name of this log and no other: from the hash of its first event, None while it has none."""
        if self._identity is None and (first := self.process_recorder.appended(1, 1)):
            self._identity = leaf(*first[0][:4]).hex()[:32]
        return self._identity

    def construct_mapper(self) -> Mapper[str]:
        return ClosedNamesMapper(self.families)

    def construct_recorder(self) -> ProcessRecorder:
        return self.factory.process_recorder()

    def append(
        self,
        facts: list[Fact],
        answer: Answer | None = None,
        also: Callable[[Any], object] | None = None,
        standing: Sequence[tuple[str, int]] = (),
    ) -> list[Row]:
        """Append facts in one durable transaction; their rows, as the log gives them from then on.

        `also` works in the transaction too, outside the log. `standing` are streams, with the versions that
        they must still have for the facts to be right. Raises the library's IntegrityError where one has
        moved on, or a version or an answer's id is taken; DataError for an event that is too large.
        """
        rows = []
        for fact in facts:
            name, body = self.families(fact.family).encode(fact.event)
            rows.append(event_row(fact.originator_id, fact.originator_version, name, body))
        places = self.process_recorder.append(Append(rows, answer, standing, also=also))
        return [(*row[:4], place) for row, place in zip(rows, places, strict=True)]


def stream_of(game: str, timeline: str) -> str:
    """The stream of a game's timeline."""
    return f"{game}/{timeline}"


MATCH = "match"
"""The name of a match's stream within its game: no timeline can be named so."""


def match_stream(game: str) -> str:
    """The stream of a game's match."""
    return f"{game}/{MATCH}"
