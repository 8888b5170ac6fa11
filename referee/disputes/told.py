"""Facts of a game by which a dispute is decided, the same for the service and for its verifiers."""

from functools import cache

from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.match.disputes.facts import GameFacts
from ironclad.domain.match.state import COMPUTER, Match


@cache
def _clauses(ruleset: str) -> frozenset[str]:
    """The clauses of a ruleset's book; none for a ruleset that has no book here."""
    if ruleset not in games.names():
        return frozenset()
    return frozenset(each.id for each in read_clauses(games.package_of(ruleset)))


def clauses_of(ruleset: str, command: Command) -> frozenset[str]:
    """The clauses that a command may name: those of the book; any, where there is no book."""
    return _clauses(ruleset) or frozenset(getattr(command, "clauses", ()))


def game_facts(game: str, match: Match, head: int, command: Command) -> GameFacts:
    """The facts of a game whose line has its head at a version, for a command."""
    assert match.opened is not None
    clocks = match.clocks
    return GameFacts(
        game,
        match.opened.seats,
        match.current,
        head,
        frozenset(each for each in match.timelines if not match.is_what_if(each)),
        "" if match.ended is None else match.ended.how,
        match.hides,
        match.timed,
        clocks is not None and clocks.pause is not None,
        opened=bool(match.opened_key),
        computer=frozenset(seat for seat, player in match.players.items() if player == COMPUTER),
        free=frozenset(match.opened.seats) - match.players.keys(),
        clauses=clauses_of(match.opened.ruleset, command),
    )
