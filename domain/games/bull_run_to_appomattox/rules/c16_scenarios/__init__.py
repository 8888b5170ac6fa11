"""Chapters 16 and 17 of the rulebook: scenarios."""
