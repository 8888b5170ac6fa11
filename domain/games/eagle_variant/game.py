"""The ruleset as the kernel sees it."""

from collections.abc import Callable
from typing import Any

from ironclad.domain.games.eagle_variant.commands import COMMANDS
from ironclad.domain.games.eagle_variant.events import EVENTS
from ironclad.domain.games.eagle_variant.opening import (
    NAME,
    SCENARIOS,
    VERSION,
    begin,
    initial,
    versions,
)
from ironclad.domain.games.eagle_variant.options import OPTIONS
from ironclad.domain.games.eagle_variant.position.document import DOCUMENTS
from ironclad.domain.games.eagle_variant.position.sight import see
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.readers.chronicle.tell import tell, tell_quietly
from ironclad.domain.games.eagle_variant.readers.drawing.sheet import printed_map
from ironclad.domain.games.eagle_variant.readers.forms import at_any_time, form_of
from ironclad.domain.games.eagle_variant.readers.manifest import CLIENT, manifest
from ironclad.domain.games.eagle_variant.readers.opponent.choosing import choose
from ironclad.domain.games.eagle_variant.readers.overlays import OVERLAYS
from ironclad.domain.games.eagle_variant.readers.prompts.meanings import meaning
from ironclad.domain.games.eagle_variant.readers.prompts.questions import question
from ironclad.domain.games.eagle_variant.readers.prompts.reasons import why
from ironclad.domain.games.eagle_variant.readers.prompts.saying import says
from ironclad.domain.games.eagle_variant.readers.reachable import reach
from ironclad.domain.games.eagle_variant.readers.scene import scene
from ironclad.domain.games.eagle_variant.readers.shown import shows
from ironclad.domain.games.eagle_variant.readers.timed import TIMED
from ironclad.domain.games.eagle_variant.readers.tracks import tracks_view
from ironclad.domain.games.eagle_variant.readers.views.armies import armies_view
from ironclad.domain.games.eagle_variant.readers.views.battle import battle_view
from ironclad.domain.games.eagle_variant.readers.views.general import economy_view, map_view, politics_view
from ironclad.domain.games.eagle_variant.readers.views.play import turns_view
from ironclad.domain.games.eagle_variant.readers.views.view_places import lists_view, places_view
from ironclad.domain.games.eagle_variant.readers.wording import name_of
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c02_turns.sequence import SEQUENCE
from ironclad.domain.kernel.clause_ids import ClauseIds
from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.engine.memo import kept
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
from ironclad.domain.kernel.turn.ending import due_now, outcome

CLAUSES = ClauseIds(paragraph=r"(?:1864-)?[a-z]+(?:-[a-z]+)*", alone="")
HANDS_OVER = frozenset({"end_movement", "pass_phase", "end_production", "take_no_action"})
UNPROMPTED = frozenset(
    (
        "battle-reinforcements/4", "battle-initiative/1", "tactical/40", "1864-presidential-election/1",
        "war-with-europe/15", "movement-restrictions/5", "csa-declares-emancipation/9",
    )
)  # fmt: skip
TOGETHER = frozenset({"seal_free_infantry", "seal_set_up"})

VIEWS: dict[str, Callable[[Position], dict[str, Any]]] = {
    "map": map_view,
    "armies": armies_view,
    "battle": battle_view,
    "economy": economy_view,
    "politics": politics_view,
    "turns": turns_view,
    "lists": lists_view,
    "places": places_view,
    "tracks": tracks_view,
    **OVERLAYS,
}


@kept
def _scene(position: Position, seat: str | None) -> Scene:
    return scene(position, seat, RULESET.words.question, form_of, at_any_time)


RULESET: Ruleset[Position] = Ruleset(
    identity=Identity(
        name=NAME,
        version=VERSION,
        title="Variant Rules for The American Civil War",
        seats=SIDES,
        scenarios=SCENARIOS,
        options=OPTIONS,
        listed=versions(),
        clause_ids=CLAUSES,
        exercises=frozenset({"empty_map"}),
        about=(
            "The war month by month on a map of regions: production, politics that can bring in Europe, and "
            "a board of its own for each battle, on which both sides set up in secret."
        ),
    ),
    rules=Rules(
        handlers=eagle,
        begin=begin,
        initial=initial,
        due=due_now,
        outcome=outcome,
        proceed=SEQUENCE.proceed,
    ),
    storage=Storage(
        commands=COMMANDS,
        events=EVENTS,
        to_document=DOCUMENTS.written,
        from_document=DOCUMENTS.read,
        freeze=DOCUMENTS.freeze,
        thaw=DOCUMENTS.thaw,
    ),
    dice=DiceTerms(hands_over=HANDS_OVER, unprompted=UNPROMPTED, together=TOGETHER),
    sight=Sight(True, see, padded_to=1024, shows=shows),
    words=Words(
        tell=tell,
        tell_quietly=tell_quietly,
        question=question,
        why=why,
        meaning=meaning,
        says=says,
        name_of=name_of,
        turn=lambda position: position.turn,
    ),
    show=Show(
        views={name: kept(view) for name, view in VIEWS.items()},
        board=printed_map,
        scene=_scene,
        manifest=manifest,
        client=CLIENT,
    ),
    advice=Advice(reach=reach, opponent=choose, timed=TIMED),
)
