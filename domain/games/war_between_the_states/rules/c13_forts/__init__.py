"""Section 13 of the rulebook: forts and fortresses.

13.12, 13.15       sheltering._check_shelter 13.12/1; sheltering._check_take 13.15/1, /3
13.1, 13.2, 13.33  works.garrison_strength; position.pieces.CAPACITY
13.36              works.bombarded; data/siege_bombardment.csv
"""
