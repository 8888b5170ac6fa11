"""What the capture of a city means for politics: capitals, and freed slaves who enlist."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle, on_capture
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import home_side
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import EnlistFreedmen
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import FreedmenEnlisted
from ironclad.domain.games.eagle_variant.rules.c10_politics.rating import TOWARDS, move_rating
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

OPTIONS = {
    "capital_capture_counts_once": Option(
        "european-intervention-rating/3",
        "Only the first capture of a capital moves the rating.",
        ("no", "yes"),
    ),
}
CAPITALS = {"c_Richmond": USA, "c_Washington_DC": CSA}
"""The side whose capture of a capital moves the rating."""


@on_capture
def count_capture(play: Play, city: str, side: str, first: bool) -> None:
    """A side has captured a city: the rating moves for a capital; then freed slaves may enlist."""
    if CAPITALS.get(city) == side:
        _move_for_capital(play, side, first)
    if first and side == USA:
        _ask_freedmen(play, city)


@rule("european-intervention-rating/3")
def _move_for_capital(play: Play, side: str, first: bool) -> None:
    if first or not play.position.plays("capital_capture_counts_once"):
        shift = int(numbers("politics")["capital_shift"]) * TOWARDS[side]
        move_rating(play, shift, "capture of a capital", "european-intervention-rating/3")


@rule("usa-declares-emancipation/3", "usa-declares-emancipation/4")
def _ask_freedmen(play: Play, city: str) -> None:
    """After emancipation the first capture of a CSA home city brings an infantry; earlier captures count."""
    position = play.position
    if USA in position.politics.emancipated and home_side(position, city) == CSA:
        asking.ask(play, USA, "freedmen", "usa-declares-emancipation/3", city=city)


@eagle.check(EnlistFreedmen, "freedmen")
def _check(position: Position, due: Due, command: EnlistFreedmen) -> None:
    """Both answers are legal."""


@eagle.carry_out(EnlistFreedmen)
def _enlist(play: Play, due: Due, command: EnlistFreedmen) -> None:
    asking.close(play, due)
    if command.answer == "yes":
        play.emit(FreedmenEnlisted(due.about["city"]))


@eagle.evolves(FreedmenEnlisted)
def _enlisted(position: Position, event: FreedmenEnlisted) -> None:
    add_unit(position, USA, "infantry", event.city)


@also_offers("freedmen")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    yield EnlistFreedmen(answer="yes")
    yield EnlistFreedmen(answer="no")
