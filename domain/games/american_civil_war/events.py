"""Every event of the game, gathered from the chapters whose decisions produce them.

Names and versions are for ever: a changed shape takes the next version and an upcaster from the old one.
"""

from domain.games.american_civil_war.chapters import MODULES
from domain.games.american_civil_war.play import DecisionClosed, DecisionOpened, GameEnded, StepBegan
from domain.games.american_civil_war.sequence import InitiativeRolled
from domain.kernel.codec import Registry
from domain.kernel.decider import GameBegun

EVENTS = Registry(
    "american_civil_war",
    (
        GameBegun, StepBegan, DecisionOpened, DecisionClosed, GameEnded, InitiativeRolled,
        *(kind for module in MODULES for kind in getattr(module, "EVENTS", ())),
    ),
)  # fmt: skip
