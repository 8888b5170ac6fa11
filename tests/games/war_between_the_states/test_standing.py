"""Standing answers: a battle with one exchange, secret from the other side, or refused."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.document import (
    from_document,
    problems,
    to_document,
)
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.rules.c02_course_of_play.events import StandingAnswerUsed
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    BattleFought,
    ChitsOpened,
    LossesTaken,
    PiecesRetreated,
)
from tests.games.war_between_the_states.battlefield import (
    SOUTH,
    TARGET,
    attack,
    chit,
    field,
    fighting,
    roll,
)
from tests.games.war_between_the_states.table import Table, led

BANDS = [{"ratio": 0, "chit": 2}, {"ratio": 150, "chit": 1}]


def answers(**fields: Any) -> dict[str, Any]:
    return {"type": "set_standing_answers", "answers": fields}


def before_battle() -> Table:
    """Nine and nine SP under Banks before a corps of ten SP under Jackson, in open ground."""
    position = field()
    led(position, "union", SOUTH, "Banks", "corps", (9, 9))
    led(position, "confederate", TARGET, "Jackson", "corps", (4, 4, 2))
    position.loose[SOUTH], position.loose[TARGET] = 20, 20
    position.owners |= {TARGET: "confederate", SOUTH: "union"}
    table = fighting(position)
    table.give("union", roll("Banks"), [1])
    return table


@pytest.mark.rule("R.1/12", "8.0/8", "8.18/11", "R.1/1")
def test_a_battle_runs_without_a_question_to_the_defender() -> None:
    table = before_battle()
    order = answers(defence_chits=BANDS, losses=["infantry"], toward="C2204", supply=True, defence=True)
    table.give("confederate", order)
    table.give("union", attack(TARGET, "Banks", "union_corps_1"))
    assert table.asked == [("union", "chit")]
    events = table.give("union", chit(1), [1, 1, 6])
    opened = table.one(ChitsOpened, events)
    assert opened.chits == {"union": 1, "confederate": 1}  # 18 to 10 is 180 percent
    assert table.one(BattleFought, events).retreats == "confederate"
    lost = [event for event in events if isinstance(event, LossesTaken) and event.side == "confederate"]
    events += table.pass_by("losses")
    assert table.asked == [("union", "advance")]
    assert all(unit.hex != TARGET for unit in table.position.units.values())
    used = [event.kind for event in events if isinstance(event, StandingAnswerUsed)]
    assert ("losses" in used) == bool(lost)
    assert used[-1] == "retreat"
    assert table.one(PiecesRetreated, events).to["Jackson"] == "C2204"


@pytest.mark.rule("R.1/12", "R.1/13")
def test_the_other_side_does_not_see_them_and_is_not_helped_by_their_size() -> None:
    table = before_battle()
    (given,) = table.give("confederate", answers(defence_chits=BANDS, ground="stand"))
    assert given.answers.seats == ("confederate",)  # type: ignore[attr-defined]
    assert see(table.position, "union").standing == {}
    assert see(table.position, None).standing == {}
    assert see(table.position, "confederate").standing == table.position.standing
    table.give("confederate", answers())
    assert table.position.standing["confederate"].ground == ""
    assert from_document(to_document(table.position)) == table.position
    assert not list(problems(table.position))


@pytest.mark.rule("R.1/12")
def test_without_a_band_that_fits_the_side_is_asked() -> None:
    table = before_battle()
    table.give("confederate", answers(defence_chits=[{"ratio": 300, "chit": 3}]))
    events = table.give("union", attack(TARGET, "Banks", "union_corps_1"))
    assert not any(isinstance(event, StandingAnswerUsed) for event in events)
    assert sorted(table.asked) == [("confederate", "chit"), ("union", "chit")]


@pytest.mark.rule("R.1/12")
@pytest.mark.parametrize(
    "wrong",
    [
        {"defence_chits": [*BANDS, {"ratio": 0, "chit": 1}]},
        {"losses": ["cavalry", "cavalry"]},
        {"attack_chits": [{"ratio": each, "chit": 1} for each in range(11)]},
    ],
)
def test_answers_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    assert before_battle().refused("confederate", answers(**wrong)) == "R.1/12"


@pytest.mark.rule("R.1/12", "R.1/13")
def test_the_largest_answers_fit_in_what_is_sealed() -> None:
    bands = [{"ratio": 100_000 - each, "chit": 4} for each in range(10)]
    kinds = ["infantry", "cavalry", "militia", "garrison"]
    first = {"toward": "C2204", "ground": "stand", "first_siege": "confederate", "losses": kinds}
    yes = dict.fromkeys(("defence", "depot", "withdraws", "supply", "feed", "keep"), True)
    table = before_battle()
    table.give("union", answers(attack_chits=bands, defence_chits=bands, ships=False, **first, **yes))
    written = msgspec.json.encode(table.position.standing["union"])
    assert len(written) + 17 <= RULESET.sight.padded_to
