"""Chapter 7 of the rulebook: combat."""
