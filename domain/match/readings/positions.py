"""Two positions of one game that are decided by different terms: whether they are the same, how they differ.

The terms are in a position too; that they differ is no difference between what happened.
"""

from itertools import islice
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.engine.ruling import members_of
from ironclad.domain.kernel.odds.odds import NoOdds, Question, TooManyWays, odds, up_to
from ironclad.domain.kernel.odds.odds_model import Forecast
from ironclad.domain.kernel.sight import NotKnown
from ironclad.domain.kernel.telling.paths import differences
from ironclad.domain.match.readings.course import Given
from ironclad.domain.match.readings.terms import Terms, begun_by

MOST_DIFFERENCES = 100
MOST_TRIALS = 2_000
"""Trials of a stage or a command in the odds of one battle, beside a difference."""
USUAL_MEMBERS = frozenset({"options", "errata"})


class Differing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A difference between what happened (`was`) and what would have happened.

    In the ruleset's words `text` says it, `group` and `places` say where; else `path` is that of the
    position's document.
    """

    text: str = ""
    group: str = ""
    places: tuple[str, ...] = ()
    path: str = ""
    was: Any = None
    would: Any = None


class BothOdds(msgspec.Struct, frozen=True):
    """The exact odds of a battle, as it was decided and as it would be; None where there are none."""

    was: Forecast | None
    would: Forecast | None


class Beside:
    """Compares positions of one game under two terms."""

    def __init__(self, ruleset: Ruleset[Any], begun: GameBegun, own: Terms, other: Terms) -> None:
        self._ruleset, self._begun = ruleset, begun
        self._aside = frozenset[str]() if own == other else members(ruleset, begun, own, other)

    def with_terms(self, own: Terms, other: Terms) -> None:
        """The terms differ in this too from here on."""
        if own != other:
            self._aside |= members(self._ruleset, self._begun, own, other)

    def same(self, one: Any, other: Any) -> bool:
        """Whether two positions are the same but for the terms in them."""
        if one is other:
            return True
        return all(
            getattr(one, name) == getattr(other, name) for name in members_of(one) if name not in self._aside
        )

    def told(self, was: Any, would: Any) -> tuple[Differing, ...]:
        """How two positions differ: in the ruleset's words, then the paths that these do not tell of."""
        alike = was.copy()
        for name in self._aside:
            setattr(alike, name, getattr(would, name))
        found, silent = list[Differing](), frozenset[str]()
        if (compare := self._ruleset.show.compare) is not None:
            beside = compare(alike, would)
            silent = frozenset(beside.told)
            found += [
                Differing(each.text, each.group, each.places, "", each.a, each.b) for each in beside.changes
            ]
        to_document = self._ruleset.storage.to_document
        for each in differences(_plain(to_document(alike)), _plain(to_document(would))):
            if each.path.partition(".")[0] not in silent:
                found.append(Differing(path=each.path, was=each.a, would=each.b))
        return tuple(islice(found, MOST_DIFFERENCES))


def members(ruleset: Ruleset[Any], begun: GameBegun, own: Terms, other: Terms) -> frozenset[str]:
    """The members of a position in which terms are kept: they differ where one document is read by both."""
    try:
        document = ruleset.storage.to_document(ruleset.rules.initial(begun_by(begun, own)))
        whole = msgspec.structs.replace(begun, position=document)
        one, two = (ruleset.rules.initial(begun_by(whole, terms)) for terms in (own, other))
    except Unreadable:
        return USUAL_MEMBERS & frozenset(members_of(ruleset.rules.initial(begun)))
    return frozenset(name for name in members_of(one) if getattr(one, name) != getattr(two, name))


def _plain(document: Any) -> Any:
    """A document as JSON gives it back."""
    return msgspec.json.decode(msgspec.json.encode(document))


def both_odds(ruleset: Ruleset[Any], was: Any, would: Any, given: Given) -> BothOdds | None:
    """The odds of the battle that a command begins or continues, at both positions before it.

    None where there is no such battle, or the ruleset gives no odds.
    """
    found = BothOdds(_forecast(ruleset, was, given), _forecast(ruleset, would, given))
    return None if (found.was, found.would) == (None, None) else found


def _forecast(ruleset: Ruleset[Any], position: Any, given: Given) -> Forecast | None:
    if ruleset.advice.odds is None or given.instead is not None:
        return None
    command = ruleset.storage.commands.read(given.command)
    for question in (Question(given.seat, command, (), given.decision), Question()):
        try:
            return odds(ruleset, position, question, up_to(MOST_TRIALS)).forecast
        except (Refused, NoOdds, NotKnown):
            continue
        except TooManyWays:
            break
    return None
