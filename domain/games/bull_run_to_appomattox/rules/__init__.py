"""The rules, a package for each chapter of the book."""
