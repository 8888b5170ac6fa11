"""Tug of war: a small but whole ruleset for tests that are about the log, not about a rulebook.

Blue and grey pull in turn. A pull of 1 to 3 rolls one die: it holds on a die greater than the pull and the
knot moves that far, else it slips. After both have pulled a turn ends. Who brings the knot to the end of
the rope wins; at the last turn the rope is drawn. A seat may change its shout at any time (a command that
answers no decision). Clauses: 1 the start, 2 pulls, 3 turns, 4 the end, 5 shouts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command, CommandReader, Event, Registry, Unreadable
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun, Option, Outcome
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import (
    Identity,
    Rules,
    Ruleset,
    Show,
    Storage,
    Words,
)

SEATS = ("blue", "grey")
SCENARIOS = {"short": (5, 40), "long": (1_000_000, 1_000_000)}


class Tug(msgspec.Struct):
    """The position: the knot (positive is blue's way), who pulls, shouts, how often it stood where."""

    length: int
    last_turn: int
    knot: int = 0
    turn: int = 1
    puller: str = "blue"
    pulls: int = 0
    drifting: bool = False
    shouts: dict[str, str] = {}
    stood: dict[str, int] = {}

    def copy(self) -> "Tug":
        return Tug(
            self.length,
            self.last_turn,
            self.knot,
            self.turn,
            self.puller,
            self.pulls,
            self.drifting,
            self.shouts.copy(),
            self.stood.copy(),
        )


class Pull(Command, frozen=True, tag_field="type", tag="pull"):
    effort: int


class Shout(Command, frozen=True, tag_field="type", tag="shout"):
    word: str


class RopePulled(Event, frozen=True, tag_field="type", tag="rope_pulled"):
    seat: str
    effort: int
    die: int
    held: bool
    knot: int


class TurnEnded(Event, frozen=True, tag_field="type", tag="turn_ended"):
    turn: int


class ShoutChanged(Event, frozen=True, tag_field="type", tag="shout_changed"):
    seat: str
    word: str


HANDLERS: Handlers[Tug] = Handlers()


@HANDLERS.check(Pull, "pull")
def check_pull(position: Tug, due: Due, command: Pull) -> None:
    require(1 <= command.effort <= 3, "2", f"a pull is 1 to 3, not {command.effort}")


@HANDLERS.carry_out(Pull)
def carry_out_pull(resolution: Resolution[Tug], due: Due, command: Pull) -> None:
    (die,) = resolution.roll("pull", "2")
    held = die > command.effort
    way = 1 if due.seat == "blue" else -1
    knot = resolution.position.knot + (way * command.effort if held else 0)
    resolution.emit(RopePulled(due.seat, command.effort, die, held, knot))


@HANDLERS.check(Shout)
def check_shout(position: Tug, due: Due, command: Shout) -> None:
    require(command.word, "5", "a shout needs a word")


@HANDLERS.carry_out(Shout)
def carry_out_shout(resolution: Resolution[Tug], due: Due, command: Shout) -> None:
    resolution.emit(ShoutChanged(due.seat, command.word))


@HANDLERS.evolves(RopePulled)
def evolve_pulled(position: Tug, event: RopePulled) -> None:
    position.knot = event.knot
    position.pulls += 1
    position.puller = "grey" if event.seat == "blue" else "blue"
    key = str(event.knot % 200)
    position.stood[key] = position.stood.get(key, 0) + 1


@HANDLERS.evolves(TurnEnded)
def evolve_turn(position: Tug, event: TurnEnded) -> None:
    position.turn = event.turn + 1


@HANDLERS.evolves(ShoutChanged)
def evolve_shout(position: Tug, event: ShoutChanged) -> None:
    position.shouts[event.seat] = event.word


@HANDLERS.offer("pull")
def offer_pulls(position: Tug, due: Due) -> Iterator[Command]:
    for effort in (1, 2, 3):
        yield Pull(effort=effort)


@HANDLERS.sample("pull")
def sample_pull(position: Tug, due: Due, random: Random) -> Command:
    return Pull(effort=random.randint(1, 3))


def outcome(position: Tug) -> Outcome | None:
    """4: the end of the rope wins, the last turn draws."""
    if position.drifting and abs(position.knot) < position.length:
        return None
    if position.knot >= position.length:
        return Outcome("blue", "the knot is at blue's end", "4")
    if position.knot <= -position.length:
        return Outcome("grey", "the knot is at grey's end", "4")
    if position.turn > position.last_turn:
        return Outcome(None, "the last turn is over", "4")
    return None


def due(position: Tug) -> tuple[Due, ...]:
    if outcome(position) is not None:
        return ()
    return (Due(f"{position.turn}.{position.puller}", position.puller, "pull", "2", {"knot": position.knot}),)


def proceed(resolution: Resolution[Tug]) -> None:
    """3: a turn ends when both have pulled, unless the game has."""
    position = resolution.position
    if position.pulls == 2 * position.turn and abs(position.knot) < position.length:
        resolution.emit(TurnEnded(position.turn))


def begin(
    scenario: str, options: Mapping[str, str], position: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    if version not in ("", "1.0"):
        raise Unreadable(f"there is no version {version!r} of these rules")
    return GameBegun(
        ruleset="tug",
        version="1.0",
        scenario=scenario,
        options=dict(options),
        digests={},
        position=dict(position) if position is not None else None,
    )


def initial(begun: GameBegun) -> Tug:
    if begun.position is not None:
        return from_document(begun.position)
    length, last_turn = SCENARIOS[begun.scenario]
    return Tug(length, last_turn, drifting=begun.options.get("end") == "drift")


def to_document(position: Tug) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(position)
    return document


def from_document(document: Mapping[str, Any]) -> Tug:
    try:
        return msgspec.convert(dict(document), Tug)
    except msgspec.ValidationError as wrong:
        raise Unreadable(str(wrong)) from wrong


def map_svg(position: Tug) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><circle cx="{position.knot}" cy="0" r="1"/></svg>'


def tell(event: Event) -> dict[str, Any] | None:
    if isinstance(event, RopePulled):
        details = [f"die {event.die}, above {event.effort} holds"]
        text = f"{event.seat} pulls {event.effort} on a {event.die}"
        return {"text": text, "rule": "2", "details": details, "knot": event.knot}
    if isinstance(event, TurnEnded):
        return {"text": f"turn {event.turn} ends"}
    return None


TUG: Ruleset[Tug] = Ruleset(
    identity=Identity(
        name="tug",
        version="1.0",
        title="Tug of War",
        seats=SEATS,
        scenarios={"short": "five paces a side, forty turns", "long": "without an end in sight"},
        options={"end": Option("4", "Whether the last turn ends the game", ("turns", "drift"))},
    ),
    rules=Rules(
        handlers=HANDLERS,
        begin=begin,
        initial=initial,
        due=due,
        outcome=outcome,
        proceed=proceed,
    ),
    storage=Storage(
        commands=CommandReader((Pull, Shout)),
        events=Registry("tug", (GameBegun, RopePulled, TurnEnded, ShoutChanged)),
        to_document=to_document,
        from_document=from_document,
        freeze=msgspec.msgpack.Encoder().encode,
        thaw=msgspec.msgpack.Decoder(Tug).decode,
    ),
    words=Words(
        tell=tell,
        turn=lambda position: position.turn,
    ),
    show=Show(
        views={
            "map": lambda position: {"knot": position.knot, "length": position.length},
            "economy": lambda position: {"turn": position.turn, "pulls": position.pulls},
            "politics": lambda position: {"shouts": dict(position.shouts)},
        },
        map_svg=map_svg,
    ),
)


def changed(ruleset: Ruleset[Any], **fields: Any) -> Ruleset[Any]:
    """A ruleset with some fields of its records changed; each is found by its name."""
    records = {}
    for part in ("identity", "rules", "storage", "dice", "words", "show", "advice"):
        record = getattr(ruleset, part)
        own = {name: fields.pop(name) for name in list(fields) if hasattr(record, name)}
        records[part] = replace(record, **own)
    assert not fields, fields
    return replace(ruleset, **records)
