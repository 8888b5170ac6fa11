"""American Civil War (Strategy & Tactics 310): the whole game, on land, on rails and on the water.

Each function names the clauses that it carries out (`@rule`), so a search for a clause finds its code.
RULES.md holds the decisions taken where the book is silent or garbled.
"""

from ironclad.domain.games.american_civil_war.game import RULESET

__all__ = ["RULESET"]
