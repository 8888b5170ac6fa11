"""What the author of a ruleset imports: this module, and nothing else of ironclad.

Everything here keeps its name and meaning from one version of ironclad to the next, or CHANGELOG.md says
what changed. What is not here belongs to the service and may move. `docs/adding-a-ruleset.md` builds a
whole ruleset with these names; `python -m ironclad.conformance RULESET` holds it to what every game must
do.

The ruleset
    `Ruleset` holds a game as small records of functions and data: `Identity` (name, versions, seats,
    scenarios, options), `Rules` (how it begins, which decision is due, how it ends), `Storage`, `Words`,
    `Show`, `Advice`, `DiceTerms` and `Sight`. `Due` is a decision that is due, `no_decision` what a
    command answers that is given at any time, `Outcome` how a game ended. `Handlers` registers, for each
    type of command, its check and what it does, and for each type of event how it changes a position.
    `Resolution` is one command that is carried out: it rolls dice and emits events. The module `decider`
    has the verbs: `decider.check`, `execute`, `evolve`, `offers`, `is_legal` and others ask a ruleset at
    a position. `GameBegun` is the first event of every game, `Begin` the type of the function that makes
    it. `Option` is a reading that a game may choose. `Note` is a sentence with its clause. `Reached` and
    `Paid` say how far a force can go and what each step costs. `PrintedMap` is the map as it is printed.
    `PositionLike` is what a position must have: a `copy`. `Opening` checks how a game begins,
    `open_decision` comes to the first decision, `Documents` writes and reads positions.

Commands and events
    `Command` and `Event` are the base classes, msgspec structs with a `tag`. `Registry` has the events of
    a ruleset under their stored names, with upcasters from older versions; `CommandReader` reads
    commands. `Unreadable` is raised for data of a wrong shape, `UnknownName` for a name that the ruleset
    does not have. `canonical` is the JSON in which everything is stored.

Rules and citations
    `@rule("9.6/2")` marks the function that carries out a clause, `cite` data that does, `require`
    refuses under a clause, and `Refused` is what it raises. `@remembered` keeps an answer while a
    position does not change.

Tables, boards, versions
    `load_csv`, `load_toml` read a `Chart` or a `Document` with its `Source`; `ChartError` is raised for
    one that is not well formed. `digest` is the SHA-256 of a file, `digests` those of a folder, for the
    first event. `HexGrid`, `hexside` and `hexside_hexes` are a board of hexes. `load_versions` reads the
    `Versions` of a ruleset, each `Version` with every `Erratum` in it; `only` is a single version.

Boards and turns of other kinds
    `Sheet` and `SheetMap` (module `sheets`) are hexes on several printed sheets; `Area`, `Border` and
    `AreaMap` (module `areas`) zones and regions; `plane` is a free table, measured exactly; `graph` finds
    ways over any board. `Agenda` has the decisions that are open, of one seat or several; the modules
    `asking` and `sequence` open and close them through events, step by step of a turn. `ClauseIds` says
    how a book numbers its clauses.

Odds
    `OddsModel` is what a ruleset gives so that exact odds of its battles are counted: `Forecast`, `Line`,
    `Joint` and `Assumed` are its parts, `Table`, `Chance`, `Modifier`, `Choice` and `Assumption` what
    players read. A ruleset that computes its odds itself returns `Computed`.

What players see
    `Chronicle` has the words of events; the module `words` says numbers and lists.
    `Lesson` and `LessonStep` teach a turn, `History` tells a game turn by turn, `SideBySide` and `Change`
    say how two positions differ. `Sight` is what a seat may know of a position; `Secret` and `SECRET` mark
    the values that only some seats may read; `NotKnown` is raised where a reader's position lacks one.

Tests
    `Case` is a case as written down, `run` plays it and gives a `Result`, `Unusable` says why one cannot
    be read. `play` plays a whole game at random, `SeededDice` and `ScriptedDice` are its `Dice`.
"""

from ironclad.domain.kernel.board import areas, graph, plane, sheets
from ironclad.domain.kernel.board.areas import Area, AreaMap, Border
from ironclad.domain.kernel.board.hexes import HexGrid, hexside, hexside_hexes
from ironclad.domain.kernel.board.sheets import Sheet, SheetMap
from ironclad.domain.kernel.board.tables import (
    Chart,
    ChartError,
    Document,
    Source,
    digest,
    digests,
    load_csv,
    load_toml,
)
from ironclad.domain.kernel.cases.cases import Case, Result, run
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.kernel.clause_ids import ClauseIds
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, cite, require, rule
from ironclad.domain.kernel.engine.codec import (
    Command,
    CommandReader,
    Event,
    Registry,
    UnknownName,
    Unreadable,
    canonical,
)
from ironclad.domain.kernel.engine.dice import Dice, ScriptedDice, SeededDice
from ironclad.domain.kernel.engine.documents import Documents
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.opening import Opening, open_decision
from ironclad.domain.kernel.engine.playout import play
from ironclad.domain.kernel.engine.records import (
    Due,
    GameBegun,
    Note,
    Option,
    Outcome,
    Paid,
    PrintedMap,
    Reached,
    no_decision,
)
from ironclad.domain.kernel.engine.resolution import PositionLike, Resolution
from ironclad.domain.kernel.engine.ruleset import (
    Advice,
    Begin,
    DiceTerms,
    Identity,
    Rules,
    Ruleset,
    Show,
    Storage,
    Words,
)
from ironclad.domain.kernel.odds.odds_model import (
    Assumed,
    Assumption,
    Chance,
    Choice,
    Computed,
    Forecast,
    Joint,
    Line,
    Modifier,
    OddsModel,
    Table,
)
from ironclad.domain.kernel.rulebook.errata import Erratum, Version, Versions, load_versions, only
from ironclad.domain.kernel.sight import SECRET, NotKnown, Secret, Sight
from ironclad.domain.kernel.telling import words
from ironclad.domain.kernel.telling.chronicle import Chronicle
from ironclad.domain.kernel.telling.comparison import Change, SideBySide
from ironclad.domain.kernel.telling.history import History
from ironclad.domain.kernel.telling.lessons import Lesson, LessonStep
from ironclad.domain.kernel.turn import asking, sequence
from ironclad.domain.kernel.turn.agenda import Agenda

__all__ = [
    "SECRET",
    "Advice",
    "Agenda",
    "Area",
    "AreaMap",
    "Assumed",
    "Assumption",
    "Begin",
    "Border",
    "Case",
    "Chance",
    "Change",
    "Chart",
    "ChartError",
    "Choice",
    "Chronicle",
    "ClauseIds",
    "Command",
    "CommandReader",
    "Computed",
    "Dice",
    "DiceTerms",
    "Document",
    "Documents",
    "Due",
    "Erratum",
    "Event",
    "Forecast",
    "GameBegun",
    "Handlers",
    "HexGrid",
    "History",
    "Identity",
    "Joint",
    "Lesson",
    "LessonStep",
    "Line",
    "Modifier",
    "NotKnown",
    "Note",
    "OddsModel",
    "Opening",
    "Option",
    "Outcome",
    "Paid",
    "PositionLike",
    "PrintedMap",
    "Reached",
    "Refused",
    "Registry",
    "Resolution",
    "Result",
    "Rules",
    "Ruleset",
    "ScriptedDice",
    "Secret",
    "SeededDice",
    "Sheet",
    "SheetMap",
    "Show",
    "SideBySide",
    "Sight",
    "Source",
    "Storage",
    "Table",
    "UnknownName",
    "Unreadable",
    "Unusable",
    "Version",
    "Versions",
    "Words",
    "areas",
    "asking",
    "canonical",
    "cite",
    "decider",
    "digest",
    "digests",
    "graph",
    "hexside",
    "hexside_hexes",
    "load_csv",
    "load_toml",
    "load_versions",
    "no_decision",
    "only",
    "open_decision",
    "plane",
    "play",
    "remembered",
    "require",
    "rule",
    "run",
    "sequence",
    "sheets",
    "words",
]
