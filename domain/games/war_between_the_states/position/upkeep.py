"""What a strategic turn keeps of its sieges and of its supply phase."""

from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "4.2/2", "13.31/1", "13.31/2", where=f"{__name__}.Sieges")
cite(__name__, "17.33/1", "R.2/7", where=f"{__name__}.Upkeep")


class _Record(msgspec.Struct, frozen=True, omit_defaults=True):
    def with_(self, **changes: Any) -> Any:
        """This record with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Sieges(_Record, frozen=True, omit_defaults=True):
    """The siege phase.

    `first`: the side that acts first, or "". `fired`: trains that have fired in it, with the hex that each
    fired at. `attacked`: the hexes that were attacked in it.
    """

    first: str = ""
    fired: dict[str, str] = {}
    attacked: tuple[str, ...] = ()


class Upkeep(_Record, frozen=True, omit_defaults=True):
    """The supply phase.

    `sent`: the points that each depot was sent under the limit of 17.33. `repaired`: the sides that have had
    a railroad repaired for supply.
    """

    sent: dict[str, int] = {}
    repaired: tuple[str, ...] = ()
