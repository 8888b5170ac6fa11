"""The odds of combats."""
