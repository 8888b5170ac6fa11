"""The small records that rules, readers and players exchange: decisions, outcomes, first events, prices."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.drawing.table import Ghost
from ironclad.domain.kernel.engine.codec import Event


class Due(msgspec.Struct, frozen=True):
    """A decision that is due: `id` names it for ever, `seat` owes it, `kind` says which question it is.

    `rule` is the clause that asks it, `about` what it is asked of, as plain data. `standing` is the seat's
    standing answer, a command as plain data, which everyone may know: it is carried out in place of one that
    was committed to and is not legal. Without it the rules choose (`decider.standing_answer`).
    """

    id: str
    seat: str
    kind: str
    rule: str
    about: dict[str, Any] = {}
    standing: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def no_decision(seat: str) -> Due:
    """What a command answers that a seat may give at any time: no decision. Its id, kind and rule are ""."""
    return Due("", seat, "", "")


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended; `winner` is a seat or None for a draw."""

    winner: str | None
    reason: str
    rule: str


class GameBegun(Event, frozen=True, tag_field="type", tag="game_begun"):
    """The first event of every game's main timeline (in each ruleset's family).

    `digests` maps data file names to SHA-256 hex; `position` is a position document when the game starts
    from one instead of the scenario's own set-up; `dice` says where its dice come from. `errata` are the
    ids of those that hold; the field is left out where there are none, as in every game of a first version.
    """

    ruleset: str
    version: str
    scenario: str
    options: dict[str, str]
    digests: dict[str, str]
    position: dict[str, Any] | None = None
    dice: str = "server"
    errata: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True)
class Option:
    """A contested reading that a game may choose: values by name, the first is the default.

    `movable`: a running game may change it, because no fact of a position rests on it.
    """

    clause: str
    text: str
    values: tuple[str, ...]
    movable: bool = False


class Note(msgspec.Struct, frozen=True):
    """A sentence for a player, and the clause that it rests on."""

    text: str
    rule: str


class Paid(msgspec.Struct, frozen=True):
    """A step of a march: the place entered, and each part of its price (name, amount, rule)."""

    place: str
    charges: tuple[dict[str, Any], ...]


class Reached(msgspec.Struct, frozen=True):
    """A place that a force could be ordered to: what it costs, step by step, and the whole command for it.

    `cost` is in the ruleset's movement points, `left` what the force would have after it; `meets` is "enemy"
    where the march would end in a fight. On a free table `ghost` is where the order would leave the unit.
    """

    place: str
    cost: int
    steps: tuple[Paid, ...]
    command: dict[str, Any]
    meets: str = ""
    left: int = 0
    ghost: Ghost | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True)
class PrintedMap:
    """A ruleset's map without anything that play puts on it.

    `svg` is one whole `<svg>` element. `document` has its facts in the units of the drawing: `width`,
    `height`, and lists of what lies on it, above all `hexes` (or areas), each with an `id` that commands use
    and its middle at `x`, `y`; docs/map.md has the rest. Neither ever changes: a caller may keep both.
    """

    svg: str
    document: Mapping[str, Any]
