"""The ruleset as the kernel sees it. It is not announced before all chapters are built."""

from ironclad.domain.games.iron_brigade import chapters
from ironclad.domain.games.iron_brigade.events import COMMANDS, EVENTS
from ironclad.domain.games.iron_brigade.opening import NAME, SCENARIOS, VERSION, begin, initial
from ironclad.domain.games.iron_brigade.options import OPTIONS
from ironclad.domain.games.iron_brigade.position.document import freeze, from_document, thaw, to_document
from ironclad.domain.games.iron_brigade.position.sight import see
from ironclad.domain.games.iron_brigade.position.state import SIDES, Position
from ironclad.domain.games.iron_brigade.readers import chronicle_of_works
from ironclad.domain.games.iron_brigade.readers.chronicle import tell
from ironclad.domain.games.iron_brigade.readers.drawn import board
from ironclad.domain.games.iron_brigade.readers.manifest import CLIENT, manifest
from ironclad.domain.games.iron_brigade.readers.measuring import reach
from ironclad.domain.games.iron_brigade.readers.odds.model import MODEL
from ironclad.domain.games.iron_brigade.readers.opponent.choosing import choose
from ironclad.domain.games.iron_brigade.readers.questions import question
from ironclad.domain.games.iron_brigade.readers.saying import says
from ironclad.domain.games.iron_brigade.readers.scene import scene
from ironclad.domain.games.iron_brigade.readers.sights import sights_view
from ironclad.domain.games.iron_brigade.readers.wording import name_of
from ironclad.domain.games.iron_brigade.registry import brigade
from ironclad.domain.games.iron_brigade.rules.sequence import SEQUENCE
from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.engine.records import Due, GameBegun, Outcome
from ironclad.domain.kernel.engine.ruleset import (
    Advice,
    DiceTerms,
    Identity,
    Rules,
    Ruleset,
    Show,
    Storage,
    Words,
)
from ironclad.domain.kernel.sight import Sight

PADDED_TO = 4096
"""Bytes. A plan names every unit of a side, each with its legs."""
TOGETHER = frozenset({"place_units", "give_orders", "change_orders", "order_fire", "order_charges"})


@brigade.evolves(GameBegun)
def _begun(position: Position, event: GameBegun) -> None:
    """`initial` makes the position of the first event, which changes nothing further."""


def _due(position: Position) -> tuple[Due, ...]:
    return () if position.ended is not None else position.agenda.due


def _outcome(position: Position) -> Outcome | None:
    return position.ended


def _scene(position: Position, seat: str | None) -> Scene:
    return scene(position, seat, question)


RULESET: Ruleset[Position] = Ruleset(
    identity=Identity(
        name=NAME,
        version=VERSION,
        title="Iron Brigade",
        seats=SIDES,
        scenarios=SCENARIOS,
        options=OPTIONS,
        exercises=frozenset({"bare_table", "proving_ground"}),
    ),
    rules=Rules(
        handlers=brigade,
        begin=begin,
        initial=initial,
        due=_due,
        outcome=_outcome,
        proceed=SEQUENCE.proceed,
    ),
    storage=Storage(
        commands=COMMANDS,
        events=EVENTS,
        to_document=to_document,
        from_document=from_document,
        freeze=freeze,
        thaw=thaw,
    ),
    dice=DiceTerms(together=TOGETHER),
    sight=Sight(True, see, padded_to=PADDED_TO),
    words=Words(
        tell=tell,
        question=question,
        says=says,
        name_of=name_of,
        turn=lambda position: position.turn,
    ),
    show=Show(
        views={"sights": sights_view},
        board=board,
        scene=_scene,
        manifest=manifest,
        client=CLIENT,
    ),
    advice=Advice(reach=reach, odds=MODEL, opponent=choose),
)

__all__ = ["RULESET", "chapters", "chronicle_of_works"]
