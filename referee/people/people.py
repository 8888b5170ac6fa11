"""The people of a service: accounts, their tokens, who may read what, invitations, chat, remarks, trials."""

from collections.abc import Callable

from ironclad.eventlog.store.database import Database
from ironclad.referee.background import BackgroundWork
from ironclad.referee.people.access import Access
from ironclad.referee.people.accounts import Accounts
from ironclad.referee.people.chat import Chat
from ironclad.referee.people.invitations import Invitations
from ironclad.referee.people.passwords import Passwords
from ironclad.referee.people.privacy import Privacy
from ironclad.referee.people.remarks import Remarks
from ironclad.referee.people.second_factor import SecondFactors
from ironclad.referee.people.tokens import Tokens
from ironclad.referee.people.trials import Trials


class People:
    """All that is known of people, beside the log.

    `secret` is what tokens, and the key of second factors, are derived from, `now` gives the time in whole
    seconds since 1970, `ids` new pseudonyms.
    """

    def __init__(
        self,
        database: Database,
        background: BackgroundWork,
        secret: bytes,
        access: Access,
        now: Callable[[], int],
        ids: Callable[[], str],
    ) -> None:
        self.tokens = Tokens(database, secret, background, now, access)
        self.second_factors = SecondFactors(database, secret, now)
        self.accounts = Accounts(database, Passwords(access), self.tokens, self.second_factors, now, ids)
        self.privacy = Privacy(database)
        self.invitations = Invitations(database, self.tokens, now)
        self.chat = Chat(database, now, ids)
        self.remarks = Remarks(database, now, ids)
        self.trials = Trials(database, now)
