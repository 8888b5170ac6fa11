"""Chapter 8 of the rulebook: events."""
