"""Units: what kind they are, of which nation, on whose side, where they are and what they have done."""

from functools import cache
from typing import Any, Literal

import msgspec

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES
from ironclad.domain.games.eagle_variant.board.map_files import CSA, USA
from ironclad.domain.kernel.engine.citations import cite, rule

Kind = Literal["infantry", "cavalry", "artillery", "leader"]
Nation = Literal["usa", "csa", "britain", "france", "indians", "rioters", "militia", "revolutionaries"]
SIDE_OF = {
    "usa": USA,
    "revolutionaries": USA,
    "csa": CSA,
    "britain": CSA,
    "france": CSA,
}
"""The side of each nation; special forces of no side are not in it (the-sides/3)."""
SPECIAL = ("indians", "rioters", "militia", "revolutionaries")
BECOMES_ELITE = ("usa", "csa")

cite(__name__, "the-units/1", "the-units/4", "the-units/5", where=f"{__name__}.Unit")


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit on the map. Flag bearers are none, and no number limits units (the-units/4, /5).

    `moved`: it has moved in this movement. `came_from` is the space that it left last in it, the port where
    it was `landed` from the water; `crossed`: that step crossed a major river. `held`: it may not move in
    its side's next movement.
    """

    nation: Nation
    kind: Kind
    space: str
    elite: bool = False
    moved: bool = False
    came_from: str = ""
    crossed: bool = False
    landed: bool = False
    held: bool = False

    def with_(self, **changes: Any) -> "Unit":
        """This unit with fields changed."""
        return msgspec.structs.replace(self, **changes)

    @property
    def brigade(self) -> bool:
        return self.kind in BRIGADES

    @property
    def side(self) -> str:
        """The side that it belongs to, "" for a special force of no side."""
        return side_of(self.nation)


@rule("the-sides/2", "the-sides/3")
def side_of(nation: str) -> str:
    """Britain and France are of the CSA's side, revolutionaries of the USA's; others of none."""
    return SIDE_OF.get(nation, "")


@cache
def sort_key(id: str) -> tuple[str, int]:
    """Units in the order of their names, numbers as numbers: usa_infantry_2 before usa_infantry_10."""
    name, _, number = id.rpartition("_")
    return (name, int(number)) if number.isdigit() else (id, 0)
