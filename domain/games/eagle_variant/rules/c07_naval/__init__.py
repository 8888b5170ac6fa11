"""Naval battles, on the ocean and on the rivers. What carries out each clause.

naval-battles/1 to /3, /5      fighting
naval-battles/4, rivers/9      fleets
"""
