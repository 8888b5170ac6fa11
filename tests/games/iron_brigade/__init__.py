"""Tests of Iron Brigade."""
