"""The position: everything that the rules can ask about a game of From Bull Run to Appomattox.

Containers are flat dicts of immutable values, or one dict a side, so that `copy` is a handful of shallow
copies. What the map fixes is not here but in `board`.

Hidden from the enemy (6.4/16, 6.4/18, 6.4/22, 6.4/24, 7.13.3/16): `units` of HQs, `cargo`, `flagships`,
`waiting`, `orders`, `standing`, `intelligence`. Everything else is open; `position/sight.py` makes what a
reader may know.
"""

import copy
from collections.abc import Iterator

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY, NORTH, SIDES, SOUTH
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle, NavalCombat, RaiderFight
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    PlacementOrder,
    PreparationOrder,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import (
    NONE,
    ON_MAP,
    Findings,
    Fleet,
    Fort,
    Hq,
    Raider,
    Side,
    Siege,
    Standing,
    Units,
    Vacancy,
    Waiting,
    Works,
)
from ironclad.domain.kernel.engine.citations import cite
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.domain.kernel.turn.agenda import Agenda

__all__ = ["ENEMY", "NORTH", "SIDES", "SOUTH", "Orders", "Position"]

cite(__name__, "1.3/1", "2/1", "2.1/1", "2.1/2", "2.2/1", "2.2/2", "2.2/3", where=f"{__name__}.Position")
cite(__name__, "3/1", "3/2", "3/3", where=f"{__name__}.Position")


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """The secret orders of a side that are in and not carried out; `given` names them for every reader."""

    given: tuple[str, ...] = ()
    preparation: PreparationOrder | None = None
    placement: PlacementOrder | None = None
    attrition: AttritionOrder | None = None


class Position(msgspec.Struct, dict=True):
    """A full state of the game.

    `agenda` has the open decisions and the turn, counted from 1; `first_turn` is the box of the turn track
    that turn 1 is (17/3). `phase` names the step of the turn. `taking` is the side that activates
    next, "" outside the activation phase. Beside its fields it may keep answers to questions about it
    (`domain/kernel/engine/memo.py`).
    """

    scenario: str = ""
    options: dict[str, str] = {}
    # sequence of play
    agenda: Agenda = Agenda()
    first_turn: int = 1
    phase: str = ""
    initiative: str = ""
    action_points: dict[Side, int] = {}
    passed: tuple[Side, ...] = ()
    taking: str = ""
    # pieces
    hqs: dict[str, Hq] = {}
    units: dict[str, Units] = {}  # by HQ on the map; hidden
    shown: dict[str, Units] = {}  # by HQ: what a combat under way has in the open (6.4/19)
    leaderless: dict[Side, dict[str, Units]] = {}  # by spot
    orphaned: dict[Side, dict[str, bool]] = {}  # spots whose leaderless units lost their HQ (12.3/5)
    vacancies: tuple[Vacancy, ...] = ()
    fleets: dict[str, Fleet] = {}  # "north_sail1"
    cargo: dict[str, dict[str, Units]] = {}  # by HQ aboard: fleet and what it carries; hidden
    flagships: dict[str, str] = {}  # by HQ aboard: the fleet that carries the HQ itself; hidden
    forts: dict[str, Fort] = {}  # by spot
    raiders: dict[Side, Raider] = {}
    # markers
    sieges: dict[str, Siege] = {}  # by the spot of the works
    works: dict[str, Works] = {}  # fortification markers by spot
    holders: dict[str, str] = {}  # the side that holds each strategic city, by zone; "" for nobody
    broken_bridges: dict[str, Side] = {}  # by edge, or by divided zone: who destroyed it
    broken_rails: dict[str, Side] = {}  # by zone
    pillaged: dict[str, int] = {}  # by zone: the turn in which it was pillaged last (11.3/4)
    # money and politics
    revenue: dict[Side, int] = {}
    waiting: dict[Side, Waiting] = {}  # hidden
    technology: tuple[str, ...] = ()  # the North's advances, in the order gained
    points: dict[Side, int] = {}  # victory points of battles on historical sites (14/5)
    eliminated: dict[Side, int] = {}  # enemy CP that a side has eliminated (17/4)
    # secret orders and standing answers
    orders: dict[Side, Orders] = {}  # hidden, but for what is given
    standing: dict[Side, Standing] = {}  # hidden
    intelligence: dict[Side, dict[str, Findings]] = {}  # what each side found out; hidden from the other
    # winter attrition (7.5/9): CP that each side has to lose
    attrition: dict[Side, int] = {}
    # what is under way
    activation: Activation | None = None
    battle: Battle | None = None
    naval: NavalCombat | None = None
    raider_fight: RaiderFight | None = None
    stop_offers: tuple[Side, ...] = ()  # sides that offer to end the game by points (14/4)
    ended: Outcome | None = None

    def copy(self) -> "Position":
        """A position of its own: later changes of either do not touch the other."""
        twin = copy.copy(self)
        for name in _FLAT:
            setattr(twin, name, getattr(self, name).copy())
        for name in _BY_SIDE:
            setattr(twin, name, {side: dict(of) for side, of in getattr(self, name).items()})
        return twin

    @property
    def turn(self) -> int:
        """The turn, counted from 1."""
        return self.agenda.turn

    @property
    def box(self) -> int:
        """The box of the turn track, which fixes season and bonuses."""
        return self.first_turn + self.agenda.turn - 1

    def plays(self, option: str) -> bool:
        """Whether the game has chosen this other reading ("yes")."""
        return self.options.get(option) == "yes"

    def hqs_of(self, side: str) -> Iterator[str]:
        """A side's HQs on the map, in the order of the list (2.3/2)."""
        return (id for id, hq in self.hqs.items() if hq.side == side and hq.state == ON_MAP)

    def units_of(self, hq: str) -> Units:
        """What an HQ commands; UNKNOWN where the reader may not know."""
        return self.units.get(hq, NONE)


_FLAT = (
    "action_points", "hqs", "units", "shown", "fleets", "cargo", "flagships", "forts", "raiders", "sieges",
    "works", "holders", "broken_bridges", "broken_rails", "pillaged", "revenue", "waiting", "points",
    "eliminated", "orders", "standing", "attrition",
)  # fmt: skip
_BY_SIDE = ("leaderless", "orphaned", "intelligence")
