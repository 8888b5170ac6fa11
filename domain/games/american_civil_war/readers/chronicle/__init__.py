"""The chronicle: events in plain words, with their arithmetic."""
