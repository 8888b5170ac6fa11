"""Every event of the game, gathered from the chapters. Names and versions never change once published."""

from ironclad.domain.games.eagle_variant import registry
from ironclad.domain.games.eagle_variant.chapters import MODULES
from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.kernel.engine.records import GameBegun

EVENTS = Registry(
    "eagle_variant",
    (
        GameBegun,
        *registry.EVENTS,
        *(kind for module in MODULES if module.__name__.endswith(".events") for kind in module.EVENTS),
    ),
)
