"""A battle under way, and the orders that sides give for it."""

from typing import Any, Literal

import msgspec

RESERVE, RETREAT = "reserve", "retreat"
LATE = {"turn_1": 1, "turn_2": 2}
"""What the box of a unit is that has not entered, and the turn in which it does."""
COLUMNS = ("left", "center", "right")
MIDDLES = {column: f"{column}_middle" for column in COLUMNS}
COLUMN_OF = {**{column: column for column in COLUMNS}, **{middle: of for of, middle in MIDDLES.items()}}
"""The column of each space of the battle map that has one; the line of a column has its name."""
Stage = Literal["opening", "initiative", "set_up", "fight", "beaten", "pursuit", "leaving", "effects"]
Stance = Literal["ask", "stand", "fire", "charge"]
Brigade = Literal["infantry", "cavalry", "artillery"]


class StandingOrders(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What acts for a side in its phases (tactical/57).

    `stance` is "ask" (nothing acts), "stand" (units do nothing), "fire" (each unit that can fires) or
    "charge" (units charge where they can, go to the middle to do so, else fire). `targets` are the kinds of
    enemy brigades in the order in which they are aimed at; others follow. Brigades in reserve join the
    weakest line unless `hold_reserve`. The side withdraws as soon as it may and has `withdraw_at` brigades
    or fewer left; 0: never. `pursue` is "ask", "all" or "none".
    """

    stance: Stance = "ask"
    targets: tuple[Brigade, ...] = ()
    hold_reserve: bool = False
    withdraw_at: int = 0
    pursue: Literal["ask", "all", "none"] = "ask"


class BattleOrders(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sealed orders of a seat: its set-up, and its standing orders.

    `set_up` has a letter for each unit that the seat sets up, in the order of the units' names: l, c, r for
    the lines, v for the reserve. It is "" where no set-up is in.
    """

    set_up: str = ""
    standing: StandingOrders = StandingOrders()


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle in a space.

    `attacker` and `defender` are the armies: a side, or the nation of a special force. `players` has the
    seat that decides for each army. `uprising`: the attackers rose in the space itself. `origins` are the
    spaces from which the attacker's units came by land, `ports` those from which they came by water.

    `boxes` has the space of the battle map of each unit: a line by the name of its column, "left_middle",
    "reserve", "retreat", or what `LATE` has for a unit that has not entered. `columns` is 1 or 3, 0 before
    they are settled. `large`: it starts as a major battle; `major`: it was one, known at the end.

    `first` is the army that acts first, `sees` the one that sets up in sight of the other's set-up,
    `surprise` the one whose units have a second action in turn 1. `given` are the armies whose set-up is in,
    `ordered` those that have sealed orders of any kind.

    `turn` counts from 1. `part` counts the eight parts of a turn, two armies in each of four phases, from 0;
    -1 before the first. `acting` is the army whose part is under way. `acted` has how many actions each unit
    has taken in the turn, `helped` the leaders that have helped. `active`: there was fire or a charge in
    this turn. `began` are the units that were on the field at the start, `committed` the brigades that ever
    were, by army, and `lost` the eliminated units by army, both as "nation.kind".

    `beaten` is the army that is beaten, `reason` why, `retreat_to` where it goes. `pursued` are the
    pursuers that have rolled; `cavalry_only`: no others may. `rolls` are the rolls for experience made.
    """

    space: str
    attacker: str
    defender: str
    players: dict[str, str]
    uprising: bool = False
    origins: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    stage: Stage = "opening"
    main_body: str = ""
    boxes: dict[str, str] = {}
    columns: int = 0
    large: bool = False
    major: bool = False
    first: str = ""
    sees: str = ""
    surprise: str = ""
    given: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    turn: int = 0
    part: int = -1
    acting: str = ""
    acted: dict[str, int] = {}
    helped: tuple[str, ...] = ()
    active: bool = False
    began: tuple[str, ...] = ()
    committed: dict[str, tuple[str, ...]] = {}
    lost: dict[str, tuple[str, ...]] = {}
    beaten: str = ""
    reason: str = ""
    retreat_to: str = ""
    pursued: tuple[str, ...] = ()
    cavalry_only: bool = False
    rolls: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> "Battle":
        """This battle with fields changed."""
        return msgspec.structs.replace(self, **changes)

    def enemy(self, army: str) -> str:
        """The other army."""
        return self.defender if army == self.attacker else self.attacker

    def army_of(self, seat: str) -> str:
        """The army that a seat decides for."""
        return next(army for army, player in self.players.items() if player == seat)

    @property
    def armies(self) -> tuple[str, str]:
        """The army that acts first in each phase, and the other."""
        first = self.first or self.attacker
        return first, self.enemy(first)

    @property
    def winner(self) -> str:
        """The army that is not beaten; "" while neither is."""
        return self.enemy(self.beaten) if self.beaten else ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The columns: left, center and right, or the center alone."""
        return COLUMNS if self.columns == 3 else COLUMNS[1:2]
