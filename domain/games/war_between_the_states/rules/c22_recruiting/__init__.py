"""Section 22 of the rulebook, which is lost: units strengthened, converted, merged, by R.7 and R.11."""
