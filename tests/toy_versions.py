"""Tug of war in three versions: a small ruleset with errata, for tests of versions and of moves between them.

1.1: a pull holds on a die equal to it too (erratum "equal-holds", clause 2). 1.2: while the knot is on blue's
side the decision says so (erratum "side-told", clause 2), so that another decision is due there than in 1.1.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Registry, Unreadable
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun, Option
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.rulebook.errata import Erratum, Version, Versions
from tests.toy import (
    HANDLERS,
    SCENARIOS,
    TUG,
    Pull,
    RopePulled,
    ShoutChanged,
    Tug,
    TurnEnded,
    changed,
    due,
)

VERSIONS = Versions(
    (
        Version("1.0"),
        Version("1.1", ("equal-holds",)),
        Version("1.2", ("equal-holds", "side-told")),
    ),
    (
        Erratum("equal-holds", "2", "A pull holds on a die above it.", "A die equal to it holds too.", "1.1"),
        Erratum("side-told", "2", "A decision names no side.", "One with the knot on blue's does.", "1.2"),
    ),
)


class Rope(Tug, omit_defaults=True):
    """A position with the errata that hold, and the game's options."""

    errata: tuple[str, ...] = ()
    options: dict[str, str] = msgspec.field(default_factory=dict)

    def copy(self) -> "Rope":
        return msgspec.structs.replace(self, shouts=self.shouts.copy(), stood=self.stood.copy())


ROPE_HANDLERS: Handlers[Rope] = Handlers()
for table in ("checks", "carriers", "answers", "evolvers", "offers", "samplers"):
    getattr(ROPE_HANDLERS, table).update(getattr(HANDLERS, table))


@ROPE_HANDLERS.carry_out(Pull)
def carry_out_pull(resolution: Resolution[Rope], due: Due, command: Pull) -> None:
    (die,) = resolution.roll("pull", "2")
    equal_holds = "equal-holds" in resolution.position.errata
    held = die >= command.effort if equal_holds else die > command.effort
    way = 1 if due.seat == "blue" else -1
    knot = resolution.position.knot + (way * command.effort if held else 0)
    resolution.emit(RopePulled(due.seat, command.effort, die, held, knot))


def rope_due(position: Rope) -> tuple[Due, ...]:
    found = due(position)
    if "side-told" in position.errata and position.knot > 0:
        return tuple(msgspec.structs.replace(each, about={**each.about, "side": "blue"}) for each in found)
    return found


def begin(
    scenario: str, options: Mapping[str, str], position: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    opened = VERSIONS.of_document(position, version)
    return GameBegun(
        "tug",
        opened.version,
        scenario,
        dict(options),
        {},
        dict(position) if position is not None else None,
        errata=opened.errata or msgspec.UNSET,
    )


def initial(begun: GameBegun) -> Rope:
    if begun.position is not None:
        position = from_document(begun.position)
    else:
        length, last_turn = SCENARIOS[begun.scenario]
        position = Rope(length, last_turn, drifting=begun.options.get("end") == "drift")
    position.errata, position.options = begun.errata or (), dict(begun.options)
    return position


def to_document(position: Rope) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
    return document


def from_document(document: Mapping[str, Any]) -> Rope:
    try:
        position = msgspec.convert(dict(document), Rope)
    except msgspec.ValidationError as wrong:
        raise Unreadable(str(wrong)) from wrong
    VERSIONS.require_known(position.errata)
    return position


def move_rules(position: Rope, version: str, errata: tuple[str, ...], readings: Mapping[str, str]) -> None:
    position.errata = errata
    position.options = {**position.options, **readings}


ROPE = changed(
    TUG,
    version=VERSIONS.newest.version,
    listed=VERSIONS,
    events=Registry("tug", (GameBegun, RopePulled, TurnEnded, ShoutChanged)),
    options={
        "end": Option("4", "Whether the last turn ends the game", ("turns", "drift")),
        "echo": Option("5", "Whether a shout is heard twice", ("once", "twice"), movable=True),
    },
    handlers=ROPE_HANDLERS,
    begin=begin,
    initial=initial,
    due=rope_due,
    to_document=to_document,
    from_document=from_document,
    thaw=msgspec.msgpack.Decoder(Rope).decode,
    opponent=lambda position, due, random: Pull(effort=1),
    move_rules=move_rules,
)
