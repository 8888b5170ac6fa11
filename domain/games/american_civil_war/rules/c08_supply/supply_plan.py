"""Who is fed by what in a supply step: what is open to the owner's choice, and a sound choice by default (8).

A plan has three parts, settled in this order: which NTP supply what, which strength points draw on sources
with a limited number, and which forces forage where. A force with a line to an unlimited source needs none.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import counted
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    FORT,
    READY,
    Group,
    merged,
    pick,
    strength,
    without,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.foraging import (
    forage_hexes,
    require_forage,
    share_out,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import DEPOT, Pools, pools_of
from ironclad.domain.games.american_civil_war.rules.c08_supply.sea_supply import (
    Feed,
    feeds_of,
    supplying_zones,
)
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import SupplyMap, supply_map
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import besieged
from ironclad.domain.kernel.engine.citations import require, rule

_MAP = load_map()
PICKENS = "1932"  # 3.1.2


class Commitment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An NTP that supplies every Union port of its sea zone, or one coastal hex of it (8.1.3)."""

    vessel: str
    hex: str = ""


class Feeding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strength points in a hex that a depot or an ordinary supply centre at `source` feeds (8.3, 8.4.2)."""

    source: str
    hex: str
    units: tuple[Group, ...]


class Foraging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force that lives off a hex (8.4.3): its own, or an adjacent one."""

    hex: str
    ground: str


class Wishes(msgspec.Struct, frozen=True):
    """What a player orders of a plan; None leaves a part to the default."""

    commit: tuple[Commitment, ...] | None = None
    feed: tuple[Feeding, ...] | None = None
    forage: tuple[Foraging, ...] | None = None


class Plan(msgspec.Struct, frozen=True):
    """What a supply check does. contested: parts in which another choice would have fed others."""

    feeds: tuple[Feed, ...] = ()
    feeding: tuple[Feeding, ...] = ()
    forage: tuple[Foraging, ...] = ()
    contested: tuple[str, ...] = ()


class Check:
    """One supply check of a side: at its impulse's start, or `final` at its end, when only lines count."""

    def __init__(self, position: Position, side: str, final: bool) -> None:
        self.position, self.side, self.final = position, side, final
        self._maps: dict[tuple[Feed, ...], SupplyMap] = {}
        self._unsupplied: dict[SupplyMap, dict[str, tuple[Group, ...]]] = {}
        self.base = self.supply_map(tuple(feeds_of(position)) if final else ())

    def supply_map(self, feeds: tuple[Feed, ...]) -> SupplyMap:
        """What the unlimited sources and these NTP supply."""
        found = self._maps.get(feeds)
        if found is None:
            found = supply_map(self.position, self.side)
            if feeds != tuple(feeds_of(self.position)):
                found = found.fed_by(feeds)
            self._maps[feeds] = found
        return found

    def unsupplied(self, supply: SupplyMap) -> dict[str, tuple[Group, ...]]:
        """The units that no unlimited source feeds, by hex, sorted; at the final check those marked."""
        if (known := self._unsupplied.get(supply)) is not None:
            return known
        found = self._unsupplied[supply] = {}
        for hex_id in sorted(self.position.forces[self.side]):
            groups = tuple(
                group
                for group in self.position.groups(self.side, hex_id)
                if (group.oos or not self.final) and not self.is_fed(supply, hex_id, group)
            )
            if groups:
                found[hex_id] = groups
        return found

    @rule("8.0/1", "11.8/3", "8.1.3/5")
    def is_fed(self, supply: SupplyMap, hex_id: str, group: Group) -> bool:
        """Whether an unlimited source feeds a group: inside a besieged fort only over water."""
        if group.station == FORT:
            return supply.fort_supplied(hex_id, self.besieged(hex_id))
        return supply.supplied(hex_id)

    @rule("11.8/3", "11.8/5")
    def besieged(self, hex_id: str) -> bool:
        """Whether the side's fort in a hex is besieged, so that no line leads to it overland."""
        return besieged(self.position, self.side, hex_id)

    def unfed_forts(self, supply: SupplyMap, pools: Pools) -> list[str]:
        """The side's forts that are out of supply: no line, nor any source that feeds a limited number."""
        return [
            hex_id
            for hex_id, fort in sorted(self.position.forts.items())
            if fort.side == self.side
            and not supply.fort_supplied(hex_id, besieged := self.besieged(hex_id))
            and (besieged or not pools.within(hex_id))
            and not self.spared(hex_id)
        ]

    @rule("3.1.2/6")
    def spared(self, hex_id: str) -> bool:
        """On turn 1 Fort Pickens is not checked."""
        return hex_id == PICKENS and self.side == UNION and self.position.turn == 1

    # the plan

    def plan(self, wishes: Wishes) -> Plan:
        """The plan that these wishes make. Raises Refused for a wish that the rules do not allow."""
        contested: list[str] = []
        if self.final:
            feeds = tuple(feeds_of(self.position))
            require(not wishes.commit, "8.1.3/6", "NTP are committed when the impulse begins")
        elif wishes.commit is None:
            feeds = self._default_feeds(contested)
        else:
            feeds = self._feeds(wishes.commit)
        supply = self.base if not feeds or self.final else self.supply_map(feeds)
        hungry, pools = self.unsupplied(supply), pools_of(supply)
        if wishes.feed is None:
            feeding = self._default_feeding(hungry, pools, contested)
        else:
            feeding = self._feeding(wishes.feed, hungry, pools)
        left = after_feeding(hungry, feeding)
        if self.final:
            require(not wishes.forage, "8.4.3/1", "forces forage when the impulse begins")
            forage: tuple[Foraging, ...] = ()
        elif wishes.forage is None:
            forage = self._default_forage(left, contested)
        else:
            forage = self._forage(wishes.forage, left)
        if left and wishes.commit is None and not self.final and "sea" not in contested and self.sea_targets:
            contested.append("sea")  # none is near enough now, but some may come to a port in this impulse
        return Plan(feeds, feeding, forage, tuple(contested))

    @rule("8.1.3/2", "8.1.3/3", "8.1.3/4")
    def _feeds(self, commit: tuple[Commitment, ...]) -> tuple[Feed, ...]:
        feeds: list[Feed] = []
        ready = self.ready_transports()
        for each in commit:
            clause = "8.1.3/2" if each.hex else "8.1.3/3"
            require(each.vessel in ready, clause, f"{each.vessel} is no NTP of yours in a sea zone")
            once = each.vessel not in {feed.vessel for feed in feeds}
            require(once, clause, f"{each.vessel} supplies one hex, or the ports")
            zone = self.position.vessels[each.vessel].zone
            if each.hex:
                require(each.hex in _MAP.hexes, "2.1/1", f"there is no hex {each.hex}")
                coastal = zone in supplying_zones(self.position, each.hex)
                require(coastal, "8.1.3/2", f"{each.hex} is no coastal hex of the {zone}")
            feeds.append(Feed(each.vessel, zone, each.hex))
        return tuple(feeds)

    @rule("8.1.3/2")
    def ready_transports(self) -> tuple[str, ...]:
        """The NTP that could be committed: those that begin the impulse in a sea zone."""
        if self.side != UNION:
            return ()
        return tuple(
            name
            for name, vessel in sorted(self.position.vessels.items())
            if vessel.kind == "ntp" and vessel.zone and vessel.state == "sound" and vessel.activity == READY
        )

    @cached_property
    def sea_targets(self) -> dict[str, dict[str, frozenset[str]]]:
        """For each zone with an NTP that can supply what it could feed there: "" for its ports or a coastal
        hex, each with the hexes of units and forts ("fort/hex") without other supply that this would feed."""
        zones = sorted({self.position.vessels[name].zone for name in self.ready_transports()})
        if not zones or not self.base.has_sea_base():
            return {}
        hungry = self.unsupplied(self.base)
        forts = self.unfed_forts(self.base, pools_of(self.base))
        coasts = {h: self._coasts(h, bool(self.draws(h, groups))) for h, groups in hungry.items()}
        coasts |= {f"fort/{h}": self._coasts(h, not self.besieged(h)) for h in forts}
        targets: dict[str, dict[str, frozenset[str]]] = {}
        for zone in zones if coasts else ():
            by_ports = self.supply_map((Feed("", zone),))
            fed: dict[str, set[str]] = {"": set()}
            for hex_id, groups in hungry.items():
                if any(self.is_fed(by_ports, hex_id, group) for group in groups):
                    fed[""].add(hex_id)
            fed[""].update(f"fort/{h}" for h in forts if by_ports.fort_supplied(h, self.besieged(h)))
            for who, near in coasts.items():
                for coast in near:
                    if zone in supplying_zones(self.position, coast):
                        fed.setdefault(coast, set()).add(who)
            targets[zone] = {target: frozenset(those) for target, those in fed.items() if those}
        return targets

    @rule("8.1.3/2", "11.8/3")
    def _coasts(self, hex_id: str, overland: bool) -> Iterable[str]:
        """The hexes from which ships could supply units or a fort: besieged in it, only its own."""
        return self.base.overland(hex_id) if overland else (hex_id,)

    def _default_feeds(self, contested: list[str]) -> tuple[Feed, ...]:
        """One NTP after the other where it feeds most who would have nothing: by the ports of a zone first,
        then on the coast where they stand."""
        targets = self.sea_targets
        if any(targets.values()):
            contested.append("sea")
        feeds: list[Feed] = []
        fed: set[str] = set()
        for name in self.ready_transports():
            zone = self.position.vessels[name].zone
            worth = [
                (-self._weight(those - fed), bool(target) and target not in those, target)
                for target, those in targets.get(zone, {}).items()
            ]
            gain, _, best = min(worth, default=(0, False, ""))
            if gain < 0:
                feeds.append(Feed(name, zone, best))
                fed |= targets[zone][best]
        return tuple(feeds)

    def _weight(self, fed: Iterable[str]) -> int:
        """The strength points in hexes, a fort counting one."""
        return sum(
            1 if each.startswith("fort/") else strength(self.position.groups(self.side, each)) for each in fed
        )

    def draws(self, hex_id: str, groups: tuple[Group, ...]) -> tuple[Group, ...]:
        """Those of a hex's unsupplied groups that can draw on limited sources: none in a besieged fort."""
        shut = self.besieged(hex_id)
        return tuple(group for group in groups if not (shut and group.station == FORT))

    @rule("8.3/2", "8.3/3", "8.3/4", "8.4.2/3", "8.4.2/5", "8.4.2/6", "8.4.2/9")
    def _feeding(
        self, feed: tuple[Feeding, ...], hungry: Mapping[str, tuple[Group, ...]], pools: Pools
    ) -> tuple[Feeding, ...]:
        used: dict[str, int] = {}
        left = {hex_id: self.draws(hex_id, groups) for hex_id, groups in hungry.items()}
        settled: list[Feeding] = []
        for each in feed:
            pool = pools.pools.get(each.source)
            clause = "8.4.2/3" if pool is None or pool.kind == DEPOT else "8.3/2"
            require(pool is not None and pool.hex, clause, f"{each.source} is no limited source")
            require(left.get(each.hex), "8.3/4", f"no units in {each.hex} want such a source")
            near = each.source in pools.within(each.hex, expendable=not self.final)
            require(near, clause, f"units in {each.hex} can trace no line to {each.source}")
            units = pick(left[each.hex], each.units, "8.3/4")
            room = pools.room(each.source, used)
            require(strength(units) <= room, clause, f"{each.source} can feed {counted(room, 'more point')}")
            _draw(pools, used, each.source, strength(units))
            left[each.hex] = without(left[each.hex], units)
            settled.append(Feeding(each.source, each.hex, units))
        return tuple(settled)

    @rule("8.3/4", "8.4.2/9")
    def _default_feeding(
        self, hungry: Mapping[str, tuple[Group, ...]], pools: Pools, contested: list[str]
    ) -> tuple[Feeding, ...]:
        """Those nearest to surrender first; a depot out of supply is spent only on units already marked."""
        used: dict[str, int] = {}
        feeding: dict[tuple[str, str], list[Group]] = {}
        wanting = False
        demands = [
            (-group.oos, hex_id, group)
            for hex_id, groups in hungry.items()
            for group in self.draws(hex_id, groups)
        ]
        for _, hex_id, group in sorted(demands):
            sources = pools.within(hex_id, expendable=not self.final)
            count = group.count
            for source in sources:
                if not pools.pools[source].supplied:
                    wanting = True
                    if not group.oos:
                        continue
                take = min(count, pools.room(source, used))
                if take > 0:
                    _draw(pools, used, source, take)
                    feeding.setdefault((source, hex_id), []).append(group.with_(count=take))
                    count -= take
            wanting = wanting or bool(sources and count)
        if wanting:
            contested.append("sources")
        return tuple(Feeding(source, h, merged(groups)) for (source, h), groups in sorted(feeding.items()))

    @rule("8.4.3/1", "8.4.3/5")
    def _forage(
        self, forage: tuple[Foraging, ...], left: Mapping[str, tuple[Group, ...]]
    ) -> tuple[Foraging, ...]:
        grounds: set[str] = set()
        forces: set[str] = set()
        for each in forage:
            require(each.hex in left, "8.4.3/1", f"there is no unsupplied force of yours in {each.hex}")
            require(each.hex not in forces, "8.4.3/5", f"the force in {each.hex} forages once")
            require_forage(self.position, self.side, each.hex, each.ground)
            require(each.ground not in grounds, "8.4.3/5", f"{each.ground} feeds one force in an impulse")
            grounds.add(each.ground)
            forces.add(each.hex)
        return forage

    def _default_forage(
        self, left: Mapping[str, tuple[Group, ...]], contested: list[str]
    ) -> tuple[Foraging, ...]:
        """As many as can, those nearest to surrender first: a forager never holds a second marker."""
        order = sorted(left, key=lambda h: (-max(group.oos for group in left[h]), h))
        wishes = {hex_id: forage_hexes(self.position, self.side, hex_id) for hex_id in order}
        found = share_out(wishes)
        if any(wishes[hex_id] and hex_id not in found for hex_id in order):
            contested.append("forage")
        return tuple(Foraging(hex_id, ground) for hex_id, ground in sorted(found.items()))


def _draw(pools: Pools, used: dict[str, int], source: str, count: int) -> None:
    for each in pools.chain(source):
        used[each] = used.get(each, 0) + count


def after_feeding(
    hungry: Mapping[str, tuple[Group, ...]], feeding: Iterable[Feeding]
) -> dict[str, tuple[Group, ...]]:
    """The unsupplied units that remain when those fed are taken away, by hex."""
    left = dict(hungry)
    for each in feeding:
        left[each.hex] = without(left[each.hex], each.units)
        if not left[each.hex]:
            del left[each.hex]
    return left
