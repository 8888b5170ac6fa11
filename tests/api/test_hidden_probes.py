"""What a game hides cannot be found by trying: by requests that are refused, by the code of the computer
player, or in the database.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.errors import Refused, Unreadable
from ironclad.referee import match_requests
from tests.proof.parties import OwnChain
from tests.toy import changed
from tests.toys.playing_fields import deploy, plan
from tests.toys.sealed_fields import SEALED_FIELDS, SEATS, Fields, sample_deployment
from tests.waiting import within

POINTS = {"north": (1, 1, 7), "south": (2, 3, 4)}
STAYS = {"north-1": "a", "north-2": "b", "north-3": "c"}
FIGHTS, KEEPS = {**STAYS, "north-1": "d"}, {**STAYS, "north-1": "b"}
"""Orders of north: the first brings a fight, and so a roll, if south stays; the second does not."""

SOUTH_STAYS = {
    "id": "south",
    "decision": "1.south",
    "command": plan({"south-1": "d", "south-2": "e", "south-3": "f"}),
}


class Probed:
    """A game in which one seat keeps its own chain."""

    def __init__(self, ruleset: Ruleset[Any], keeper: str) -> None:
        settings = ServiceSettings(ids=_counted(), secret=b"s" * 32)
        self.referee = Service("sqlite://", {ruleset.name: ruleset}, settings)
        self.game = self.referee.opening.open_game(ruleset.name, "standard", dice=V1).id
        self.keeper, self.chain = keeper, OwnChain(keeper, self.game)
        for seat in SEATS:
            dice = Given(self.chain.anchor, self.chain.length) if seat == keeper else None
            self.referee.opening.take_seat(self.game, seat, seat, dice=dice)
        self.ready()
        deploy(self.give, POINTS)

    def give(self, seat: str, body: dict[str, Any]) -> list[str]:
        """Give a command, with the next link where the seat keeps its chain: the types of what it caused."""
        link = {"link": self.chain.link()} if seat == self.keeper else {}
        receipt = self.referee.commands.handle(self.game, seat, {**link, **body})
        proof = receipt.events[0].data.get("dice_proof", {})
        self.chain.used += self.keeper in proof.get("revealed", ())
        return [each.type for each in receipt.events]

    def ready(self) -> None:
        """The seat that keeps its chain reveals its first link."""
        self.referee.match.request(self.game, self.keeper, match_requests.ReadyDice(self.chain.link()))
        self.chain.used += 1

    def renew(self) -> None:
        """It anchors another chain: no share is in force then."""
        self.chain = OwnChain(self.keeper, self.game, series=2)
        dice = Given(self.chain.anchor, self.chain.length)
        self.referee.match.request(self.game, self.keeper, match_requests.AnchorDice(dice=dice))

    def tried(self, body: dict[str, Any]) -> str:
        """What comes of south's request, in words."""
        try:
            return ", ".join(self.give("south", body))
        except Refused as refused:
            return str(refused)


def _counted() -> Any:
    numbers = iter(range(1, 1000))
    return lambda: f"id-{next(numbers):016}"


def probed(ruleset: Ruleset[Any], keeper: str) -> Iterator[Probed]:
    """Two games that differ in north's orders alone."""
    for number, orders in enumerate((FIGHTS, KEEPS)):
        each = Probed(ruleset, keeper)
        each.give("north", {"id": f"north-{number}", "decision": "1.north", "command": plan(orders)})
        yield each
        each.referee.close()


def test_a_missing_link_does_not_tell_of_a_hidden_fight() -> None:
    """Where the orders do not hand over, only a roll would ask for a link."""
    tried, caused = [], []
    for game in probed(changed(SEALED_FIELDS, hands_over=frozenset()), "south"):
        tried.append(game.tried({**SOUTH_STAYS, "link": None}))
        caused.append(game.tried(SOUTH_STAYS))
    assert tried[0] == tried[1]
    assert "this needs a link" in tried[0]
    assert ["fight_fought" in each for each in caused] == [True, False]


def test_a_seat_that_is_not_ready_does_not_tell_of_a_hidden_fight() -> None:
    tried, caused = [], []
    for game in probed(SEALED_FIELDS, "north"):
        game.renew()
        tried.append(game.tried(SOUTH_STAYS))
        game.ready()
        caused.append(game.tried(SOUTH_STAYS))
    assert tried[0] == tried[1]
    assert "north has revealed no link" in tried[0]
    assert ["fight_fought" in each for each in caused] == [True, False]


def test_the_computers_hidden_choices_cannot_be_foreseen() -> None:
    """Its code is public, and so are the game, the line and the version at which it chooses."""
    foreseen, rulesets = 0, {SEALED_FIELDS.name: SEALED_FIELDS}
    with Service("sqlite://", rulesets, ServiceSettings(secret=b"s" * 32)) as referee:
        for _ in range(6):
            game = referee.opening.open_game("sealed_fields", "standard").id
            position: Fields = referee.queries.live_position(game)
            (due, _) = SEALED_FIELDS.rules.due(position)
            places = (f"{game} main 1", "main 1", game, "")
            guesses = [sample_deployment(position, due, Random(place)) for place in places]
            referee.computer_player.sit(game, due.seat)
            assert within(lambda: len(referee.queries.due(game)) == 1)  # noqa: B023
            strengths = referee.queries.live_position(game, seat=due.seat).strengths
            foreseen += strengths in [guess.strengths for guess in guesses]  # type: ignore[attr-defined]
    assert foreseen < 6, "one in 28 is guessed by chance"


@pytest.mark.parametrize(
    "command",
    [
        {"type": "give_orders", "plan": {**FIGHTS, "north-3": "a"}},
        {"type": "give_order", "plan": FIGHTS},
        {"type": ["north-1"], "plan": FIGHTS},
        {"type": "give_orders", "plan": FIGHTS, "note": "north-1"},
    ],
)
def test_a_refused_command_leaves_nothing_hidden_in_the_database(command: dict[str, Any]) -> None:
    with Service("sqlite://", {SEALED_FIELDS.name: SEALED_FIELDS}) as referee:
        game = referee.opening.open_game("sealed_fields", "standard").id
        for seat in SEATS:
            referee.opening.take_seat(game, seat, seat)
        deploy(lambda seat, body: referee.commands.handle(game, seat, body), POINTS)
        with pytest.raises((Refused, Unreadable)):
            referee.commands.handle(game, "north", {"id": "w", "decision": "1.north", "command": command})
        referee.upkeep.settle()
        with referee.log.database.reader() as connection:
            (row,) = connection.execute("SELECT kind, rule, reason, request FROM refusals").fetchall()
        assert row[0] in ("Refused", "Unreadable")
        assert "north-" not in f"{row}"
        assert "points" not in f"{row}"
        assert json.loads(row[3]) in ({"type": "give_orders"}, {})
