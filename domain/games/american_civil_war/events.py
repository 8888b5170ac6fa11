"""Every event of the game, gathered from the chapters whose decisions produce them.

Names and versions are for ever: a changed shape takes the next version and an upcaster from the old one.
"""

from ironclad.domain.games.american_civil_war.chapters import MODULES
from ironclad.domain.games.american_civil_war.registry import (
    DecisionClosed,
    DecisionOpened,
    GameEnded,
    StepBegan,
)
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import InitiativeRolled
from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.kernel.engine.records import GameBegun

EVENTS = Registry(
    "american_civil_war",
    (
        GameBegun, StepBegan, DecisionOpened, DecisionClosed, GameEnded, InitiativeRolled,
        *(kind for module in MODULES for kind in getattr(module, "EVENTS", ())),
    ),
)  # fmt: skip
