"""Views of a position as plain documents."""
