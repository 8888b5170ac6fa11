"""The referee's door: whom a token belongs to, whose seats are whose, who may read what."""

from projections import asking
from projections.accounts import Accounts
from projections.core import Core
from projections.documents import Identity, Seated, Sitting
from projections.errors import NotFound, NotYourSeat, as_problems
from projections.tokens import Tokens


class Doorkeeper:
    """The referee's half that knows people."""

    _core: Core

    @property
    def accounts(self) -> Accounts:
        """The accounts, for whoever signs people in."""
        return self._core.accounts

    @property
    def tokens(self) -> Tokens:
        """The tokens of accounts."""
        return self._core.tokens

    def authenticate(self, token: str) -> Identity:
        """Whom the token belongs to. Raises NotSignedIn."""
        return self._core.tokens.whose(token)

    def seats_of(self, game: str, account: str) -> tuple[str, ...]:
        """The seats of a game that an account took, in the game's order. Raises NotFound."""
        with self._core.game(game) as live:
            players = live.match.players
            if not players:
                return ()
            held = self._core.accounts.held_by(account, list(players.values()))
            return tuple(seat for seat in live.ruleset.seats if players.get(seat) in held)

    @as_problems()
    def renew_seat(self, game: str, seat: str, presented: Identity) -> Seated:
        """A new token for a seat, asked for with a token of the seat or of its account.

        A seat's token that was shown is good for some minutes yet, should the answer be lost. Raises
        NotFound, NotYourSeat.
        """
        with self._core.game(game) as live:
            player = live.match.players.get(seat)
        if player is None:
            raise NotFound(f"nobody has taken the seat {seat!r}")
        account = self._core.accounts.owner(player)
        own = (presented.game, presented.seat, presented.player) == (game, seat, player)
        if not own and (presented.role is None or account is None or presented.account != account):
            raise NotYourSeat("the seat is not this token's")
        token, until = self._core.tokens.renew(Sitting(game, seat, player), account, presented)
        return Seated(game, seat, player, token, until)

    @as_problems()
    def erase_player(self, player: str) -> None:
        """Forget who a pseudonym was, and its tokens; the log keeps only the pseudonym. Raises NotFound."""
        if not self._core.accounts.erase_player(asking.known(player, "player")):
            raise NotFound(f"nothing is known of {player!r}")

    # -- private games

    def is_private(self, game: str) -> bool:
        """Whether only some may read a game. Raises NotFound."""
        if (known := self._core.privacy.known(game)) is not None:
            return known
        with self._core.game(game):
            return self._core.privacy.is_private(game)

    def may_read(self, game: str, account: str | None) -> bool:
        """Whether an account (none: anyone at all) may read a game. Raises NotFound."""
        if not self.is_private(game):
            return True
        return account is not None and self._core.privacy.is_reader(game, account)

    def is_host(self, game: str, account: str) -> bool:
        """Whether an account says who may read a game: it opened it, or sits in it. Raises NotFound."""
        return account == self._core.privacy.opener(game) or bool(self.seats_of(game, account))

    def readers(self, game: str) -> tuple[tuple[str, str], ...]:
        """The accounts that may read a private game, as (pseudonym, name). Raises NotFound."""
        self._only_private(game)
        return self._core.privacy.readers(game)

    def invite(self, game: str, name: str) -> None:
        """Let the account of a name read a private game. Raises NotFound."""
        self._only_private(game)
        self._core.privacy.invite(game, self._account(name))

    def dismiss(self, game: str, name: str) -> None:
        """Let an account no longer read a private game; a seat's always may. Raises NotFound, NotYourSeat."""
        self._only_private(game)
        account = self._account(name)
        if self.seats_of(game, account):
            raise NotYourSeat("who has a seat may read the game")
        self._core.privacy.dismiss(game, account)

    def _only_private(self, game: str) -> None:
        if not self.is_private(game):
            raise NotFound("the game is open to every reader: it has no list of them")

    def _account(self, name: str) -> str:
        found = self._core.accounts.find(name)
        if found is None:
            raise NotFound(f"there is no account {name!r}")
        return found.account
