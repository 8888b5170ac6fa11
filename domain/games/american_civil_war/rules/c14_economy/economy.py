"""The Confederate economy (14.0, 14.1, CSC): fragments of linked supply centres, ports, and St Louis (15.6).

`reckon` computes it for any position; victory.py states it in each Victory Check Phase as `EconomyReckoned`.
"""

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import economy_values
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, Position
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import supply_map
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import (
    Networks,
    networks_of,
    reaches_sea,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Option

_MAP = load_map()
_PRINTED, _TRACED = economy_values(), economy_values(rival=True)
PORT_VALUE = {"open": 1, "recognized": 2, "intervened": 3}  # 15.3/4, 15.3/5
FACTORY_CENTRES = {"4410", "2015", "1132"}  # 14.1/6: Richmond, Nashville, New Orleans
ST_LOUIS, ST_LOUIS_VALUE = "1208", 4
NAMES = {hex_id: _MAP.hexes[hex_id].city or hex_id for hex_id in (*_PRINTED, *_MAP.critical_ports, ST_LOUIS)}


class Counted(msgspec.Struct, frozen=True):
    """One centre, port or factory: what it is worth, whether it counts, why, and under which clause."""

    name: str
    hex: str
    value: int
    counts: bool
    reason: str
    rule: str


class Fragment(msgspec.Struct, frozen=True):
    """Critical centres linked to each other: `total` is their value, `full` adds all the rest."""

    centres: tuple[str, ...]
    total: int
    full: int


class EconomyReckoned(Event, frozen=True, tag_field="type", tag="economy_reckoned"):
    """The Confederate economy was counted (14.1).

    fragments: every fragment there is; chosen: the centres of the one that counts; centres, ports and `works`
    (finished factories): each with its value and the reason it counts or not; economy: all that counts.
    """

    turn: int
    fragments: tuple[Fragment, ...]
    chosen: tuple[str, ...]
    centres: tuple[Counted, ...]
    ports: tuple[Counted, ...]
    factories: int
    st_louis: int
    st_louis_reason: str
    economy: int
    works: tuple[Counted, ...] = ()
    rule: str = "14.1/8"


@rule("14.0/2", "CSC/1")
def centre_values(position: Position) -> dict[str, int]:
    """Critical supply centre to value, by the list that the game plays with."""
    return _TRACED if position.options.get("economy_values") == "traced" else _PRINTED


@rule("CSC/2", "15.3/4", "15.3/5")
def port_value(position: Position) -> int:
    """What every critical port counts: 1, after recognition 2, after intervention 3."""
    return PORT_VALUE[position.diplomacy]


@remembered
@rule("14.0/1", "14.1/1", "14.1/3")
def fragments(position: Position, networks: Networks) -> tuple[Fragment, ...]:
    """The sets of CS-controlled critical centres that are linked to each other, the best first.

    A lone centre is a fragment too. Ties stay in the order of their first hex.
    """
    values = centre_values(position)
    held = [hex_id for hex_id in sorted(values) if controller(position, hex_id) == CONFEDERATE]
    found = [
        Fragment(
            members,
            total := sum(values[hex_id] for hex_id in members),
            total + _beside(position, networks, members),
        )
        for members in networks.groups(held)
    ]
    by_full = position.options.get("fragment_by_full_total") == "full_total"
    return tuple(sorted(found, key=lambda each: (-(each.full if by_full else each.total), each.centres)))


def _beside(position: Position, networks: Networks, centres: tuple[str, ...]) -> int:
    """What a fragment's ports, factories and St Louis add to its centres."""
    ports = count_ports(position, networks, centres)
    counted = (*ports, *count_factories(position, networks, centres, ports))
    return sum(each.value for each in counted if each.counts) + count_st_louis(position, centres)[0]


@rule("14.1/2")
def best_fragments(position: Position, found: tuple[Fragment, ...]) -> tuple[Fragment, ...]:
    """The fragments that the CS may choose as its economy: those with the greatest total of centres."""
    if position.options.get("fragment_by_full_total") == "full_total":
        return tuple(each for each in found if each.full == found[0].full)
    return tuple(each for each in found if each.total == found[0].total)


@rule("14.1/4", "14.1/5")
def count_ports(position: Position, networks: Networks, centres: tuple[str, ...]) -> tuple[Counted, ...]:
    """Every critical port with its value and whether it counts beside these centres."""
    return tuple(_count_port(position, networks, centres, port) for port in sorted(_MAP.critical_ports))


def _count_port(position: Position, networks: Networks, centres: tuple[str, ...], port: str) -> Counted:
    value = port_value(position)
    if controller(position, port) != CONFEDERATE:
        counts, reason, clause = False, "the Confederacy does not control it", "14.1/4"
    elif not any(networks.linked(port, centre) for centre in centres):
        counts, reason, clause = False, "no rail, road or water links it to a centre that counts", "14.1/4"
    else:
        counts, reason = reaches_sea(position, CONFEDERATE, port)
        clause = "14.1/5" if port in centres else "14.1/4"
    return Counted(NAMES[port], port, value, counts, reason, clause)


@rule("15.6/3")
def count_st_louis(position: Position, centres: tuple[str, ...]) -> tuple[int, str]:
    """What St Louis adds, and why: 4 if the CS controls it and it traces supply to a centre that counts."""
    if controller(position, ST_LOUIS) != CONFEDERATE:
        return 0, "the Confederacy does not control St Louis"
    supply = supply_map(position, CONFEDERATE)
    if ST_LOUIS in supply.barred or not any(supply.traces(ST_LOUIS, centre) for centre in centres):
        return 0, "no supply line leads from St Louis to a centre that counts"
    return ST_LOUIS_VALUE, "St Louis is Confederate and traces supply to a centre that counts"


@rule("14.1/6", "4.2.5/11")
def count_factories(
    position: Position, networks: Networks, centres: tuple[str, ...], ports: tuple[Counted, ...]
) -> tuple[Counted, ...]:
    """Every finished factory, worth 1, and whether it counts beside these centres and ports."""
    open_ports = [port.hex for port in ports if port.counts]
    counted = []
    for name, project in sorted(position.projects.items()):
        if project.kind == "factory" and project.state == "complete":
            links = networks.of(project.hex)
            if links.isdisjoint(centres):
                counts, reason = False, "no rail, road or water links it to a centre that counts"
            elif links.isdisjoint(FACTORY_CENTRES & set(centres)):
                counts, reason = False, "it is linked to neither Richmond, Nashville nor New Orleans there"
            elif links.isdisjoint(open_ports):
                counts, reason = False, "it is linked to no numbered port that counts"
            else:
                counts, reason = True, "linked to the fragment that counts, with a port of it"
            counted.append(Counted(name, project.hex, 1, counts, reason, "14.1/6"))
    return tuple(counted)


@rule("14.0/1", "14.1/1", "14.1/2", "14.1/8")
def reckon(
    position: Position, networks: Networks, chosen: Fragment | None, found: tuple[Fragment, ...]
) -> EconomyReckoned:
    """Count the economy with `chosen` as its fragment; None if the CS holds no critical centre."""
    members = chosen.centres if chosen else ()
    centres = tuple(
        _count_centre(position, hex_id, value, members)
        for hex_id, value in sorted(centre_values(position).items())
    )
    ports = count_ports(position, networks, members)
    st_louis, why = count_st_louis(position, members)
    works = count_factories(position, networks, members, ports)
    factories = sum(each.counts for each in works)
    economy = sum(each.value for each in (*centres, *ports) if each.counts) + factories + st_louis
    return EconomyReckoned(
        position.turn, found, members, centres, ports, factories, st_louis, why, economy, works
    )


def _count_centre(position: Position, hex_id: str, value: int, members: tuple[str, ...]) -> Counted:
    if hex_id in members:
        reason = "in the fragment that counts"
    elif controller(position, hex_id) == CONFEDERATE:
        reason = "not linked to the fragment that counts"
    else:
        reason = "the Confederacy does not control it"
    return Counted(NAMES[hex_id], hex_id, value, hex_id in members, reason, "14.1/2")


def economy_now(position: Position) -> EconomyReckoned:
    """The economy as it would be counted at this moment, ties broken by the larger whole."""
    networks = networks_of(position, CONFEDERATE)
    found = fragments(position, networks)
    best = max(best_fragments(position, found), key=lambda each: each.full) if found else None
    return reckon(position, networks, best, found)


@acw.evolves(EconomyReckoned)
def _economy_reckoned(position: Position, event: EconomyReckoned) -> None:
    position.economy, position.economy_factories = event.economy, not_for_victory(position, event)


@rule("3.3/3", "15.6/3")
def not_for_victory(position: Position, count: EconomyReckoned) -> int:
    """What the Confederate test of victory leaves out of an economy: factories, by option St Louis."""
    left_out = position.options.get("st_louis_counts") == "survival_and_construction"
    return count.factories + (count.st_louis if left_out else 0)


OPTIONS = {
    "st_louis_counts": Option(
        "15.6/3",
        "Whether St Louis counts in all uses of the economy, or for survival and construction only.",
        ("everywhere", "survival_and_construction"),
    ),
    "economy_by_sea": Option(
        "14.0/1",
        "Whether sea zones link the Confederacy's ports that are open to the sea.",
        ("no", "yes"),
    ),
    "economy_values": Option(
        "CSC/1",
        "Values of the critical centres: a list that sums to 23, or one that traces to 23 at the start.",
        ("printed", "traced"),
    ),
    "fragment_by_full_total": Option(
        "14.1/2",
        "Whether the economy's fragment is chosen by its centres alone or with its ports and St Louis.",
        ("centres", "full_total"),
    ),
}
COMMANDS = ()
EVENTS = (EconomyReckoned,)
