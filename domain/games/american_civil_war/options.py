"""The contested readings that a game may choose; each chapter names its own."""

from domain.games.american_civil_war.chapters import MODULES
from domain.kernel.decider import Option

OPTIONS: dict[str, Option] = {
    name: option for module in MODULES for name, option in getattr(module, "OPTIONS", {}).items()
}
