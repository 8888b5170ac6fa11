"""What the rules cost in process: deciding, evolving, a whole random game.

Ratios are shares of the raw limit: 1 is at the limit, whether the figure is a rate or a time.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from statistics import mean, median
from time import perf_counter
from typing import Any

import msgspec

from ironclad.api.cli.bench.record import Recorded, record
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.playout import play
from ironclad.domain.kernel.engine.ruleset import Ruleset

POSITIONS = 100
READINGS = ("supply", "zones", "economy")  # views that are asked for after a command, where there are any
LATE, LATE_POSITIONS = 10, 300  # from which turn on a position is a late one, and how many are asked


class Figure(msgspec.Struct, frozen=True):
    """One figure: `limit` is the raw limit measured in the same run, `against` says what that is."""

    name: str
    value: float
    unit: str
    limit: float
    ratio: float
    against: str


def rate(name: str, value: float, limit: float, unit: str, against: str) -> Figure:
    """A figure that is better when higher."""
    return Figure(name, round(value, 1), unit, round(limit, 1), round(value / limit, 3), against)


def time(name: str, value: float, limit: float, unit: str, against: str) -> Figure:
    """A figure that is better when lower."""
    return Figure(name, round(value, 4), unit, round(limit, 4), round(limit / value, 3), against)


def decide_and_play(ruleset: Ruleset[Any], recorded: Recorded, seed: int) -> Iterator[Figure]:
    """In process: decide/… commands a second over the recorded game, playout/… seconds for a random game with
    its choices, opponent/… the same where the computer plays every seat, legal/… milliseconds to list all
    that a seat may order, reach/… to tell how far one order could go, and `late_in_the_game`.
    """
    count = len(recorded.given)
    decided, evolved = count / _decide(ruleset, recorded), count / _evolve(ruleset, recorded)
    against = "copying the position and evolving the same events"
    yield rate(f"decide/{ruleset.name}", decided, evolved, "commands/s", against)
    started = perf_counter()
    play(ruleset, seed)
    seconds = perf_counter() - started
    against = "deciding the same commands without choosing them"
    yield time(f"playout/{ruleset.name}", seconds, _decide(ruleset, record(ruleset, seed)), "s", against)
    listing, checking, commands = _list(ruleset, recorded)
    against = f"checking the same commands, {commands:.0f} a position"
    yield time(f"legal/{ruleset.name}", listing * 1000, checking * 1000, "ms", against)
    yield from _opponent(ruleset, seed)
    yield from _reach(ruleset, recorded)
    yield from late_in_the_game(ruleset, recorded)
    yield from own_figures(ruleset, recorded)


def _opponent(ruleset: Ruleset[Any], seed: int) -> Iterator[Figure]:
    if ruleset.advice.opponent is None:
        return
    started = perf_counter()
    played = play(ruleset, seed, computer=ruleset.seats)
    seconds = perf_counter() - started
    position, evolvers = ruleset.rules.initial(played.begun), ruleset.rules.handlers.evolvers
    started = perf_counter()
    for event in played.events[1:]:
        evolvers[type(event)](position, event)
    against = f"evolving the events of the game ({played.commands:,} commands)"
    yield time(f"opponent/{ruleset.name}", seconds, perf_counter() - started, "s", against)


def _reach(ruleset: Ruleset[Any], recorded: Recorded) -> Iterator[Figure]:
    """The first order of a position that could go further than it says, in positions spread over a game."""
    if ruleset.advice.reach is None:
        return
    spent = []
    for given in recorded.given[:: max(1, len(recorded.given) // POSITIONS)]:
        for command in decider.legal(ruleset, given.before, given.seat):
            started = perf_counter()
            with suppress(Refused):
                decider.reached(ruleset, given.before, given.seat, command)
                spent.append((perf_counter() - started) * 1000)
                break
    if spent:
        copying = median(_milliseconds(given.before.copy) for given in recorded.given[-POSITIONS:])
        against = f"copying the position ({len(spent)} orders)"
        yield time(f"reach/{ruleset.name}", median(spent), copying, "ms", against)


def own_figures(ruleset: Ruleset[Any], recorded: Recorded, rounds: int = 3) -> Iterator[Figure]:
    """What the ruleset has measured beside all others, in milliseconds: the best of some rounds of each."""
    copying = median(_milliseconds(given.before.copy) for given in recorded.given[-POSITIONS:])
    for name, prepare in ruleset.advice.timed.items():
        spent = min(_milliseconds(prepare()) for _ in range(rounds))
        yield time(f"{name}/{ruleset.name}", spent, copying, "ms", "copying the position")


def late_in_the_game(ruleset: Ruleset[Any], recorded: Recorded) -> Iterator[Figure]:
    """At turn 10 and later: legal-late/… milliseconds to list the offers of the decision that has the most of
    them; supply/…, zones/… and economy/… to tell the supply of every force, the zones of both sides and their
    economy after a command, where the ruleset has such a view. Medians.
    """
    late = [given for given in recorded.given if given.turn >= LATE]
    late = late[:: max(1, len(late) // LATE_POSITIONS)]
    if not late:
        return
    copying = median(_milliseconds(given.before.copy) for given in late)
    listed: dict[str, list[tuple[float, int]]] = {}
    for given in late:
        kind = next(due.kind for due in ruleset.rules.due(given.before) if due.id == given.decision)
        started = perf_counter()
        offers = sum(1 for _ in decider.legal(ruleset, given.before, given.seat))
        listed.setdefault(kind, []).append(((perf_counter() - started) * 1000, offers))
    fullest = max(listed, key=lambda kind: (mean(offers for _, offers in listed[kind]), kind))
    spent, offered = zip(*listed[fullest], strict=True)
    against = f"copying the position ({len(spent)} lists of {fullest}, {median(offered):.0f} offers)"
    yield time(f"legal-late/{ruleset.name}", median(spent), copying, "ms", against)
    for name in READINGS:
        if (view := ruleset.show.views.get(name)) is not None:
            showing = median(_milliseconds(partial(view, given.before)) for given in late)
            against = f"copying the position (the view {name})"
            yield time(f"{name}/{ruleset.name}", showing, copying, "ms", against)


def _milliseconds(act: Callable[[], object]) -> float:
    started = perf_counter()
    act()
    return (perf_counter() - started) * 1000


def _decide(ruleset: Ruleset[Any], recorded: Recorded) -> float:
    position = ruleset.rules.initial(recorded.begun)
    started = perf_counter()
    for given in recorded.given:
        dice = ScriptedDice(given.faces)
        _, position = decider.execute(ruleset, position, given.seat, given.command, dice, given.decision)
    return perf_counter() - started


def _evolve(ruleset: Ruleset[Any], recorded: Recorded) -> float:
    position, evolvers = ruleset.rules.initial(recorded.begun), ruleset.rules.handlers.evolvers
    started = perf_counter()
    for given in recorded.given:
        position = position.copy()
        for event in given.events:
            evolvers[type(event)](position, event)
    return perf_counter() - started


def _list(ruleset: Ruleset[Any], recorded: Recorded) -> tuple[float, float, float]:
    """For positions spread over a game: seconds to list the offers, to check them again, and their number."""
    chosen = recorded.given[:: max(1, len(recorded.given) // POSITIONS)]
    listing, checking, commands = 0.0, 0.0, 0
    for given in chosen:
        started = perf_counter()
        offers = list(decider.legal(ruleset, given.before, given.seat))
        listed = perf_counter()
        for command in offers:
            decider.check(ruleset, given.before, given.seat, command)
        checking += perf_counter() - listed
        listing += listed - started
        commands += len(offers)
    return listing / len(chosen), checking / len(chosen), commands / len(chosen)
