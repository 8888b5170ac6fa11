"""Tests of War Between the States, which is not installed yet: they import its modules directly."""
