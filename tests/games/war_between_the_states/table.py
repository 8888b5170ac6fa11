"""A table for tests: a position, and commands given to it with written dice."""

from collections.abc import Iterable
from typing import Any

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.pieces import (
    Headquarters,
    LeaderPiece,
    Unit,
)
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import ScriptedDice


class Table:
    """A game at one position. `give` carries a command out; every die that is written must be rolled."""

    def __init__(self, scenario: str, options: dict[str, str] | None = None, document: Any = None) -> None:
        self.position: Position = RULESET.rules.initial(
            RULESET.rules.begin(scenario, options or {}, document)
        )

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The seats and kinds of the decisions that are due."""
        return [(due.seat, due.kind) for due in RULESET.rules.due(self.position)]

    def give(self, seat: str, command: dict[str, Any], dice: Iterable[int] = ()) -> list[Event]:
        """Carry a command out and return its events; a refusal is raised."""
        rolled = ScriptedDice(dice)
        read = RULESET.storage.commands.read(command)
        events, self.position = decider.execute(RULESET, self.position, seat, read, rolled)
        assert not rolled.left(), "dice that nothing rolled"
        return events

    def pass_by(self, *kinds: str, dice: Iterable[int] = ()) -> list[Event]:
        """Give the standing answer to decisions of these kinds as long as one is due first; their events."""
        rolled, found = ScriptedDice(dice), list[Event]()
        while (due := RULESET.rules.due(self.position)[0]).kind in kinds:
            command = decider.standing_answer(RULESET, self.position, due)
            events, self.position = decider.execute(RULESET, self.position, due.seat, command, rolled)
            found += events
        assert not rolled.left(), "dice that nothing rolled"
        return found

    def refused(self, seat: str, command: dict[str, Any]) -> str:
        """The clause that refuses a command."""
        try:
            decider.check(RULESET, self.position, seat, RULESET.storage.commands.read(command))
        except Refused as refused:
            return refused.rule
        raise AssertionError(f"{command} is legal")

    def one(self, kind: type[Event], events: list[Event]) -> Any:
        """The one event of a kind."""
        (found,) = (event for event in events if isinstance(event, kind))
        return found


def armed(position: Position, side: Any, hex: str, **counts: tuple[int, ...]) -> list[str]:
    """Put units into a hex, by kind their SP; returns their ids."""
    found = []
    for kind, strengths in counts.items():
        for strength in strengths:
            name = f"{side}_{kind}"
            position.made[name] = position.made.get(name, 0) + 1
            id = f"{name}_{position.made[name]}"
            position.units[id] = Unit(side, kind, hex, strength)  # type: ignore[arg-type]
            found.append(id)
    return found


def led(
    position: Position, side: Any, hex: str, name: str, kind: Any = "", roster: tuple[int, ...] = ()
) -> str:
    """Put a leader into a hex, with a headquarters of a kind and infantry on its roster if one is named."""
    position.leaders[name] = LeaderPiece(side, hex)
    if not kind:
        return ""
    made = f"{side}_{kind}"
    position.made[made] = position.made.get(made, 0) + 1
    id = f"{made}_{position.made[made]}"
    position.headquarters[id] = Headquarters(side, kind, f"{name}'s", hex, name)
    for unit in armed(position, side, hex, infantry=roster):
        position.units[unit] = position.units[unit].with_(hq=id)
    return id
