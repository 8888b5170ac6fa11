"""Who in a hex has not moved or been used in this impulse (5.2), and may be ordered yet."""

from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import READY, Group, pick
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.memo import remembered


@remembered
def ready_units(
    position: Position, seat: str, hex_id: str, wanted: tuple[Group, ...] | None
) -> tuple[Group, ...]:
    """Units of a hex that have done nothing yet in this impulse: those wanted, or all; or refuse."""
    groups = position.groups(seat, hex_id)
    require(groups, "5.2/1", f"there is no force of yours in {hex_id}")
    ready = tuple(group for group in groups if group.activity == READY)
    require(ready, "5.2/4", f"the units in {hex_id} have been moved or used in this impulse")
    if wanted is None:
        return ready
    try:
        return pick(ready, wanted, "5.2/4")
    except Refused:
        pick(groups, wanted, "5.2/4")  # which says itself what is not there at all
        raise Refused("5.2/4", "some of the units named have been moved or used in this impulse") from None


@remembered
def ready_leaders(
    position: Position, seat: str, hex_id: str, wanted: tuple[str, ...] | None
) -> tuple[str, ...]:
    """Leaders of a hex that have not moved in this impulse: those wanted, or all. Refuses if not there."""
    ready = tuple(
        letter for letter in position.leaders_at(seat, hex_id) if position.leaders[letter].activity == READY
    )
    if wanted is None:
        return ready
    for letter in wanted:
        require(letter in ready, "10.2/1", f"leader {letter} is not in {hex_id}, ready to move")
    return tuple(sorted(set(wanted)))
