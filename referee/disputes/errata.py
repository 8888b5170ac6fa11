"""The errata of a service: each ruleset has a stream of them; new games begin with the readings that hold."""

from collections.abc import Mapping
from threading import Lock
from typing import Any

import msgspec

from ironclad.domain import games
from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, CommandReader
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.match.disputes.errata import (
    ERRATA_EVENTS,
    ErratumPublished,
    Published,
    PublishErratum,
    Source,
    WithdrawErratum,
    decide,
    folded,
)
from ironclad.domain.match.disputes.state import NO_DISPUTES
from ironclad.domain.match.events import EVENTS, CommandAccepted
from ironclad.domain.match.readings.terms import HOLDS
from ironclad.eventlog import request_bounds
from ironclad.eventlog.errors import NotFound, Unavailable, Unreadable, as_problems
from ironclad.eventlog.log import Fact, stream_of
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.rows import records
from ironclad.eventlog.store.rows import Answer
from ironclad.referee import request_limits
from ironclad.referee.open_games import OpenGames, Raced

ERRATA = "errata"
_READER = CommandReader((PublishErratum, WithdrawErratum))
_ATTEMPTS = 4


class Errata:
    """Publishes and withdraws errata, and says which readings new games begin with."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games = open_games
        self._known: dict[str, tuple[int, Published]] = {}
        self._mutex = Lock()

    def published(self, ruleset: str) -> Published:
        """The errata of a ruleset, as the log has them now. Raises NotFound."""
        return self._read(self._open_games.ruleset(ruleset).name)[1]

    def defaults(self, ruleset: Ruleset[Any]) -> dict[str, str]:
        """The options with which new games of a ruleset begin, where they name none."""
        found = self._read(ruleset.name)[1].defaults
        return {name: value for name, value in found.items() if name in ruleset.identity.options}

    def _read(self, ruleset: str) -> tuple[int, Published]:
        """The version of a ruleset's stream, and what it comes to."""
        stream, recorder = stream_of(ruleset, ERRATA), self._open_games.recorder
        last = recorder.last_version(stream) or 0
        with self._mutex:
            known = self._known.get(ruleset)
        if known is not None and known[0] == last:
            return known
        rows = recorder.rows(stream, 0, last)
        events = [
            ERRATA_EVENTS.decode(name, body) for name, body in rows if name.startswith(f"{ERRATA}.")
        ]
        found = last, folded(events)
        with self._mutex:
            self._known[ruleset] = found
        return found

    # -- requests

    @as_problems()
    def publish(
        self, ruleset: str, by: str, fields: Mapping[str, Any], *, id: str | None = None
    ) -> Receipt:
        """Publish an erratum, as an operator's account. Its case is that of the claim it comes from, if none
        is named. Raises NotFound, Unreadable, IdReused, Refused (`errata/…`).
        """
        given = {name: value for name, value in fields.items() if value is not None}
        return self._carry_out(ruleset, by, "publish_erratum", given, id)

    @as_problems()
    def withdraw(self, ruleset: str, by: str, erratum: str, why: str, *, id: str | None = None) -> Receipt:
        """Withdraw an erratum: games that began with it keep it. Raises as `publish`."""
        return self._carry_out(ruleset, by, "withdraw_erratum", {"erratum": erratum, "why": why}, id)

    def _carry_out(
        self, name: str, by: str, kind: str, fields: dict[str, Any], id: str | None
    ) -> Receipt:
        open_games, ruleset = self._open_games, self._open_games.ruleset(name)
        id = open_games.ids() if id is None else request_limits.text(id, "id", request_bounds.ID_LIMIT, 1)
        data = {"id": id, "by": by, "ruleset": ruleset.name, "ask": kind, **fields}
        whole, _ = request_limits.stored_form(data, "the request")
        digest = request_limits.digest_of("errata", whole)
        scope = f"{ruleset.name}/{by}"
        for _ in range(_ATTEMPTS):
            if (first := open_games.answered(scope, id, digest)) is not None:
                rows = first[2]
                return Receipt(ruleset.name, ERRATA, max(row[1] for row in rows), records(rows), True)
            version, state = self._read(ruleset.name)
            command = self._command(ruleset.name, kind, fields)
            events = decide(state, by, command, ruleset, _clauses(ruleset, command))
            for event in events:
                if isinstance(event, ErratumPublished):
                    _check_defaults(ruleset, event)
            accepted = CommandAccepted(
                "", id, digest.hex(), open_games.now(), msgspec.to_builtins(command), by
            )
            stream = stream_of(ruleset.name, ERRATA)
            facts = [Fact(stream, version + 1, EVENTS.family, accepted)]
            facts += [
                Fact(stream, version + 2 + number, ERRATA_EVENTS.family, event)
                for number, event in enumerate(events)
            ]
            try:
                rows = open_games.append(facts, Answer(scope, id, digest, ruleset.name, ERRATA))
            except Raced:
                continue
            return Receipt(ruleset.name, ERRATA, facts[-1].originator_version, records(rows), False)
        raise Unavailable("others published errata at the same time")

    def _command(self, ruleset: str, kind: str, fields: dict[str, Any]) -> Command:
        """The command; an erratum that names a claim and no case has the claim's. Raises Unreadable."""
        given = dict(fields)
        source = given.get("from")
        if kind == "publish_erratum" and source is not None:
            case = self._case_of(ruleset, source)
            given.setdefault("case", case)
        if kind == "publish_erratum":
            given.setdefault("case", "")
        try:
            return _READER.read({"type": kind, **given})
        except codec.Unreadable as wrong:
            raise Unreadable(str(wrong)) from wrong

    def _case_of(self, ruleset: str, source: Any) -> str:
        """The case of the claim that an erratum comes from, whose ruling it follows. Raises Refused."""
        try:
            found = msgspec.convert(source, Source)
        except msgspec.ValidationError as wrong:
            raise Unreadable(f"from: {wrong}") from wrong
        try:
            with self._open_games.game(found.game) as live:
                claim = (live.match.disputes or NO_DISPUTES).claims.get(found.claim)
                require(
                    live.ruleset.name == ruleset,
                    "errata/case",
                    f"the claim is of a game of {live.ruleset.name}, not of {ruleset}",
                )
        except NotFound as wrong:
            raise Refused("errata/case", f"there is no game {found.game[:40]!r}") from wrong
        if claim is None or claim.ruling is None:
            raise Refused("errata/case", "an erratum comes from a claim that was ruled on")
        return claim.made.case


def _clauses(ruleset: Ruleset[Any], command: Command) -> frozenset[str]:
    """The clauses of a ruleset's book; any, where it has no book here."""
    if ruleset.name not in games.names():
        return frozenset({getattr(command, "clause", "")})
    return frozenset(each.id for each in read_clauses(games.package_of(ruleset.name)))


def _check_defaults(ruleset: Ruleset[Any], event: ErratumPublished) -> None:
    """A reading is an option, or an erratum that the newest version has anyway. Raises Refused."""
    held = ruleset.identity.published.newest.errata
    for name, value in (event.reading or {}).items():
        fits = name in ruleset.identity.options or (name in held and value == HOLDS)
        wrong = f"no game begins with {name}={value}: errata of the build come with a version of the rules"
        require(fits, "errata/reading", wrong)
