"""Two ferries: a small ruleset that begins with a roll, on a board without a grid, with dice of ten sides.

Two ferries race over a lake, from the west bank to the east bank, 80 lengths away. Clauses:

1 The start: blue begins the game. Both roll a die; the higher one goes first, blue if they are equal.
2 A turn: a ferry is rowed steadily (a die, as many lengths) or hard (two dice, their sum; doubles: none).
3 The end: the first ferry at the east bank wins.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from ironclad.domain.kernel.drawing.manifest import Board, Colours, Manifest, Moments, Side
from ironclad.domain.kernel.drawing.scene import Element, Scene, Stack
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command, CommandReader, Event, Registry, Unreadable
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun, Outcome, PrintedMap
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import DiceTerms, Identity, Rules, Ruleset, Show, Storage, Words
from ironclad.domain.kernel.telling.moves import move

SEATS = ("blue", "grey")
LENGTHS = 80
SIDES = 10
PACES = {1: "steadily", 2: "hard"}
"""How a ferry is rowed, by the dice that are rolled."""
WIDTH, HEIGHT, WEST, STEP = 1000, 400, 100, 10
LANES = {"blue": 130, "grey": 270}


class Ferries(msgspec.Struct):
    """The position: whose turn it is ("" before the start), how far each ferry is, turns so far."""

    to_row: str = ""
    turns: int = 0
    at: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SEATS, 0))

    def copy(self) -> "Ferries":
        return Ferries(self.to_row, self.turns, self.at.copy())


class Begin(Command, frozen=True, tag_field="type", tag="begin"):
    """Begin the game: it decides nothing."""


class Row(Command, frozen=True, tag_field="type", tag="row"):
    dice: int


class LotsDrawn(Event, frozen=True, tag_field="type", tag="lots_drawn"):
    dice: dict[str, int]
    first: str


class FerryRowed(Event, frozen=True, tag_field="type", tag="ferry_rowed"):
    seat: str
    dice: tuple[int, ...]
    at: int


HANDLERS: Handlers[Ferries] = Handlers()


@HANDLERS.check(Begin, "begin")
def check_begin(position: Ferries, due: Due, command: Begin) -> None:
    require(not position.to_row, "1", "the game has begun")


@HANDLERS.carry_out(Begin)
def carry_out_begin(resolution: Resolution[Ferries], due: Due, command: Begin) -> None:
    blue, grey = resolution.roll("who goes first", "1", 2, sides=SIDES)
    resolution.emit(LotsDrawn({"blue": blue, "grey": grey}, "grey" if grey > blue else "blue"))


@HANDLERS.check(Row, "row")
def check_row(position: Ferries, due: Due, command: Row) -> None:
    require(command.dice in PACES, "2", f"a ferry is rowed by one die or two, not {command.dice}")


@HANDLERS.carry_out(Row)
def carry_out_row(resolution: Resolution[Ferries], due: Due, command: Row) -> None:
    dice = resolution.roll("rowing", "2", command.dice, sides=SIDES)
    lengths = 0 if len(dice) > len(set(dice)) else sum(dice)
    at = min(LENGTHS, resolution.position.at[due.seat] + lengths)
    resolution.emit(FerryRowed(due.seat, dice, at))


@HANDLERS.evolves(LotsDrawn)
def evolve_drawn(position: Ferries, event: LotsDrawn) -> None:
    position.to_row = event.first


@HANDLERS.evolves(FerryRowed)
def evolve_rowed(position: Ferries, event: FerryRowed) -> None:
    position.at[event.seat] = event.at
    position.to_row = "grey" if event.seat == "blue" else "blue"
    position.turns += 1


@HANDLERS.offer("begin")
def offer_begin(position: Ferries, due: Due) -> Iterator[Command]:
    yield Begin()


@HANDLERS.offer("row")
def offer_row(position: Ferries, due: Due) -> Iterator[Command]:
    for dice in PACES:
        yield Row(dice=dice)


def due(position: Ferries) -> tuple[Due, ...]:
    if outcome(position) is not None:
        return ()
    if not position.to_row:
        return (Due("0", "blue", "begin", "1"),)
    return (Due(str(position.turns + 1), position.to_row, "row", "2"),)


def outcome(position: Ferries) -> Outcome | None:
    winner = next((seat for seat, at in position.at.items() if at >= LENGTHS), None)
    return winner and Outcome(winner, f"{winner}'s ferry is at the east bank", "3")


def proceed(resolution: Resolution[Ferries]) -> None:
    """Nothing follows of itself."""


def begin(
    scenario: str, options: Mapping[str, str], position: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    if scenario != "race" or version not in ("", "1.0"):
        raise Unreadable("there is the scenario race, in version 1.0")
    document = dict(position) if position else None
    return GameBegun("two_ferries", "1.0", scenario, dict(options), {}, document)


def initial(begun: GameBegun) -> Ferries:
    return Ferries() if begun.position is None else from_document(begun.position)


def to_document(position: Ferries) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(position)
    return document


def from_document(document: Mapping[str, Any]) -> Ferries:
    try:
        return msgspec.convert(dict(document), Ferries)
    except msgspec.ValidationError as wrong:
        raise Unreadable(str(wrong)) from wrong


def tell(event: Event) -> dict[str, Any] | None:
    if isinstance(event, LotsDrawn):
        details = [f"{seat} rolls {die}" for seat, die in event.dice.items()]
        return {"text": f"{event.first} goes first", "rule": "1", "details": details}
    if isinstance(event, FerryRowed):
        dice = " and ".join(map(str, event.dice))
        moves = [move(event.seat, "the ferry", (f"{WEST + STEP * event.at},{LANES[event.seat]}",))]
        text = f"{event.seat} rows to length {event.at}"
        return {"text": text, "rule": "2", "details": [f"rolled {dice}"], "side": event.seat, "moves": moves}
    return None


def says(command: Command) -> str:
    return PACES[command.dice] if isinstance(command, Row) else ""


def question(due: Due) -> str:
    return "Begin the game." if due.kind == "begin" else "Row steadily, or hard?"


@cache
def board() -> PrintedMap:
    """The lake, in hundredths of an inch."""
    style = "rect{fill:#9fc3d6}path{stroke:#35617a;stroke-width:3}"
    east = WEST + STEP * LENGTHS
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{style}</style>'
        f'<rect width="{WIDTH}" height="{HEIGHT}"/><path d="M{WEST},0V{HEIGHT}M{east},0V{HEIGHT}"/></svg>'
    )
    points = [{"id": "west", "x": WEST, "y": 200}, {"id": "east", "x": east, "y": 200}]
    return PrintedMap(svg, {"width": WIDTH, "height": HEIGHT, "points": points})


@cache
def manifest() -> Manifest:
    def side(id: str, fill: str) -> Side:
        both = Colours(fill=fill, rim="#1b2733", under="#b6c4d2", ink=fill)
        return Side(id=id, name=id.capitalize(), light=both, dark=both)

    return Manifest(
        sides=(side("blue", "#2c5d8f"), side("grey", "#5d6468")),
        board=Board(kind="plane", place=r"\d+,\d+", one="point", several="points"),
        clause=r"\d",
        moments=(Moments(kind="turn", name="Turn", several="Turns", types=("ferry_rowed",)),),
        results=("lots_drawn",),
        points="length",
    )


def scene(position: Ferries, seat: str | None) -> Scene:
    return drawn(position, due(position))


def drawn(position: Ferries, open_decisions: tuple[Due, ...]) -> Scene:
    ended = outcome(position)
    asked = [{**msgspec.to_builtins(each), "question": question(each)} for each in open_decisions]
    places = {side: (WEST + STEP * at, LANES[side]) for side, at in position.at.items()}
    stacks = tuple(
        Stack(key=f"{side} {x},{y}", place=f"{x},{y}", side=side, weight=1, text=f"{side}'s ferry")
        for side, (x, y) in places.items()
    )
    return Scene(
        play={
            "line": f"{position.turns} turns rowed",
            "turn": position.turns,
            "due": asked,
            "outcome": None if ended is None else msgspec.to_builtins(ended),
        },
        elements=tuple(
            Element(
                key=stack.key,
                layer="counters",
                form="counter",
                place=stack.place,
                x=places[stack.side][0],
                y=places[stack.side][1],
                role=stack.side,
                label=str(position.at[stack.side]),
                title=stack.text,
            )
            for stack in stacks
        ),
        stacks=stacks,
    )


TWO_FERRIES: Ruleset[Ferries] = Ruleset(
    identity=Identity(
        name="two_ferries",
        version="1.0",
        title="Two Ferries",
        seats=SEATS,
        scenarios={"race": "a race over the lake"},
        options={},
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
        commands=CommandReader((Begin, Row)),
        events=Registry("two_ferries", (GameBegun, LotsDrawn, FerryRowed)),
        to_document=to_document,
        from_document=from_document,
        freeze=msgspec.msgpack.Encoder().encode,
        thaw=msgspec.msgpack.Decoder(Ferries).decode,
    ),
    dice=DiceTerms(hands_over=frozenset({"begin"})),
    words=Words(tell=tell, question=question, says=says),
    show=Show(
        board=board,
        manifest=manifest,
        scene=scene,
    ),
)
