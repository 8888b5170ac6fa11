"""The rules, a package for each chapter of the book; each package lists its clauses."""
