"""Readers: what positions show to players. They change nothing."""
