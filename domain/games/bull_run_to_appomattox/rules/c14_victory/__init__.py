"""Chapters 14 and 18 of the rulebook: victory and historical sites. What carries it out.

14     victory (cities, the last turn, points), stopping (both sides agree to end the game)
18     sites; the sites are data/zones.csv
"""
