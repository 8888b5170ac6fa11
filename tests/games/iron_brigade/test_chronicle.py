"""The chronicle: every event of a battle has words, with a clause of the book."""

import tomllib

import pytest

from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.readers.wording import inches, men, name_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import (
    MovementEnded,
    OrdersRevealed,
    OrdersSealed,
)
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    FireEnded,
    FireRevealed,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid, MoraleEnded, TriggersSet
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import (
    ChargesRevealed,
    ChargesSettled,
    ResponsesEnded,
)
from ironclad.domain.games.iron_brigade.rules.c13_works.events import WorkEnded
from ironclad.domain.games.iron_brigade.rules.c23_weather.events import SmokeDrifted
from ironclad.domain.kernel.engine.playout import play
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn.asking import DecisionClosed, DecisionOpened
from ironclad.domain.kernel.turn.sequence import StepEntered, TurnBegan

NO_NEWS = (
    GameBegun, DecisionOpened, DecisionClosed, StepEntered, TurnBegan, OrdersRevealed, FireRevealed,
    FireEnded, MoraleEnded, TriggersSet, ChargesRevealed, ChargesSettled, ResponsesEnded, MovementEnded,
    SmokeDrifted, WorkEnded,
)  # fmt: skip
CLAUSES = {
    each["id"] for each in tomllib.loads((DATA / "clauses.toml").read_text(encoding="utf-8"))["clause"]
}


@pytest.mark.parametrize("seed", [3, 4, 5, 7])
def test_every_event_is_told_with_a_clause_of_the_book(seed: int) -> None:
    played = play(RULESET, seed, "first_shots")
    for event in played.events:
        told = RULESET.words.tell(event)
        if told is None:
            assert isinstance(event, NO_NEWS) or type(event).__name__ == "ChangesRevealed", event
            continue
        assert told["rule"] in CLAUSES, event
        assert not told["text"][0].islower()
        assert "_" not in told["text"], told


def test_a_volley_in_words() -> None:
    added = (ItemSaid("target in open order", "-1", "IV.B/6"),)
    halved = (ItemSaid("target lying down", "1/2", "IV.D/1"),)
    volley = VolleyFired(
        "oh30", "ga4", "rifle_musket", (0, 1), 8, 401, 8, added, "7", "11/100", halved, "77/200", 0, 4, 3, 1,
        "front", "none", "none",
    )  # fmt: skip
    told = RULESET.words.tell(volley)
    assert told is not None
    assert told["text"] == "30th Ohio fires at 4th Georgia: 1 man lost"
    assert told["details"] == [
        "rifle musket at 4.01 inches: 8 (IV.A/6)",
        "−1 target in open order (IV.B/6)",
        "8 men: times 11/100 (IV.C/1)",
        "times 1/2 target lying down (IV.D/1)",
        "77/200: 0 and 4 tenths, die 3",
    ]


def test_sealed_orders_are_told_without_what_they_say() -> None:
    told = RULESET.words.tell(OrdersSealed("union", Secret(("union",))))
    assert told is not None
    assert (told["text"], told["details"]) == ("Union: orders are written", [])


def test_names_and_amounts() -> None:
    assert name_of("oh30") == "30th Ohio"
    assert name_of("confederate") == "Confederates"
    assert name_of("march") == "march"
    assert [men(count) for count in (0, 1, 2)] == ["no men", "1 man", "2 men"]
    assert [inches(each) for each in (0, 5, 401)] == ["0.00 inches", "0.05 inches", "4.01 inches"]


def test_questions_are_sentences() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("first_shots", {}, None, ""))
    asked = [RULESET.words.question(due) for due in RULESET.rules.due(position)]
    assert [each.partition("?")[0] for each in asked] == ["Where do your units go"] * 2
