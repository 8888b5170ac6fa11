"""A position that somebody wrote is tried out before a game is opened at it: what a reader may ask is asked.

A ruleset's reader of documents names what is wrong with one. What it has no word for comes to light here, and
is refused where the position is given, instead of failing in a later call.
"""

from itertools import islice
from random import Random
from typing import Any

from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.ruleset import Ruleset

_OFFERS = 2_000
_ORDERS = 12


def rehearse(ruleset: Ruleset[Any], position: Any) -> None:
    """Ask everything of a position that readers and players may ask. Raises what is raised then."""
    storage = ruleset.storage
    storage.to_document(storage.thaw(storage.freeze(position)))
    _look(ruleset, position)
    ruleset.rules.outcome(position)
    for due in ruleset.rules.due(position):
        ruleset.words.question(due)
        ruleset.words.why(due)
        seen = ruleset.sight.see(position, due.seat)
        for _, command in islice(decider.offers(ruleset, seen, due.seat, due.id), _OFFERS):
            ruleset.words.says(command)
            ruleset.words.meaning(seen, due, command)
    _play(ruleset, position)


def _look(ruleset: Ruleset[Any], position: Any) -> None:
    """Every view of a position, for everybody. What several see alike is asked for once."""
    show, seats = ruleset.show, (None, *ruleset.seats)
    asked = [(seat, ruleset.sight.see(position, seat)) for seat in seats]
    views = {(view, id(seen)): seen for seat, seen in asked for view in views_of(ruleset, seat).values()}
    for (view, _), seen in views.items():
        view(seen)
    for seen in {id(seen): seen for _, seen in asked}.values():
        ruleset.words.turn(seen)
        show.map_svg(seen)
        if show.compare is not None:
            show.compare(seen, seen)


def _play(ruleset: Ruleset[Any], position: Any) -> None:
    """Give some orders by chance, as far as there are any."""
    random, dice = Random(1), SeededDice("rehearsal")
    for _ in range(_ORDERS):
        due = next(iter(ruleset.rules.due(position)), None)
        if due is None or ruleset.rules.outcome(position) is not None:
            return
        try:
            command = decider.sample(ruleset, position, due, random)
            events, position = decider.execute(ruleset, position, due.seat, command, dice, due.id)
            for event in events:
                ruleset.words.tell(event)
                ruleset.words.tell_quietly(event)
        except Refused:
            return
        _look(ruleset, position)
