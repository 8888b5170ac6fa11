"""Officers whom illness or the President removes (8.2, 8.3)."""

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import ON_MAP, OUT, RESERVE, UNKNOWN, Hq
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import (
    draw_hq,
    reserve_of,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import HqReplaced
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import TO_RESERVE, lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import LeaderChosen
from ironclad.domain.kernel.engine.citations import rule


@rule("8.2/1", "8.2/2", "8.2/3")
def fall_ill(play: Play, side: str) -> None:
    """One of a side's HQs on the map dies; one from the reserve takes its place and its units.

    With an empty reserve its units stay without a leader. One aboard ship then stays in command: nobody could
    lead its units off the fleet.
    """
    hq = _choose(play, side, tuple(play.position.hqs_of(side)), "HQ that falls ill", "8.2/1")
    if not hq:
        return
    if by := draw_hq(play, side, "8.2/2"):
        play.emit(HqReplaced(hq, by, "died", "8.2/2"))
    elif not play.position.hqs[hq].aboard:
        lose_hq(play, hq, "died", "8.2/3")


@rule("8.3/1", "8.3/2", "8.3/3")
def recall(play: Play, side: str) -> None:
    """One of a side's inexperienced HQs on the map is recalled; one from the reserve takes its place.

    The successor is drawn before the recalled HQ enters the reserve. With an empty reserve nothing happens.
    """
    position = play.position
    if not reserve_of(position, side):
        return
    novices = tuple(id for id in position.hqs_of(side) if not position.hqs[id].experienced)
    hq = _choose(play, side, novices, "HQ that is recalled", "8.3/1")
    if hq:
        by = draw_hq(play, side, "8.3/2")
        play.emit(HqReplaced(hq, by, "recalled", "8.3/2"))


def _choose(play: Play, side: str, hqs: tuple[str, ...], purpose: str, clause: str) -> str:
    """One of these HQs by a die over them in the order of the list; "" where there is none."""
    hq, die = "", 0
    if hqs:
        (hq,) = play.draw(purpose, clause, hqs)
        die = hqs.index(hq) + 1 if len(hqs) > 1 else 0
    play.emit(LeaderChosen(side, hq, die, len(hqs)))
    return hq


@brta.evolves(LeaderChosen)
def _leader_chosen(position: Position, event: LeaderChosen) -> None:
    """The choice itself changes nothing; what happens to the HQ follows as an event of its own."""


@brta.evolves(HqReplaced)
def _hq_replaced(position: Position, event: HqReplaced) -> None:
    """The successor takes over place, units and ships; what the enemy knew of the army stays known."""
    old, new = position.hqs[event.hq], position.hqs[event.by]
    position.hqs[event.by] = new.with_(
        state=ON_MAP, spot=old.spot, began=old.began, still=old.still, aboard=old.aboard
    )
    position.hqs[event.hq] = Hq(old.side, RESERVE if event.fate in TO_RESERVE else OUT)
    position.units[event.by] = position.units.pop(event.hq, UNKNOWN)
    for of in (position.cargo, position.flagships):
        if event.hq in of:
            of[event.by] = of.pop(event.hq)  # type: ignore[assignment]
    for side in SIDES:
        known = position.intelligence.get(side, {})
        if event.hq in known:
            known[event.by] = known.pop(event.hq)
