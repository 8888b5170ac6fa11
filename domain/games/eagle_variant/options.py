"""The readings that a game may choose, and the advanced rules; each chapter names its own.

A reading is "no" or "yes". An advanced rule is "on", "off", or as the "scenario" has it.
"""

from ironclad.domain.games.eagle_variant.chapters import MODULES
from ironclad.domain.kernel.engine.records import Option

OPTIONS: dict[str, Option] = {
    name: option for module in MODULES for name, option in getattr(module, "OPTIONS", {}).items()
}
