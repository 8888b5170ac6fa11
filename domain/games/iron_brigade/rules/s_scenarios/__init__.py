"""Scenarios: how a battle begins from its data, and who wins it (S/1 to S/37)."""
