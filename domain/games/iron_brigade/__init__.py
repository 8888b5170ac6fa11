"""Iron Brigade: miniatures on a free table, measured exactly.

Rules are in `rules/`, a package for each chapter of the book; `RULES.md` has what was decided where the book
is silent, and what is not built yet. The ruleset is not announced before it is whole.
"""
