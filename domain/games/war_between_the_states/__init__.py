"""War Between the States (Decision Games, 2004): the war week by week on three maps of 5,712 hexes.

The ruleset is being built and is not offered yet: RULES.md lists its chapters that are there, and those that
are not.
"""
