"""Boards as data: hexes and tables."""
