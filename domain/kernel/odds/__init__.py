"""The odds of battles, counted by the functions that decide them."""
