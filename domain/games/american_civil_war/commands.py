"""Every command of the game, gathered from the chapters that define and carry them out."""

from ironclad.domain.games.american_civil_war.chapters import MODULES
from ironclad.domain.kernel.engine.codec import CommandReader

COMMANDS = CommandReader(kind for module in MODULES for kind in getattr(module, "COMMANDS", ()))
