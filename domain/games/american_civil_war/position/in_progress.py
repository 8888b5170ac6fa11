"""What is under way in a position: a move, reactions to it, a battle, deployments, recruiting.

Each is a frozen record in the position, so that a game can stop at any decision and continue from the data
alone. Chapter files own the records: movement.py Moving, reaction.py Reaction, battle.py Battle,
kentucky.py Deployment, recruiting.py Recruitment.
"""

import msgspec

from ironclad.domain.games.american_civil_war.position.units import Group


class Moving(msgspec.Struct, frozen=True, omit_defaults=True):
    """A force on the move in its own side's impulse (5, movement.py).

    units: its groups as they now stand in `hex`; allowance: movement points without the leader's bonus;
    bonus: movement points of the leader who started with it; spent: movement points used so far.
    `came_from` and `crossing` are the hex that it left last and how it crossed (crossings.py).
    `joined`: those of `units` that it picked up on the way (5.2.3).
    `entered`: what it has still to settle in its hex once reactions are done: "attack" (9.0/1),
    "siege" (11.8/2), "vacated" (6.4/19) or "".
    `halted` is true once it may go no further (it has fought, or cannot move further).
    `train`: train markers that carry it, 0 once it has detrained (7.4).
    `lands`: the enemy zones that still give reaction to its landing, "primary" or "any" (13.2/6, 13.4/4).
    """

    seat: str
    start: str
    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...] = ()
    allowance: int = 0
    bonus: int = 0
    spent: int = 0
    came_from: str = ""
    crossing: str = ""
    joined: tuple[Group, ...] = ()
    entered: str = ""
    halted: bool = False
    train: int = 0
    lands: str = ""


class Contingent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attackers that came into the battle hex together (9.0/4).

    from_hex: the hex that they came from, "" if they stood in the battle hex already; groups: as they now
    stand there; crossing: how they crossed the hexside (crossings.py).
    """

    from_hex: str
    groups: tuple[Group, ...]
    leaders: tuple[str, ...] = ()
    crossing: str = ""


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units and leaders of one hex that have had their attempt to react to this exit (6.4/8)."""

    hex: str
    units: tuple[Group, ...]
    leaders: tuple[str, ...] = ()


class Reaction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Reactions to one hex that a mover has left (6.4, reaction.py).

    seat: who reacts; `exited`, `entered`: the mover's step; `eligible`: hexes of forces that had a zone into
    the exited hex before it was left; `works`: the field force in the entered hex may try for its works
    (11.7/6). tried: units that have had their attempt, where they now stand; moving: those whose attempt
    succeeded and who now choose their hex; arrivals: those that have entered the mover's hex.
    tried_vessels: vessels that have had their attempt (6.4.2); sailing: the one whose attempt succeeded, with
    `cargo` on board. rail: hexes of forces that may react by train (6.4.1).
    """

    seat: str
    exited: str
    entered: str
    eligible: tuple[str, ...] = ()
    works: bool = False
    tried: tuple[Tried, ...] = ()
    moving: Tried | None = None
    arrivals: tuple[Contingent, ...] = ()
    tried_vessels: tuple[str, ...] = ()
    sailing: str = ""
    cargo: Tried | None = None
    rail: tuple[str, ...] = ()


class Sailing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Vessels under way that have stopped beside an enemy fort which they run past (11.6, naval_movement.py).

    vessels: by name; at: the hexside where the fort fires; path: the places still ahead; start: whence the
    run was launched, the last place before the fort, to which damaged vessels turn back.
    """

    seat: str
    vessels: tuple[str, ...]
    at: str
    path: tuple[str, ...]
    start: str


class NavalCombat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Vessels fighting on a hexside, or a fort that fires on vessels running past it (13.6, 11.6).

    side: who brought it about; entered: his vessels, and `back` the place that they came from, "" if they
    were there already; withdrawn: vessels that have left the fight. acting: who is next in this round, ""
    before the first; fired: vessels and forts (by hex) that have fired in it; spoken: sides that have acted.
    shots: in a run, how often each fort has still to fire.
    """

    hexside: str
    side: str
    entered: tuple[str, ...] = ()
    back: str = ""
    withdrawn: tuple[str, ...] = ()
    round: int = 0
    acting: str = ""
    fired: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    run: bool = False
    shots: tuple[tuple[str, int], ...] = ()


class Fought(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the dice of a battle have decided (9.4).

    outcome: "attacker", "defender" or "draw"; defender_raw: its participating SP before losses (9.6);
    defender_strength: after multipliers and leader.
    """

    outcome: str
    defender_raw: int
    defender_strength: int


class Owed(msgspec.Struct, frozen=True):
    """Strength points that a side of a battle has still to give up.

    cause: "battle", "amphibious" or "surrender"; among: the units that they come from, empty for the whole
    force.
    """

    side: str
    count: int
    cause: str = "battle"
    among: tuple[Group, ...] = ()


class Battle(msgspec.Struct, frozen=True):
    """A battle being fought (9, battle.py).

    kind: "move", "reaction", "in_place", "storm", "sortie" or "cavalry"; attackers, defenders: both forces
    as they now stand in `hex`, those kept out by the terrain limit included; garrison: a stormed fort's own
    point; attacking, defending: the units that take part, None until that is settled; leaders likewise, ""
    for none. supply_answered: sides that have said whether they spend battle supply, supplied: those that
    did. step: see fighting.py. owed: losses to be taken. stood: sides that stay after a draw. retreating:
    units that have still to leave the hex, retreat_leaders with them; retreat_side: whose they are;
    escaped: SP that have left. kept: besiegers kept out of a relieving battle, None until that is settled;
    relief_answered: the relieving side has said who joins from inside (11.8.1). vessels: those that
    help the defence, None until that is settled (13.7).
    """

    hex: str
    attacker: str
    kind: str = "move"
    contingents: tuple[Contingent, ...] = ()
    attackers: tuple[Group, ...] = ()
    defenders: tuple[Group, ...] = ()
    garrison: int = 0
    attacking: tuple[Group, ...] | None = None
    defending: tuple[Group, ...] | None = None
    attacking_leader: str | None = None
    defending_leader: str | None = None
    supply_answered: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()
    amphibious: bool = False
    fought: Fought | None = None
    owed: tuple[Owed, ...] = ()
    step: str = "prepare"
    stood: tuple[str, ...] = ()
    retreat_side: str = ""
    retreating: tuple[Group, ...] = ()
    retreat_leaders: tuple[str, ...] = ()
    escaped: int = 0
    kept: tuple[Group, ...] | None = None
    relief_answered: bool = False
    vessels: tuple[str, ...] | None = None


class Deployment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units that Kentucky's joining puts on the map, one side after the other (15.5, kentucky.py).

    tasks: what is still to be deployed; the first of them is at hand.
    """

    tasks: tuple["DeploymentTask", ...]


class DeploymentTask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side deploys `count` units of a kind in Kentucky, each in a hex of its own.

    places: "western_towns" (Bowling Green or Paducah), "towns" or "centres"; rule: the clause that says so.
    """

    seat: str
    unit: str
    count: int
    places: str
    rule: str


class FortWork(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fort announced, while the enemy reacts to it (11.2, fort_placing.py): "place" or "complete"."""

    seat: str
    hex: str
    work: str


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """Reinforcements of a side that have one source and one rule of placement (4, recruiting.py).

    source: "east" or "west" of column 37, a recruitment group, "Kentucky", "volunteers" or "at large"; count:
    how many arrive; hexes: where they may go, judged at the start of the step (4.0/1); cap: most in one
    hex; linked: a group's cities that have their link, or a side's Kentucky centres, whether or not 4.0 lets
    a unit in; optional: may be declined.
    """

    side: str
    source: str
    count: int
    hexes: tuple[str, ...]
    rule: str
    cap: int = 1
    linked: tuple[str, ...] = ()
    cavalry: bool = False
    optional: bool = False


class Returning(msgspec.Struct, frozen=True, omit_defaults=True):
    """A leader who comes back from his wounds this turn, and the hexes where he may (9.12/6)."""

    side: str
    leader: str
    hexes: tuple[str, ...]


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Reinforcements that a side has placed this turn; a leader's source is his letter, his unit "leader"."""

    side: str
    source: str
    hex: str
    unit: str
    count: int = 1


class Recruitment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Recruitment Phase: what both sides receive, whose turn it is to place (`seat`), what is placed.

    cavalry: how many cavalry units each side may take in place of ASP.
    """

    seat: str
    shares: tuple[Share, ...] = ()
    cavalry: dict[str, int] = {}
    returning: tuple[Returning, ...] = ()
    placed: tuple[Placed, ...] = ()
