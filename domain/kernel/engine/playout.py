"""Random legal play: games that choose among what is legal until they end (selfplay, benchmarks, tests).

Seats of `computer` are played by the ruleset's own opponent instead.

One seed fixes a whole game: its choices come from one generator and its dice from another, so a ruleset
that rolls more does not change who would have chosen what. `choices` takes the seed's choices alone: the dice
are those of the caller.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ironclad.domain.kernel.cases.matching import differences, plain
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, UnknownName, canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.records import Due, GameBegun, Outcome
from ironclad.domain.kernel.engine.ruleset import Ruleset

COMMAND_CAP = 200_000


class PlayFault(Exception):
    """Play that could not go on as it must: a fault of the ruleset, never of the player."""


class DeadEnd(PlayFault):
    """The game is not over, and nothing is due or a decision that is due has no legal command."""


class Endless(PlayFault):
    """The game went past its cap of commands."""


class BadOffer(PlayFault):
    """A command that the ruleset itself offered or sampled was refused."""


class Crash(PlayFault):
    """The ruleset raised what it never should; the cause is chained."""


@dataclass
class Step:
    """One command of a game: the position it was given on, the decision it answers, what came of it."""

    number: int
    before: Any
    due: Due
    command: Command
    events: list[Event]
    after: Any

    @property
    def seat(self) -> str:
        """The seat that gave the command."""
        return self.due.seat


@dataclass
class Playout:
    """A whole game: its first event, then every event in order, and where it ended."""

    seed: int
    begun: GameBegun
    position: Any
    outcome: Outcome | None = None
    commands: int = 0
    events: list[Event] = field(default_factory=list)


CarryOut = Callable[[Any, Due, Command], tuple[list[Event], Any]]
"""Carries out a command for a decision at a position: its events, and the position after them."""
OpenNow = Callable[[Any], Sequence[tuple[Due, Any]]]
"""From a position: the decisions to choose from, each with the position as its seat knows it."""


def steps(
    ruleset: Ruleset[Any],
    seed: int,
    begun: GameBegun,
    cap: int = COMMAND_CAP,
    computer: Collection[str] = (),
) -> Iterator[Step]:
    """Play on from the first event, command by command, to the end. Raises PlayFault."""
    dice = SeededDice(f"dice {seed}")

    def carry_out(position: Any, due: Due, command: Command) -> tuple[list[Event], Any]:
        return decider.execute(ruleset, position, due.seat, command, dice, due.id)

    return choices(ruleset, seed, ruleset.rules.initial(begun), carry_out, cap, computer)


def choices(
    ruleset: Ruleset[Any],
    seed: int,
    position: Any,
    carry_out: CarryOut,
    cap: int = COMMAND_CAP,
    computer: Collection[str] = (),
    open_now: OpenNow | None = None,
) -> Iterator[Step]:
    """Play on from a position to the end by the choices of a seed, with any dice. Raises PlayFault.

    `carry_out` raises Refused for a command that the rules do not allow. `open_now` is left out where the
    position is whole, and every decision that is due may be answered.
    """
    random, number = Random(f"choices {seed}"), 0
    while ruleset.rules.outcome(position) is None:
        if number == cap:
            raise Endless(f"no end after {cap} commands; {_owed(ruleset, position)}")
        number += 1
        asked = open_now(position) if open_now else [(due, position) for due in ruleset.rules.due(position)]
        due, command = _choose(ruleset, asked, random, number, computer)
        try:
            events, after = carry_out(position, due, command)
        except Refused as refused:
            about = _about(number, due.seat, command)
            raise BadOffer(f"{about} was offered and refused: {refused}") from refused
        except Exception as crash:  # a fault of any kind must name the command, or the seed alone is to go by
            about = _about(number, due.seat, command)
            raise Crash(f"{about}: {type(crash).__name__}: {crash}") from crash
        yield Step(number, position, due, command, events, after)
        position = after


def play(
    ruleset: Ruleset[Any],
    seed: int,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    cap: int = COMMAND_CAP,
    watch: Callable[[int, Any], None] | None = None,
    computer: Collection[str] = (),
    version: str = "",
) -> Playout:
    """Play a game to its end. `watch` is called with each command's number and the position after it.

    `version` is the version of the rules, "" the newest.

    Raises PlayFault when the game cannot go on or does not end within `cap` commands.
    """
    begun = ruleset.rules.begin(
        scenario or next(iter(ruleset.identity.scenarios)), options or {}, None, version
    )
    playout = Playout(seed, begun, ruleset.rules.initial(begun), events=[begun])
    for step in steps(ruleset, seed, begun, cap, computer):
        playout.events += step.events
        playout.commands, playout.position = step.number, step.after
        if watch is not None:
            watch(step.number, step.after)
    playout.outcome = ruleset.rules.outcome(playout.position)
    return playout


def _choose(
    ruleset: Ruleset[Any],
    asked: Sequence[tuple[Due, Any]],
    random: Random,
    number: int,
    computer: Collection[str],
) -> tuple[Due, Command]:
    """A random decision of those that are due, and a legal command for it, random or the opponent's."""
    if not asked:
        raise DeadEnd(f"at command {number} the game is not over and no decision is due")
    decision, position = random.choice(asked)
    owed = f"command {number}, where {decision.seat} owes {decision.kind} ({decision.rule})"
    try:
        choose = decider.opponent_command if decision.seat in computer else decider.sample
        return decision, choose(ruleset, position, decision, random)
    except (IndexError, StopIteration, Refused) as nothing:
        raise DeadEnd(f"{owed}: no legal command: {nothing}") from nothing
    except Exception as crash:
        raise Crash(f"{owed}: {type(crash).__name__}: {crash}") from crash


def _about(number: int, seat: str, command: Command) -> str:
    return f"command {number} of {seat}, {canonical(command).decode()},"


def _owed(ruleset: Ruleset[Any], position: Any) -> str:
    return (
        "; ".join(f"{each.seat} owes {each.kind}" for each in ruleset.rules.due(position)) or "nothing is due"
    )


def stored(ruleset: Ruleset[Any], events: list[Event]) -> list[tuple[str, bytes]]:
    """Topic and canonical body of each event: the log as it is stored. Raises Crash."""
    log: list[tuple[str, bytes]] = []
    for event in events:
        try:
            log.append(ruleset.storage.events.encode(event))
        except Exception as crash:  # what a ruleset puts into an event is its own fault, of whatever kind
            raise Crash(f"event {len(log) + 1} cannot be stored: {event}: {crash}") from crash
    return log


def rebuild(ruleset: Ruleset[Any], log: list[tuple[str, bytes]]) -> Any:
    """The position that a stored log comes to; the log opens with a GameBegun. Raises Crash, UnknownName."""
    decode, evolvers = ruleset.storage.events.decode, ruleset.rules.handlers.evolvers
    begun = decode(*log[0])
    if not isinstance(begun, GameBegun):
        raise PlayFault(f"a log opens with game_begun, this one with {log[0][0]}")
    position = ruleset.rules.initial(begun)
    for number, (topic, body) in enumerate(log[1:], 2):
        try:
            event = decode(topic, body)
            evolvers[type(event)](position, event)
        except UnknownName:
            raise
        except Exception as crash:
            raise Crash(f"event {number}, {topic}, does not replay: {crash}") from crash
    return position


def same_position(ruleset: Ruleset[Any], one: Any, other: Any) -> bool:
    """Whether two positions are written down alike, byte for byte."""
    return canonical(ruleset.storage.to_document(one)) == canonical(ruleset.storage.to_document(other))


def divergence(
    ruleset: Ruleset[Any], playout: Playout, cap: int = COMMAND_CAP, computer: Collection[str] = ()
) -> str:
    """Where the replay of a game first comes to another position than its play did."""
    replayed = ruleset.rules.initial(playout.begun)
    for step in steps(ruleset, playout.seed, playout.begun, cap, computer):
        for topic, body in stored(ruleset, step.events):
            replayed = decider.evolve(ruleset, replayed, ruleset.storage.events.decode(topic, body))
        played, again = (
            plain(ruleset.storage.to_document(step.after)),
            plain(ruleset.storage.to_document(replayed)),
        )
        if played != again:
            found = [*differences(played, again, "replayed"), *differences(again, played, "played")][:3]
            return f"{_about(step.number, step.seat, step.command)} replays differently: {'; '.join(found)}"
    return "the positions are written differently, and hold the same"
