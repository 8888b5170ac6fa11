"""Chapter IX, melee. What carries out each clause."""
