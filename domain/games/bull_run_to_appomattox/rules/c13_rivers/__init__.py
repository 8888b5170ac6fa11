"""Chapter 13 of the rulebook: rivers and gunboats. Each paragraph, and what carries it out.

13      crossings, c07_combat.protection
13.1    gunboats; c06_movement.sailing (what they carry)
13.2    crossings (the Potomac), gunboats.may_fire
"""
