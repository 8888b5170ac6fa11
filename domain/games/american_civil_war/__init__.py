"""American Civil War (Strategy & Tactics 310), the land game.

One file a chapter of the rulebook; `ls` reads like its contents page. RULES.md holds the decisions taken
where the book is silent or garbled.
"""

from domain.games.american_civil_war.ruleset import RULESET

__all__ = ["RULESET"]
