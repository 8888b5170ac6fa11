"""Who is an official of a game: accounts, each by a pseudonym of its own that the log knows."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.match.disputes.facts import PeopleFacts
from ironclad.domain.match.disputes.state import NO_DISPUTES
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.records import AccountRecord
from ironclad.eventlog.store.connection import Connection
from ironclad.referee.open_games import OpenGame
from ironclad.referee.people.people import People
from ironclad.referee.people.roles import RIGHTS, Right, Role


class Named(msgspec.Struct, frozen=True):
    """Officials by the names of their accounts."""

    chief: str
    deputies: tuple[str, ...] = ()
    assessors: tuple[str, ...] = ()

    @property
    def everybody(self) -> tuple[str, ...]:
        return (self.chief, *self.deputies, *self.assessors)


class OfficialsOf:
    """Looks up who the officials of games are, and ties new pseudonyms to accounts."""

    def __init__(self, people: People) -> None:
        self._accounts, self._privacy = people.accounts, people.privacy

    def accounts(self, named: Named) -> tuple[AccountRecord, ...]:
        """The accounts of these names, in order. Raises NotFound, Refused."""
        found = []
        for name in named.everybody:
            account = self._accounts.find(name)
            if account is None:
                raise NotFound(f"there is no account {name[:64]!r}")
            found.append(account)
        once = len({each.account for each in found}) == len(found)
        require(once, "officials/names", "each is chief, deputy or assessor, and only one of them")
        return tuple(found)

    def official_of(self, live: OpenGame, account: str) -> str | None:
        """The pseudonym of an account among the officials of a game."""
        everybody = (live.match.disputes or NO_DISPUTES).everybody
        held = self._accounts.held_by(account, everybody) if everybody else set()
        return next((each for each in everybody if each in held), None)

    def account(self, pseudonym: str) -> str | None:
        """The account that a pseudonym is of, if any."""
        return self._accounts.owner(pseudonym)

    def tying(
        self, game: str, accounts: Iterable[AccountRecord], pseudonyms: Sequence[str]
    ) -> Callable[[Connection], None]:
        """The work that keeps whose these pseudonyms are, for the transaction that names them.

        Officials of a private game may read it.
        """
        works = []
        for account, pseudonym in zip(accounts, pseudonyms, strict=True):
            works.append(self._accounts.seating(pseudonym, account.name, account.account))
            works.append(self._privacy.seating(game, account.account))

        def keep(connection: Connection) -> None:
            for work in works:
                work(connection)

        return keep

    def facts_of(self, new: dict[str, AccountRecord]) -> PeopleFacts:
        """Who of those that are being named may direct, before there is a game."""
        return PeopleFacts(may_direct=frozenset(name for name, each in new.items() if _directs(each)))

    def facts(self, live: OpenGame, new: dict[str, AccountRecord]) -> PeopleFacts:
        """Who plays, who may direct, and whether all officials are gone; `new` are being named now."""
        everybody = (live.match.disputes or NO_DISPUTES).everybody
        accounts = {each: self._account_of(each) for each in everybody} | {**new}
        players = {self._accounts.owner(player) for player in live.match.players.values()} - {None}
        sits = {name for name, account in accounts.items() if account and account.account in players}
        directs = {name for name, account in accounts.items() if account and _directs(account)}
        officials = live.match.disputes.officials if live.match.disputes is not None else None
        there = set(everybody) - sits - (live.match.disputes or NO_DISPUTES).conflicts
        gone = officials is not None and not any(_is_there(accounts[each]) for each in there)
        return PeopleFacts(frozenset(sits), frozenset(directs), gone)

    def _account_of(self, pseudonym: str) -> AccountRecord | None:
        owner = self._accounts.owner(pseudonym)
        try:
            return None if owner is None else self._accounts.get(owner)
        except NotFound:
            return None


def _directs(account: AccountRecord) -> bool:
    return not account.disabled and Right.RULE in RIGHTS[Role(account.role)]


def _is_there(account: AccountRecord | None) -> bool:
    return account is not None and not account.disabled
