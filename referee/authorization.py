"""Authorization: whom a token belongs to, whose seats are whose, who may read what."""

from ironclad.eventlog.errors import InvitationOver, NotFound, NotYourSeat, Refused, Unreadable, as_problems
from ironclad.eventlog.records import Identity, Seated, Sitting
from ironclad.referee import request_limits, signatures
from ironclad.referee.open_games import OpenGames
from ironclad.referee.people.invitations import (
    OVER,
    USUAL_DAYS,
    InvitationRecord,
    Invited,
    withdraw_watching,
)
from ironclad.referee.people.people import People
from ironclad.referee.seating import Opening

ENTRY_SECONDS = 300
"""How far the time under which a player enters a seat may be from the service's own."""


class Authorization:
    """Whom a token belongs to, which seats are whose, and who may read what."""

    def __init__(self, open_games: OpenGames, people: People, opening: Opening) -> None:
        self._open_games, self._people, self._opening = open_games, people, opening

    def authenticate(self, token: str) -> Identity:
        """Whom the token belongs to. Raises NotSignedIn."""
        return self._people.tokens.whose(token)

    def seats_of(self, game: str, account: str) -> tuple[str, ...]:
        """The seats of a game that an account took, in the game's order. Raises NotFound."""
        with self._open_games.game(game) as live:
            players = live.match.players
            if not players:
                return ()
            held = self._people.accounts.held_by(account, list(players.values()))
            return tuple(seat for seat in live.ruleset.seats if players.get(seat) in held)

    @as_problems()
    def renew_seat(self, game: str, seat: str, presented: Identity) -> Seated:
        """A new token for a seat, asked for with a token of the seat or of its account.

        A seat's token that was shown is good for some minutes yet, should the answer be lost. Raises
        NotFound, NotYourSeat.
        """
        with self._open_games.game(game) as live:
            player = live.match.players.get(seat)
        if player is None:
            raise NotFound(f"nobody has taken the seat {seat!r}")
        account = self._people.accounts.owner(player)
        own = (presented.game, presented.seat, presented.player) == (game, seat, player)
        if not own and (presented.role is None or account is None or presented.account != account):
            raise NotYourSeat("the seat is not this token's")
        token, until = self._people.tokens.renew(Sitting(game, seat, player), account, presented)
        return Seated(game, seat, player, token, until)

    @as_problems()
    def enter_seat(self, game: str, seat: str, at: int, signature: str) -> Seated:
        """A token for the holder of a seat's key (docs/signatures.md, "Entering"); none for accounts.

        `at` is the time of asking, in seconds since 1970. Raises NotFound, NotYourSeat.
        """
        with self._open_games.game(game) as live:
            player, key = live.match.players.get(seat), live.match.keys.in_force(seat)
        if player is None or key is None:
            raise NotFound(f"nobody has taken the seat {seat!r} with a key")
        if self._people.accounts.owner(player) is not None:
            raise NotYourSeat("the seat is an account's: sign in to it")
        if abs(self._open_games.seconds() - at) > ENTRY_SECONDS:
            raise NotYourSeat("this was signed at another time than now, by the service's clock")
        if not signatures.is_entry(game, seat, key, at, signature):
            raise NotYourSeat(f"this is not signed by {seat}'s key {key.number}")
        token, until = self._people.tokens.admit(Sitting(game, seat, player))
        return Seated(game, seat, player, token, until)

    @as_problems()
    def erase_player(self, player: str) -> None:
        """Forget who a pseudonym was, and its tokens; the log keeps only the pseudonym. Raises NotFound."""
        if not self._people.accounts.erase_player(request_limits.known(player, "player")):
            raise NotFound(f"nothing is known of {player!r}")

    # -- private games

    def is_private(self, game: str) -> bool:
        """Whether only some may read a game. Raises NotFound."""
        if (known := self._people.privacy.known(game)) is not None:
            return known
        with self._open_games.game(game):
            return self._people.privacy.is_private(game)

    def may_read(self, game: str, account: str | None) -> bool:
        """Whether an account (none: anyone at all) may read a game. Raises NotFound."""
        if not self.is_private(game):
            return True
        return account is not None and self._people.privacy.is_reader(game, account)

    def is_host(self, game: str, account: str) -> bool:
        """Whether an account says who may read a game: it opened it, or sits in it. Raises NotFound."""
        return account == self._people.privacy.opener(game) or bool(self.seats_of(game, account))

    def readers(self, game: str) -> tuple[tuple[str, str], ...]:
        """The accounts that may read a private game, as (pseudonym, name). Raises NotFound."""
        self._only_private(game)
        return self._people.privacy.readers(game)

    def invite(self, game: str, name: str) -> None:
        """Let the account of a name read a private game. Raises NotFound."""
        self._only_private(game)
        self._people.privacy.invite(game, self._account(name))

    def dismiss(self, game: str, name: str) -> None:
        """Let an account no longer read a private game; invitations to watch it end. A seat's always may.

        Raises NotFound, NotYourSeat.
        """
        self._only_private(game)
        account = self._account(name)
        if self.seats_of(game, account):
            raise NotYourSeat("who has a seat may read the game")
        now = self._open_games.seconds()
        self._people.privacy.dismiss(game, account, lambda at: withdraw_watching(at, game, now))

    # -- invitations by link

    def pseudonyms(self, game: str, seats: tuple[str, ...]) -> tuple[str, ...]:
        """Who plays these seats of a game, where anybody does. Raises NotFound."""
        with self._open_games.game(game) as live:
            return tuple(live.match.players[seat] for seat in seats if seat in live.match.players)

    def has_opened(self, game: str, account: str) -> bool:
        """Whether an account opened a game. Raises NotFound."""
        with self._open_games.game(game, fresh=False) as live:
            return live.match.opened is not None and live.match.opened.by == account

    def invite_by_link(
        self, game: str, seat: str | None, maker: str, days: int = USUAL_DAYS, id: str | None = None
    ) -> Invited:
        """Invite to a free seat, or (None) to watch a private game; `maker` is a pseudonym.

        `id` is a secret of 16 to 64 characters: the same id again gets the same link. Raises NotFound,
        Unreadable (a game that anyone may watch), TooMuch, Refused ("match/seat-taken", "match/over").
        """
        if seat is None and not self.is_private(game):
            raise Unreadable("anyone may watch this game: its address is enough")
        if seat is not None:
            with self._open_games.game(game) as live:
                if seat not in live.ruleset.seats:
                    raise NotFound(f"the game has no seat {seat!r}")
                if seat in live.match.players:
                    taken = f"the seat {live.ruleset.words.name_of(seat)} is taken already"
                    raise Refused("match/seat-taken", taken)
                if live.match.ended is not None:
                    raise Refused("match/over", "the game is over: no player can be invited to it any more")
        secret = self._people.tokens.secret_id(self._open_games.ids()) if id is None else id
        return self._people.invitations.make(game, seat, maker, days, secret)

    def accept_invitation(
        self, token: str, player: str, *, account: str | None = None, id: str | None = None
    ) -> Seated:
        """Take the seat that a link invites to, as `take_seat` does. The same `id` gets the same answer.

        Raises NotFound, InvitationOver (used, withdrawn, ended, or the seat is taken otherwise) and what
        `take_seat` does.
        """
        found = self._people.invitations.find(token)
        if found.seat is None:
            raise Unreadable("this invitation is to watch: it has no seat")
        first = self._people.invitations.using(token)
        try:
            return self._opening.take_seat(
                found.game, found.seat, player, id=id, account=account, first=first
            )
        except Refused as refused:
            if refused.rule != "match/seat-taken":
                raise
            self._check_open(self._people.invitations.find(token))
            raise InvitationOver("The seat was taken meanwhile, without this invitation.") from refused

    def _check_open(self, found: InvitationRecord) -> None:
        if found.state != "open":
            raise InvitationOver(OVER[found.state])

    def _only_private(self, game: str) -> None:
        if not self.is_private(game):
            raise NotFound("the game is open to every reader: it has no list of them")

    def _account(self, name: str) -> str:
        found = self._people.accounts.find(name)
        if found is None:
            raise NotFound(f"there is no account {name!r}")
        return found.account
