"""The map as a drawing, and as data in the drawing's units."""
