"""A game as its players know it, apart from its moves: seats, timelines, proposals, how it ended."""
