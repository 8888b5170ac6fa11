"""Chapter VI, general fire rules, and how the fire of a turn is ordered and carried out."""
