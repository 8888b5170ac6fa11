"""The odds of battles."""
