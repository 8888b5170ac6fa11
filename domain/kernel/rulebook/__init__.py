"""A rulebook beside its code: coverage by clause, and notes on how it was read."""
