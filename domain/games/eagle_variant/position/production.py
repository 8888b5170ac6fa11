"""A production round under way, and what politics have come to."""

from typing import Any, Literal

import msgspec

POWERS = ("france", "britain")
"""The European powers, in the order in which the CSA places their forces (war-with-europe/2)."""


class Production(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A production round under way: what has been bought by nation, and where units were placed.

    `side` is whose phase it is, "" before the first one. `blockade` is the stage of the blockade that comes
    next: whether the CSA attacks it, its roll, the force that blockades from now on; "" for none. `loss` is
    what the blockade takes from the CSA's income, in production points (PP). `bought` is by "nation.good".
    `placed` are the spaces that have got a unit in this phase, `invaded` the states that still demand one.
    `supported`: the CSA gets European support in this round.
    """

    side: str = ""
    blockade: Literal["", "attack", "roll", "force"] = ""
    loss: int = 0
    bought: dict[str, int] = {}
    placed: tuple[str, ...] = ()
    invaded: tuple[str, ...] = ()
    supported: bool = False

    def count(self, nation: str, good: str) -> int:
        """How many of something a nation has bought in this phase."""
        return self.bought.get(f"{nation}.{good}", 0)

    def with_(self, **changes: Any) -> "Production":
        """This round with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Politics(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What politics have come to.

    `rating` is the European Intervention Rating. `emancipated` and `conscripted` are the sides that have
    declared it. `debts` are the sides that pay for a gift from their next income (an option). `support` is
    what Europe gives the CSA in the production round that follows, in PP. `qualified`: the USA has won a
    major battle in which enough CSA units were eliminated. `defeated` are the powers that have left the war.
    `won` and `lost` count the USA's major battles before the election.
    """

    rating: int = 8
    emancipated: tuple[str, ...] = ()
    conscripted: tuple[str, ...] = ()
    debts: tuple[str, ...] = ()
    support: int = 0
    qualified: bool = False
    defeated: tuple[str, ...] = ()
    won: int = 0
    lost: int = 0

    def with_(self, **changes: Any) -> "Politics":
        """These politics with fields changed."""
        return msgspec.structs.replace(self, **changes)
