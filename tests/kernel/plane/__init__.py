"""Tests of the plane: bodies, legs, sight and cover on a free table."""
