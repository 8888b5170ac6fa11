"""A published game's rules as small records: what it is called, its rules, its words, what it shows.

The records hold functions and data, and do no work themselves: `decider` asks them. A ruleset has to give
its identity, its rules and its storage; everything else has a default.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, Protocol

from ironclad.domain.kernel.clause_ids import NUMBERED, ClauseIds
from ironclad.domain.kernel.drawing.manifest import Manifest
from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.engine.codec import Command, CommandReader, Event, Registry
from ironclad.domain.kernel.engine.handlers import Handlers, Sampler
from ironclad.domain.kernel.engine.records import Due, GameBegun, Note, Option, Outcome, PrintedMap, Reached
from ironclad.domain.kernel.engine.resolution import P, Resolution
from ironclad.domain.kernel.engine.ruling import (
    RULINGS,
    PositionCorrected,
    RulesMoved,
    corrected_document,
    members_of,
)
from ironclad.domain.kernel.odds.odds_model import OddsModel
from ironclad.domain.kernel.rulebook.errata import Versions, only
from ironclad.domain.kernel.sight import OPEN_SIGHT, Sight
from ironclad.domain.kernel.telling.comparison import SideBySide
from ironclad.domain.kernel.telling.history import History
from ironclad.domain.kernel.telling.lessons import Lesson


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
class Identity:
    """What a ruleset is called, and what a game of it may choose.

    `about` says in a few sentences what kind of game it is, for somebody who has never heard of it.
    `version` is the newest version, which new games have; `listed` has all versions and the errata between
    them, None where there was never but one. `scenarios` has a sentence for each; those named in `exercises`
    begin without pieces, for cases and prepared positions. `clause_ids` says what the ids of its book's
    clauses look like.
    """

    name: str
    version: str
    title: str
    seats: tuple[str, ...]
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    listed: Versions | None = None
    clause_ids: ClauseIds = NUMBERED
    exercises: frozenset[str] = frozenset()
    about: str = ""

    @property
    def playable(self) -> dict[str, str]:
        """The scenarios that two players may want to play, with their sentences."""
        return {name: text for name, text in self.scenarios.items() if name not in self.exercises}

    @property
    def published(self) -> Versions:
        """Every version that this build decides, with the errata between them."""
        return self.listed or only(self.version)


@dataclass(frozen=True)
class Rules(Generic[P]):
    """How a game is played: how it begins, which decisions are due, what commands do, how it ends.

    `proceed` carries out what follows of itself after a command. `move_rules` changes a position in place so
    that another version decides it from there on: (position, version, ids of its errata, options that
    change). None where running games keep their version. `standing_answer` is what a seat answers to a
    decision if the answer that it had committed to is not legal by then; without it the first offer.
    """

    handlers: Handlers[P]
    begin: Begin
    initial: Callable[[GameBegun], P]
    due: Callable[[P], tuple[Due, ...]]
    outcome: Callable[[P], Outcome | None]
    proceed: Callable[[Resolution[P]], None]
    move_rules: Callable[[P, str, tuple[str, ...], Mapping[str, str]], None] | None = None
    standing_answer: Callable[[P, Due], Command] | None = None


@dataclass(frozen=True)
class Storage(Generic[P]):
    """How commands, events and positions are written down and read.

    A document is a position as JSON for readers; `freeze` and `thaw` are the bytes of a cache.
    """

    commands: CommandReader
    events: Registry
    to_document: Callable[[P], dict[str, Any]]
    from_document: Callable[[Mapping[str, Any]], P]
    freeze: Callable[[P], bytes]
    thaw: Callable[[bytes], P]


@dataclass(frozen=True)
class DiceTerms:
    """What fair dice need to know of a ruleset (docs/dice.md).

    `hands_over` are the types of the commands by which a seat hands the play over, `unprompted` the clauses
    of the rolls that no command causes. `together` are the types of the answers that several seats owe at
    once and that are carried out together, so that no seat answers with another's answer before it.
    """

    hands_over: frozenset[str] = frozenset()
    unprompted: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Words(Generic[P]):
    """What players read.

    `tell` gives an event's entry in the chronicle, None for what is no news; `tell_quietly` gives words for
    that too. `question` says in a sentence what a decision asks, `why` what holds for every answer to it,
    `meaning` what one answer means beyond what it certainly brings about (chances, what follows later).
    `says` is an order in words under a heading of its type, "" where its fields say enough. `name_of` turns
    a word of commands (a hex, a unit's id) into what a player calls it, and leaves any other word as it is.
    `turn` is the number of the turn that a position is in, None where the game has no numbered turns.
    """

    tell: Callable[[Event], dict[str, Any] | None] = lambda event: None
    tell_quietly: Callable[[Event], dict[str, Any] | None] = lambda event: None
    question: Callable[[Due], str] = lambda due: due.kind.replace("_", " ")
    why: Callable[[Due], tuple[Note, ...]] = lambda due: ()
    meaning: Callable[[P, Due, Command], tuple[Note, ...]] = lambda position, due, command: ()
    says: Callable[[Command], str] = lambda command: ""
    name_of: Callable[[str], str] = str
    turn: Callable[[P], int | None] = lambda position: None


@dataclass(frozen=True)
class Show(Generic[P]):
    """What players see.

    `views` are named documents of a position; `map_svg` draws one. `board` gives the map as it is printed,
    None where there is none; it is asked often and draws once. `scene` is what a seat (None: an onlooker)
    sees on the board, and the view of that name (`views_of`); `manifest` is what a page has to know of the
    ruleset, `client` the folder of the modules and style sheets that only this ruleset's pages need.
    `history` tells the game turn by turn, `compare` says in words how two positions differ. `lesson` is a
    turn that teaches the game: `begin` takes its scenario, with a position, beside the listed ones.
    """

    views: Mapping[str, Callable[[P], dict[str, Any]]] = field(default_factory=dict)
    map_svg: Callable[[P], str] = lambda position: "<svg xmlns='http://www.w3.org/2000/svg'></svg>"
    board: Callable[[], PrintedMap] | None = None
    scene: Callable[[P, str | None], Scene] | None = None
    manifest: Callable[[], Manifest] | None = None
    client: Path | None = None
    history: History[P] | None = None
    compare: Callable[[P, P], SideBySide] | None = None
    lesson: Lesson | None = None


@dataclass(frozen=True)
class Advice(Generic[P]):
    """What helps a player to decide, and plays for one; each is None where the ruleset has none.

    `reach` says where a force could be ordered to by a command whose way is left open, or named so far:
    (position, the decision answered, command); it raises Refused. `odds` is how battles are followed through
    their dice. `opponent` is a plain computer player: a legal command for a decision, by what its seat sees;
    pages suggest its answers to players. `warns` says by what an answer may lose its seat the game at once:
    (position before it, position after what it certainly brings about, the decision, the command). `timed`
    are works of this ruleset alone that `ironclad bench` measures, by name: each makes its work ready.
    """

    reach: Callable[[P, Due, Command], Iterable[Reached]] | None = None
    odds: OddsModel[P] | None = None
    opponent: Sampler[P] | None = None
    warns: Callable[[P, P, Due, Command], tuple[Note, ...]] = lambda before, after, due, command: ()
    timed: Mapping[str, Callable[[], Callable[[], object]]] = field(default_factory=dict)


_NO_WORDS: Words[Any] = Words()
_NOTHING_SHOWN: Show[Any] = Show(views={})
_NO_ADVICE: Advice[Any] = Advice()


@dataclass(frozen=True)
class Ruleset(Generic[P]):
    """One published rule system in all its versions; games share no ancestry.

    `sight` says what a seat, or with None an onlooker, may know of a position.
    """

    identity: Identity
    rules: Rules[P]
    storage: Storage[P]
    dice: DiceTerms = DiceTerms()
    sight: Sight[P] = OPEN_SIGHT
    words: Words[P] = _NO_WORDS
    show: Show[P] = _NOTHING_SHOWN
    advice: Advice[P] = _NO_ADVICE

    @property
    def name(self) -> str:
        """The name that never changes; it begins the stored name of every event."""
        return self.identity.name

    @property
    def version(self) -> str:
        """The newest version."""
        return self.identity.version

    @property
    def seats(self) -> tuple[str, ...]:
        """The sides that a player can take, in the order of the book."""
        return self.identity.seats

    def __post_init__(self) -> None:
        """Read the rulings on a line beside the ruleset's own events, and say what they do to a position."""
        storage = replace(self.storage, events=self.storage.events.joined(RULINGS))
        object.__setattr__(self, "storage", storage)

        def corrected(position: P, event: PositionCorrected) -> None:
            other: Any = storage.from_document(corrected_document(storage.to_document(position), event.set))
            for name in members_of(other):
                setattr(position, name, getattr(other, name))

        self.rules.handlers.evolvers[PositionCorrected] = corrected
        if (move := self.rules.move_rules) is None:
            return

        def moved(position: P, event: RulesMoved) -> None:
            move(position, event.version, event.errata, event.readings)

        self.rules.handlers.evolvers[RulesMoved] = moved
