"""The course of a recorded game, read from its bundle: what can be decided again by other readings.

The bundle is held to its own outline and order while it is read; that it is the log's, and that its dice are
fair, is what `verify` says.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import UnknownName, Unreadable
from ironclad.domain.kernel.engine.dice import Roll
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RULINGS
from ironclad.domain.match.events import (
    COMMAND_ACCEPTED,
    EVENTS,
    OF_NO_RULES,
    CommandAccepted,
)
from ironclad.domain.match.readings.course import Course, Given, LoggedEvent, Place, Ruled, Step, split
from ironclad.domain.match.readings.terms import Lacking
from ironclad.domain.match.state import Match, evolve
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.seals import SealCheck, opened
from ironclad.eventlog.log import MATCH
from ironclad.referee.proof.verifying import appends


def read_record(path: Path) -> "Recorded":
    """The game of a bundle.

    Raises OSError, BundleFault, and UnknownName or Unreadable for a record that cannot be read.
    """
    with path.open("rb") as file:
        return Recorded(BundleReader(file))


class Recorded:
    """All events of a bundle, with nothing sealed in them where the game's seal was opened.

    `ruleset` is the name of its rules, `version` each version of them that its line was played by.
    """

    def __init__(self, reader: BundleReader) -> None:
        self.game, self._blobs = reader.header.game, reader.blobs
        self._match, self._rolls = Match(), tuple[Roll, ...]()
        self._lines = dict[str, list[Stored]]()
        seals, every = SealCheck(), list[list[Stored]]()
        for append in appends(reader.events()):
            seals.take(append)
            every.append(append)
        self._waits = seals.waits
        for append in every:
            for event in opened(seals.seal, append, seals.is_signed):
                self._take(event)
        if self._match.opened is None:
            raise Unreadable("no game was opened in it")
        self.ruleset = self._match.opened.ruleset
        moves = (move.version for move in self._match.moves_of(self._match.current))
        self.version = ", then ".join(dict.fromkeys([self._match.opened.version, *moves]))

    def _take(self, event: Stored) -> None:
        line = event.stream.partition("/")[2]
        if line != MATCH:
            self._lines.setdefault(line, []).append(event)
            return
        logged = EVENTS.decode(event.name, bytes(event.body))
        evolve(self._match, logged)
        if isinstance(logged, CommandAccepted) and event.version == 1:
            self._rolls = logged.rolls

    def course(self, ruleset: Ruleset[Any]) -> Course:
        """The course by the rules of the game's name.

        Raises Lacking where the game hides what is not opened yet, UnknownName, Unreadable.
        """
        if self._waits:
            raise Lacking("the end of the game: it hides what is not opened yet")
        before, steps = steps_of(self._of_course())
        begun, opening = split(ruleset, before)
        ended = self._match.ended is not None and self._match.ended.how == "rules"
        begun = with_document(begun, self._blobs.get)
        return Course(self.game, begun, self._rolls, opening, tuple(steps), ended)

    def _of_course(self) -> list[Stored]:
        """The events that make the position at the head of the game's line."""
        line, found = self._match.current, list[Stored]()
        own = self._lines.get(line, [])
        head = own[-1].version if own else self._match.timelines[line].at
        for name, after, upto in self._match.course(line, head):
            found += [each for each in self._lines.get(name, []) if after < each.version <= upto]
        return found


def steps_of(events: Sequence[Stored]) -> tuple[list[LoggedEvent], list[Step]]:
    """What a line begins with, and its steps, from its events in order."""
    first, steps = list[LoggedEvent](), list[Step]()
    given: Given | None = None
    caused = list[LoggedEvent]()

    def close() -> None:
        if given is not None:
            steps.append(msgspec.structs.replace(given, events=tuple(caused)))
            caused.clear()

    for event in events:
        at = Place(event.stream.partition("/")[2], event.version)
        logged = LoggedEvent(at, event.name, bytes(event.body))
        if event.name == COMMAND_ACCEPTED:
            close()
            given = _given(logged)
        elif event.name in OF_NO_RULES:
            continue
        elif event.name.partition(".")[0] == RULINGS.family:
            close()
            given = None
            steps.append(Ruled(logged))
        elif given is None:
            first.append(logged)
        else:
            caused.append(logged)
    close()
    return first, steps


def _given(logged: LoggedEvent) -> Given:
    accepted = EVENTS.decode(logged.name, logged.body)
    assert isinstance(accepted, CommandAccepted)
    return Given(
        logged.at,
        accepted.seat,
        accepted.command,
        accepted.decision,
        accepted.rolls,
        (),
        None if accepted.committed is msgspec.UNSET else accepted.committed,
        None if accepted.instead is msgspec.UNSET else accepted.instead,
    )


def with_document(begun: GameBegun, blob: Callable[[str], bytes | None]) -> GameBegun:
    """The first event with the position document in it that is kept beside the events, by its SHA-256."""
    if begun.position is None or begun.position.keys() != {"blob"}:
        return begun
    if (body := blob(str(begun.position["blob"]))) is None:
        raise UnknownName("the document that the game was opened from is not in the bundle")
    return msgspec.structs.replace(begun, position=msgspec.json.decode(body))
