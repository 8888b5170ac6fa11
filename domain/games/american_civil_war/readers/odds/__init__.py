"""The odds of a battle."""
