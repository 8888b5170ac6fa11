"""What happens to HQs (chapter 2)."""

from typing import Literal

from ironclad.domain.games.bull_run_to_appomattox.position.units import Side, Units
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret

Fate = Literal["wounded", "killed", "eliminated", "surrendered", "stranded", "died", "recalled", "drowned"]
"""wounded and recalled HQs go to the reserve, all others out of the game (2.4, 2.7, 8.2, 8.3, 15/8)."""


class HqDrawn(Event, frozen=True, tag_field="type", tag="hq_drawn"):
    """A side drew an HQ from its reserve; `die` is 0 where one was left (2.3/2). `why` is the clause.

    It waits for placement, or takes over at once (`HqReplaced`, `HqPlaced`).
    """

    side: Side
    hq: str
    die: int
    of: int
    why: str


class HqPlaced(Event, frozen=True, tag_field="type", tag="hq_placed"):
    """A drawn HQ is on the map, with no units yet (4/16, 2.4/3). What it has from then on is hidden."""

    hq: str
    spot: str
    why: str
    units: Secret[Units]


class HqLost(Event, frozen=True, tag_field="type", tag="hq_lost"):
    """An HQ left the map. `left` are its units, which stay on the spot without a leader; None where it has
    none or they are lost with it. `awaits` says whether a replacement is due (2.4/3).
    """

    hq: str
    side: Side
    fate: Fate
    spot: str
    left: Units | None
    awaits: bool
    why: str


class HqReplaced(Event, frozen=True, tag_field="type", tag="hq_replaced"):
    """Another HQ took over place and units of one that illness or the President removed (8.2, 8.3), or that
    was lost aboard ship after a beaten landing (2.7/4).
    """

    hq: str
    by: str
    fate: Fate
    why: str


class SurvivalChecked(Event, frozen=True, tag_field="type", tag="survival_checked"):
    """The South rolled for leaders at risk (2.7): `dice` are two, `hq` the one checked, "" for none.

    `die` is the survival check, 0 where none is made; `fate` "wounded" or "killed", "" where he stays in
    command because nobody could succeed him aboard ship.
    """

    dice: tuple[int, int]
    hq: str
    die: int
    fate: str


class UnitsAttached(Event, frozen=True, tag_field="type", tag="units_attached"):
    """An HQ took leaderless units on its spot under command (2.4/8, 2.4/9)."""

    hq: str
    spot: str
    units: Units


class CombatCredited(Event, frozen=True, tag_field="type", tag="combat_credited"):
    """HQs won or lost a combat (2.6): `won` and `lost` by id. `why` is the clause of the combat."""

    won: tuple[str, ...]
    lost: tuple[str, ...]
    why: str


class VacanciesClosed(Event, frozen=True, tag_field="type", tag="vacancies_closed"):
    """No replacement is due any more for units that lost their HQ (2.4/5)."""

    turn: int


class HqMovedAside(Event, frozen=True, tag_field="type", tag="hq_moved_aside"):
    """A lone HQ left a zone where an enemy stopped (15/7)."""

    hq: str
    start: str
    end: str


EVENTS = (
    HqDrawn, HqPlaced, HqLost, HqReplaced, SurvivalChecked, UnitsAttached, CombatCredited, VacanciesClosed,
    HqMovedAside,
)  # fmt: skip
