"""Every event of the game, gathered from the chapters. Names and versions never change once published."""

from ironclad.domain.games.bull_run_to_appomattox import registry
from ironclad.domain.games.bull_run_to_appomattox.chapters import MODULES
from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.kernel.engine.records import GameBegun

EVENTS = Registry(
    "bull_run_to_appomattox",
    (
        GameBegun,
        *registry.EVENTS,
        *(kind for module in MODULES if module.__name__.endswith(".events") for kind in module.EVENTS),
    ),
)
