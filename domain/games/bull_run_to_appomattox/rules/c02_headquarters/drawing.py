"""Drawing HQs from the reserve (2.3), replacing those that were lost (2.4), and taking units over."""

from collections.abc import Iterable

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters, limits
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import (
    DRAWN,
    NONE,
    ON_MAP,
    RESERVE,
    UNKNOWN,
    Hq,
    Units,
    Vacancy,
)
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import (
    HqDrawn,
    HqPlaced,
    UnitsAttached,
    VacanciesClosed,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import has_room
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import Secret


def reserve_of(position: Position, side: str) -> tuple[str, ...]:
    """A side's reserve in the fixed order of the list of HQs (2.3/2)."""
    return tuple(id for id, hq in position.hqs.items() if hq.side == side and hq.state == RESERVE)


@rule("2.3/2", "2.3/3", "2.6/5", "4/8")
def draw_hq(play: Play, side: str, why: str) -> str:
    """A side draws an HQ, which then waits to be placed; "" and nothing happens where the reserve is
    empty.
    """
    reserve = reserve_of(play.position, side)
    if not reserve:
        return ""
    (hq,) = play.draw("HQ from the reserve", "2.3/2", reserve)
    die = reserve.index(hq) + 1 if len(reserve) > 1 else 0
    play.emit(HqDrawn(play.position.hqs[hq].side, hq, die, len(reserve), why))
    return hq


@brta.evolves(HqDrawn)
def _hq_drawn(position: Position, event: HqDrawn) -> None:
    experienced = headquarters()[event.hq].experienced
    position.hqs[event.hq] = Hq(event.side, DRAWN, experienced=experienced)


def place_hq(play: Play, hq: str, spot: str, why: str) -> None:
    """A drawn HQ enters the map without any units."""
    play.emit(HqPlaced(hq, spot, why, Secret((play.position.hqs[hq].side,), NONE)))


@brta.evolves(HqPlaced)
def _hq_placed(position: Position, event: HqPlaced) -> None:
    hq = position.hqs[event.hq]
    position.hqs[event.hq] = hq.with_(state=ON_MAP, spot=event.spot)
    position.units[event.hq] = event.units.known(UNKNOWN)


@rule("2.4/3", "2.4/5", "2.7/5", "4/3")
def replace_lost(play: Play, orders: dict[str, tuple[str, ...]]) -> None:
    """Replacement of HQs lost in combat: each vacancy gets one HQ, in the order that its side gave.

    `orders` are spots by side; where two HQs were lost in one place each is a vacancy. A vacancy whose units
    are gone or have found a commander, or in whose place two HQs are already, gets none; after this no
    replacement is due for any of them.
    """
    vacancies = play.position.vacancies
    if not vacancies:
        return
    for side in SIDES:
        for vacancy in _in_order(vacancies, side, orders.get(side, ())):
            units = play.position.leaderless[vacancy.side].get(vacancy.spot, NONE)
            if units == NONE or not has_room(play.position, side, vacancy.spot):
                continue
            if hq := draw_hq(play, side, "2.4/3"):
                place_hq(play, hq, vacancy.spot, "2.4/3")
                attach(play, hq)
    play.emit(VacanciesClosed(play.position.turn))


def _in_order(vacancies: Iterable[Vacancy], side: str, order: tuple[str, ...]) -> list[Vacancy]:
    own = [each for each in vacancies if each.side == side]
    places = dict.fromkeys((*order, *sorted(each.spot for each in own)))
    return [each for spot in places for each in own if each.spot == spot]


@brta.evolves(VacanciesClosed)
def _vacancies_closed(position: Position, event: VacanciesClosed) -> None:
    position.vacancies = ()


@rule("2.4/8", "5.1/1", "10/4")
def room_for(commanded: Units, offered: Units) -> Units:
    """What of the units offered an HQ can take: within 20 CP and 4 artillery CP.

    Infantry goes first, then cavalry, then artillery.
    """
    most = limits().cp_per_hq - commanded.total
    infantry = min(offered.infantry, most)
    cavalry = min(offered.cavalry, most - infantry)
    guns = min(most - infantry - cavalry, limits().artillery_per_hq - commanded.artillery)
    return Units(infantry, cavalry, max(0, min(offered.artillery, guns)))


@rule("2.4/8")
def attach(play: Play, hq: str) -> None:
    """An HQ takes the leaderless units of its side on its spot under command, as far as it can.

    On a position where its units are not known it takes none: that happens on no whole position.
    """
    record, commanded = play.position.hqs[hq], play.position.units_of(hq)
    offered = play.position.leaderless[record.side].get(record.spot, NONE)
    if offered == NONE or not commanded.known:
        return
    taken = room_for(commanded, offered)
    if taken != NONE:
        play.emit(UnitsAttached(hq, record.spot, taken))


@brta.evolves(UnitsAttached)
def _units_attached(position: Position, event: UnitsAttached) -> None:
    side = position.hqs[event.hq].side
    left = position.leaderless[side][event.spot].minus(event.units)
    if left == NONE:
        del position.leaderless[side][event.spot]
        position.orphaned[side].pop(event.spot, None)
    else:
        position.leaderless[side][event.spot] = left
    position.units[event.hq] = position.units_of(event.hq).plus(event.units)
