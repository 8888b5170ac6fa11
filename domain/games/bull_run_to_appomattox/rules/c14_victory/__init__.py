"""Chapters 14 and 18 of the rulebook: victory and historical sites."""
