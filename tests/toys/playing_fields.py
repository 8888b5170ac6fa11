"""Playing Six Fields: the same game through the referee or over HTTP, with what a seat hides given."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from ironclad.api.service import Service
from ironclad.domain.kernel.engine import decider
from tests.toys.sealed_fields import SEALED_FIELDS, SEATS, STACKS, Deploy, Fields

Give = Callable[[str, dict[str, Any]], object]
"""(seat, a request's body) -> whatever comes of it."""


def deployment(seat: str, *points: int) -> dict[str, Any]:
    return msgspec.to_builtins(Deploy(strengths=dict(zip(STACKS[seat], points, strict=True))))


def deploy(give: Give, strengths: dict[str, tuple[int, int, int]]) -> None:
    """Both seats deploy, north first."""
    for seat, points in strengths.items():
        give(seat, {"id": f"deploy-{seat}", "decision": f"0.{seat}", "command": deployment(seat, *points)})


def plan(where: dict[str, str]) -> dict[str, Any]:
    return {"type": "give_orders", "plan": where}


def played_out(referee: Service, game: str, seed: int = 1) -> Iterator[int]:
    """Play a game on to its end, each seat by what it sees; the number of commands so far."""
    random, number = Random(seed), 0
    while (due := referee.queries.due(game)) and referee.queries.game(game).outcome is None:
        owed = random.choice(due)
        position: Fields = referee.queries.live_position(game, seat=owed.seat)
        command = decider.sample(SEALED_FIELDS, position, owed, random)
        number += 1
        given = {"id": f"{seed}-{number}", "command": msgspec.to_builtins(command), "decision": owed.id}
        referee.commands.handle(game, owed.seat, given)
        yield number


def seated(referee: Service, id: str = "game") -> str:
    """A game with both seats taken."""
    game = referee.opening.open_game("sealed_fields", "standard", id=id).id
    for seat in SEATS:
        referee.opening.take_seat(game, seat, seat)
    return game
