"""What a ruleset gives so that the odds of its battles can be computed, and the records of the answer.

`ironclad.domain.kernel.odds.odds` computes them; a ruleset that has no `OddsModel` gives no odds.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple

import msgspec

from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.resolution import P, Resolution


class Chance(msgspec.Struct, frozen=True):
    """Something that may come out, with its exact probability ("5/36") and that as a decimal number."""

    what: str
    probability: str
    decimal: float

    @classmethod
    def of(cls, what: str, probability: Fraction) -> "Chance":
        """The chance of `what`."""
        return cls(what, str(probability), float(probability))


class Table(msgspec.Struct, frozen=True):
    """One question about a battle and every answer that the dice may give to it, with the clause that does.

    expected: the mean, where the answers are numbers.
    """

    name: str
    title: str
    rule: str
    rows: tuple[Chance, ...]
    expected: float | None = None


class Line(msgspec.Struct, frozen=True):
    """A number that goes into a battle: its amount, what it is for, and the clause that gives it.

    roll: what it changes ("strength", or a roll of the dice); side: the seat whose strength it is or whom it
    helps, "" for neither. written: the amount as text where it is not simply added ("× 1/2").
    """

    roll: str
    name: str
    amount: int
    rule: str
    side: str = ""
    written: str | msgspec.UnsetType = msgspec.UNSET


class Modifier(msgspec.Struct, frozen=True):
    """A line of the arithmetic, and the probability that it comes to count at all."""

    line: Line
    probability: str


RARE = 1e-6
"""Ways in which everything may come out that are less probable than this are not listed one by one."""


class Joint(msgspec.Struct, frozen=True):
    """One way in which everything may come out together; with an empty `of` all rare ones together."""

    of: dict[str, Any]
    probability: str
    decimal: float


class Choice(msgspec.Struct, frozen=True):
    """Another answer to a decision, in words, and the command that gives it."""

    text: str
    command: dict[str, Any]


class Assumption(msgspec.Struct, frozen=True):
    """How a decision was assumed to be answered.

    choices: the first few answers that the rules offer, where there are several; each may be given as an
    answer in place of what was assumed.
    """

    seat: str
    kind: str
    rule: str
    text: str
    choices: tuple[Choice, ...] = ()


class Assumed(NamedTuple):
    """An answer that is assumed to be given to a decision, and what it means in words."""

    command: Command
    text: str


class Forecast(msgspec.Struct, frozen=True):
    """The stories of a battle told for readers: question by question, number by number, and all together."""

    tables: tuple[Table, ...]
    modifiers: tuple[Modifier, ...]
    outcomes: tuple[Joint, ...]

    def trimmed(self) -> "Forecast":
        """The same with the rare outcomes as one, the last. Probabilities stay exact, as does their sum."""
        rare = [each for each in self.outcomes if each.decimal < RARE]
        if len(rare) < 2:
            return self
        rest = sum((Fraction(each.probability) for each in rare), Fraction(0))
        usual = (each for each in self.outcomes if each.decimal >= RARE)
        return msgspec.structs.replace(self, outcomes=(*usual, Joint({}, str(rest), float(rest))))


class Computed(NamedTuple):
    """What a ruleset has computed itself: stories with their exact probabilities, which add up to 1.

    `forecast` replaces what `report` makes of the stories; None for that. `runs` counts the states
    that were followed.
    """

    stories: Mapping[Any, Fraction]
    assumptions: tuple[Assumption, ...] = ()
    forecast: Forecast | None = None
    runs: int = 0


@dataclass(frozen=True)
class OddsModel(Generic[P]):
    """How a ruleset's battles are followed through their dice.

    A story is what matters of a battle, as a hashable value; two ways of the dice that tell the same story
    count as one. `begin` is the story at the start, `note` the story after one more event, `over` whether it
    has ended. `waits` is whether nothing happens before somebody decides; `stage` carries out the next thing
    that happens: until `waits`, that is the ruleset's `proceed`. `assume` answers a decision that the command
    asked about (None for none) brings about, or returns None where the computation ends. `report` makes
    tables of the stories with their probabilities, or raises Refused where no battle is among them. `asks` is
    whether a decision is one of the battle's own, whose other answers readers may choose among.

    Handfuls of dice fall in too many ways to count each. A ruleset that throws them gives `own`, which
    computes the stories by other means: (position, the decision that the command answers, the command; None
    for both asks of the battle under way). The position is what the reader may see. It raises Refused where
    no battle follows. The other functions are then of `simulate` alone, against which `fit` holds it.
    """

    waits: Callable[[P], bool]
    stage: Callable[[Resolution[P]], None]
    begin: Callable[[P], Hashable]
    note: Callable[[Any, Event], Hashable]
    over: Callable[[Any], bool]
    assume: Callable[[P, Due, Command | None], Assumed | None]
    report: Callable[[Mapping[Any, Fraction]], Forecast]
    asks: Callable[[Due], bool] = lambda due: True
    own: Callable[[P, Due | None, Command | None], Computed] | None = None
