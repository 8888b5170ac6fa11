"""The state of a game: its records, its document, and what a seat may see of it."""
