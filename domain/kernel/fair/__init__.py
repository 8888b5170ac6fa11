"""Dice that nobody can choose: `ironclad-dice/v1` (docs/dice.md)."""
