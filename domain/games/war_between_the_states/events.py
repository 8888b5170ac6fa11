"""Every event of the game, gathered from the chapters. Names and versions never change once published."""

from ironclad.domain.games.war_between_the_states import registry
from ironclad.domain.games.war_between_the_states.chapters import MODULES
from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.kernel.engine.records import GameBegun

EVENTS = Registry(
    "war_between_the_states",
    (
        GameBegun,
        *registry.EVENTS,
        *(kind for module in MODULES if module.__name__.endswith(".events") for kind in module.EVENTS),
    ),
)
