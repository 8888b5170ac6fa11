"""Dice that nobody can choose: `ironclad-dice/v2` and v1 (docs/dice.md)."""
