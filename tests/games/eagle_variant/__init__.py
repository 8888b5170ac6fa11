"""Tests of the Eagle variant."""
