"""War Between the States (Decision Games, 2004): the war week by week on three maps of 5,712 hexes.

Rules are in `rules/`, a package for each chapter of the book; `RULES.md` has what was decided where it is
silent, and what is left to build. The ruleset is not announced before it is whole.
"""
