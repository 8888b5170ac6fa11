"""Moving a running game to another version of its rules, by agreement of both seats.

The first seat asks, the other seat carries it out by asking for the same. Pure: the position is that at the
head of the line that the game is on. Refusals name their rule as `rules/…`:
version · older · same · reading · asked · none · intent · decision.
"""

from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event, Unreadable
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import RulesMoved
from ironclad.domain.kernel.rulebook.errata import Version
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match.intents import waiting
from ironclad.domain.match.readings.terms import Asked, Terms, asked_terms
from ironclad.domain.match.state import Match, RulesAsk


def asked_or_moved(match: Match, seat: str, command: c.MoveRules) -> list[Event]:
    """The first seat's request waits; the other seat's carries it out. Raises Refused."""
    ask = match.rules_asked
    if ask is None:
        return [e.RulesAsked(seat, command.version, command.readings)]
    if (ask.version, ask.readings) != (command.version, command.readings):
        asks = f"{ask.seat} asks for {_words(ask)}"
        raise Refused("rules/asked", f"{asks}: ask for the same, or withdraw that request first")
    require(ask.seat != seat, "rules/asked", "you have asked for this already: the other seat has to agree")
    moved = e.RulesMoved(match.current, command.head + 1, command.version, command.readings, "agreement")
    return [moved]


def withdrawn(match: Match, seat: str, command: c.WithdrawRules) -> list[Event]:
    """The request that waits is withdrawn, or declined by the other seat. Raises Refused."""
    ask = match.rules_asked
    if ask is None:
        raise Refused("rules/none", "no change of the rules waits for an answer")
    return [e.RulesWithdrawn(ask.seat, seat)]


def require_movable(ruleset: Ruleset[Any], match: Match, position: Any, command: c.MoveRules) -> RulesMoved:
    """Check what the request would do to the game's current line. Raises Refused."""
    assert match.opened is not None
    version = _newer(ruleset, match, command)
    _check_readings(ruleset, command)
    for seat in match.opened.seats:
        bound = waiting(match, match.current, seat) is not None
        require(not bound, "rules/intent", f"{seat} has committed to a request on this line")
    now = terms_on(ruleset, match, match.current)
    errata = now.errata if version.version == now.version else version.errata
    ruled = RulesMoved(version.version, errata, command.readings)
    _require_same_decision(ruleset, match, position, ruled)
    return ruled


def terms_on(ruleset: Ruleset[Any], match: Match, line: str, at: int | None = None) -> Terms:
    """What the position at a version of a line (its head, unless named) is decided by.

    A version brings its errata. A reading that is an erratum is a change of them.
    """
    opened, published = match.opened, ruleset.identity.published
    assert opened is not None
    terms = Terms(opened.version, published.find(opened.version).errata, dict(opened.options))
    for move in match.moves_of(line, at):
        errata = terms.errata if move.version == terms.version else published.find(move.version).errata
        terms = asked_terms(ruleset, Terms(move.version, errata, terms.options), Asked(None, move.readings))
    return terms


def _newer(ruleset: Ruleset[Any], match: Match, command: c.MoveRules) -> Version:
    holds, known = match.rules_of(match.current), ruleset.identity.published
    movable = ruleset.rules.move_rules is not None
    require(movable, "rules/version", f"games of {ruleset.name} keep their version")
    try:
        version, now = known.find(command.version), known.find(holds)
    except Unreadable as wrong:
        raise Refused("rules/version", str(wrong)) from wrong
    older = known.is_newer(holds, than=version.version)
    require(not older, "rules/older", f"the game is played by {holds}, which is newer than {version.version}")
    readings = terms_on(ruleset, match, match.current).options
    changes = any(_reading(ruleset, readings, each) != value for each, value in command.readings.items())
    same = version == now and not changes
    require(not same, "rules/same", f"the game is played by version {holds} with these readings already")
    return version


def _reading(ruleset: Ruleset[Any], readings: dict[str, str], name: str) -> str | None:
    """The value of an option that holds: the one that was chosen, or the default; None for no option."""
    option = ruleset.identity.options.get(name)
    return readings.get(name, option.values[0]) if option is not None else None


def _check_readings(ruleset: Ruleset[Any], command: c.MoveRules) -> None:
    for name, value in command.readings.items():
        option = ruleset.identity.options.get(name)
        if option is None:
            raise Refused("rules/reading", f"{ruleset.name} has no option {name!r}")
        wrong = f"option {name} is one of {', '.join(option.values)}, not {value!r}"
        require(value in option.values, "rules/reading", wrong)
        require(option.movable, "rules/reading", f"option {name} is fixed when the game begins")


def _require_same_decision(
    ruleset: Ruleset[Any], match: Match, position: Any, ruled: RulesMoved
) -> None:
    """Check that the new version asks the same decision in this position. Raises Refused."""
    after = decider.evolve(ruleset, position.copy(), ruled)
    opened = match.opened
    assert opened is not None
    begun = GameBegun(
        ruleset.name,
        ruled.version,
        opened.scenario,
        {**terms_on(ruleset, match, match.current).options, **ruled.readings},
        {},
        ruleset.storage.to_document(after),
        errata=ruled.errata or msgspec.UNSET,
    )
    try:
        due = ruleset.rules.due(ruleset.rules.initial(begun))
    except Unreadable as wrong:
        raise Refused("rules/decision", f"{_OTHERWISE}: {wrong}") from wrong
    require(due == ruleset.rules.due(position), "rules/decision", f"{_OTHERWISE}: answer it first")


_OTHERWISE = "the decision that is due would be a different one in that version"


def _words(ask: RulesAsk) -> str:
    readings = "".join(f", {name} {value}" for name, value in ask.readings.items())
    return f"version {ask.version}{readings}"
