"""The odds of a charge: its roll, its target's check if it stands, and the melee that follows."""

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import ChargeRow, charge_results
from ironclad.domain.games.iron_brigade.position.orders import ChargePlan
from ironclad.domain.games.iron_brigade.position.state import Contact, Position
from ironclad.domain.games.iron_brigade.readers.odds.melee_odds import melee_chances
from ironclad.domain.games.iron_brigade.readers.odds.stories import Story
from ironclad.domain.games.iron_brigade.readers.odds.weights import (
    Weights,
    add,
    check_chances,
    dice_chances,
    every_way,
    faces_for,
)
from ironclad.domain.games.iron_brigade.readers.wording import name_of
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.between import quality
from ironclad.domain.games.iron_brigade.rules.c03_movement.events import TurnOpened
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.marks import side_hit
from ironclad.domain.games.iron_brigade.rules.c07_morale.checks import check
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import SHAKEN, items_of
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import in_range
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import (
    ChargesRevealed,
    ChargesSettled,
    TargetStood,
)
from ironclad.domain.games.iron_brigade.rules.c08_charge.responding import settle
from ironclad.domain.games.iron_brigade.rules.c08_charge.rolling import chart_items, is_automatic, roll_charge
from ironclad.domain.games.iron_brigade.rules.c09_melee.events import MeleeFought
from ironclad.domain.games.iron_brigade.rules.items import Item, total
from ironclad.domain.games.iron_brigade.rules.sequence import ORDER
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.odds.odds_model import (
    Assumption,
    Chance,
    Computed,
    Forecast,
    Joint,
    Line,
    Modifier,
    Table,
)
from ironclad.domain.kernel.turn.sequence import StepEntered

ROLLS = {
    "breaks": "it breaks", "disorganized": "it is disorganized", "holds": "it holds and does not charge",
    "melee": "it charges home",
}  # fmt: skip


def charge_odds(position: Position, plan: ChargePlan) -> Computed:
    """The odds of one charge; those of several together hang on each other, and are asked one by one.

    A charge that goes home is fought in the next turn, as if nobody moved or fired before. Raises Refused for
    another number of charges.
    """
    require(len(plan.charges) == 1, "VIII.C/1", "the odds are those of one charge: ask for each by itself")
    ((id, target),) = plan.charges.items()
    ((start, _),) = every_way(position, lambda play: play.emit(ChargesRevealed(dict(plan.charges))))
    applied = (*items_of(start, id), *chart_items(start, id, plan.charges, 0))
    rolls: Weights[str] = {}
    stories: Weights[Story] = {}
    fought: MeleeFought | None = None
    goes = in_range(start, id, target)
    for (result, bonus), weight in roll_chances(start, id, target, applied).items():
        add(rolls, result, weight)
        if result != "melee" or not goes:
            add(stories, Story(charge=result, ended=True), weight)
            continue
        made = _charged(start, plan, applied, bonus)
        for answer, chance, round_ in _followed(made, id, target):
            fought = round_ or fought
            told = msgspec.structs.replace(answer, charge=result, ended=True)
            add(stories, told, weight * chance)
    modifiers = tuple(_lines(start, id, applied))
    tables = tuple(_tables(stories, rolls, (id, target), fought))
    outcomes = tuple(_outcomes(stories, id))
    enemy = str(start.muster[target].side)
    return Computed(stories, _assumed(enemy, target), Forecast(tables, modifiers, outcomes), len(stories))


def _assumed(enemy: str, target: str) -> tuple[Assumption, ...]:
    return (
        Assumption(enemy, "response", "VIII.D/1", f"{name_of(target)} does not fall back"),
        Assumption(enemy, "charges", "VIII.A/4", "nobody else charges"),
        Assumption(enemy, "fire", "VIII.A/3", "nobody moves or fires before the melee"),
    )


def roll_chances(
    position: Position, id: str, target: str, applied: tuple[Item, ...]
) -> Weights[tuple[str, int]]:
    """The results of a charge's roll, each with the bonus that it gives in the next turn."""
    found: Weights[tuple[str, int]] = {}
    automatic = is_automatic(position, id, target)
    sum_ = position.muster[id].value + int(total(applied))
    for dice, weight in dice_chances(quality(position, id)).items():
        row = _row(sum_ + dice)
        add(found, ("melee" if automatic else row.result, row.bonus), weight)
    return found


def _row(total_: int) -> ChargeRow:
    return next(each for each in charge_results() if each.highest is None or total_ <= each.highest)


def _charged(position: Position, plan: ChargePlan, applied: tuple[Item, ...], bonus: int) -> Position:
    """The position after a charge that succeeds with this bonus."""
    ((id, target),) = plan.charges.items()
    sum_ = position.muster[id].value + int(total(applied))
    automatic = is_automatic(position, id, target)

    def wanted(dice: int) -> bool:
        row = _row(sum_ + dice)
        return row.bonus == bonus and (automatic or row.result == "melee")

    play = _scripted(position, faces_for(position, id, wanted))
    roll_charge(play, id, plan.charges, 0)
    side = side_hit(play.position, target, id)
    play.emit(ChargesSettled((Contact(id, target, side, (id,)),)))
    return play.position


def _scripted(position: Position, faces: tuple[int, ...]) -> Play:
    after = position.copy()
    keep_answers(after)
    return Resolution(after, ScriptedDice(faces), brigade.evolvers)


def _followed(
    position: Position, id: str, target: str
) -> Iterator[tuple[Story, Fraction, MeleeFought | None]]:
    """What follows a charge that succeeded: the target's check, and the melee where it holds its ground."""
    up = position
    if position.units[target].posture != "up":
        ((up, _),) = every_way(position, lambda play: play.emit(TargetStood(target)))
    applied = items_of(up, target)
    value = position.muster[target].value
    for (answer, _), weight in check_chances(up, target, applied).items():
        story = Story(answer=answer)
        if answer in SHAKEN:
            yield story, weight, None
            continue

        def gives(dice: int, answer: str = answer) -> bool:
            return check(value, dice, applied).result == answer

        play = _scripted(position, faces_for(up, target, gives))
        settle(play)
        if not any(id in (each.charger, each.target) for each in play.position.contacts):
            yield story, weight, None
            continue
        turn = position.turn + 1
        play.emit(StepEntered(turn, 0, ORDER[0]))
        play.emit(TurnOpened(turn, {}))
        fell, fought = melee_chances(play.position, id)
        for each, chance in fell.items():
            yield msgspec.structs.replace(story, fell=each), weight * chance, fought


def _lines(position: Position, id: str, applied: tuple[Item, ...]) -> list[Modifier]:
    side = str(position.muster[id].side)
    first = Line("charge", "morale value", position.muster[id].value, "VIII.C/1", side)
    rest = (Line("charge", each.name, int(each.amount), each.rule, side) for each in applied)
    return [Modifier(line, "1") for line in (first, *rest)]


def _tables(
    stories: Weights[Story], rolls: Weights[str], ends: tuple[str, str], fought: MeleeFought | None
) -> list[Table]:
    id, target = ends
    found = [
        Table(
            "charge",
            f"{name_of(id)}: its roll",
            "VIII.C/4",
            _rows({ROLLS[each]: weight for each, weight in rolls.items()}),
        )
    ]
    answers: Weights[str] = {}
    ends_: Weights[str] = {}
    for story, weight in stories.items():
        if story.charge == "melee":
            add(answers, story.answer or "no check", weight / rolls["melee"])
        add(ends_, end_said(story, id), weight)
    if answers:
        found.append(
            Table("answer", f"{name_of(target)}: its check if it is charged", "VII.A/4", _rows(answers))
        )
    if fought is not None:
        for each, fighter in fought.units.items():
            rows = (Chance.of(str(fighter.loss), Fraction(1)),)
            found.append(
                Table(
                    f"melee {each}",
                    f"{name_of(each)}: men lost in the melee",
                    "IX.C/1",
                    rows,
                    float(fighter.loss),
                )
            )
    found.insert(0, Table("end", "How it ends", "IX.E/4", _rows(ends_)))
    return found


def end_said(story: Story, id: str) -> str:
    """How a charge ends, in words."""
    if story.charge != "melee":
        return ROLLS[story.charge]
    if story.answer in SHAKEN:
        return f"the target gives way before contact: {story.answer}"
    if not story.fell:
        return "nobody falls back: it continues or ends without contact"
    sides = {"the charger" if each == id else "the target" for each, _ in story.fell}
    if len(sides) > 1:
        return "both fall back from the melee"
    (results,) = [", ".join(sorted({result for _, result in story.fell}))]
    return f"{sides.pop()} falls back from the melee: {results}"


def _rows(chances: Weights[str]) -> tuple[Chance, ...]:
    return tuple(
        Chance.of(what, weight) for what, weight in sorted(chances.items(), key=lambda each: -each[1])
    )


def _outcomes(stories: Weights[Story], id: str) -> list[Joint]:
    return [
        Joint({"end": end_said(story, id), **msgspec.to_builtins(story)}, str(weight), float(weight))
        for story, weight in sorted(stories.items(), key=lambda each: -each[1])
    ]
