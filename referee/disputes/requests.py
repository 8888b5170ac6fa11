"""What is asked in disputes, as the command of the match that it becomes.

A request is a command's type and its fields as plain data; what the service fills in is added here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.codec import Command, CommandReader
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import lots
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.events import Officials
from ironclad.domain.match.disputes.facts import Facts, GameFacts
from ironclad.domain.match.disputes.naming import named as named_by
from ironclad.domain.match.disputes.policy import Policy
from ironclad.domain.match.disputes.state import NO_DISPUTES
from ironclad.eventlog.errors import Unreadable
from ironclad.eventlog.records import AccountRecord
from ironclad.eventlog.store.connection import Connection
from ironclad.referee import request_limits
from ironclad.referee.disputes.panels import Panels
from ironclad.referee.disputes.people import Named, OfficialsOf
from ironclad.referee.open_games import OpenGame

Work = Callable[[Connection], object]
_READER = CommandReader(c.DISPUTE_COMMANDS)
OFFERED = frozenset(
    {
        *("make_claim", "answer_claim", "withdraw_claim", "add_evidence", "settle_claim", "take_claim"),
        *("declare_conflict", "rule_claim", "appeal_ruling", "name_panel", "vote_appeal", "penalise"),
        *("end_game", "lift_end", "annul", "rule_on_version", "order_chains", "vacate_seat"),
        *("open_fact", "stop_clocks", "start_clocks", "adjust_clock", "call_adjournment", "lift_flag"),
    }
)
"""The requests that this service takes, besides the naming of officials."""


class Asking(msgspec.Struct, frozen=True):
    """A request in a game as it is now: its command, and the accounts that new pseudonyms are of."""

    command: Command
    new: dict[str, AccountRecord] = {}
    also: Work | None = None


def read(kind: str, fields: Mapping[str, Any]) -> Command:
    """The command of a type with these fields. Raises Unreadable, TooMuch."""
    if kind not in OFFERED:
        raise Unreadable(f"this service takes no request {kind!r}")
    data, _ = request_limits.stored_form({"type": kind, **fields}, "the request")
    try:
        return _READER.read(data)
    except codec.Unreadable as wrong:
        raise Unreadable(str(wrong)) from wrong


def read_policy(given: Mapping[str, Any] | None) -> Policy:
    """The policy of a request. Raises Unreadable."""
    try:
        return msgspec.convert(dict(given or {}), Policy)
    except (msgspec.ValidationError, TypeError) as wrong:
        raise Unreadable(f"policy: {wrong}") from wrong


class Naming:
    """A request that names officials by their accounts: each gets a pseudonym of its own."""

    def __init__(self, officials: OfficialsOf, panels: Panels, ids: Callable[[], str]) -> None:
        self._officials, self._panels, self._ids = officials, panels, ids

    def check(self, named: Named, policy: Policy) -> None:
        """Check officials before there is a game. Raises NotFound, Refused."""
        accounts = self._officials.accounts(named)
        names = tuple(str(number) for number in range(len(accounts)))
        anchor = "0" * lots.LINK_DIGITS if policy.panel else ""
        people = self._officials.facts_of(dict(zip(names, accounts, strict=True)))
        command = c.NameOfficials(officials=_officials(names, named, policy, anchor))
        actor, facts = Actor("", "opener"), Facts(GameFacts("", ()), people=people)
        named_by(NO_DISPUTES, actor, command, 0, facts)

    def asking(self, live: OpenGame, actor: Actor, named: Named, policy: Policy) -> Asking:
        """The command for a game as it is now; a seat that asks for the same as another one has the same
        pseudonyms. Raises NotFound.
        """
        accounts = self._officials.accounts(named)
        known = self._asked_before(live, actor, accounts, named, policy)
        names = known or tuple(self._ids() for _ in accounts)
        command = c.NameOfficials(officials=self._of(live, names, named, policy))
        new = dict(zip(names, accounts, strict=True))
        return Asking(command, new, self._officials.tying(live.id, accounts, names))

    def _of(self, live: OpenGame, names: Sequence[str], named: Named, policy: Policy) -> Officials:
        anchor = self._panels.anchor(live.id, names[0]) if policy.panel else ""
        return _officials(names, named, policy, anchor)

    def _asked_before(
        self,
        live: OpenGame,
        actor: Actor,
        accounts: Sequence[AccountRecord],
        named: Named,
        policy: Policy,
    ) -> tuple[str, ...] | None:
        """The pseudonyms under which a seat asked for the same people and the same policy."""
        if actor.role != "seat":
            return None
        for asked in (live.match.disputes or NO_DISPUTES).asked.values():
            names = (asked.chief, *asked.deputies, *asked.assessors)
            shape = (len(asked.deputies), len(asked.assessors)) == (len(named.deputies), len(named.assessors))
            same = [self._officials.account(each) for each in names] == [each.account for each in accounts]
            if shape and same and asked.policy == policy:
                return names
        return None


def _officials(names: Sequence[str], named: Named, policy: Policy, anchor: str) -> Officials:
    """Officials under these pseudonyms: the chief's, the deputies', the assessors'."""
    last = 1 + len(named.deputies)
    return Officials(names[0], tuple(names[1:last]), tuple(names[last:]), {}, policy, "", anchor)
