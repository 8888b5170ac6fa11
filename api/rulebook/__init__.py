"""Rulebooks for readers: rulesets, clauses, cases, the board sheet."""
