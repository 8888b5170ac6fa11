"""Standing answers: what a side answers to a decision of a kind until it changes them."""

from typing import Annotated, Literal

import msgspec

from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "R.1/12", "8.0/8", where=f"{__name__}.StandingAnswers")

Percent = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Chit = Annotated[int, msgspec.Meta(ge=0, le=4)]


class ChitFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chit from a combat ratio on: attack over defence, in percent, before supply."""

    ratio: Percent
    chit: Chit


class StandingAnswers(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A side's standing answers; what is left out is asked as ever.

    `attack_chits` and `defence_chits`: the chit by the ratio, that of the highest band that is reached, at
    most the highest that is allowed; below the lowest band the side is asked. `losses`: the kinds of units
    that bear the odd points first. `ground`: whether the side stands or goes where the ground lets it stand.
    `toward`: retreats go to the open hex that is nearest to this one. `defence`: whether it is answered how a
    hex is defended: with all `ships` or none, with the `depot`'s garrison or not, cavalry that `withdraws`
    or stays. `supply`: combat supply is paid in the order of sources. `feed`: all are fed who can be. `keep`:
    no supply is destroyed. `first_siege`: the side that acts first in the siege phase.
    """

    attack_chits: tuple[ChitFrom, ...] = ()
    defence_chits: tuple[ChitFrom, ...] = ()
    losses: tuple[Literal["infantry", "cavalry", "militia", "garrison"], ...] = ()
    ground: Literal["", "stand", "go"] = ""
    toward: str = ""
    defence: bool = False
    ships: bool = True
    depot: bool = False
    withdraws: bool = False
    supply: bool = False
    feed: bool = False
    keep: bool = False
    first_siege: Literal["", "union", "confederate"] = ""
