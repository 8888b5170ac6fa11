"""The contested readings that a game may choose; each chapter names its own, as "no" or "yes"."""

from dataclasses import replace

from ironclad.domain.games.bull_run_to_appomattox.chapters import MODULES
from ironclad.domain.kernel.engine.records import Option

OPTIONS: dict[str, Option] = {
    name: replace(option, movable=True)
    for module in MODULES
    for name, option in getattr(module, "OPTIONS", {}).items()
}
