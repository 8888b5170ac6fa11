"""The chronicle: every event in a sentence, with its clause and its arithmetic."""
