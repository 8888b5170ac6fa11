"""From Bull Run to Appomattox: the war on a map of zones, with armies whose strength the enemy must guess.

Rules are in `rules/`, a package for each chapter of the book; `RULES.md` has what was decided where it is
silent.
"""

from ironclad.domain.games.bull_run_to_appomattox.game import RULESET

__all__ = ["RULESET"]
