"""The Decider pattern: decide(position, command, dice) gives events, evolve(position, event) what follows.

Positions are plain mutable structs whose containers are flat dicts of immutable values. A command works on a
copy (a few microseconds: shallow copies of small dicts), evolve changes its own copy in place. Replaying
a game allocates nothing but what changed, which persistent maps could not match: they cost a new path of
nodes for every event, and rebuilding is the hot path of this service.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from ironclad.domain.kernel.clause_ids import NUMBERED, ClauseIds
from ironclad.domain.kernel.drawing.manifest import Manifest
from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, CommandReader, Event, Registry
from ironclad.domain.kernel.engine.dice import Dice, check_sides, draw
from ironclad.domain.kernel.engine.memo import forget_answers, keep_answers
from ironclad.domain.kernel.engine.ruling import RULINGS, RulesMoved
from ironclad.domain.kernel.odds.odds_model import Outlook
from ironclad.domain.kernel.rulebook.errata import Versions, only
from ironclad.domain.kernel.sight import OPEN_SIGHT, Sight
from ironclad.domain.kernel.telling.comparison import SideBySide
from ironclad.domain.kernel.telling.history import History
from ironclad.domain.kernel.telling.lessons import Lesson


class Due(msgspec.Struct, frozen=True):
    """A decision that is due: `id` names it for ever, `seat` owes it, `kind` says which question it is."""

    id: str
    seat: str
    kind: str
    rule: str
    about: dict[str, Any] = {}


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


class PositionLike(Protocol):
    """What the kernel asks of a ruleset's position."""

    def copy(self) -> "PositionLike": ...


P = TypeVar("P", bound=PositionLike)
T = TypeVar("T")
Offers = Callable[[P, Due], Iterator[Command]]
Sampler = Callable[[P, Due, Random], Command]


class Resolution(Generic[P]):
    """One command being carried out: a working position, the dice, and the events so far."""

    def __init__(
        self,
        position: P,
        dice: Dice,
        evolvers: Mapping[type, Callable[[P, Any], None]],
        registry: Registry | None = None,
    ) -> None:
        """`registry`: the event types of the ruleset; without it events are taken as they are emitted."""
        self.position = position
        self.events: list[Event] = []
        self._dice = dice
        self._evolvers = evolvers
        self._registry = registry

    def emit(self, event: Event) -> None:
        """State a fact: it is added to the events and the working position takes it.

        The position takes it as it is read from the log (keys of objects in order), so that a position that
        was played and one that was read again are the same to the byte, and so is all that is said of them.
        """
        if self._registry is not None:
            event = self._registry.as_read(event)
        stood_still = forget_answers(self.position)
        self._evolvers[type(event)](self.position, event)
        if stood_still:
            keep_answers(self.position)
        self.events.append(event)

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Roll dice of 2 to 256 sides for a purpose under a clause; the caller puts the faces into an
        event.
        """
        if sides != 6:
            check_sides(sides)
        return self._dice.roll(purpose, rule, count, sides)

    def draw(self, purpose: str, rule: str, pool: Sequence[T], count: int = 1) -> tuple[T, ...]:
        """Draw from a pool without replacement, by rolls (`dice.draw`); the caller puts what is drawn into
        an event.
        """
        return draw(self._dice, purpose, rule, pool, count)


class Handlers(Generic[P]):
    """What a ruleset's chapters register: how commands are checked and carried out, how events apply.

    `check` asks every question that needs no die and raises Refused; `carry_out` emits the events of a
    command that passed. `legal` calls the same checks, so it cannot disagree with decide.
    """

    def __init__(self) -> None:
        self.checks: dict[type, Callable[[P, str, Any], object]] = {}
        self.carriers: dict[type, Callable[[Resolution[P], str, Any], None]] = {}
        self.answers: dict[type, frozenset[str]] = {}
        self.evolvers: dict[type, Callable[[P, Any], None]] = {}
        self.offers: dict[str, Callable[[P, Due], Iterator[Command]]] = {}
        self.samplers: dict[str, Callable[[P, Due, Random], Command]] = {}

    def check(
        self, kind: type[Command], *answers: str
    ) -> Callable[[Callable[[P, str, Any], object]], Callable[[P, str, Any], object]]:
        """Register the check of a command type; `answers` are the kinds of decision it may answer.

        Without any, the command may be given by its seat whenever the game is running.
        """

        def register(function: Callable[[P, str, Any], object]) -> Callable[[P, str, Any], object]:
            self.checks[kind] = function
            self.answers[kind] = frozenset(answers)
            return function

        return register

    def carry_out(
        self, kind: type[Command]
    ) -> Callable[[Callable[[Resolution[P], str, Any], None]], Callable[[Resolution[P], str, Any], None]]:
        """Register what a checked command does."""

        def register(
            function: Callable[[Resolution[P], str, Any], None],
        ) -> Callable[[Resolution[P], str, Any], None]:
            self.carriers[kind] = function
            return function

        return register

    def evolves(self, kind: type[Event]) -> Callable[[Callable[[P, Any], None]], Callable[[P, Any], None]]:
        """Register how an event changes a position, in place."""

        def register(function: Callable[[P, Any], None]) -> Callable[[P, Any], None]:
            self.evolvers[kind] = function
            return function

        return register

    def offer(self, *kinds: str) -> Callable[[Offers[P]], Offers[P]]:
        """Register the canonical commands for a kind of decision; each must pass its check."""

        def register(function: Offers[P]) -> Offers[P]:
            for kind in kinds:
                self.offers[kind] = function
            return function

        return register

    def sample(self, *kinds: str) -> Callable[[Sampler[P]], Sampler[P]]:
        """Register a quick random legal command for a kind of decision; without one, offers are listed."""

        def register(function: Sampler[P]) -> Sampler[P]:
            for kind in kinds:
                self.samplers[kind] = function
            return function

        return register


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
    where the march would end in a fight.
    """

    place: str
    cost: int
    steps: tuple[Paid, ...]
    command: dict[str, Any]
    meets: str = ""
    left: int = 0


@dataclass(frozen=True)
class PrintedMap:
    """A ruleset's map without anything that play puts on it.

    `svg` is one whole `<svg>` element. `document` has its facts in the units of the drawing: `width`,
    `height`, and lists of what lies on it, above all `hexes` (or areas), each with an `id` that commands use
    and its middle at `x`, `y`; docs/map.md has the rest. Neither ever changes: who asked keeps both.
    """

    svg: str
    document: Mapping[str, Any]


class Begin(Protocol):
    """How a ruleset makes the first event of a game: of the newest version, unless one is named.

    Raises codec.Unreadable for a scenario, option, position or version that it does not have.
    """

    def __call__(
        self,
        scenario: str,
        options: Mapping[str, str],
        position: Mapping[str, Any] | None = None,
        version: str = "",
        /,
    ) -> GameBegun: ...


@dataclass(frozen=True)
class Ruleset(Generic[P]):
    """One published rule system in all its versions, as functions; games share no ancestry.

    `version` is the newest version, which new games have; `listed` has all versions and the errata between
    them, None where there was never but one. `published` is the same, never None.

    `lesson` is a turn that teaches the game: `begin` takes its scenario, with a position, beside `scenarios`.

    `question` says in a sentence what a decision that is due asks, `why` what holds for every answer to it,
    `meaning` what one answer means beyond what it certainly brings about (chances, what follows later);
    `says` is an order in words under a heading of its type, "" where its fields say enough;
    `name_of` turns a word of commands (a hex, a unit's id) into what a player calls it, and leaves any other
    word as it is. `sight` says what a seat may know of a position, or with None an onlooker.
    `hands_over` are the types of the commands by which a seat hands the play over, `unprompted` the clauses
    of the rolls that no command causes (docs/dice.md says what both mean for the dice). `house` is a plain
    opponent: a legal command for a decision that is due, by what its seat sees; None where there is none.
    `reach` says where a force could be ordered to by a command whose way is left open, or named so far
    (raises Refused).
    `chart` gives the map as it is printed; None where there is none. It is asked often and draws once.
    `history` tells the game turn by turn; None where it has no turns. `tell` gives an event's entry in the
    chronicle, None for what is no news; `tell_quietly` gives words for that too.
    `compare` says in words how two positions differ; it tells nothing where they are alike.
    `manifest` is what a page has to know of the ruleset, `scene` what a seat (None: an onlooker) sees on the
    board, `client` the folder of the modules and style sheets that only this ruleset's pages need.
    `move_rules` changes a position in place so that another version decides it from there on: (position,
    version, ids of its errata, options that change). None where running games keep their version.
    `clause_ids` says what the ids of its book's clauses look like.
    """

    name: str
    version: str
    title: str
    seats: tuple[str, ...]
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    commands: CommandReader
    events: Registry
    handlers: Handlers[P]
    begin: Begin
    initial: Callable[[GameBegun], P]
    due: Callable[[P], tuple[Due, ...]]
    outcome: Callable[[P], Outcome | None]
    proceed: Callable[[Resolution[P]], None]
    to_document: Callable[[P], dict[str, Any]]
    from_document: Callable[[Mapping[str, Any]], P]
    freeze: Callable[[P], bytes]
    thaw: Callable[[bytes], P]
    views: Mapping[str, Callable[[P], dict[str, Any]]]
    tell: Callable[[Event], dict[str, Any] | None]
    map_svg: Callable[[P], str] = lambda position: "<svg xmlns='http://www.w3.org/2000/svg'></svg>"
    tell_quietly: Callable[[Event], dict[str, Any] | None] = lambda event: None
    question: Callable[[Due], str] = lambda due: due.kind.replace("_", " ")
    why: Callable[[Due], tuple[Note, ...]] = lambda due: ()
    meaning: Callable[[P, Due, Command], tuple[Note, ...]] = lambda position, due, command: ()
    says: Callable[[Command], str] = lambda command: ""
    name_of: Callable[[str], str] = str
    sight: Sight[P] = OPEN_SIGHT
    outlook: Outlook[P] | None = None
    lesson: Lesson | None = None
    hands_over: frozenset[str] = frozenset()
    unprompted: frozenset[str] = frozenset()
    house: Sampler[P] | None = None
    reach: Callable[[P, str, Command], Iterable[Reached]] | None = None
    chart: Callable[[], PrintedMap] | None = None
    history: History[P] | None = None
    compare: Callable[[P, P], SideBySide] | None = None
    clause_ids: ClauseIds = NUMBERED
    manifest: Callable[[], Manifest] | None = None
    scene: Callable[[P, str | None], Scene] | None = None
    client: Path | None = None
    listed: Versions | None = None
    move_rules: Callable[[P, str, tuple[str, ...], Mapping[str, str]], None] | None = None

    def __post_init__(self) -> None:
        """Read the rulings on a line beside the ruleset's own events."""
        if (move := self.move_rules) is None:
            return

        def moved(position: P, event: RulesMoved) -> None:
            move(position, event.version, event.errata, event.readings)

        self.handlers.evolvers[RulesMoved] = moved
        object.__setattr__(self, "events", self.events.joined(RULINGS))

    @property
    def published(self) -> Versions:
        """Every version that this build decides, with the errata between them."""
        return self.listed or only(self.version)

    def check(self, position: P, seat: str, command: Command) -> Due | None:
        """The decision that the command answers (None if it needs none). Raises Refused; needs no dice."""
        answered = self._answered_by(position, seat, command)
        self.handlers.checks[type(command)](position, seat, command)
        return answered

    def _answered_by(self, position: P, seat: str, command: Command) -> Due | None:
        """The decision that a command of this type answers (None if it needs none). Raises Refused."""
        if (ended := self.outcome(position)) is not None:
            raise Refused(ended.rule, f"the game is over: {ended.reason}")
        answers = self.handlers.answers[type(command)]
        if not answers:
            return None
        due = self.due(position)
        answered = next((d for d in due if d.seat == seat and d.kind in answers), None)
        if answered is None:
            raise self._untimely(seat, due)
        return answered

    def _untimely(self, seat: str, due: tuple[Due, ...]) -> Refused:
        """Why a seat may not give a command now: what else is asked of it, or whose turn it is."""
        if not due:
            return Refused("match/turn", "no decision is open now")
        if own := next((each for each in due if each.seat == seat), None):
            return Refused(own.rule, f"another decision of yours comes first: {self.question(own)}")
        asked = " and ".join(dict.fromkeys(self.name_of(each.seat) for each in due))
        kinds = ", ".join(dict.fromkeys(each.kind.replace("_", " ") for each in due))
        return Refused(due[0].rule, f"it is not your turn: {asked} must decide ({kinds})")

    def reached(self, position: P, seat: str, command: Command) -> tuple[Reached, ...]:
        """Where a command whose way is left open could lead. Raises Refused."""
        if self.reach is None:
            raise Refused("match/reach", f"{self.name} does not say how far a force goes")
        still: Any = position.copy()
        keep_answers(still)
        try:
            self._answered_by(still, seat, command)
            return tuple(self.reach(still, seat, command))
        finally:
            forget_answers(still)

    def execute(self, position: P, seat: str, command: Command, dice: Dice) -> tuple[list[Event], P]:
        """decide and evolve in one: the events and the position after them; `position` stays as it was."""
        working: Any = position.copy()
        keep_answers(working)
        try:
            self.check(working, seat, command)
            resolution: Resolution[P] = Resolution(working, dice, self.handlers.evolvers, self.events)
            self.handlers.carriers[type(command)](resolution, seat, command)
            self.proceed(resolution)
        finally:
            forget_answers(working)
        return resolution.events, working

    def decide(self, position: P, seat: str, command: Command, dice: Dice) -> list[Event]:
        """The events of a command. Raises Refused and changes nothing."""
        return self.execute(position, seat, command, dice)[0]

    def evolve(self, position: P, event: Event) -> P:
        """Apply an event to a position that the caller owns, in place, and return it."""
        self.handlers.evolvers[type(event)](position, event)
        return position

    def legal(self, position: P, seat: str) -> Iterator[Command]:
        """Canonical commands the seat may give now; everything yielded is accepted by decide.

        They are those of the position as it stands when the first is asked for.
        """
        if self.outcome(position) is not None:
            return
        still: Any = position.copy()
        keep_answers(still)
        try:
            for due in self.due(still):
                if due.seat == seat:
                    yield from self.handlers.offers[due.kind](still, due)
        finally:
            forget_answers(still)

    def is_legal(self, position: P, seat: str, command: Command) -> bool:
        """Whether decide would accept the command; asks the same checks."""
        try:
            self.check(position, seat, command)
        except Refused:
            return False
        return True

    def sample(self, position: P, due: Due, random: Random) -> Command:
        """One random legal command for a decision that is due, without listing all where that is slow."""
        return self._answered(position, due, random, self.handlers.samplers.get(due.kind))

    def house_command(self, position: P, due: Due, random: Random) -> Command:
        """The house's command for a decision that is due: always the same for the same random source."""
        return self._answered(position, due, random, self.house)

    def _answered(self, position: P, due: Due, random: Random, choose: Sampler[P] | None) -> Command:
        """What `choose` makes of a copy of the position that stands still; without it any offer."""
        still: Any = position.copy()
        keep_answers(still)
        try:
            if choose is not None:
                return choose(still, due, random)
            return random.choice(list(self.handlers.offers[due.kind](still, due)))
        finally:
            forget_answers(still)
