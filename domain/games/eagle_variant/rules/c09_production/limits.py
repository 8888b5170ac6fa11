"""How many of a kind may be bought in a production round (production-limits)."""

from ironclad.domain.games.eagle_variant.board.charts import numbers, set_up
from ironclad.domain.games.eagle_variant.board.map_files import MISSISSIPPI, ST_LAWRENCE
from ironclad.domain.games.eagle_variant.position.state import CSA, SIDES, Position
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller
from ironclad.domain.games.eagle_variant.rules.c09_production.income import home_ports
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "naval_limit_counts_lost_ports": Option(
        "production-limits/3",
        "The CSA's limit of Naval Ratings counts all its home ports, lost ones too.",
        ("no", "yes"),
    ),
}
YARDS = {"usa": ("usa", "border"), "csa": ("csa",), "britain": ("canada",)}
"""The colours of the cities whose river ports let a nation buy River Naval Ratings."""
RIVERS_OF = {"usa": (MISSISSIPPI, ST_LAWRENCE), "csa": (MISSISSIPPI,), "britain": (ST_LAWRENCE,)}


@rule("production-limits/1", "production-limits/2", "production-limits/5", "war-with-europe/10")
def most_units(position: Position, nation: str, kind: str) -> tuple[int, str] | None:
    """The most units of a kind that a nation may buy in this round, and the clause; None: any number."""
    limits = numbers("limits")
    if kind == "cavalry" and nation in SIDES:
        return int(limits["cavalry"]), "production-limits/1"
    if kind == "cavalry":
        return int(limits["allied_cavalry"]), "war-with-europe/10"
    if kind == "artillery" and nation == CSA and limited(position) and not _supported(position):
        return int(limits["csa_artillery"]), "production-limits/2"
    return None


@rule("balanced-scenario/4")
def limited(position: Position) -> bool:
    """Whether the limits of the CSA hold; in the balanced scenario only those of cavalry do."""
    return bool(set_up(position.table)["limits"])


@rule("csa-support-from-europe/5")
def _supported(position: Position) -> bool:
    return position.production is not None and position.production.supported


@rule("production-limits/3", "production-limits/4", "war-with-europe/11", "war-with-europe/13")
def most_ratings(position: Position, nation: str, good: str) -> tuple[int, str] | None:
    """The most points of a kind that a nation may buy in this round, and the clause; None: any number."""
    if nation != CSA or good == "rail_stock" or not limited(position):
        return None
    limits, ports = numbers("limits"), home_ports(position)
    if good == "river_rating":
        return int(limits["csa_river_ratings"]), "rivers/19"
    if "britain" in position.at_war and ports:
        return None
    counted = len(_all_ports(position)) if position.plays("naval_limit_counts_lost_ports") else len(ports)
    return -(-counted // int(limits["csa_ports_for_a_rating"])), "production-limits/3"


def _all_ports(position: Position) -> list[str]:
    cities = (each for each in position.board.cities if each.port and each.side == CSA)
    return [each.id for each in cities if each.state not in position.seceded]


@rule("rivers/19", "rivers/20")
def check_yard(position: Position, nation: str, system: str) -> None:
    """Refuse River Naval Ratings without the rule, of another nation's system, or without a port there."""
    require(position.has("rivers"), "advanced-optional-rules/6", "this game has no rule of rivers")
    clause = "rivers/19" if nation == CSA else "rivers/20"
    require(system in RIVERS_OF.get(nation, ()), clause, f"{nation} builds none on the {system or 'ocean'}")
    side = nation if nation in SIDES else CSA
    yards = (
        each
        for each in position.board.cities
        if each.river_port == system
        and each.side in YARDS[nation]
        and each.state not in position.seceded
        and controller(position, each.id) == side
    )
    require(any(yards), clause, f"no home river port on the {system} is yours")
