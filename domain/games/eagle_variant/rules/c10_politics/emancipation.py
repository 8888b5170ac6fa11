"""Emancipation of the slaves: who may declare it, and the USA's declaration (emancipation-of-the-slaves).

What a declaration by the CSA leads to is in `secession`.
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller, occupied_by
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import free_of_enemies
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareEmancipation,
    PlaceVolunteers,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import (
    EmancipationDeclared,
    VolunteersPlaced,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.rating import set_rating
from ironclad.domain.games.eagle_variant.rules.c10_politics.secession import roll_states
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

OPTIONS = {
    "emancipation_once_per_side": Option(
        "emancipation-of-the-slaves/1", "Each side may declare emancipation once.", ("no", "yes")
    ),
    "emancipation_sets_rating_exactly": Option(
        "usa-declares-emancipation/2",
        "Emancipation by the USA puts the rating at 12 even if it is higher.",
        ("no", "yes"),
    ),
}


@eagle.check(DeclareEmancipation, "politics")
@rule("emancipation-of-the-slaves/1", "emancipation-of-the-slaves/4")
def _check(position: Position, due: Due, command: DeclareEmancipation) -> None:
    """Refuse a second emancipation of a game, or one of the USA without its conditions."""
    declared = position.politics.emancipated
    barred = due.seat in declared if position.plays("emancipation_once_per_side") else bool(declared)
    require(not barred, "emancipation-of-the-slaves/1", "emancipation has been declared")
    if due.seat == USA:
        ready = may_emancipate(position)
        reason = "you have neither won such a battle nor cities of the CSA worth enough"
        require(ready, "emancipation-of-the-slaves/2", reason)


@rule("emancipation-of-the-slaves/2")
def may_emancipate(position: Position) -> bool:
    """Whether the USA has won a great battle, or has brigades in CSA cities worth enough."""
    held = (
        position.points_of(city.id)
        for city in position.board.home_of(CSA)
        if city.city and occupied_by(position, city.id, USA)
    )
    return position.politics.qualified or sum(held) >= int(numbers("politics")["city_points"])


@eagle.carry_out(DeclareEmancipation)
def _declare(play: Play, due: Due, command: DeclareEmancipation) -> None:
    asking.close(play, due)
    play.emit(EmancipationDeclared(due.seat))
    if due.seat == USA:
        _usa_declares(play)
    else:
        _csa_declares(play)


@eagle.evolves(EmancipationDeclared)
def _declared(position: Position, event: EmancipationDeclared) -> None:
    declared = tuple(sorted({*position.politics.emancipated, event.side}))
    position.politics = position.politics.with_(emancipated=declared)


@rule("usa-declares-emancipation/1", "usa-declares-emancipation/2")
def _usa_declares(play: Play) -> None:
    position, least = play.position, int(numbers("politics")["usa_emancipation_rating"])
    exact = position.plays("emancipation_sets_rating_exactly")
    rating = least if exact else max(position.politics.rating, least)
    set_rating(play, rating, "emancipation by the USA", "usa-declares-emancipation/2")
    if volunteer_spaces(position):
        asking.ask(play, CSA, "volunteers", "usa-declares-emancipation/1", count=volunteers(position))


@rule("csa-declares-emancipation/1")
def _csa_declares(play: Play) -> None:
    rating = min(play.position.politics.rating, int(numbers("politics")["csa_emancipation_rating"]))
    set_rating(play, rating, "emancipation by the CSA", "csa-declares-emancipation/1")
    roll_states(play)


def volunteer_spaces(position: Position) -> tuple[str, ...]:
    """The spaces that the CSA controls, without enemy units in them, in the order of the map."""
    return tuple(
        space
        for space in position.board.spaces
        if controller(position, space) == CSA and free_of_enemies(position, space, CSA)
    )


def volunteers(position: Position) -> int:
    """How many infantry the CSA places: six, or as many as it has spaces for."""
    return min(int(numbers("politics")["free_infantry"]), len(volunteer_spaces(position)))


@eagle.check(PlaceVolunteers, "volunteers")
@rule("usa-declares-emancipation/1")
def _check_volunteers(position: Position, due: Due, command: PlaceVolunteers) -> None:
    clause, count = "usa-declares-emancipation/1", volunteers(position)
    open_to = volunteer_spaces(position)
    require(len(command.spaces) == count, clause, f"you place {count} infantry, not {len(command.spaces)}")
    require(len(set(command.spaces)) == count, clause, "at most one is placed in a space")
    for space in command.spaces:
        require(space in open_to, clause, f"{name_of(space)} is not controlled by you")


@eagle.carry_out(PlaceVolunteers)
def _place(play: Play, due: Due, command: PlaceVolunteers) -> None:
    asking.close(play, due)
    play.emit(VolunteersPlaced(command.spaces))


@eagle.evolves(VolunteersPlaced)
def _placed(position: Position, event: VolunteersPlaced) -> None:
    for space in event.spaces:
        add_unit(position, CSA, "infantry", space)


@also_offers("volunteers")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """The first spaces of the map, and the last; a player may name any others."""
    found, count = volunteer_spaces(position), volunteers(position)
    yield PlaceVolunteers(spaces=found[:count])
    if len(found) > count:
        yield PlaceVolunteers(spaces=found[-count:])


@eagle.sample("volunteers")
def _sample(position: Position, due: Due, random: Random) -> Command:
    spaces = random.sample(volunteer_spaces(position), volunteers(position))
    return PlaceVolunteers(spaces=tuple(spaces))
