"""The odds of land combats."""
