"""What disputes cost late in a long game: a claim with its case, the costs of all remedies, counterfactuals;
and the desk of a director for whom 200 claims wait.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from ironclad.api.cli.bench.play import Figure, time
from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.costs import EVERYBODY
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.events import COMMAND_ACCEPTED, CommandAccepted
from ironclad.domain.match.readings.terms import Asked, Lacking, asked_terms
from ironclad.eventlog.log import stream_of
from ironclad.referee.disputes.people import Named
from ironclad.referee.people.access import Access
from ironclad.referee.people.roles import Role

CLAIMS = 5
COUNTERFACTUALS = 40
WAITING = 200
DIRECTOR, PASSWORD = "bench director", "a long password of the benchmark"
STANDS = {"type": "let_stand"}
CHEAP = Access(passes=1, memory_kibibytes=64, lanes=1)


def figures(referee: Service, ruleset: Ruleset[Any], game: str) -> Iterator[Figure]:
    """claim, costs and counterfactual, in milliseconds, at the head of a long game; each the slowest."""
    timeline, head = referee.queries.head(game)
    decoding = _decoding(referee, stream_of(game, timeline), head)
    against = f"reading the game's {head:,} events and decoding them as bare JSON (the slowest)"
    rolled = _rolled(referee, game, timeline, head)
    if not rolled:
        return
    spent = list(_claims(referee, ruleset, game, timeline, rolled))
    yield time(f"claim/{ruleset.name}", max(claim for claim, _ in spent), decoding, "ms", against)
    yield time(f"costs/{ruleset.name}", max(costs for _, costs in spent), decoding, "ms", against)
    if (reading := _reading(referee, ruleset, game, timeline, rolled)) is None:
        return
    times = []
    for version in rolled[-COUNTERFACTUALS:]:
        started = perf_counter()
        with suppress(Refused):
            referee.claims.counterfactual(game, timeline, version, reading, None)
            times.append(perf_counter() - started)
    if times:
        yield time(f"counterfactual/{ruleset.name}", max(times) * 1000, decoding, "ms", against)


def _claims(
    referee: Service, ruleset: Ruleset[Any], game: str, timeline: str, rolled: list[int]
) -> Iterator[tuple[float, float]]:
    """Milliseconds of a claim with its case, and of the costs of all remedies that it may have."""
    seat = ruleset.seats[0]
    for version in rolled[-CLAIMS:]:
        about = {"timeline": timeline, "version": version}
        fields = {"about": about, "kind": "conduct", "clauses": [], "says": "Measured.", "asks": STANDS}
        started = perf_counter()
        receipt = referee.disputes.ask(game, Actor(seat, "seat"), "make_claim", fields)
        filed = perf_counter() - started
        number = next(each.data["claim"] for each in receipt.events if each.type == "claim_made")
        remedies: list[object] = [
            STANDS,
            {"type": "result", "winner": seat},
            {"type": "replay"},
            {"type": "rewind", "timeline": timeline, "at": version - 1},
            {"type": "same_faces", "timeline": timeline, "version": version, "reading": {"none": "holds"}},
            {"type": "correct", "timeline": timeline, "set": {"turn": 1}},
        ]
        started = perf_counter()
        referee.claims.costs(game, number, remedies, EVERYBODY)
        yield filed * 1000, (perf_counter() - started) * 1000
        referee.disputes.ask(game, Actor(seat, "seat"), "withdraw_claim", {"claim": number})


def _rolled(referee: Service, game: str, timeline: str, head: int) -> list[int]:
    """The versions of the commands of a line that rolled dice."""
    rows = referee.log.process_recorder.rows(stream_of(game, timeline), 0, head)
    accepted = [(version, body) for version, (name, body) in enumerate(rows, 1) if name == COMMAND_ACCEPTED]
    read = msgspec.json.Decoder(CommandAccepted).decode
    return [version for version, body in accepted if read(body).rolls]


def _reading(
    referee: Service, ruleset: Ruleset[Any], game: str, timeline: str, rolled: list[int]
) -> dict[str, str] | None:
    """A reading under which a command of the game can be decided again; None where there is none."""
    options = [(name, value) for name, of in ruleset.identity.options.items() for value in of.values]
    errata = [(each.id, word) for each in ruleset.identity.published.errata for word in ("holds", "not")]
    with referee.open_games.game(game) as live:
        own = referee.disputes.situations.terms(live, timeline, rolled[-1])
    for name, value in (*options, *errata):
        with suppress(Refused, Lacking):
            asked_terms(ruleset, own, Asked(None, {name: value}))
            referee.claims.counterfactual(game, timeline, rolled[-1], {name: value}, None)
            return {name: value}
    return None


def _decoding(referee: Service, stream: str, head: int) -> float:
    decode = msgspec.json.Decoder().decode
    started = perf_counter()
    for _, body in referee.log.process_recorder.rows(stream, 0, head):
        decode(body)
    return (perf_counter() - started) * 1000


def desk(place: Path, ruleset: Ruleset[Any]) -> Iterator[Figure]:
    """desk/200: milliseconds of a desk on which 200 claims wait, in as many games; first and then again."""
    numbers = count(1)
    with Service(
        f"sqlite:///{place / 'desk.db'}", {ruleset.name: ruleset}, ServiceSettings(access=CHEAP)
    ) as referee:
        director = referee.people.accounts.add(DIRECTOR, PASSWORD, Role.DIRECTOR).account
        seat = Actor(ruleset.seats[0], "seat")
        for _ in range(WAITING):
            game = referee.opening.open_game(ruleset.name, next(iter(ruleset.identity.scenarios))).id
            opener = Actor("bench", "opener")
            referee.disputes.name_officials(game, opener, Named(DIRECTOR), Policy(), id=f"n{next(numbers)}")
            about = {"timeline": "main", "version": 1}
            fields = {"about": about, "kind": "conduct", "clauses": [], "says": "Measured.", "asks": STANDS}
            referee.disputes.ask(game, seat, "make_claim", fields)
        referee.desk.desk(director, WAITING)
        times = []
        for _ in range(7):
            started = perf_counter()
            found = referee.desk.desk(director, WAITING)
            times.append(perf_counter() - started)
        against = "writing the same desk as JSON"
        started = perf_counter()
        msgspec.json.encode(found)
        writing = (perf_counter() - started) * 1000
        yield time(f"desk/{len(found.items)}", median(times) * 1000, writing, "ms", against)
