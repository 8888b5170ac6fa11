"""Games that differ only in what a seat may not see give it the same bytes (6.4/16 to 6.4/24): twins.py."""

from typing import Any

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters
from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    PlacementOrder,
    PreparationOrder,
    Purchase,
)
from ironclad.domain.games.bull_run_to_appomattox.position.sight import see
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Standing, Units
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import Private
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.sight import Sight
from tests.games.bull_run_to_appomattox import twins

SPARE = 17  # the salt and the mark of a sealed value


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 80])
def test_a_seat_gets_the_same_from_twins(seed: int) -> None:
    (*_, compared) = twins.pairs(seed, 60)
    assert compared.positions > 1000
    assert compared.events > 4000
    assert compared.refusals > 1000
    assert {"armies", "standing", "waiting", "orders", "intelligence"} <= compared.changed.keys()


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sight that shows the units of every HQ is found out at once."""

    def shows_too_much(position: Position, seat: str | None) -> Position:
        seen = see(position, seat)
        seen.units = dict(position.units)
        return seen

    leaking: Any = Sight(True, shows_too_much, RULESET.sight.padded_to)
    monkeypatch.setattr(twins, "see", leaking.see)
    with pytest.raises(twins.Leak, match="position"):
        list(twins.pairs(1, 20))


def longest() -> dict[str, Any]:
    """The longest value of each kind that an order or event of a side with all its HQs comes to."""
    hqs = [each.id for each in headquarters().values() if each.side == "north"]
    fleets = [f"north_{kind}{number}" for kind in ("sail", "steam", "gunboat") for number in range(1, 6)]
    every = dict.fromkeys(hqs, Units(10, 10, 4))
    standing = Standing(dict.fromkeys(hqs, 10), dict.fromkeys(hqs, "refuse"), tuple(hqs))
    unpaid = {**dict.fromkeys(hqs, 20), **dict.fromkeys(fleets, 1), **dict.fromkeys(("RIC", "PHI"), 10)}
    buy = Purchase(20, 20, 20, {"sail": 2, "steam": 2, "ironclad": 2, "gunboat": 2}, True)
    return {
        "what armies lose": every,
        "an order of preparation": PreparationOrder(unpaid, True, buy, ("RIC", "PHI", "CHA_S")),
        "an order of placement": PlacementOrder(dict.fromkeys(hqs[:3], "PHI"), every, (), "PHI"),
        "an order of the winter": AttritionOrder(dict(list(every.items())[:5])),
        "standing answers": standing,
        "the end of an activation": Private(hqs[0], Units(10, 10, 4), standing),
    }


@pytest.mark.parametrize("what", longest())
def test_every_hidden_value_fits_in_one_box(what: str) -> None:
    """The length of a box tells nothing: all are of one size."""
    assert len(canonical(longest()[what])) + SPARE <= RULESET.sight.padded_to
