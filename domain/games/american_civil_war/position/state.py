"""The position: everything that the rules can ask about a game of American Civil War.

Sides are "union" and "confederate"; hexes are four-digit strings ("4506"). Containers are flat dicts of
immutable values, so that `Position.copy` is a handful of shallow dict copies
(domain/kernel/engine/decider.py). What geography fixes (home control, towns, water) is not here but in
`board/map.py`: `control` and `rail_control` hold only what differs from it.
"""

import copy
from collections.abc import Callable, Iterable

import msgspec

from ironclad.domain.games.american_civil_war.position.in_progress import (
    Battle,
    Deployment,
    FortWork,
    Moving,
    NavalCombat,
    Reaction,
    Recruitment,
    Sailing,
)
from ironclad.domain.games.american_civil_war.position.units import (
    Depot,
    Fort,
    Group,
    Leader,
    Project,
    RailwayUnit,
    Vessel,
    merged,
)
from ironclad.domain.kernel.engine.citations import cite, rule
from ironclad.domain.kernel.engine.records import Due, Outcome

UNION, CONFEDERATE = "union", "confederate"
SIDES = (UNION, CONFEDERATE)
ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}
cite(__name__, "1.0/1", where=f"{__name__}.SIDES")


class Position(msgspec.Struct, dict=True):
    """A full state of the game.

    `phase` and `step` name the place in the sequence of play (sequence.py), `player` the phasing player of an
    impulse. `due` is the decision that is owed, None only while a command is being carried out or once the
    game has ended. `moving`, `reaction`, `battle`, `deployment` and `recruitment` hold what is under way.
    Beside its fields it may keep answers to questions about it (ironclad.domain.kernel.engine.memo).
    """

    scenario: str = ""
    options: dict[str, str] = {}
    # sequence of play
    turn: int = 1
    phase: str = "setup"
    step: str = "union"
    impulse: int = 1
    player: str = UNION
    initiative: str = ""
    # what is on the map
    forces: dict[str, dict[str, tuple[Group, ...]]] = {}
    leaders: dict[str, Leader] = {}
    forts: dict[str, Fort] = {}
    entrenchments: dict[str, str] = {}
    vessels: dict[str, Vessel] = {}  # "nsp1": every naval point in play
    levees_breached: tuple[str, ...] = ()  # hexsides
    river_moves: dict[str, int] = {}  # side: units moved by river without vessels in this impulse (13.4)
    control: dict[str, str] = {}  # hex: side or "none", where it differs from the home side
    rail_control: dict[str, str] = {}
    # railroads
    rails_taken: dict[str, str] = {}  # hexes taken since their side's impulse last began: side (7.1/4)
    rail_breaks: dict[str, bool] = {}  # hexes with a break marker (7.6)
    upgraded: dict[str, bool] = {}  # rail hexes that the USMRR has upgraded (7.7.2)
    line_progress: dict[str, int] = {}  # unfinished line: how many of its hexes are built (7.5)
    line_heads: dict[str, str] = {}  # unfinished line: hex of the CS construction marker (4.2.5)
    line_starts: dict[str, str] = {}  # unfinished line: the end from which the CS builds it
    trains_used: dict[str, int] = {}  # side: train markers used in this impulse (7.3)
    railway_units: dict[str, RailwayUnit] = {}  # "usmrr1"
    # supply and construction
    depots: dict[str, Depot] = {}
    projects: dict[str, Project] = {}  # "arsenal1", "factory2"
    fort_track: dict[int, int] = {}  # turn: CS forts due then (4.2.5)
    forts_available: int = 0  # CS forts beside the map
    built_now: tuple[str, ...] = ()  # construction of this turn: points, what was begun and completed
    # recruiting
    union_asp_lost: int = 0  # this turn, from any cause (4.1.1/3)
    union_asp_lost_before: int = 0  # in the turn before
    militia_called: tuple[str, ...] = ()  # states, this turn
    draft: dict[int, int] = {}  # turn: marker
    # politics and economy
    political_status: int = 2
    economy: int = 23
    economy_factories: int = 0
    at_large: int = 0
    kentucky: str = "neutral"  # neutral, union or confederate
    kentucky_violator: str = ""
    kentucky_joined: int = 0  # the turn it joined a side
    election_penalty: int = 0
    survival_reduction: int = 0
    diplomacy: str = "open"  # open, recognized or intervened
    halved_turn: int = 0  # Union reinforcements are halved in this turn (15.3)
    mediation_turn: int = 0  # no Union attack on a CS supply centre in this turn (15.3)
    first_captures: tuple[str, ...] = ()  # hexes whose first capture by the CS has counted (15.1/2)
    # what is under way
    moving: Moving | None = None
    reaction: Reaction | None = None
    battle: Battle | None = None
    naval_combat: NavalCombat | None = None
    deployment: Deployment | None = None
    recruitment: Recruitment | None = None
    sailing: Sailing | None = None
    placing: FortWork | None = None
    standing: dict[str, str] = {}  # standing answers: "side/hex" or "side": order
    decisions: int = 0  # decisions opened so far; numbers them
    due: Due | None = None
    ended: Outcome | None = None
    errata: tuple[str, ...] = ()  # ids of those that hold (errata.py); none in a game of 1.0

    def copy(self) -> "Position":
        """A position of its own: later changes of either do not touch the other."""
        twin = copy.copy(self)
        twin.forces = {side: dict(hexes) for side, hexes in self.forces.items()}
        twin.leaders = dict(self.leaders)
        twin.forts = dict(self.forts)
        twin.entrenchments = dict(self.entrenchments)
        twin.vessels = dict(self.vessels)
        twin.river_moves = dict(self.river_moves)
        twin.control = dict(self.control)
        twin.rail_control = dict(self.rail_control)
        twin.rails_taken = dict(self.rails_taken)
        twin.rail_breaks = dict(self.rail_breaks)
        twin.upgraded = dict(self.upgraded)
        twin.line_progress = dict(self.line_progress)
        twin.line_heads = dict(self.line_heads)
        twin.line_starts = dict(self.line_starts)
        twin.trains_used = dict(self.trains_used)
        twin.railway_units = dict(self.railway_units)
        twin.depots = dict(self.depots)
        twin.projects = dict(self.projects)
        twin.fort_track = dict(self.fort_track)
        twin.draft = dict(self.draft)
        twin.standing = dict(self.standing)
        return twin

    def groups(self, side: str, hex_id: str) -> tuple[Group, ...]:
        """The strength points of a side in a hex, alike ones together; empty where it has none."""
        return self.forces[side].get(hex_id, ())

    def leaders_at(self, side: str, hex_id: str) -> tuple[str, ...]:
        """The letters of a side's leaders in a hex."""
        return tuple(
            letter for letter, leader in self.leaders.items() if leader.hex == hex_id and leader.side == side
        )

    def add(self, side: str, hex_id: str, groups: Iterable[Group]) -> None:
        """Put strength points into a hex (for evolve functions only)."""
        stacks = self.forces[side]
        stacks[hex_id] = merged((*stacks.get(hex_id, ()), *groups))

    def remove(self, side: str, hex_id: str, groups: Iterable[Group]) -> None:
        """Take strength points that are there out of a hex (for evolve functions only)."""
        left = {group.alike(): group for group in self.forces[side].get(hex_id, ())}
        for group in groups:
            key = group.alike()
            remaining = left[key].count - group.count
            if remaining < 0:
                raise ValueError(f"{hex_id} has no {group.count} of {group}")
            if remaining:
                left[key] = msgspec.structs.replace(left[key], count=remaining)
            else:
                del left[key]
        if left:
            self.forces[side][hex_id] = tuple(sorted(left.values()))
        else:
            self.forces[side].pop(hex_id, None)

    def alter(self, side: str, hex_id: str, change: Callable[[Group], Group | None]) -> None:
        """Replace every group of a side in a hex by `change(group)`, None removing it (for evolve only)."""
        after = merged(
            new for group in self.forces[side].get(hex_id, ()) if (new := change(group)) is not None
        )
        if after:
            self.forces[side][hex_id] = after
        else:
            self.forces[side].pop(hex_id, None)


@rule("5.3.5/4")
def occupied(position: Position, side: str, hex_id: str) -> bool:
    """Whether the side occupies the hex: with an ASP, MSP, cavalry unit or fort; lone leaders do not."""
    fort = position.forts.get(hex_id)
    return hex_id in position.forces[side] or (fort is not None and fort.side == side)
