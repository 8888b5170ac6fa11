"""A player of dice of v2 at the referee itself, who commits to commands and then reveals the links."""

from typing import Any

from ironclad.api.service import Service
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.domain.match.signed import SCHEME_2
from ironclad.eventlog.records import Receipt
from ironclad.referee import match_requests
from ironclad.referee.dice.links import LinkRequest
from tests.log.conftest import stored
from tests.proof.logs import KEY
from tests.proof.parties import OwnChain
from tests.proof.test_signed_bundle import KEYS, Body, Player

PULL: Body = {"type": "pull", "effort": 1}


class RoundPlayer(Player):
    """A game of dice of v2 whose seats keep their keys and chains, unless it is said otherwise."""

    def __init__(
        self,
        referee: Service,
        ruleset: str = "tug",
        own: tuple[str, ...] | None = None,
        scenario: str = "long",
        keyed: bool = True,
        dice: str = V2,
        length: int = 256,
        control: str | None = None,
    ) -> None:
        self.referee, self.origin, self.scheme = referee, KEY.name, SCHEME_2
        seats = referee.open_games.ruleset(ruleset).seats
        self.keys = dict(zip(seats, (KEYS["blue"], KEYS["grey"]), strict=True))
        self.asked, self.keyed, self.dice = 0, keyed, dice
        named: Body = {"dice": dice, "control": control}
        self.game = referee.opening.open_game(ruleset, scenario, **named).id
        own = seats if own is None else own
        self.chains = {seat: OwnChain(seat, self.game, length=length, scheme=dice) for seat in own}
        for seat in seats:
            self.take(seat)
        if seats[1] in own:
            self.ready(seats[1])

    def take(self, seat: str) -> None:
        chain = self.chains.get(seat)
        if self.keyed:
            self.sit(seat, chain)
            return
        dice = None if chain is None else Given(chain.anchor, chain.length)
        self.referee.opening.take_seat(self.game, seat, seat, dice=dice)

    def ready(self, seat: str) -> None:
        link, line = self.chains[seat].link(), self.line
        version = max(row[2] for row in self.rows("match.dice_anchored.1"))
        anchored = {"anchored": version} if self.keyed else {}
        asked = {"type": "reveal_first", "timeline": line, "link": link, **anchored}
        signed = self.signed(seat, asked) if self.keyed else {}
        self.referee.match.request(self.game, seat, match_requests.ReadyDice(link, **anchored), **signed)
        self.chains[seat].used += 1

    @property
    def line(self) -> str:
        return self.referee.queries.head(self.game)[0]

    def rows(self, name: str) -> list[Any]:
        """The game's events of a name, as they are stored."""
        return [row for row in stored(self.referee) if row[1].startswith(f"{self.game}/") and row[3] == name]

    def give(self, seat: str, command: Body = PULL, **more: Any) -> Receipt:
        """Give a command, which answers the seat's open decision unless it answers none."""
        asked: Body = {"timeline": self.line, **more}
        if command["type"] == "pull" and "decision" not in more:
            due = next(each for each in self.referee.queries.due(self.game) if each.seat == seat)
            asked = {"decision": due.id, **asked}
        body = self.ask(seat, command, asked)
        return self.referee.commands.handle(self.game, seat, body)

    def ask(self, seat: str, command: Body, asked: Body) -> Body:
        """A command as the seat sends it."""
        if self.keyed:
            return {"command": command, **asked, **self.signed(seat, command, **asked)}
        self.asked += 1
        return {"command": command, "id": f"asked-{self.asked}", **asked}

    def link_of(self, seat: str, id: str, committed: int, **more: Any) -> LinkRequest:
        """The seat's next link for its command, as it is sent."""
        link = more.pop("link", self.chains[seat].link())
        signed: Body = {}
        if self.keyed:
            command = {"type": "reveal_link", "committed": committed, "link": link}
            about = {"timeline": self.line, **more}
            signed = {**self.signed(seat, command, id=id, **about)}
            del signed["id"]
        return LinkRequest(link=link, **signed)

    def reveal(self, seat: str, id: str, committed: int, by: str | None = None, **more: Any) -> Receipt:
        """Reveal the seat's next link for its command."""
        given = self.link_of(seat, id, committed, **more)
        found = self.referee.links.reveal(self.game, id, given, seat=seat, by=seat if by is None else by)
        self.chains[seat].used += not found.repeated
        return found

    def play(self, seat: str, command: Body = PULL, **more: Any) -> Receipt:
        """Give a command, and reveal each link that is owed then."""
        found = self.give(seat, command, **more)
        while isinstance(found.owed, tuple) and found.owed and not found.awaits:
            owed = found.owed[0]
            found = self.reveal(owed.seat, owed.id, owed.committed)
        return found
