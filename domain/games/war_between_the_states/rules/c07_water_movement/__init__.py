"""Section 7 of the rulebook: water movement.

7.26, 7.27   embarking.embarkation_cost; data/embarkation.csv
"""
