"""The Eagle variant: a month-by-month war of regions, with battles on a board of their own.

Rules are in `rules/`, a package for each chapter of the book; `RULES.md` has what was decided where it is
silent.
"""

from ironclad.domain.games.eagle_variant.game import RULESET

__all__ = ["RULESET"]
