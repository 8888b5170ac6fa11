"""The position of a battle: its field, its units, what they did this turn, the orders that are sealed."""
