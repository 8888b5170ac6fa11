"""The charts of the book."""
