"""The chronicle: every event in plain sentences, with its arithmetic."""
