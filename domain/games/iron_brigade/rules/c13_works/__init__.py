"""Chapter XIII, works and demolition. What carries out each clause."""
