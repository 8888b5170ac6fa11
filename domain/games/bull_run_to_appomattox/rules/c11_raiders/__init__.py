"""Chapter 11 of the rulebook: raiders. Each paragraph, and what carries it out.

11      marching (11/4), raiding (11/2 to 11/5), c10_purchases (11/1)
11.1    raiding, repairs; c13_rivers.crossings (no way over a destroyed bridge)
11.2    raiding, repairs; c06_movement.marching (trains)
11.3    raiding, c09_economy.revenue.is_pillaged
7.13.1  fighting
"""
