"""Units: groups of like strength points, leaders and forts (2.3, 5.2, 10, 11)."""

from collections.abc import Iterable
from sys import intern
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, rule

ASP, MSP, CAVALRY = "asp", "msp", "cavalry"
KINDS = (ASP, MSP, CAVALRY)
FIELD, ENTRENCHED, FORT = "field", "entrenched", "fort"
READY, MOVED, ATTACKED, WORKED = "ready", "moved", "attacked", "worked"
IN_PLACE, STORMED = "attacked_in_place", "stormed"
HAVE_ATTACKED, HAVE_WORKED = frozenset({ATTACKED, IN_PLACE}), frozenset({WORKED, STORMED})
HAVE_MOVED = frozenset({MOVED, ATTACKED, STORMED})

# The records of this module hold words and numbers alone, so the collector of cycles need not watch them
# (gc=False): a position has hundreds of them.
# Records leave fields at their default out of JSON, which msgspec decides by identity: a word read from JSON
# must be the very object that the default is. Literal gives that, and refuses other words; the type checker
# may see str.
if TYPE_CHECKING:
    Kind: TypeAlias = str
    Station: TypeAlias = str
    Activity: TypeAlias = str
    FortState: TypeAlias = str
    VesselKind: TypeAlias = str
    VesselState: TypeAlias = str
    VesselActivity: TypeAlias = str
    ProjectKind: TypeAlias = str
    ProjectState: TypeAlias = str
else:
    Kind = Literal["asp", "msp", "cavalry"]
    Station = Literal["field", "entrenched", "fort"]
    Activity = Literal[
        "ready", "moved", "attacked", "attacked_in_place", "worked", "stormed", "digging", "reacted"
    ]
    FortState = Literal["complete", "under_construction", "damaged", "silenced"]
    VesselKind = Literal["nsp", "ntp", "rsp", "flotilla", "ironclad"]
    VesselState = Literal["sound", "damaged", "building"]
    VesselActivity = Literal["ready", "moved", "fought", "ferry", "committed"]
    ProjectKind = Literal["arsenal", "factory"]
    ProjectState = Literal["building", "complete"]


def _interned(changes: dict[str, object]) -> dict[str, object]:
    """Words that come from events as the objects that the defaults are (see above)."""
    return {name: intern(value) if isinstance(value, str) else value for name, value in changes.items()}


class Group(
    msgspec.Struct, frozen=True, order=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """Strength points in one hex that are alike in everything.

    kind: "asp", "msp" or "cavalry"; count: strength points (a cavalry unit counts 1 but fights with 0);
    station: in the "field", "entrenched" or inside a "fort"; demoralized, oos: markers held;
    activity, in their own side's impulse: "ready", "moved", "attacked" (after moving), "attacked_in_place",
    "worked" (rallied, built, stormed), "stormed" (after moving) or "digging" (entrenching); in the enemy's
    "reacted";
    bound: the state ("VA", or "MO" for the Missouri area) that they may not leave this turn (3.1.3/3);
    origin: the hex from which they entered a hex that they share with the enemy (9.10.4/4); from_loop: they
    left a river loop in which they began their impulse with that step (5.3.4).
    """

    kind: Kind
    count: int = 1
    station: Station = FIELD
    demoralized: int = 0
    oos: int = 0
    battle_supply: bool = False
    activity: Activity = READY
    bound: str = ""
    origin: str = ""
    from_loop: bool = False

    def alike(self) -> tuple[object, ...]:
        """Everything but the count: groups with the same key are one group."""
        return (
            self.kind, self.station, self.demoralized, self.oos, self.battle_supply,
            self.activity, self.bound, self.origin, self.from_loop,
        )  # fmt: skip

    def named(self) -> tuple[object, ...]:
        """What a player always names when picking units: not the count, nor what they did and came from."""
        return (self.kind, self.station, self.demoralized, self.oos, self.battle_supply, self.bound)

    def distinct(self) -> tuple[object, ...]:
        """What distinguishes units in a battle: what a player names, and where they came from."""
        return (*self.named(), self.origin)

    def means(self, group: "Group") -> bool:
        """Whether units named so may be of that group: activity, origin and the state that holds them count
        only where they are said."""
        return (
            self.named()[:-1] == group.named()[:-1]
            and self.bound in ("", group.bound)
            and self.activity in (READY, group.activity)
            and self.origin in ("", group.origin)
        )

    def after_battle(self, storm: bool) -> "Group":
        """The same group once it has attacked, or stormed a fort, in its own side's impulse."""
        moved = self.activity in HAVE_MOVED
        if storm:
            return self.with_(activity=STORMED if moved else WORKED)
        return self.with_(activity=ATTACKED if moved else IN_PLACE)

    def from_nowhere(self) -> "Group":
        """The same group where it shares its hex with no enemy any more, or is in works."""
        return self.with_(origin="", from_loop=False) if self.origin or self.from_loop else self

    def with_(self, **changes: object) -> "Group":
        """The same group with fields changed."""
        return msgspec.structs.replace(self, **_interned(changes))


class Leader(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A leader's counter, rated 0 to 3: on the map at `hex`, or wounded until turn `returns`, else unused."""

    side: str
    rating: int = 0
    hex: str = ""
    returns: int = 0
    activity: Activity = READY

    def with_(self, **changes: object) -> "Leader":
        """The same leader with fields changed."""
        return msgspec.structs.replace(self, **_interned(changes))


class Fort(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A fort marker: "complete", "under_construction", "damaged" or "silenced" (11).

    oos: out-of-supply markers that it holds with its own garrison (11.8/4). unfinished: it was under
    construction when it was silenced; fresh: placed in its side's latest impulse (11.2/8).
    """

    side: str
    state: FortState = "complete"
    oos: int = 0
    unfinished: bool = False
    fresh: bool = False

    def with_(self, **changes: object) -> "Fort":
        """The same fort with fields changed."""
        return msgspec.structs.replace(self, **_interned(changes))


class Vessel(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One naval point (13.0): NSP, NTP and RSP are Union, river flotillas (RF) and ironclads Confederate.

    It is in a sea zone's box (`zone`), or on a watercourse hexside (`at`, "1132-1133"), or under construction
    in a city (`port`). Which side of a hex it is on is the hexside that it is on (13.1/2).
    activity: in its own impulse "ready", "moved", "fought", used as a "ferry" (13.4.2) or "committed" to
    supply (8.1.3). feeds: what an NTP is committed to supply until its side's next supply step: "ports" for
    every Union port of its zone, or a coastal hex.
    """

    kind: VesselKind
    zone: str = ""
    at: str = ""
    port: str = ""
    state: VesselState = "sound"
    activity: VesselActivity = "ready"
    feeds: str = ""

    @property
    def side(self) -> str:
        """The side that it belongs to."""
        return "confederate" if self.kind in ("flotilla", "ironclad") else "union"

    def with_(self, **changes: object) -> "Vessel":
        """The same vessel with fields changed."""
        return msgspec.structs.replace(self, **_interned(changes))


class RailwayUnit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A USMRR unit (7.7): on the map at `hex`, or back as a reinforcement in turn `returns`, else unbuilt.

    spent: movement points used this impulse.
    """

    hex: str = ""
    returns: int = 0
    spent: int = 0

    def with_(self, **changes: object) -> "RailwayUnit":
        """The same unit with fields changed."""
        return msgspec.structs.replace(self, **_interned(changes))


class Depot(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Supply depots in one hex (8.4.2): how many, and how many of them were built this impulse."""

    side: str
    count: int = 1
    fresh: int = 0


class Project(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An arsenal or factory in a city (4.2.5); `since` is the turn of its present state."""

    kind: ProjectKind
    hex: str
    state: ProjectState = "building"
    since: int = 0

    def with_(self, **changes: object) -> "Project":
        """The same project with fields changed."""
        return msgspec.structs.replace(self, **_interned(changes))


@rule("2.3/1")
def merged(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Like groups counted together, in a fixed order: which counters form a total never matters (2.3)."""
    counts: dict[tuple[object, ...], Group] = {}
    for group in groups:
        key = group.alike()
        if (before := counts.get(key)) is not None:
            group = before.with_(count=before.count + group.count)
        counts[key] = group
    return tuple(sorted(counts.values()))


def strength(groups: Iterable[Group], *kinds: str) -> int:
    """Strength points of the kinds named (all of them if none is)."""
    return sum(group.count for group in groups if not kinds or group.kind in kinds)


def fighting_strength(groups: Iterable[Group]) -> int:
    """Raw ground strength points: ASP and MSP; cavalry adds 0 (16.0)."""
    return sum(group.count for group in groups if group.kind != CAVALRY)


def _says_least(want: Group) -> tuple[bool, ...]:
    return (want.origin == "", want.bound == "", want.activity == READY)


def _unlike(group: Group, want: Group) -> tuple[bool, ...]:
    return (group.origin != want.origin, group.bound != want.bound)


def pick(available: Iterable[Group], wanted: Iterable[Group], rule_id: str) -> tuple[Group, ...]:
    """The groups of `available` that a player means by `wanted`, as they really stand.

    Activity, origin and the state that holds them need not be said (`Group.means`). Groups that say more
    choose first, and one that does not say where it came from is of those that came from nowhere, and so with
    the state, as far as there are any.
    Raises Refused(rule_id) if there are not as many, or if a count is not positive.
    """
    stock = list(available)
    taken: list[Group] = []
    for want in sorted(wanted, key=_says_least):
        need = want.count
        if need < 1:
            raise Refused(rule_id, "a number of strength points must be at least 1")
        for index in sorted(range(len(stock)), key=lambda at: _unlike(stock[at], want)):
            group = stock[index]
            if need and group.count and want.means(group):
                got = min(need, group.count)
                taken.append(group.with_(count=got))
                stock[index] = group.with_(count=group.count - got)
                need -= got
        if need:
            there = want.count - need
            raise Refused(rule_id, f"of the {want.count} {want.kind} that you name, {there} can be found")
    if not taken:
        raise Refused(rule_id, "no strength point is named")
    return merged(taken)


def without(available: Iterable[Group], taken: Iterable[Group]) -> tuple[Group, ...]:
    """What remains of `available` when `taken`, exact groups of it, are gone."""
    left = {group.alike(): group for group in merged(available)}
    for group in taken:
        before = left[group.alike()]
        if before.count == group.count:
            del left[group.alike()]
        else:
            left[group.alike()] = before.with_(count=before.count - group.count)
    return tuple(left.values())
