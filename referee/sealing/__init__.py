"""Sealed facts in the referee: the keys of games, and the salts that seats pick."""
