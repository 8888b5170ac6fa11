"""Chapter 12 of the rulebook: forts, sieges and fortifications. Each paragraph, and what carries it out.

12      c07_combat.protection
12.1    c07_combat.forces.firing_fort, c07_combat.losses
12.2    sieges (how they end), assaulting, relieving; c07_combat.deciding (how they begin)
12.3    works
"""
