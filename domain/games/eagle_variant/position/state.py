"""The position: everything that the rules can ask about a game of the Eagle variant.

Containers are flat dicts of immutable values, so that `copy` is a handful of shallow copies. What the map
fixes is not here but in `board`.

Hidden from the enemy: `free`, the sealed free set-ups of an option, and `battle_orders`, sealed too.
Everything else is open.
"""

import copy
from functools import lru_cache

import msgspec

from ironclad.domain.games.eagle_variant.board.charts import defaults, month_of, set_up, year_of
from ironclad.domain.games.eagle_variant.board.map import Board, board
from ironclad.domain.games.eagle_variant.board.map_files import CSA, ENEMY, SIDES, USA
from ironclad.domain.games.eagle_variant.position.battles import Battle, BattleOrders
from ironclad.domain.games.eagle_variant.position.in_progress import Capture, NavalBattle, Shipment
from ironclad.domain.games.eagle_variant.position.production import Politics, Production
from ironclad.domain.games.eagle_variant.position.units import Unit, sort_key
from ironclad.domain.kernel.engine.citations import cite
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.domain.kernel.turn.agenda import Agenda

__all__ = ["CSA", "ENEMY", "SIDES", "USA", "Position", "units_by_space"]

cite(__name__, "the-sides/1", "turn-order/1", where=f"{__name__}.Position")


class Position(msgspec.Struct, dict=True):
    """A full state of the game.

    `agenda` has the open decisions and the turn, which is a month, counted from 1. `phase` names the step of
    the turn, `moving` the side whose movement it is. `before` has the side that had brigades in each space
    as the movement began. `made` counts the units ever made, by nation and kind. Beside its fields it may
    keep answers to questions about it (`domain/kernel/engine/memo.py`).
    """

    scenario: str = ""
    options: dict[str, str] = {}
    # sequence of play
    agenda: Agenda = Agenda()
    phase: str = ""
    moving: str = ""
    # units
    units: dict[str, Unit] = {}
    made: dict[str, int] = {}
    before: dict[str, str] = {}
    visited: tuple[str, ...] = ()  # spaces whose Indians have fought (movement-restrictions/8)
    holders: dict[str, str] = {}  # by the other reading of the-board/9 alone
    # movement
    stock_used: int = 0
    shipped: dict[str, int] = {}  # cost of what was shipped in the movement, by waters
    shipment: Shipment | None = None  # declared, and not landed yet
    naval_battle: NavalBattle | None = None  # fought; its losses are not taken yet
    pending: tuple[str, ...] = ()  # spaces that have to be fought for
    # battles
    attacking: str = ""  # the side whose movement caused the battles that are due
    in_order: bool = False  # the order of all battles that are due is settled
    battle: Battle | None = None
    battle_orders: dict[str, BattleOrders] = {}  # sealed, by seat; hidden
    settling: bool = False  # the battles of the movement are over, its captures are being settled
    captures: tuple[Capture, ...] = ()  # captures of the movement that are not carried out yet
    captured: tuple[str, ...] = ()  # every "side.city" that has ever been captured
    # set-up
    free: dict[str, tuple[str, ...]] = {}  # sealed places of free infantry, by side; hidden
    free_given: tuple[str, ...] = ()
    # ratings and points
    naval: dict[str, int] = {}  # by side or nation
    river_naval: dict[str, int] = {}  # by "nation.system"
    blockading: int = 0
    rail_stock: dict[str, int] = {}
    pools: dict[str, int] = {}
    # politics
    war: bool = False  # a war with Europe has ever broken out
    at_war: tuple[str, ...] = ()  # the powers that are at war now
    seceded: tuple[str, ...] = ()  # states that have left the CSA
    politics: Politics = Politics()
    production: Production | None = None  # the production round under way
    ended: Outcome | None = None

    def copy(self) -> "Position":
        """A position of its own: later changes of either do not touch the other."""
        twin = copy.copy(self)
        for name in _FLAT:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def turn(self) -> int:
        """The turn, counted from 1."""
        return self.agenda.turn

    @property
    def month(self) -> int:
        return month_of(self.turn)

    @property
    def year(self) -> int:
        return year_of(self.turn)

    @property
    def table(self) -> str:
        """The scenario whose prices, values and victory hold."""
        return "balanced" if self.scenario == "balanced" else "historical"

    @property
    def board(self) -> Board:
        """The map that the game is played on."""
        return board(self.has("rivers"))

    def plays(self, option: str) -> bool:
        """Whether the game has chosen this other reading ("yes")."""
        return self.options.get(option) == "yes"

    def has(self, advanced: str) -> bool:
        """Whether an advanced rule is on; its default is the scenario's."""
        chosen = self.options.get(advanced, "scenario")
        if chosen != "scenario":
            return chosen == "on"
        return self.scenario in ("historical", "balanced") and bool(defaults(self.scenario)["advanced_rules"])

    def points_of(self, city: str) -> int:
        """The production points (PP) of a city in this scenario (balanced-scenario/2)."""
        fixed = int(set_up(self.table)["city_points"])
        space = self.board.spaces[city]
        return fixed if fixed and space.side != "mexico" else space.points


_FLAT = (
    "units",
    "made",
    "before",
    "holders",
    "shipped",
    "free",
    "battle_orders",
    "naval",
    "river_naval",
    "rail_stock",
    "pools",
)

cite(__name__, "balanced-scenario/2", where=f"{__name__}.Position.points_of")
cite(
    __name__,
    "advanced-optional-rules/1",
    "advanced-optional-rules/3",
    "advanced-optional-rules/4",
    "advanced-optional-rules/6",
    where=f"{__name__}.Position.has",
)


@remembered
def units_by_space(position: Position) -> dict[str, tuple[str, ...]]:
    """The units in each space that has any, in the order of their names."""
    found: dict[str, list[str]] = {}
    for id in _by_name(tuple(position.units)):
        found.setdefault(position.units[id].space, []).append(id)
    return {space: tuple(ids) for space, ids in found.items()}


@lru_cache(maxsize=32)
def _by_name(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(ids, key=sort_key))
