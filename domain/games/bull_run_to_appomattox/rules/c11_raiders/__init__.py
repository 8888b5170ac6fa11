"""Chapter 11 of the rulebook: raiders."""
