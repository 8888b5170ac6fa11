"""The rules, a package for each group of chapters of the book; each package lists its clauses."""
