"""Every command of the game, gathered from the chapters that define and carry them out."""

from ironclad.domain.games.war_between_the_states.chapters import MODULES
from ironclad.domain.kernel.engine.codec import CommandReader

COMMANDS = CommandReader(
    kind for module in MODULES if module.__name__.endswith(".commands") for kind in module.COMMANDS
)
