"""The printed map: where things are on it, its drawing, and the same as data."""
