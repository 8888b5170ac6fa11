"""The page manifest: what a page has to know of a ruleset to show and play its games, as data.

A ruleset gives it; `GET /rulesets/{ruleset}` serves it. It says how things are called and coloured, which
views are overlays or charts, and which orders are given on the map. What is on the board of a game is
in its scene.
"""

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    pass


class Colours(_Data, frozen=True, kw_only=True):
    """A side's colours: of counters, their rims, what lies under them; of words."""

    fill: str
    rim: str
    under: str
    ink: str


class Side(_Data, frozen=True, kw_only=True):
    """A seat as a page names and colours it. `sign` marks its line in a chart: "dot", "square" or
    "triangle".
    """

    id: str
    name: str
    light: Colours
    dark: Colours
    sign: str = "dot"


class Ground(_Data, frozen=True, kw_only=True):
    """A line of what is printed in a place: the field of its record, the group and kind of its term.

    `kind` is the field's value unless given. `text` has {field} for values of the record; what is in
    [brackets] is left out where one of its fields has no value.
    """

    field: str
    group: str
    kind: str = ""
    text: str = ""


class Board(_Data, frozen=True, kw_only=True):
    """The board's kind, what a place of it is called, and how its ids are written (a regular expression).

    `field`: the field by which entries of the chronicle, decisions and commands name a place; `fields`:
    several of them.
    `sights`: the view that has, for a free table, what each unit sees and where it shoots.
    `region`: the field of a place's record that names its region; `regions`: the table that has their names.
    `ground` is shown of a place, `edge` of the side between two, with the field of each.
    """

    kind: Literal["hexes", "areas", "plane"] = "hexes"
    place: str
    one: str = "place"
    several: str = "places"
    field: str = "place"
    fields: str = "places"
    region: str = ""
    regions: str = ""
    sights: str = ""
    ground: tuple[Ground, ...] = ()
    edge: tuple[Ground, ...] = ()


class Sign(_Data, frozen=True, kw_only=True):
    """A sign of a legend: the classes that it has on the board, its shape, and what it means."""

    role: str
    text: str
    shape: Literal["area", "line", "spot"] = "area"


class OverlaySpec(_Data, frozen=True, kw_only=True):
    """What may be laid over the board: its name, the view that has it, its legend."""

    name: str
    view: str
    legend: tuple[Sign, ...]


class Moments(_Data, frozen=True, kw_only=True):
    """Events of the time line that one goes to: turns end with them, or they are named one by one."""

    kind: str
    name: str
    several: str
    types: tuple[str, ...]
    ends_turn: bool = False


class Mode(_Data, frozen=True, kw_only=True):
    """A way to go beside the march, such as by rail: what it is called, and its order with its fields.

    A field that is "" is not given. `leader` names one leader who goes alone, and no units go. `open` has
    what stands for the way as long as it is left open, beside `path`; `reach` fills it in. `onward`: the
    force on the move may continue so. `of` are members that each order of this way has, and none of
    another one. `legs` is the field of the parts of an order that takes several forces to several places:
    each has `units` and what is open, and they are given together.
    """

    name: str
    command: str
    origin: str = "from"
    path: str = ""
    units: str = "units"
    leaders: str = "leaders"
    leader: str = ""
    open: dict[str, Any] = {}
    onward: bool = False
    of: dict[str, str] = {}
    legs: str = ""


class March(_Data, frozen=True, kw_only=True):
    """Orders that are given on the map, by the decision that they answer and their types and fields.

    `begin` sets a stack out from a place, `onward` continues with the one on the move, `also` are other ways
    for it to continue, which its reach lists too, `leave` leaves parts of it behind, `halt` ends its move.
    `modes` are ways to go of which each has a reach of its own. `by_id`: commands name all that goes, leaders
    too, by the `ids` of its parts' `unit`; where it sets out is not named.
    """

    decision: str
    begin: str
    onward: str
    also: tuple[str, ...] = ()
    leave: str = ""
    halt: str = ""
    origin: str = "from"
    path: str = "path"
    units: str = "units"
    leaders: str = "leaders"
    modes: tuple[Mode, ...] = ()
    by_id: bool = False


class Field(_Data, frozen=True, kw_only=True):
    """A field of an answer that has entries by name, such as a place for each stack.

    The decision's `about` has, under the field's name, what may be chosen for each entry: a list of values
    (places of the board or words), the first of which holds until another is chosen; or for a whole number
    `{"least", "most", "usual"}`. `total` names the member of `about` that the numbers must add up to.
    With `several` the answer is a list of so many different values (a number, or the member of `about` that
    has it) out of the list that `about` has, or an empty one where that is empty. `entry` is what an entry
    is called, where its own name says too little ("Leader {}").
    """

    name: str
    text: str
    asks: Literal["place", "word", "number"] = "word"
    total: str = ""
    several: int | str = 0
    entry: str = ""


class Form(_Data, frozen=True, kw_only=True):
    """An answer that is filled in field by field: the type of the command and the text of its button.

    Entries that ask for a place can also be chosen on the map.
    """

    command: str
    fields: tuple[Field, ...]
    button: str = "Order this"


class Drafted(_Data, frozen=True, kw_only=True):
    """An answer in which each unit of a free table has an entry of its own, drawn on the table or chosen.

    `command` has the entries by unit in its member `entries`, within its member `within` if that is given.
    An entry that is drawn is what the scene says of the unit (`Figure.draws`) with the list `legs`: {"leg":
    "move", "dx", "dy"}, {"leg": "wheel", "to", "degrees"}, {"leg": "turn", "degrees"}, {"leg": "about"};
    lengths in units of the sheet, dy to the north. Where `legs` is "", a unit is drawn to a spot: `at`, with
    y to the north from the table's southern edge, and `facing`. Entries that are not drawn are among the
    offers. `targets` are the fields of an entry that name the unit that it is aimed at (the keys of a map
    count, too). `odds`: the page asks for the odds of what is chosen. `idle` is what a unit without an
    entry does.
    """

    command: str
    entries: str
    within: str = ""
    legs: str = ""
    targets: tuple[str, ...] = ()
    odds: bool = False
    idle: str = ""
    button: str = "Give these orders"


class Orders(_Data, frozen=True, kw_only=True):
    """`march` is given on the map, `ends` end a part of the play and have buttons of their own.

    `filled`: decisions whose answer is filled in, by kind. `forms`: decisions whose answer is made in a form
    of the ruleset's own, and the module of its client that has it; so are the orders at any time of a scene.
    `starts` and `goals` are the fields of commands that name the place where an order begins and the one
    where it leads, the first that has one counts; of an order by parts they are those of its last part.
    `names` says what an order of a type is called on its button, `verbs` what stands before the text of one,
    where the words of its type would not do ("Fire" for fire_in_battle); `gives_up` are the types of answers
    that give something up: they come last. `drafted`: decisions that are answered on a free table, by kind.
    """

    march: March | None = None
    ends: tuple[str, ...] = ()
    filled: dict[str, Form] = {}
    forms: dict[str, str] = {}
    starts: tuple[str, ...] = ("from", "place")
    goals: tuple[str, ...] = ("to", "path", "place")
    names: dict[str, str] = {}
    verbs: dict[str, str] = {}
    gives_up: tuple[str, ...] = ()
    drafted: dict[str, Drafted] = {}


class Inset(_Data, frozen=True, kw_only=True):
    """A board of its own that lies over the map while something is under way, such as a battle.

    `view` has it under `member`, null while there is none; `module` of the ruleset's client draws it. It
    opens when its `key` (a member of that) is another one. `name` is what it is called.
    """

    view: str
    member: str
    key: str
    module: str
    name: str


class Together(_Data, frozen=True, kw_only=True):
    """Entries of the chronicle that belong together: from one of `opens` to one of `closes`, named by
    `title`.
    """

    opens: tuple[str, ...]
    closes: tuple[str, ...]
    title: str


class Why(_Data, frozen=True, kw_only=True):
    """The events that made a number or a place what it is, and their clauses."""

    name: str
    rules: tuple[str, ...]
    types: tuple[str, ...]
    everywhere: tuple[str, ...] = ()
    none: str = ""


class Series(_Data, frozen=True, kw_only=True):
    """A line of a chart, or a layer of a bar: the members of a turn's record ("strength.union.asp") that it
    adds up.

    `sum`: from the first turn on.
    """

    name: str
    of: tuple[str, ...]
    role: str = ""
    sign: str = "none"
    sum: bool = False


class Bars(_Data, frozen=True, kw_only=True):
    """A bar of each turn, in layers."""

    name: str
    layers: tuple[Series, ...]


class Chart(_Data, frozen=True, kw_only=True):
    """A chart of the course of the game: lines or bars over its turns."""

    title: str
    lines: tuple[Series, ...] = ()
    bars: tuple[Bars, ...] = ()


class Toll(_Data, frozen=True, kw_only=True):
    """A table of sums over all turns: a row a side, `{side}` in `of` being its id."""

    title: str
    columns: dict[str, str]


class Term(_Data, frozen=True, kw_only=True):
    """An abbreviation or a word of the game: how it is written, what it means in a sentence, its clauses.

    `full` is an abbreviation written out; `also` are other forms that are explained by the same ("ASPs").
    All are found in texts as they are written here, letter by letter.
    """

    name: str
    means: str
    full: str = ""
    also: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Manifest(_Data, frozen=True, kw_only=True):
    """All of it. `clause` is a regular expression for clauses of the rulebook; `abbreviations` are written
    in capitals.

    `cells` are the heads of a stack's cells in a list, `weight` what its weight counts, `points` what a
    move costs; prices are in so many `fractions` of it, 2 where they are half points. `area_changes` are the
    groups of differences between two positions (`Change.group`) that are marked as one area, without signs,
    if a difference is of several places. `results` are the types of events whose entries are shown as cards
    when they happen; so are entries that are `together`. `announced` are those that tell of the course of a
    turn: a new turn, whose part it is, checks of supply and victory.
    `tables` are charts of the game
    as blocks, by name. `style` is the style sheet of the ruleset's client, for the roles that only it has.
    `terms` are what a page explains wherever it is read. `inset` is a board over the map.
    """

    sides: tuple[Side, ...]
    board: Board
    clause: str
    abbreviations: tuple[str, ...] = ()
    overlays: tuple[OverlaySpec, ...] = ()
    topics: tuple[str, ...] = ()
    together: Together | None = None
    moments: tuple[Moments, ...] = ()
    results: tuple[str, ...] = ()
    announced: tuple[str, ...] = ()
    orders: Orders = Orders()
    cells: tuple[str, ...] = ()
    weight: str = ""
    points: str = "point"
    fractions: int = 1
    place_why: Why | None = None
    charts: tuple[Chart, ...] = ()
    toll: Toll | None = None
    area_changes: tuple[str, ...] = ()
    tables: dict[str, dict[str, Any]] = {}
    style: str = ""
    terms: tuple[Term, ...] = ()
    inset: Inset | None = None


def load(path: Path, **more: Any) -> Manifest:
    """A manifest from a TOML file, with members that code gives. Raises msgspec.ValidationError."""
    return msgspec.convert({**tomllib.loads(path.read_text(encoding="utf-8")), **more}, Manifest)
