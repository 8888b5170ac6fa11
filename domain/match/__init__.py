"""A match: all of a game but its moves: seats, timelines, proposals, how it ended."""
