"""What `ironclad bench` measures of this game alone: the odds of whole battles of sixty brigades."""

from collections.abc import Callable
from functools import partial

from ironclad.domain.games.eagle_variant.position.battles import COLUMNS, Battle, StandingOrders
from ironclad.domain.games.eagle_variant.position.document import empty_position
from ironclad.domain.games.eagle_variant.position.state import CSA, SIDES, USA, Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.readers.battle_odds import battle_odds

FIELD = "VA_NE"
ARMY = {"infantry": 20, "cavalry": 5, "artillery": 5}


def large_battle() -> Position:
    """Thirty brigades against thirty in three columns, as the fight begins."""
    position, boxes = empty_position("empty_map"), dict[str, str]()
    for side in SIDES:
        for kind, count in ARMY.items():
            for number in range(1, count + 1):
                id = f"{side}_{kind}_{number}"
                position.units[id] = Unit(side, kind, FIELD)  # type: ignore[arg-type]
                boxes[id] = COLUMNS[number % 3]
    position.battle = Battle(
        FIELD, USA, CSA, {side: side for side in SIDES}, stage="fight", boxes=boxes, columns=3, large=True
    )
    return position


def odds_of_fire() -> Callable[[], object]:
    """The odds of that battle by orders to fire, ready to be worked out."""
    by = {USA: StandingOrders("fire", ("artillery",)), CSA: StandingOrders("fire")}
    return partial(battle_odds, large_battle(), by)


def odds_of_charges() -> Callable[[], object]:
    """The same by orders to charge on both sides: more ways for a column to go than by any others."""
    charge = StandingOrders("charge")
    return partial(battle_odds, large_battle(), {USA: charge, CSA: charge})


TIMED: dict[str, Callable[[], Callable[[], object]]] = {
    "battle-odds": odds_of_fire,
    "battle-odds-charges": odds_of_charges,
}
