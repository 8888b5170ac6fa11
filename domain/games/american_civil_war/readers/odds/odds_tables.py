"""The odds of a battle as tables: each question that the dice answer, with its clause (9.4 to 9.12)."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from ironclad.domain.games.american_civil_war.position.state import SIDES
from ironclad.domain.games.american_civil_war.readers.odds.odds import CAVALRY_ALONE, NO_BATTLE, Story
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.odds.odds_model import Chance, Forecast, Joint, Line, Modifier, Table

Stories = Mapping[Story, Fraction]
_RESULTS = {
    "attacker": "the attacker wins",
    "draw": "a draw",
    "defender": "the defender wins",
    CAVALRY_ALONE: "cavalry alone is attacked",
    NO_BATTLE: "no battle",
}
_SIDES = {"union": "the Union", "confederate": "the Confederacy"}


def report(stories: Stories) -> Forecast:
    """The tables of a battle. Refuses where no story has a battle (9.0/1)."""
    require(any(story.attacker for story in stories), "9.0/1", "no battle on land comes of this")
    tables = (
        _one_of("result", "result", "9.4/1", stories, _result, _RESULTS.values()),
        *(_losses(stories, side) for side in SIDES),
        _several("retreats", "retreat", "9.10/1", stories, lambda story: story.retreats),
        _several("leaders", "leaders", "9.12/1", stories, _fates),
        _one_of("politics", "political status", "9.11/1", stories, lambda story: f"{story.status:+d}"),
        _several("works", "forts and entrenchments", "12.1/3", stories, lambda story: story.works),
        _one_of("holds", "who is left alone in the hex", "3.1/4", stories, _holders),
    )
    return Forecast(tuple(table for table in tables if table.rows), _modifiers(stories), _joint(stories))


def _result(story: Story) -> str:
    return _RESULTS[story.result]


def _holders(story: Story) -> str:
    if story.result == NO_BATTLE:
        return _RESULTS[NO_BATTLE]
    return " and ".join(_SIDES[side] for side in story.holders) or "nobody"


def _fates(story: Story) -> tuple[str, ...]:
    return tuple(f"{_SIDES.get(letter, f'leader {letter}')} {fate}" for letter, fate in story.leaders)


def _added(pairs: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    """Probabilities of the same thing added up."""
    found: dict[str, Fraction] = {}
    for what, probability in pairs:
        found[what] = found.get(what, Fraction(0)) + probability
    return found


def _one_of(
    name: str,
    title: str,
    rule: str,
    stories: Stories,
    answer: Callable[[Story], str],
    order: Iterable[str] = (),
) -> Table:
    """A question with exactly one answer in each story; the answers in the order given, else sorted."""
    found = _added((answer(story), probability) for story, probability in stories.items())
    rows = [what for what in (*order, *sorted(found)) if what in found]
    return Table(name, title, rule, tuple(Chance.of(what, found[what]) for what in dict.fromkeys(rows)))


def _several(
    name: str, title: str, rule: str, stories: Stories, answers: Callable[[Story], tuple[str, ...]]
) -> Table:
    """A question that may have no answer, or several: each with the probability that it is among them."""
    found = _added((what, p) for story, p in stories.items() for what in dict.fromkeys(answers(story)))
    return Table(name, title, rule, tuple(Chance.of(what, found[what]) for what in sorted(found)))


def _losses(stories: Stories, side: str) -> Table:
    """The strength points that a side loses, whatever the cause."""
    found: dict[int, Fraction] = {}
    for story, probability in stories.items():
        found[story.lost(side)] = found.get(story.lost(side), Fraction(0)) + probability
    rows = tuple(Chance.of(str(count), found[count]) for count in sorted(found))
    mean = sum((count * probability for count, probability in found.items()), Fraction(0))
    return Table(f"losses_{side}", f"{_SIDES[side]} loses SP", "9.6/1", rows, float(mean))


def _modifiers(stories: Stories) -> tuple[Modifier, ...]:
    """Every number that comes to count, in the order in which it does."""
    found: dict[Line, Fraction] = {}
    for story, probability in stories.items():
        for line in story.lines:
            found[line] = found.get(line, Fraction(0)) + probability
    return tuple(Modifier(line, str(found[line])) for line in sorted(found, key=_place))


_ROLLS = (
    "reaction", "strength", "outcome", "defender's loss, percent", "attacker's loss, row",
    "catching cavalry", "political effect", "leader effects",
)  # fmt: skip


def _place(line: Line) -> tuple[int, str, int, str]:
    return _ROLLS.index(line.roll), line.side, -line.amount, line.name


def _joint(stories: Stories) -> tuple[Joint, ...]:
    """Everything together, the most probable first."""
    told: dict[str, tuple[dict[str, object], Fraction]] = {}
    for story, probability in stories.items():
        of: dict[str, object] = {
            "result": story.result,
            "losses": {side: story.lost(side) for side in SIDES},
            "causes": [
                {"side": side, "cause": cause, "strength_points": n} for side, cause, n in story.losses
            ],
            "retreats": list(story.retreats),
            "leaders": list(_fates(story)),
            "political_status": story.status,
            "works": list(story.works),
            "holds": list(story.holders),
        }
        key = repr(of)
        told[key] = (of, told[key][1] + probability) if key in told else (of, probability)
    ordered = sorted(told.items(), key=lambda item: (-item[1][1], item[0]))
    return tuple(Joint(of, str(p), float(p)) for _, (of, p) in ordered)
