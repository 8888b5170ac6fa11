"""The odds of a battle: every way of the dice counted, by the very functions that decide real battles.

`compute` carries a command out once for each face of each roll, stage by stage, and counts ways that come to
the same as one, so that its probabilities are exact. Decisions on the way are answered as given, or else as
the ruleset assumes. A ruleset may compute the odds by its own means instead (`OddsModel.own`). `simulate`
plays the same battle with real dice through `decider.execute`, and `fit` says how well the two agree.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, canonical, name_of
from ironclad.domain.kernel.engine.dice import Dice, Roll, SeededDice
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.odds.chi_square import tail
from ironclad.domain.kernel.odds.odds_model import Assumed, Assumption, Choice, Forecast, OddsModel

MOST_CHOICES = 8  # answers shown beside one that was assumed
MOST_RUNS = 50_000  # trials of a stage or a command in one reckoning: a few seconds

Patience = Callable[[int], bool]
Answers = tuple[tuple[str, Command], ...]
Weights = dict[Any, Fraction]


class NoOdds(Exception):
    """The ruleset has no odds to give."""


class TooManyWays(Exception):
    """The dice can fall in more ways than there is patience to count."""


class Question(msgspec.Struct, frozen=True):
    """What the odds are asked of: a seat's command, or with None the battle that is under way.

    answers: what seats would answer to decisions of those kinds, whenever they come up. decision: the id of
    the one that the command answers; None where only one fits.
    """

    seat: str = ""
    command: Command | None = None
    answers: Answers = ()
    decision: str | None = None


class Odds(msgspec.Struct, frozen=True):
    """The odds of a battle: what was assumed, the forecast, and how many trials it took."""

    assumptions: tuple[Assumption, ...]
    forecast: Forecast
    runs: int


class EveryWay:
    """Dice that fall in every way, one after the other: each `advance` is the next, until there is none."""

    def __init__(self) -> None:
        self._fallen: list[int] = []
        self._widths: list[int] = []
        self._at = 0

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        if self._at == len(self._fallen):
            self._fallen.append(0)
            self._widths.append(sides**count)
        fallen, faces = self._fallen[self._at], []
        self._at += 1
        for _ in range(count):
            fallen, face = divmod(fallen, sides)
            faces.append(face + 1)
        return tuple(faces)

    def proof(self) -> tuple[Roll, ...]:
        return ()

    def ways(self) -> int:
        """How many ways like this one, equally likely, the rolls made so far have."""
        ways = 1
        for width in self._widths:
            ways *= width
        return ways

    def advance(self) -> bool:
        """Turn to the next way; False when all have been."""
        self._at = 0
        while self._fallen and self._fallen[-1] + 1 == self._widths[-1]:
            self._fallen.pop()
            self._widths.pop()
        if not self._fallen:
            return False
        self._fallen[-1] += 1
        return True


@dataclass
class _Node:
    """A point that the dice may come to, with its probability."""

    position: Any
    story: Hashable
    weight: Fraction


@dataclass
class Computation:
    """The stories of a battle with their exact probabilities, and what was assumed on the way.

    `forecast`: what a ruleset that computes them itself says of them; None for what its `report` makes.
    """

    stories: Weights = field(default_factory=dict)
    assumptions: dict[tuple[str, str, str], Assumption] = field(default_factory=dict)
    runs: int = 0
    forecast: Forecast | None = None


def odds_model_of(ruleset: Ruleset[Any]) -> OddsModel[Any]:
    """The ruleset's odds model. Raises NoOdds."""
    if ruleset.advice.odds is None:
        raise NoOdds(f"{ruleset.identity.title} gives no odds")
    return ruleset.advice.odds


def up_to(most: int) -> Patience:
    """Patience for so many trials of a stage or a command, whose number so far it is asked with."""
    return lambda runs: runs < most


ORDINARY = up_to(MOST_RUNS)


def odds(ruleset: Ruleset[Any], position: Any, question: Question, patience: Patience = ORDINARY) -> Odds:
    """The exact odds of a battle. Raises Refused (illegal, or no battle), NoOdds and TooManyWays."""
    return told(ruleset, question, compute(ruleset, position, question, patience))


def told(ruleset: Ruleset[Any], question: Question, found: Computation) -> Odds:
    """What was computed, as readers get it, with the answers that no decision asked for. Raises Refused."""
    forecast = (found.forecast or odds_model_of(ruleset).report(found.stories)).trimmed()
    used = {(each.seat, each.text) for each in found.assumptions.values()}
    unasked = [
        Assumption(seat, "", "", f"never asked for: {_shown(command)}")
        for seat, command in question.answers
        if (seat, _as_given(command)) not in used
    ]
    return Odds((*found.assumptions.values(), *unasked), forecast, found.runs)


def compute(
    ruleset: Ruleset[Any], position: Any, question: Question, patience: Patience = ORDINARY
) -> Computation:
    """Follow a battle through every way of its dice; `position` stays as it was.

    Raises Refused where the command is illegal, NoOdds, and TooManyWays where patience ends.
    """
    model, found = odds_model_of(ruleset), Computation()
    if model.own is not None:
        return _by_itself(ruleset, model, position, question)
    nodes = [_Node(position, model.begin(position), Fraction(1))]
    if question.command is not None:
        due = decider.check(ruleset, position, question.seat, question.command, question.decision)
        given = _giving(ruleset, due, question.command)
        nodes = _branches(ruleset, nodes[0], given, found, patience)
    while nodes:
        node = nodes.pop()
        act = None if model.over(node.story) else _next(ruleset, node.position, question, found)
        if act is None:
            found.stories[node.story] = found.stories.get(node.story, Fraction(0)) + node.weight
        else:
            nodes += _branches(ruleset, node, act, found, patience)
    return found


def _by_itself(
    ruleset: Ruleset[Any], model: OddsModel[Any], position: Any, question: Question
) -> Computation:
    """What the ruleset computes by its own means. Raises Refused."""
    assert model.own is not None
    due = None
    if question.command is not None:
        due = decider.check(ruleset, position, question.seat, question.command, question.decision)
    own = model.own(position.copy(), due, question.command)
    assumed = {(each.seat, each.kind, each.text): each for each in own.assumptions}
    return Computation(dict(own.stories), assumed, own.runs, own.forecast)


_Act = Callable[[Resolution[Any]], None]


def _giving(ruleset: Ruleset[Any], due: Due, command: Command) -> _Act:
    return lambda resolution: ruleset.rules.handlers.carriers[type(command)](resolution, due, command)


def _next(ruleset: Ruleset[Any], position: Any, question: Question, found: Computation) -> _Act | None:
    """What happens next in a position: an answer, or the next stage; None where the computation ends."""
    model, due = odds_model_of(ruleset), ruleset.rules.due(position)
    if not model.waits(position):
        return model.stage
    if not due:
        return None
    answer = _answer(ruleset, position, due[0], question)
    if answer is None:
        return None
    seat, kind, rule = due[0].seat, due[0].kind, due[0].rule
    if (key := (seat, kind, answer.text)) not in found.assumptions:
        choices = _choices(ruleset, position, due[0])
        found.assumptions[key] = Assumption(seat, kind, rule, answer.text, choices)
    return _giving(ruleset, due[0], answer.command)


def _choices(ruleset: Ruleset[Any], position: Any, due: Due) -> tuple[Choice, ...]:
    """The first answers that the rules offer to a decision of the battle; none where only one is.

    A decision that the command asked about answers itself, as the rest of a march, is no question of the
    battle: its offers are every order of the turn.
    """
    if not odds_model_of(ruleset).asks(due):
        return ()
    offered = islice(ruleset.rules.handlers.offers[due.kind](position, due), MOST_CHOICES)
    choices = tuple(Choice(_said(ruleset, command), msgspec.to_builtins(command)) for command in offered)
    return choices if len(choices) > 1 else ()


def _said(ruleset: Ruleset[Any], command: Command) -> str:
    """A command in words: its type, and what it says under that heading."""
    heading = name_of(type(command)).replace("_", " ")
    said = ruleset.words.says(command)
    return f"{heading}: {said}" if said else heading


def _answer(ruleset: Ruleset[Any], position: Any, due: Due, question: Question) -> Assumed | None:
    """How a decision is answered: as given for its kind, where the rules allow that, else as assumed."""
    for seat, command in question.answers:
        if seat == due.seat and due.kind in ruleset.rules.handlers.answers[type(command)]:
            try:
                decider.check(ruleset, position, seat, command, due.id)
            except Refused:
                continue
            return Assumed(command, _as_given(command))
    return odds_model_of(ruleset).assume(position, due, question.command)


def _as_given(command: Command) -> str:
    return f"as given: {_shown(command)}"


def _shown(command: Command) -> str:
    return canonical(command).decode()


def _branches(
    ruleset: Ruleset[Any], node: _Node, act: _Act, found: Computation, patience: Patience
) -> list[_Node]:
    """Every way in which an act may come out from a node, those that come to the same counted together."""
    model, dice = odds_model_of(ruleset), EveryWay()
    nodes: list[_Node] = []
    while True:
        if not patience(found.runs):
            raise TooManyWays(f"the dice fall in too many ways: {found.runs:,} trials did not count them all")
        found.runs += 1
        resolution: Resolution[Any] = Resolution(node.position.copy(), dice, ruleset.rules.handlers.evolvers)
        act(resolution)
        story = node.story
        for event in resolution.events:
            story = model.note(story, event)
        weight, position = node.weight / dice.ways(), resolution.position
        for same in nodes:
            if same.story == story and same.position == position:
                same.weight += weight
                break
        else:
            nodes.append(_Node(position, story, weight))
        if not dice.advance():
            return nodes


@dataclass(frozen=True)
class _Moment:
    """A battle as it is played: where it stands, and the command that comes next.

    Without a command the rules go on of themselves, unless it is `over`.
    """

    position: Any
    story: Hashable
    seat: str = ""
    command: Command | None = None
    decision: str | None = None
    over: bool = False


class _NoDie:
    """Dice for what comes before the dice: the first roll raises `_Wanted`."""

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        raise _Wanted

    def proof(self) -> tuple[Roll, ...]:
        return ()


class _Wanted(Exception):
    """A die is wanted."""


def simulate(
    ruleset: Ruleset[Any], position: Any, question: Question, battles: int, seed: int | str
) -> Counter[Any]:
    """Play the battle so often with random dice, as games are played, and count its stories.

    Only what comes before the first die, and is the same in all battles, is played once: they start where
    that die is wanted. The same seed gives the same battles; number n of them has dice of its own, seeded
    "seed/n". Raises Refused and NoOdds.
    """
    counted = Counter[Any]()
    start = _before_the_dice(ruleset, position, question)
    for number in range(battles):
        moment, dice = start, SeededDice(f"{seed}/{number}")
        while not moment.over:
            moment = _played(ruleset, moment, question, dice)
        counted[moment.story] += 1
    return counted


def _before_the_dice(ruleset: Ruleset[Any], position: Any, question: Question) -> _Moment:
    """The last moment before a die is wanted, or the end if none is."""
    model = odds_model_of(ruleset)
    begun = model.begin(position)
    moment = _Moment(position, begun, question.seat, question.command, question.decision)
    if moment.command is None:
        moment = _moment(ruleset, position, moment.story, (), question)
    while not moment.over:
        if moment.command is not None:
            due = decider.check(ruleset, moment.position, moment.seat, moment.command, moment.decision)
            act = _giving(ruleset, due, moment.command)
        else:
            act = model.stage
        trial = Resolution(moment.position.copy(), _NoDie(), ruleset.rules.handlers.evolvers)
        try:
            act(trial)
        except _Wanted:
            break
        moment = _moment(ruleset, trial.position, moment.story, trial.events, question)
    return moment


def _played(ruleset: Ruleset[Any], moment: _Moment, question: Question, dice: Dice) -> _Moment:
    """Play on to the next decision, by the command that comes next or of itself."""
    if moment.command is not None:
        given = moment.seat, moment.command, dice, moment.decision
        events, position = decider.execute(ruleset, moment.position, *given)
    else:
        resolution = Resolution(moment.position.copy(), dice, ruleset.rules.handlers.evolvers)
        ruleset.rules.proceed(resolution)
        events, position = resolution.events, resolution.position
    return _moment(ruleset, position, moment.story, events, question)


def _moment(
    ruleset: Ruleset[Any], position: Any, story: Hashable, events: Iterable[Event], question: Question
) -> _Moment:
    """Where a battle stands after some events, with the answer to what is due."""
    model = odds_model_of(ruleset)
    for event in events:
        story = model.note(story, event)
    if model.over(story):
        return _Moment(position, story, over=True)
    if not model.waits(position):
        return _Moment(position, story)
    due = ruleset.rules.due(position)
    answer = _answer(ruleset, position, due[0], question) if due else None
    if answer is None:
        return _Moment(position, story, over=True)
    return _Moment(position, story, due[0].seat, answer.command, due[0].id)


class Fit(msgspec.Struct, frozen=True):
    """How well battles played agree with the exact odds: Pearson's chi-square over the stories.

    cells: stories compared, the rare ones as one; p_value: how probable it is that battles with these odds
    differ as much or more; impossible: battles that told a story which the odds do not have.
    """

    battles: int
    cells: int
    chi_square: float
    p_value: float
    impossible: int


def fit(observed: Mapping[Any, int], exact: Mapping[Any, Fraction], least: float = 5.0) -> Fit:
    """Compare what came out with what should; stories expected less than `least` times count as one.

    Where even those together are expected less often than that, they join the rarest of the others.
    """
    battles = sum(observed.values())
    impossible = sum(count for story, count in observed.items() if story not in exact)
    cells: list[tuple[float, int]] = []
    rare, seen = 0.0, 0
    for story, probability in sorted(exact.items(), key=lambda item: item[1]):
        expected, count = float(probability * battles), observed.get(story, 0)
        if expected >= least and (not rare or rare >= least):
            cells.append((expected, count))
        else:
            rare, seen = rare + expected, seen + count
    if rare:
        cells.append((rare, seen))
    chi = sum((count - expected) ** 2 / expected for expected, count in cells)
    p_value = 0.0 if impossible else tail(chi, len(cells) - 1)
    return Fit(battles, len(cells), chi, p_value, impossible)
