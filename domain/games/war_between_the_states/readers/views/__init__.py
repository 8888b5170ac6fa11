"""Views: named documents of a position, plain data."""
