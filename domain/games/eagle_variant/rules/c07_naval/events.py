"""Events of naval battles."""

from typing import Literal

from ironclad.domain.kernel.engine.codec import Event


class NavalBattleFought(Event, frozen=True, tag_field="type", tag="naval_battle_fought"):
    """A naval battle was rolled. `dice`, `ratings` and `totals` are by side, `markers` by marker.

    `loser` is "" for a draw; `loss` is what the loser loses in ratings, not more than it fought with.
    """

    waters: str
    purpose: Literal["shipment", "blockade"]
    attacker: str
    dice: dict[str, tuple[int, int]]
    ratings: dict[str, int]
    totals: dict[str, int]
    markers: dict[str, int]
    loser: str
    loss: int


class NavalLossesTaken(Event, frozen=True, tag_field="type", tag="naval_losses_taken"):
    """A naval battle is over: the ratings that each marker of its loser has lost."""

    waters: str
    side: str
    markers: dict[str, int]


EVENTS: tuple[type[Event], ...] = (NavalBattleFought, NavalLossesTaken)
