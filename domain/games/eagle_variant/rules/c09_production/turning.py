"""Ocean Naval Ratings that become River Naval Ratings (rivers/21, /22)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.map_files import MISSISSIPPI, ST_LAWRENCE, SYSTEMS
from ironclad.domain.games.eagle_variant.position.state import USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller
from ironclad.domain.games.eagle_variant.rules.c09_production.buying import check_nation
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import TurnRatings
from ironclad.domain.games.eagle_variant.rules.c09_production.events import RatingsTurned
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of
from ironclad.domain.games.eagle_variant.rules.c09_production.limits import RIVERS_OF
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

PASSAGES = {MISSISSIPPI: "c_New_Orleans", ST_LAWRENCE: "c_Quebec"}
"""The cities that are both river ports and ports of the ocean."""


@eagle.check(TurnRatings, "production")
@rule("rivers/21", "rivers/22")
def _check(position: Position, due: Due, command: TurnRatings) -> None:
    """Refuse ratings to be turned that a nation lacks, that blockade, or that have no way to the river."""
    nation, system = command.nation, command.system
    check_nation(position, due.seat, nation)
    require(position.has("rivers"), "advanced-optional-rules/6", "this game has no rule of rivers")
    require(system in RIVERS_OF.get(nation, ()), "rivers/21", f"{nation} has no ratings on the {system}")
    held = controller(position, PASSAGES[system]) == due.seat
    require(held, "rivers/21", "the port at the river's mouth is not yours")
    ready = free_ratings(position, nation)
    require(1 <= command.count <= ready, "rivers/21", f"{ready} Naval Ratings of {nation} can be turned")


def free_ratings(position: Position, nation: str) -> int:
    """The ocean Naval Ratings of a nation that do not blockade."""
    return position.naval.get(nation, 0) - (position.blockading if nation == USA else 0)


@eagle.carry_out(TurnRatings)
def _turn(play: Play, due: Due, command: TurnRatings) -> None:
    position, nation = play.position, command.nation
    ocean = position.naval[nation] - command.count
    river = position.river_naval.get(f"{nation}.{command.system}", 0) + command.count
    play.emit(RatingsTurned(nation, command.system, command.count, ocean, river))


@eagle.evolves(RatingsTurned)
def _turned(position: Position, event: RatingsTurned) -> None:
    position.naval[event.nation] = event.ocean
    position.river_naval[f"{event.nation}.{event.system}"] = event.river


@also_offers("production")
def turns(position: Position, due: Due) -> Iterator[Command]:
    """Each number of ratings that could be turned."""
    if position.has("rivers"):
        for nation in nations_of(position, due.seat):
            for system in SYSTEMS:
                for count in range(1, free_ratings(position, nation) + 1):
                    yield TurnRatings(nation=nation, system=system, count=count)  # type: ignore[arg-type]
