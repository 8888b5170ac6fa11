"""The state of a game, and how it is written down."""
