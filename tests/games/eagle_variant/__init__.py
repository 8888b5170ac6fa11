"""Tests of the Eagle variant, which is not published: it is asked for by its package, not by its name."""
