"""The chronicle: events in sentences, with their arithmetic and clauses."""
