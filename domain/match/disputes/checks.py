"""What several decisions about disputes check. All raise Refused."""

from collections.abc import Collection, Iterable
from typing import Any

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.remedies import AnyRemedy, check_remedy
from ironclad.domain.match.disputes.state import Claim, Disputes, Phase

MOST_TEXT = 2_000
MOST_CLAUSES = 10


def text(said: str, rule: str, *, needed: bool = True) -> None:
    """A text that is kept for ever: plain, and not long."""
    require(bool(said.strip()) or not needed, rule, "say why in a sentence")
    require(len(said) <= MOST_TEXT, rule, f"a text has no more than {MOST_TEXT:,} characters")
    plain = all(each.isprintable() or each in "\n\t" for each in said)
    require(plain, rule, "a text is plain: no control characters")


def clauses(named: Collection[str], facts: Facts, *, needed: bool) -> None:
    """Clauses of the rulebook, each once."""
    require(named or not needed, "claim/clauses", "name the clause that it is about")
    few = len(named) <= MOST_CLAUSES and len(set(named)) == len(named)
    require(few, "claim/clauses", f"no more than {MOST_CLAUSES} clauses, each once")
    for clause in named:
        require(clause in facts.game.clauses, "claim/clause", f"the rulebook has no clause {clause[:40]!r}")


def the_claim(state: Disputes, number: int) -> Claim:
    """The claim of a number."""
    if (claim := state.claims.get(number)) is None:
        raise Refused("claim/none", f"the game has no claim {number}")
    return claim


def in_phase(state: Disputes, number: int, at: int, phases: Iterable[Phase]) -> Claim:
    """The claim, which has to be in one of these phases."""
    claim = the_claim(state, number)
    found, wanted = claim.phase(at), tuple(phases)
    require(found in wanted, "claim/state", f"claim {number} is {found}, not {' or '.join(wanted)}")
    return claim


def seat(actor: Actor, facts: Facts) -> None:
    """A seat of the game asks."""
    is_seat = actor.role == "seat" and actor.name in facts.game.seats
    require(is_seat, "claim/by", "this is for the seats of the game")


def director(state: Disputes, actor: Actor, facts: Facts) -> None:
    """The chief or a deputy asks, who has no conflict."""
    directs = actor.role == "official" and actor.name in state.directors
    require(directs, "ruling/by", "this is for the directors of the game")
    no_conflict(state, actor.name, facts)
    still = actor.name in facts.people.may_direct
    require(still, "ruling/by", "your account does not have the role director any more")


def no_conflict(state: Disputes, official: str, facts: Facts) -> None:
    """An official does not play in the game, nor against a player of it, and declared no conflict."""
    free = official not in state.conflicts | facts.people.sits
    require(
        free, "ruling/conflict", "you play in this game or against one of its players, or declared a conflict"
    )


def remedy(asked: AnyRemedy, facts: Facts) -> None:
    """A remedy that this game can have."""
    game = facts.game
    check_remedy(asked, game.seats, game.lines, tournament=game.tournament, timed=game.timed)


def nothing(*given: Any) -> None:
    """No check."""
